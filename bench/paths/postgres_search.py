"""Distances and paths in PostgreSQL: the generated network as a table, searched from both ends in PL/pgSQL."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyarrow has no types.

import json
import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from pyarrow import csv

from bench.paths.network import Network, identifier
from bench.peers.postgres import find_programs, serve_postgres

TABLES = Path(__file__).parent / "coauthors.sql"
CONNECTIONS = 8
SECONDS = 15
ALL_LENGTHS = "SELECT coalesce(coauthor_distance(source, target, 10), -1) FROM asked ORDER BY number"
ALL_PATHS = "SELECT coauthor_paths(source, target, 10) FROM asked ORDER BY number"
RANDOM_PAIR = """\\set number random(1, {count})
SELECT {function}(source, target, 10) FROM asked WHERE number = :number;
"""
"""Script of pgbench for one request."""
FUNCTIONS = ("coauthor_distance", "coauthor_paths")
INDEXES = """CREATE UNIQUE INDEX ON coauthors (source, target) INCLUDE (papers);
CREATE UNIQUE INDEX ON people (number) INCLUDE (id, name);
CREATE INDEX ON asked (number);
VACUUM ANALYZE"""


class Answers(NamedTuple):
    """What Byline finds for each pair, with which PostgreSQL is compared.

    Attributes:
        lengths: distances.
        paths: the three best paths; PostgreSQL finds those of them that are shortest.
    """

    lengths: Sequence[int | None]
    paths: Sequence[Sequence[Sequence[int]]]


class Rates(NamedTuple):
    """Answers per second of PostgreSQL for clients on 8 connections."""

    distances: float
    paths: float


def searches_per_second(network: Network, pairs: Sequence[tuple[int, int]], expected: Answers) -> Rates:
    """Return how many distances, and how many answers with up to three paths, PostgreSQL finds per second.

    Raises SystemExit if PostgreSQL is not installed or its answers differ.
    """
    programs = find_programs()
    if programs is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql).")

    def fill(psql: Sequence[str], folder: Path) -> None:
        arcs = np.concatenate((network.low, network.high)), np.concatenate((network.high, network.low))
        order = np.lexsort((arcs[1], arcs[0]))  # as CLUSTER would store them
        papers = np.concatenate((network.papers, network.papers))
        columns = [arcs[0][order], arcs[1][order], papers[order]]
        _copy(psql, folder, "coauthors", columns, TABLES.read_text("utf-8"))
        numbered = np.array([(number, *pair) for number, pair in enumerate(pairs, 1)])
        _copy(psql, folder, "asked", list(numbered.T))
        people = range(network.people)
        _copy(psql, folder, "people", [people, [identifier(n) for n in people], [f"{n:07}" for n in people]])
        _run(psql, INDEXES)

    with serve_postgres(programs, fill) as postgres:
        command = [programs / "psql", "-At", "-d", postgres.url, "-c"]
        lines = subprocess.check_output([*command, ALL_LENGTHS], text=True).split()  # warms the cache, too
        if [int(line) for line in lines] != [-1 if length is None else length for length in expected.lengths]:
            raise SystemExit("PostgreSQL finds other lengths.")
        lines = subprocess.check_output([*command, ALL_PATHS], text=True).splitlines()
        _check_paths([json.loads(line) for line in lines], expected)
        return Rates(*(_rate(programs, postgres.url, name, len(pairs)) for name in FUNCTIONS))


def _check_paths(found: Sequence[Sequence[Mapping[str, Any]]], expected: Answers) -> None:
    """Raise SystemExit unless the paths are the shortest of those that Byline finds, in the same order."""
    for paths, own, length in zip(found, expected.paths, expected.lengths, strict=True):
        shortest = [[identifier(person) for person in path] for path in own if len(path) - 1 == length]
        if [[person["id"] for person in path["people"]] for path in paths] != shortest:
            raise SystemExit(f"PostgreSQL finds the paths {paths}, and Byline {shortest}.")


def _rate(programs: Path, url: str, function: str, count: int) -> float:
    load = ["-n", "-c", str(CONNECTIONS), "-j", "2", "-T", str(SECONDS), "-f", "-"]
    printed = subprocess.run(
        [programs / "pgbench", *load, url],
        input=RANDOM_PAIR.format(count=count, function=function),
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
