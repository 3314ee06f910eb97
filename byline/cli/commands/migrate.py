"""`byline migrate`: create constraints and indexes."""

from typing import TYPE_CHECKING

import typer

from byline.cli.runtime import out, run_with_graph
from byline.settings import load_settings

if TYPE_CHECKING:
    from cypher.driver.client import Graph

app = typer.Typer(add_completion=False)


@app.command("migrate", epilog="Example: byline migrate")
def command() -> None:
    """Apply pending migrations (constraints and indexes), and wait until the indexes are online."""
    from byline.cli.erasures import erase_listed_accounts  # noqa: PLC0415 takes 0.3 s, and help does not need it
    from cypher.migrate import migrate  # noqa: PLC0415 as above

    async def apply(graph: "Graph") -> list[str]:
        applied = await migrate(graph)
        await erase_listed_accounts(graph, load_settings().erasures())
        return list(applied)

    done = run_with_graph(apply)
    for name in done:
        out.print(f"applied {name}")
    if not done:
        out.print("Nothing to apply: the database is up to date.")
