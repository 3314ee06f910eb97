"""A TCP proxy in front of Neo4j that a test can cut, stall and restore, and that counts statements."""

import re
import socket
import threading
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from cypher.driver.address import Address

RUN = re.compile(rb"\xb3\x10[\x80-\x8f\xd0-\xd2]")
"""Start of a RUN message: a structure of three fields with tag 0x10, and the marker of a string."""


class Proxy:
    """Forwards bytes between 127.0.0.1 and a Neo4j until it is cut; `mend` makes it accept connections again.

    `runs` is the number of RUN messages that clients have sent.
    """

    def __init__(self, behind: Address) -> None:
        parts = urlsplit(behind.uri)
        self._behind = (parts.hostname or "127.0.0.1", parts.port or 7687)
        self._open: list[socket.socket] = []
        self._whole = threading.Event()
        self._whole.set()
        self._flowing = threading.Event()
        self._flowing.set()
        self.runs = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        port = self._listener.getsockname()[1]
        self.address = Address(f"bolt://127.0.0.1:{port}", behind.username, behind.password, behind.database)

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        """Close every connection and refuse new ones."""
        self._flowing.set()
        self._whole.clear()
        for one in self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue
        self._open.clear()

    def stall(self) -> None:
        """Keep every connection open and forward nothing, like a server that hangs."""
        self._flowing.clear()

    def mend(self) -> None:
        """Accept connections again and forward the bytes that arrived in the meantime."""
        self._whole.set()
        self._flowing.set()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                return
            if not self._whole.is_set():
                near.close()
                continue
            far = socket.create_connection(self._behind)
            self._open += [near, far]
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target, source is near), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, from_client: bool) -> None:  # noqa: FBT001 thread argument
        try:
            while chunk := source.recv(65_536):
                self._flowing.wait()
                if from_client:
                    self.runs += len(RUN.findall(chunk))
                target.sendall(chunk)
        except OSError:
            pass
        finally:
            for one in (source, target):
                one.close()
