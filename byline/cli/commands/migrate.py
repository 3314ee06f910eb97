"""`byline migrate`: constraints and indexes."""

import typer

from byline.cli.runtime import out, run_with_graph

app = typer.Typer(add_completion=False)


@app.command("migrate", epilog="Example: byline migrate")
def command() -> None:
    """Apply the migrations that the database has not seen, and wait for its indexes."""
    from cypher.migrate import migrate  # noqa: PLC0415 help must not pay 0.3 s for the driver

    done = run_with_graph(migrate)
    for name in done:
        out.print(f"applied {name}")
    if not done:
        out.print("Nothing to apply: the database is up to date.")
