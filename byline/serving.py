"""What `byline serve` does: takes the port, and serves until it is told to stop."""

import socket
from pathlib import Path

from byline import server
from byline.app import application
from byline.commands.manners import fail, mannered, on_graph, say
from byline.logs import configure
from byline.server import ServeError, listening
from byline.settings import Settings, settled
from cypher.run import Graph


def serve(host: str | None, port: int | None, documents: Path | None, *, only_trusted: bool) -> None:
    """Serve the graph until Ctrl-C. Raises typer.Exit where the port is taken, or a setting is wrong."""
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
    await server.serve(served, door)
