"""`byline serve`: the HTTP server over the graph."""

from pathlib import Path
from typing import Annotated

import typer

from byline.given import path

app = typer.Typer(add_completion=False)


@app.command("serve", epilog="Example: byline serve --port 8001")
def command(
    host: Annotated[str | None, typer.Option(help="Address to listen on. BYLINE_HOST; 127.0.0.1 unless set.")] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port to listen on. BYLINE_PORT; 8000 unless set.")
    ] = None,
    documents: Annotated[
        Path | None,
        typer.Option(parser=path, help="Folder of trusted documents. BYLINE_DOCUMENTS.", show_default=False),
    ] = None,
    *,
    only_trusted: Annotated[
        bool, typer.Option("--only-trusted", help="Answer no other documents. BYLINE_ONLY_TRUSTED.")
    ] = False,
) -> None:
    """Serve GraphQL over the graph that is there, until Ctrl-C."""
    from byline.serving import serve  # noqa: PLC0415 help must not pay a second for FastAPI and the schema

    serve(host, port, documents, only_trusted=only_trusted)
