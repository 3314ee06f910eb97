"""Degrees of separation in PostgreSQL: the generated network as a table, searched from both ends in PL/pgSQL."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyarrow has no types.

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv

from bench.paths.network import Network
from bench.peers.postgres import find_programs, serve_postgres

TABLES = Path(__file__).parent / "coauthors.sql"
CONNECTIONS = 8
SECONDS = 15
ALL_LENGTHS = "SELECT coalesce(coauthor_distance(source, target, 10), -1) FROM asked ORDER BY number"
RANDOM_LENGTH = """\\set number random(1, {count})
SELECT coauthor_distance(source, target, 10) FROM asked WHERE number = :number;
"""
"""Script of pgbench for one request."""


def searches_per_second(network: Network, pairs: Sequence[tuple[int, int]], lengths: Sequence[int | None]) -> float:
    """Return how many distances PostgreSQL finds per second for clients on 8 connections.

    Raises SystemExit if PostgreSQL is not installed or finds other lengths.
    """
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql).")

    def fill(psql: Sequence[str], folder: Path) -> None:
        arcs = np.concatenate((network.low, network.high)), np.concatenate((network.high, network.low))
        order = np.lexsort((arcs[1], arcs[0]))  # as CLUSTER would store them
        _copy(psql, folder, "coauthors", [arcs[0][order], arcs[1][order]], TABLES.read_text("utf-8"))
        numbered = np.array([(number, *pair) for number, pair in enumerate(pairs, 1)])
        _copy(psql, folder, "asked", list(numbered.T))
        _run(psql, "CREATE UNIQUE INDEX ON coauthors (source, target); CREATE INDEX ON asked (number); VACUUM ANALYZE")

    with serve_postgres(programs, fill) as postgres:
        command = [programs / "psql", "-At", "-d", postgres.url, "-c", ALL_LENGTHS]
        lines = subprocess.check_output(command, text=True).split()  # warms the cache, too
        if [int(line) for line in lines] != [-1 if length is None else length for length in lengths]:
            raise SystemExit("PostgreSQL finds other lengths.")
        load = ["-n", "-c", str(CONNECTIONS), "-j", "2", "-T", str(SECONDS), "-f", "-"]
        printed = subprocess.run(
            [programs / "pgbench", *load, postgres.url],
            input=RANDOM_LENGTH.format(count=len(pairs)),
            capture_output=True,
            text=True,
            check=True,
        ).stdout
    [rate] = re.findall(r"tps = ([\d.]+)", printed)
    return float(rate)


def _copy(psql: Sequence[str], folder: Path, table: str, columns: Sequence[object], before: str = "") -> None:
    """Run statements, and copy columns into a table by a CSV file."""
    if before:
        _run(psql, before)
    path = folder / f"{table}.csv"
    names = [str(number) for number in range(len(columns))]
    rows = pa.table(dict(zip(names, [pa.array(column) for column in columns], strict=True)))
    csv.write_csv(rows, path, csv.WriteOptions(include_header=False))
    subprocess.run([*psql, "-c", f"\\copy {table} FROM '{path}' CSV"], check=True)
    path.unlink()


def _run(psql: Sequence[str], statements: str) -> None:
    subprocess.run([*psql, "-f", "-"], input=statements, text=True, check=True)
