"""Serving: the address is checked first, then uvicorn runs until it is told to stop."""

import ipaddress
import socket

import uvicorn

from byline.app import application
from byline.settings import Settings
from cypher.run import Graph


class ServeError(Exception):
    """The server cannot listen as asked; the message says what to do."""


def check_address(settings: Settings) -> None:
    """Refuse a busy port, and an address beyond loopback that nobody has said yes to. Raises ServeError."""
    if not settings.allow_remote and not _loopback(settings.host):
        raise ServeError(
            f"{settings.host} can be reached from other machines, and Byline has no sign-in. "
            "Set BYLINE_ALLOW_REMOTE=true if that is meant, and put a proxy with sign-in before it."
        )
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((settings.host, settings.port))
        except OSError as error:
            raise ServeError(
                f"Port {settings.port} on {settings.host} cannot be had ({error.strerror}). "
                f"Choose another: PORT={settings.port + 1} make demo, or byline serve --port {settings.port + 1}."
            ) from error


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def serve(graph: Graph, settings: Settings) -> None:
    """Serve until the task is cancelled; signals are the caller's."""
    config = uvicorn.Config(
        application(graph, settings),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    await uvicorn.Server(config).serve()
