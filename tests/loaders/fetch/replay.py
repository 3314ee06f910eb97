"""An HTTP server on 127.0.0.1 that replies as services do, and as faulty services do."""

import json
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlsplit


@dataclass(frozen=True)
class ReceivedRequest:
    """A received request with its time."""

    method: str
    path: str
    query: dict[str, str]
    headers: Mapping[str, str]
    body: bytes
    at: float


@dataclass(frozen=True)
class Reply:
    """A reply. `cut` closes the connection after that many bytes; `drip` is the pause in seconds per 64 bytes."""

    body: bytes = b""
    status: int = 200
    kind: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    cut: int | None = None
    drip: float = 0.0
    wait: float = 0.0


Answers = Callable[[ReceivedRequest], Reply]


def json_reply(value: object, **more: str) -> Reply:
    """Return a JSON reply."""
    return Reply(json.dumps(value).encode(), headers=more)


class ReplayServer:
    """A server that sends `faults` first, one per request (None: no fault), and then the result of `answers`."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.faults: deque[Reply | None] = deque()
        self.got: list[ReceivedRequest] = []
        self.address = ""

    def reply(self, got: ReceivedRequest) -> Reply:
        """Return the answer to a request."""
        self.got.append(got)
        fault = self.faults.popleft() if self.faults else None
        return fault or self.answers(got)


@contextmanager
def replay(answers: Answers) -> Generator[ReplayServer]:
    """Run a replay server on a free port of this machine."""
    told = ReplayServer(answers)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_GET(self) -> None:
            self._answer()

        def do_POST(self) -> None:
            self._answer()

        def _answer(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            headers = {name.lower(): value for name, value in self.headers.items()}
            query = dict(parse_qsl(parts.query, keep_blank_values=True))
            reply = told.reply(ReceivedRequest(self.command, parts.path, query, headers, body, time.monotonic()))
            with suppress(OSError):  # who asked may have gone: that is what some tests are about
                self._send(reply)

        def _send(self, reply: Reply) -> None:
            time.sleep(reply.wait)
            self.send_response(reply.status)
            self.send_header("Content-Type", reply.kind)
            self.send_header("Content-Length", str(len(reply.body)))
            for name, value in reply.headers.items():
                self.send_header(name.replace("_", "-"), value)
            self.end_headers()
            if reply.cut is not None:
                self.wfile.write(reply.body[: reply.cut])
                self.wfile.flush()
                self.close_connection = True
            elif reply.drip:
                for at in range(0, len(reply.body), 64):
                    self.wfile.write(reply.body[at : at + 64])
                    self.wfile.flush()
                    time.sleep(reply.drip)
            else:
                self.wfile.write(reply.body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 the base class's name
            del format, args

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    told.address = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
