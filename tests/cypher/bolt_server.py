"""A Bolt server whose every reply a test decides, and certificates for TLS."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cypher.driver import packstream
from cypher.driver.packstream import encode_message

VERSION = b"\x00\x00\x08\x05"
MANIFEST = b"\x00\x00\x01\xff\x03" + b"\x00\x04\x04\x04" + b"\x00\x08\x08\x05" + b"\x00\x00\x00\x63" + b"\x00"
HANDSHAKE, HELLO, LOGON, GOODBYE, RESET, RUN, PULL = 0, 0x01, 0x6A, 0x02, 0x0F, 0x10, 0x3F
STEPS = {"handshake": HANDSHAKE, "hello": HELLO, "logon": LOGON, "run": RUN, "pull": PULL}
NOOP = b"\0\0"


def success(**metadata: object) -> bytes:
    return encode_message(b"\x70", metadata)


def record(*values: object) -> bytes:
    return encode_message(b"\x71", list(values))


def failure(code: str, message: str = "broken") -> bytes:
    metadata = {"neo4j_code": code, "message": message, "description": message, "gql_status": "50N42"}
    return encode_message(b"\x7f", metadata)


IGNORED = b"\0\2\xb0\x7e\0\0"
Reply = bytes | None
"""Bytes to send; None closes the connection."""


class BoltServer:
    """Answers reads with one row that holds the parameter `x`.

    Attributes:
        replies: Replies to messages by tag, instead of the usual ones; a list is used up from its start.
        sent: Tags and fields of all messages that clients sent.
        pause: Called before each write of a part; `split` splits a reply into parts.
    """

    def __init__(self) -> None:
        self.replies: dict[int, Reply | list[Reply]] = {}
        self.sent: list[tuple[int, list[Any]]] = []
        self.split: Callable[[bytes], list[bytes]] = lambda reply: [reply]
        self.pause: Callable[[], Awaitable[None]] = lambda: asyncio.sleep(0)
        self.connections = self.open_connections = self.most_open = 0
        self.port = 0
        self.endless: bytes = b""

    def reply(self, tag: int, row: list[Any]) -> Reply:
        """Return the reply to a message; a read returns the row."""
        override = self.replies.get(tag, b"")
        if isinstance(override, list):
            override = override.pop(0) if override else b""
        if override != b"":
            return override
        match tag:
            case 0x10:
                return success(fields=["x"])
            case 0x3F:
                return record(*row) + success(bookmark="bookmark")
            case 0x02:
                return None
            case 0:
                return VERSION
            case _:
                return success(server="Neo4j/5.26.0", hints={})

    def sent_fields(self, tag: int) -> list[list[Any]]:
        """Return the fields of all messages with a tag."""
        return [fields for sent, fields in self.sent if sent == tag]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one client."""
        self.connections += 1
        self.open_connections += 1
        self.most_open = max(self.most_open, self.open_connections)
        try:
            await reader.readexactly(20)
            await self._send(writer, self.reply(HANDSHAKE, []))
            if self.replies.get(HANDSHAKE) == MANIFEST:
                assert await reader.readexactly(5) == b"\x00\x00\x08\x05\x00"
            row: list[Any] = []
            while True:
                tag, fields = await _message(reader)
                self.sent.append((tag, fields))
                row = [fields[1].get("x")] if tag == RUN else row
                await self._send(writer, self.reply(tag, row))
        except (OSError, EOFError):
            pass
        finally:
            self.open_connections -= 1
            writer.close()

    async def _send(self, writer: asyncio.StreamWriter, reply: Reply) -> None:
        if reply is None:
            raise EOFError
        for part in self.split(reply):
            writer.write(part)
            await writer.drain()
            await self.pause()
        while self.endless and reply.endswith(self.endless):
            writer.write(self.endless * 1000)
            await writer.drain()
            await asyncio.sleep(0.01)


async def _message(reader: asyncio.StreamReader) -> tuple[int, list[Any]]:
    """Return the tag and fields of the next message."""
    body = bytearray()
    while size := int.from_bytes(await reader.readexactly(2), "big"):
        body += await reader.readexactly(size)
    unpack, position = packstream.unpacker((5, 8)), 2
    fields: list[Any] = []
    while position < len(body):
        value, position = unpack(body, position, {})
        fields.append(value)
    assert len(fields) == body[0] - 0xB0
    return body[1], fields


@asynccontextmanager
async def bolt_server(tls: ssl.SSLContext | None = None) -> AsyncGenerator[BoltServer]:
    """Start a server on a free port of 127.0.0.1."""
    server = BoltServer()
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0, ssl=tls)
    server.port = listener.sockets[0].getsockname()[1]
    try:
        yield server
    finally:
        listener.close()


@asynccontextmanager
async def tls_terminator(port: int, tls: ssl.SSLContext) -> AsyncGenerator[int]:
    """Accept TLS connections and forward them, decrypted, to a port; yield the port of the terminator."""

    async def forward(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
        try:
            while chunk := await source.read(65_536):
                target.write(chunk)
                await target.drain()
        except OSError:
            pass
        finally:
            target.close()

    async def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(forward(reader, far_writer), forward(far_reader, writer))

    listener = await asyncio.start_server(accept, "127.0.0.1", 0, ssl=tls)
    try:
        yield listener.sockets[0].getsockname()[1]
    finally:
        listener.close()


def self_signed(folder: Path) -> tuple[ssl.SSLContext, Path]:
    """Create a certificate for localhost; return the server's context and the certificate."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl is not installed")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    command = [openssl, "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    subprocess.run([*command, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    return context, certificate
