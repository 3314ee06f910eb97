"""A PostgreSQL of a benchmark: its own cluster in a temporary folder."""

import asyncio
import csv
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.server_process import free_port

HERE = Path(__file__).parent
DEBIAN = Path("/usr/lib/postgresql")
SETTINGS = ("shared_buffers=1GB", "jit=off", "max_connections=50", "fsync=off", "unix_socket_directories=")
"""What operators set for short queries; the benchmark only reads, so durability changes no figure."""
READ_S = 3600
PAGE_ROWS = 5_000


@dataclass(frozen=True)
class Table:
    """A table and the Cypher of its rows. `keys` names the table of each leading Byline ID."""

    name: str
    cypher: str
    keys: Sequence[str]


ENTITIES = (
    Table(
        "researchers",
        "MATCH (n:Researcher) RETURN n.id, n.name, n.ord, n.paperCount, n.topicCount, n.collaboratorCount",
        (),
    ),
    Table("papers", "MATCH (n:Paper) RETURN n.id, n.ord, n.title, n.year, n.publishedOn, n.doi, n.citationCount", ()),
    Table("topics", "MATCH (n:Topic) RETURN n.id, n.code, n.name", ()),
)
RELATIONSHIPS = (
    Table(
        "authorships",
        "MATCH (r:Researcher)-[a:AUTHORED]->(p:Paper) RETURN r.id, p.id, a.position, p.ord",
        ("researchers", "papers"),
    ),
    Table("citations", "MATCH (a:Paper)-[:CITES]->(b:Paper) RETURN a.id, b.id, a.ord, b.ord", ("papers", "papers")),
    Table(
        "paper_topics",
        "MATCH (p:Paper)-[e:ABOUT]->(t:Topic) RETURN p.id, t.id, e.score, e.position",
        ("papers", "topics"),
    ),
    Table(
        "collaborations",
        "MATCH (a:Researcher)-[e:COLLABORATED_WITH]-(b:Researcher) RETURN a.id, b.id, e.papers, b.ord",
        ("researchers", "researchers"),
    ),
)


@dataclass(frozen=True)
class Postgres:
    """A running cluster: its address for clients, and the ID of its main process."""

    url: str
    pid: int
    version: str


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs: of the search path, or the newest of Debian. None without one."""
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    folders = sorted(DEBIAN.glob("*/bin"), key=lambda folder: int(folder.parent.name), reverse=True)
    return folders[0] if folders else None


@contextmanager
def serve_postgres(programs: Path, fill: Callable[[Sequence[str], Path], None]) -> Generator[Postgres]:
    """Start a cluster on a free port, fill it, and remove it afterwards.

    Args:
        programs: folder of PostgreSQL's programs.
        fill: receives the command of psql with its options, and a folder for temporary files.
    """
    user = "postgres" if os.getuid() == 0 else None  # PostgreSQL refuses to run as root
    with tempfile.TemporaryDirectory() as folder:
        data, port = Path(folder) / "data", free_port()
        data.mkdir()
        if user:
            Path(folder).chmod(0o755)
            shutil.chown(data, user)
        initdb = [programs / "initdb", "-D", data, "-U", "byline", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(initdb, user=user, check=True, stdout=subprocess.DEVNULL, cwd="/")
        options = [option for setting in (*SETTINGS, f"port={port}") for option in ("-c", setting)]
        command = [programs / "postgres", "-D", data, "-h", "127.0.0.1", *options]
        with subprocess.Popen(command, user=user, stderr=subprocess.DEVNULL, cwd="/") as process:
            try:
                url = f"postgresql://byline@127.0.0.1:{port}/postgres"
                _wait(programs, url, process)
                began = time.perf_counter()
                fill([str(programs / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-d", url], Path(folder))
                print(f"PostgreSQL filled in {time.perf_counter() - began:,.0f} s", flush=True)
                version = subprocess.check_output([programs / "postgres", "--version"], text=True).split()[2]
                yield Postgres(url, process.pid, version)
            finally:
                process.terminate()  # a smart shutdown would wait for clients that are gone
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()


def _wait(programs: Path, url: str, process: "subprocess.Popen[bytes]") -> None:
    for _ in range(300):
        if process.poll() is not None:
            raise SystemExit(f"PostgreSQL ended by itself: {process.args!r}")
        if subprocess.run([programs / "pg_isready", "-q", "-d", url], check=False).returncode == 0:
            return
        time.sleep(0.1)
    raise SystemExit("PostgreSQL did not start within 30 s.")


def copy_graph(address: Address, psql: Sequence[str], folder: Path) -> None:
    """Create the tables, copy the graph into them by CSV files, and create the indexes."""
    subprocess.run([*psql, "-f", str(HERE / "tables.sql")], check=True)
    with ExitStack() as stack:
        files = {
            table.name: stack.enter_context((folder / f"{table.name}.csv").open("w", encoding="utf-8", newline=""))
            for table in (*ENTITIES, *RELATIONSHIPS)
        }
        asyncio.run(_export(address, files))
    for table in files:
        copy = f"\\copy {table} FROM '{folder / table}.csv' CSV"
        subprocess.run([*psql, "-c", copy], check=True)
    subprocess.run([*psql, "-f", str(HERE / "indexes.sql")], check=True)


async def _export(address: Address, files: Mapping[str, IO[str]]) -> None:
    """Write the rows of each table as CSV; integer keys replace Byline IDs."""
    keys: dict[str, dict[str, int]] = {table.name: {} for table in ENTITIES}
    async with Graph(address) as graph:
        for table in (*ENTITIES, *RELATIONSHIPS):
            writer = csv.writer(files[table.name])
            known = keys.get(table.name)
            async for rows in graph.stream(table.cypher, size=PAGE_ROWS, timeout_s=READ_S):
                for row in rows:
                    if known is not None:
                        known[str(row[0])] = len(known) + 1
                        writer.writerow([len(known), *row])
                    else:
                        ids = zip(table.keys, row, strict=False)
                        writer.writerow([*(keys[name][str(value)] for name, value in ids), *row[len(table.keys) :]])
