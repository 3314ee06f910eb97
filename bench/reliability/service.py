"""Byline's own Neo4j with a generated graph, and a server, as processes whose memory is measured."""

import os
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.generated_graph import fill_graph
from byline.local_neo4j.server import start_or_join
from cypher.driver.address import Address
from tests.byline.server_process import served

PAPERS = int(os.environ.get("BYLINE_BENCH_PAPERS", "20000"))


@dataclass(frozen=True)
class Service:
    """A running server and its Neo4j."""

    port: int
    address: Address
    server: psutil.Process
    neo4j: psutil.Process

    def memory_mb(self) -> tuple[float, float]:
        """Return the resident memory of the server and of Neo4j in MB."""
        return self.server.memory_info().rss / 1e6, self.neo4j.memory_info().rss / 1e6


@contextmanager
def running(papers: int = PAPERS, log_file: Path | None = None, **settings: str) -> Generator[Service]:
    """Start Neo4j in a temporary folder, generate a graph, and serve it with the default settings and `settings`.

    Variables of the environment, such as BYLINE_COST_PER_MINUTE, also apply.
    """
    with tempfile.TemporaryDirectory() as home:
        managed = start_or_join(Path(home), heap="1g", page_cache="256m", progress=print)
        try:
            at = managed.connection
            address = Address(at.uri, at.username, at.password, at.database)
            fill_graph(address, papers, papers // 10)
            with served(address, log_file=log_file, **settings) as client:
                own = psutil.Process().children(recursive=True)
                server = next(process for process in own if "serve" in process.cmdline())
                yield Service(client.base_url.port or 0, address, server, psutil.Process(managed.jvm.pid))
        finally:
            managed.stop()
