"""`byline serve`: the HTTP server over the graph."""

import socket
from pathlib import Path
from typing import Annotated

import typer

from byline.app import application
from byline.commands.manners import fail, mannered, on_graph, say
from byline.given import path
from byline.logs import configure
from byline.server import ServeError, listening, serve
from byline.settings import Settings, settled
from cypher.run import Graph

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
    with mannered():  # its signal handlers come before the first step
        settings, door = chosen(host, port, BYLINE_DOCUMENTS=documents, BYLINE_ONLY_TRUSTED=only_trusted or None)
        configure(settings.log_format)
        with door:
            on_graph(lambda graph: _serve(graph, settings, door), settings, migrated=True)


def chosen(host: str | None, port: int | None, **others: object) -> tuple[Settings, socket.socket]:
    """Return the settings with what a command says itself, and the port, taken. Raises typer.Exit, SettingError."""
    said = {"BYLINE_HOST": host, "BYLINE_PORT": port, **others}
    settings = settled(**{name: value for name, value in said.items() if value is not None})
    try:
        door = listening(settings)
    except ServeError as error:
        raise fail(str(error)) from None
    return settings.model_copy(update={"port": door.getsockname()[1]}), door  # 0 meant any port


async def _serve(graph: Graph, settings: Settings, door: socket.socket) -> None:
    served = application(graph, settings)
    say(f"Byline serves http://{settings.host}:{settings.port}/graphql. Stop it with Ctrl-C.")
    await serve(served, door)
