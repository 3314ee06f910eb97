"""The generated network in a Neo4j of its own: written as CSV, imported with neo4j-admin, with Byline's indexes."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyarrow has no types.

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import csv

from bench.paths.network import Network, identifier
from byline.local_neo4j.backup import ManagedGraph, import_full
from byline.local_neo4j.server import start_or_join
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate

HEAP, PAGE_CACHE = "2g", "1g"
READ_TIMEOUT_S = 60.0


@contextmanager
def imported(home: Path, network: Network) -> Generator[Address]:
    """Give a Neo4j with the network. A home that already has it is used as it is."""
    done = home / f"imported-{network.people}-{len(network.low)}"
    if not done.exists():
        home.mkdir(parents=True, exist_ok=True)
        start_or_join(home, heap=HEAP, page_cache=PAGE_CACHE).stop()  # creates the folder of the server
        options = _write_csv(home, network)
        import_full(ManagedGraph(home, heap=HEAP, page_cache=PAGE_CACHE), home, options)
    server = start_or_join(home, heap=HEAP, page_cache=PAGE_CACHE)
    try:
        at = server.connection
        address = Address(at.uri, at.username, at.password, at.database)
        if not done.exists():
            asyncio.run(_index(address))
            done.touch()
        yield address
    finally:
        server.stop()


async def _index(address: Address) -> None:
    async with Graph(address) as graph:
        await migrate(graph, imported=True)


def _write_csv(home: Path, network: Network) -> list[str]:
    """Write the tables, and return the arguments of the import."""
    numbers = np.arange(network.people)
    ids = pa.array([identifier(number) for number in numbers.tolist()])
    names = pa.array([f"{number:07}" for number in numbers.tolist()])
    people = pa.table({"id:ID": ids, "ord:string": names, "name:string": names})
    pairs = pa.table(
        {
            ":START_ID": ids.take(pa.array(network.low)),
            ":END_ID": ids.take(pa.array(network.high)),
            "papers:long": network.papers,
            "firstYear:long": network.first_year,
            "lastYear:long": network.last_year,
        }
    )
    for name, table in (("people", people), ("pairs", pairs)):
        csv.write_csv(table, home / f"{name}.csv")
    people_file, pairs_file = home.absolute() / "people.csv", home.absolute() / "pairs.csv"
    return [f"--nodes=Researcher={people_file}", f"--relationships=COLLABORATED_WITH={pairs_file}"]
