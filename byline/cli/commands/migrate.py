"""`byline migrate`: create constraints and indexes."""

import typer

from byline.cli.runtime import out, run_with_graph

app = typer.Typer(add_completion=False)


@app.command("migrate", epilog="Example: byline migrate")
def command() -> None:
    """Apply pending migrations (constraints and indexes), and wait until the indexes are online."""
    from cypher.migrate import migrate  # noqa: PLC0415 takes 0.3 s, and help does not need it

    done = run_with_graph(migrate)
    for name in done:
        out.print(f"applied {name}")
    if not done:
        out.print("Nothing to apply: the database is up to date.")
