"""`byline migrate`: constraints and indexes."""

import typer

from byline.commands.manners import out, run, say
from byline.connection import connect
from cypher.migrate import migrate

app = typer.Typer()


@app.command("migrate", epilog="Example: byline migrate")
def command() -> None:
    """Apply the migrations that the database has not seen, and wait for its indexes."""
    run(_migrate)


async def _migrate() -> None:
    async with connect(say=say) as graph:
        done = await migrate(graph)
    for name in done:
        out.print(f"applied {name}", highlight=False)
    if not done:
        out.print("Nothing to apply: the database is up to date.")
