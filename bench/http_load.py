"""A small HTTP client for measuring: keep-alive connections over loopback, bounded in number and time."""

import asyncio
import statistics
import time
from dataclasses import dataclass
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Measured:
    """Figures of a run."""

    per_second: float
    p50_ms: float
    p99_ms: float
    times: list[float]
    """Duration of each request in milliseconds."""
    seconds: float

    @classmethod
    def of(cls, times: list[float], seconds: float) -> "Measured":
        """Return the figures of a run: durations of requests in milliseconds, duration of the run in seconds."""
        ordered = sorted(times)
        return cls(
            len(ordered) / seconds, statistics.median(ordered), ordered[int(len(ordered) * 0.99)], ordered, seconds
        )

    @classmethod
    def together(cls, runs: "list[Measured]") -> "Measured":
        """Return the figures of several runs of one query."""
        return cls.of([ms for run in runs for ms in run.times], sum(run.seconds for run in runs))


async def measure(url: str, body: bytes, connections: int, seconds: float) -> Measured:
    """Send one POST after another on each connection for some seconds. Raises AssertionError on a bad answer."""
    parts = urlsplit(url)
    if parts.hostname != "127.0.0.1" or parts.port is None:
        raise ValueError("Load goes to 127.0.0.1 only.")
    head = (
        f"POST {parts.path} HTTP/1.1\r\nhost: {parts.netloc}\r\ncontent-type: application/json\r\n"
        f"accept: application/graphql-response+json\r\ncontent-length: {len(body)}\r\n\r\n"
    ).encode()
    until = time.perf_counter() + seconds
    times = await asyncio.gather(*(_one(parts.port, head + body, until) for _ in range(connections)))
    return Measured.of([ms for one in times for ms in one], seconds)


async def _one(port: int, request: bytes, until: float) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    times: list[float] = []
    while (started := time.perf_counter()) < until:
        writer.write(request)
        header = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line[15:]) for line in header.split(b"\r\n") if line.lower().startswith(b"content-length:"))
        await reader.readexactly(length)
        if not header.startswith(b"HTTP/1.1 200"):
            raise AssertionError(header.decode("latin-1"))
        times.append((time.perf_counter() - started) * 1000)
    writer.close()
    return times
