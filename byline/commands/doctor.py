"""`byline doctor`: whether all is there that Byline needs."""

import typer

app = typer.Typer(add_completion=False)


@app.command("doctor", epilog="Example: byline doctor")
def command() -> None:
    """Check Java, jars, port, disk, Neo4j, migrations and indexes. Exit code 1 where something is wrong."""
    from byline.examining import examine  # noqa: PLC0415 help must not pay 0.4 s for the driver

    if not examine():
        raise typer.Exit(1)
