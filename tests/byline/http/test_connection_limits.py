"""Limits of HTTP connections, on a real server with a small application: hostile clients are disconnected."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress
from typing import cast

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from byline.server.uvicorn_server import ConnectionLimits, bind_socket, serve
from byline.settings import Settings, load_settings

pytestmark = pytest.mark.anyio
CHUNKS = 4_000
"""Number of chunks of a long response: 256 MB, more than socket buffers hold."""


class Application:
    """Responds with the address of the client; to POST, with the size of the body; to /long, with 256 MB."""

    def __init__(self) -> None:
        self.long_response_sizes: asyncio.Queue[int] = asyncio.Queue()
        """Number of chunks of each long response when it ended."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond to a request."""
        if scope["type"] != "http":
            return
        request = Request(scope, receive)
        response: Response
        if request.url.path == "/long":
            response = StreamingResponse(self._chunks())
        elif request.method == "POST":
            response = PlainTextResponse(f"{len(await request.body())} bytes")
        else:
            response = PlainTextResponse(request.client.host if request.client else "")
        await response(scope, receive, send)

    async def _chunks(self) -> AsyncGenerator[bytes]:
        sent = 0
        try:
            while sent < CHUNKS:
                yield bytes(65_536)
                sent += 1
                await asyncio.sleep(0)  # as an export, which awaits the next page
        finally:
            self.long_response_sizes.put_nowait(sent)


@asynccontextmanager
async def serving(
    limits: ConnectionLimits, application: Application | None = None, **settings: object
) -> AsyncGenerator[int]:
    """Serve the application with these limits, and yield the port."""
    chosen: Settings = load_settings(BYLINE_PORT=0, **settings)
    started = asyncio.Event()
    with bind_socket(chosen) as listener:
        task = asyncio.create_task(serve(application or Application(), listener, chosen, started.set, limits))
        await started.wait()
        try:
            yield int(listener.getsockname()[1])
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


async def response_to(port: int, *parts: bytes) -> bytes:
    """Send parts of a request, and return everything that the server sends until it closes the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await reader.read()
    return b""


async def test_headers_are_bounded_in_size() -> None:
    """Headers of 1,000 bytes pass a limit of 2,000; an endless header ends at the limit; a large body is no header."""
    async with serving(ConnectionLimits(header_bytes=2_000)) as port:
        start = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\nx: "
        assert (await response_to(port, start + b"a" * 1_000 + b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        for parts in ([start + b"a" * 3_000 + b"\r\n\r\n"], [start, *[b"a" * 500] * 8]):
            answer = await response_to(port, *parts)
            assert answer.startswith(b"HTTP/1.1 431")
            assert b"can have 2,000 bytes" in answer
        body = b"POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-length: 9000\r\n\r\n" + b"b" * 9_000
        assert (await response_to(port, body)).endswith(b"9000 bytes")


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (b"", b"The headers of the request did not arrive in time."),
        (b"GET / HTTP/1.1\r\nx: ", b"The headers of the request did not arrive in time."),
        (
            b"POST / HTTP/1.1\r\ncontent-length: 9\r\n\r\nab",
            b"The body of the request did not arrive in time.",
        ),
    ],
)
async def test_slow_requests_end(sent: bytes, message: bytes) -> None:
    """A connection without a request, and requests that stop in their headers or body, end with 408."""
    async with serving(ConnectionLimits(header_timeout_s=0.1, body_timeout_s=0.1)) as port:
        answer = await response_to(port, sent)
        assert answer.startswith(b"HTTP/1.1 408")
        assert message in answer


@pytest.mark.parametrize(
    "headers",
    [
        b"content-length: 5\r\ntransfer-encoding: chunked",
        b"content-length: 5\r\ncontent-length: 6",
        b"content-length: +5",
        b"transfer-encoding: xchunked",
        b"x: a\r\n b: folded",
    ],
)
async def test_ambiguous_requests_are_rejected(headers: bytes) -> None:
    """A request that a proxy and the server could delimit differently gets 400 and ends the connection."""
    async with serving(ConnectionLimits()) as port:
        answer = await response_to(port, b"POST / HTTP/1.1\r\nhost: a\r\n" + headers + b"\r\n\r\n0\r\n\r\nGET /x")
        assert answer.startswith(b"HTTP/1.1 400")
        assert answer.count(b"HTTP/1.1") == 1


async def test_client_that_does_not_read_is_disconnected() -> None:
    """A response that a client does not read ends after the time limit, not at its end."""
    application = Application()
    async with serving(ConnectionLimits(write_timeout_s=0.2), application) as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
        cast("asyncio.Transport", writer.transport).pause_reading()
        writer.write(b"GET /long HTTP/1.1\r\nhost: a\r\n\r\n")
        assert await asyncio.wait_for(application.long_response_sizes.get(), 10) < CHUNKS


async def test_connections_per_client_are_limited() -> None:
    """The third connection of an address gets 503; after one has closed, a new one is accepted."""
    async with serving(ConnectionLimits(per_client=2)) as port:
        held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
        request = b"GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
        for _, writer in held:  # a request shows that the server has accepted the connection
            writer.write(request.replace(b"close", b"keep-alive"))
        for reader, _ in held:
            await reader.readuntil(b"127.0.0.1")
        answer = await response_to(port, request)
        assert answer.startswith(b"HTTP/1.1 503")
        assert b"A client can have 2 open connections." in answer
        held[0][1].write(request)
        await held[0][0].read()
        assert (await response_to(port, request)).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize(("trusted", "client"), [("", b"127.0.0.1"), ("127.0.0.0/8", b"203.0.113.7")])
async def test_only_trusted_proxies_name_the_client(trusted: str, client: bytes) -> None:
    """X-Forwarded-For counts only if the connection comes from a trusted proxy."""
    async with serving(ConnectionLimits(), BYLINE_TRUSTED_PROXIES=trusted) as port:
        request = b"GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: 203.0.113.7\r\nconnection: close\r\n\r\n"
        assert (await response_to(port, request)).endswith(client)
