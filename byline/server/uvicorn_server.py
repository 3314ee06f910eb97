"""Serving: the port is taken first, then uvicorn runs until it is told to stop."""

import asyncio
import gc
import http.client
import ipaddress
import socket
from collections.abc import Generator
from contextlib import contextmanager
from http import HTTPStatus

import uvicorn
from starlette.types import ASGIApp

from byline.settings import Settings
from normalization.identifiers import normalize

HEALTHY = b"ok\n"
"""What `/healthz` answers."""
ALLOCATIONS = 10_000
"""New objects after which garbage is looked for: an answer of 1,000 rows makes thousands that go at once."""


class ServeError(Exception):
    """The server cannot listen as asked; the message says what to do."""


def bind_socket(settings: Settings) -> socket.socket:
    """Take the port, so that nobody else can until it is served or closed.

    Raises ServeError for a busy port, and for an address beyond loopback that nobody has said yes to.
    """
    if not settings.allow_remote and not _loopback(settings.host):
        raise ServeError(
            f"{settings.host} can be reached from other machines, and Byline has no sign-in. "
            "Set BYLINE_ALLOW_REMOTE=true if that is meant, and put a proxy with sign-in before it."
        )
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    door = socket.socket(family)
    try:
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        door.bind((settings.host, settings.port))
        door.listen()  # a port that is only bound can be bound again
    except OSError as error:
        door.close()
        raise ServeError(
            f"Port {settings.port} on {settings.host} cannot be had ({error.strerror}). "
            f"Choose another: PORT={settings.port + 1} make demo, or byline serve --port {settings.port + 1}."
        ) from error
    return door


def is_already_serving(settings: Settings) -> bool:
    """Tell whether a Byline answers at the address at which this one would serve."""
    door = http.client.HTTPConnection(settings.host, settings.port, timeout=2)
    try:
        door.request("GET", "/healthz")
        answer = door.getresponse()
        return answer.status == HTTPStatus.OK and "x-request-id" in answer.headers and answer.read() == HEALTHY
    except (OSError, http.client.HTTPException):
        return False
    finally:
        door.close()


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class Server(uvicorn.Server):
    """Uvicorn without its own handling of signals."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals alone."""
        yield


def tune_gc() -> None:
    """Read what is read only when it is met, then look for garbage seldom, and not among what stays for good."""
    normalize("orcid:0000-0002-1825-0097")  # what checks its digits takes a quarter of a second to read
    gc.collect()
    gc.freeze()  # modules and the schema: looking at them again and again is felt as pauses
    gc.set_threshold(ALLOCATIONS)


async def serve(app: ASGIApp, door: socket.socket) -> None:
    """Serve at the door until the task is cancelled, then end what is under way; signals are the caller's."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    server = Server(config)
    tune_gc()
    serving = asyncio.create_task(server.serve([door]))
    try:
        await asyncio.shield(serving)
    except asyncio.CancelledError:
        server.should_exit = True
        await serving
        raise
