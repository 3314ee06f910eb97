"""`byline demo`: everything at once, on a sample: Neo4j, data, server, and what to try."""

from typing import Annotated

import typer

app = typer.Typer(add_completion=False)


@app.command("demo", epilog="Example: byline demo --port 8001")
def command(
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to serve on. BYLINE_PORT; 8000 unless set.")
    ] = None,
) -> None:
    """Start Byline's own Neo4j, load the sample, serve it, and say what to try. Ctrl-C stops all of it."""
    from byline.demonstrating import demonstrate  # noqa: PLC0415 help must not pay a second for what serves

    demonstrate(port)
