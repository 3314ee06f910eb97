"""Cancel the reads of a request whose client has disconnected, so that they end in Neo4j and free their slot."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from starlette.requests import ClientDisconnect, Request

DELAY_S = 0.1
"""Seconds until a request is watched; most requests end earlier, and cost nothing."""


class DisconnectWatcher:
    """Cancels the task that answers a request when its client disconnects.

    Args:
        request: the HTTP request; its body must have been read.
    """

    def __init__(self, request: Request) -> None:
        self._request = request
        self._answering: asyncio.Task[object] | None = None
        self._watching: asyncio.Task[None] | None = None
        self._is_protected = False
        self._is_cancelled = False

    def protect(self) -> None:
        """Continue the request if the client disconnects, because it changes the graph."""
        self._is_protected = True

    @asynccontextmanager
    async def watch(self) -> AsyncGenerator[None]:
        """Watch the client while the current task answers the request. Raises ClientDisconnect."""
        self._answering = asyncio.current_task()
        timer = asyncio.get_running_loop().call_later(DELAY_S, self._start)
        try:
            yield
        except asyncio.CancelledError:
            if self._is_cancelled and self._answering is not None and not self._answering.uncancel():
                raise ClientDisconnect from None
            raise
        finally:
            timer.cancel()
            if self._watching is not None:
                self._watching.cancel()

    def _start(self) -> None:
        self._watching = asyncio.get_running_loop().create_task(self._cancel_on_disconnect())

    async def _cancel_on_disconnect(self) -> None:
        while (await self._request.receive())["type"] != "http.disconnect":
            pass
        if self._answering is not None and not self._is_protected:
            self._is_cancelled = True
            self._answering.cancel()
