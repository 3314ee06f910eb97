"""Two simple loaders for comparison: MERGE per row, and UNWIND with MERGE per thousand rows.

Both write papers, people by their names as written, by-lines, volumes and venues, with unique keys on all of them. They
keep no records, no provenance and no namesakes apart, derive nothing, and cannot go on where they were broken off.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# The driver leaves its **config untyped.
from neo4j import Driver, GraphDatabase, ManagedTransaction

from cypher.driver.address import Address
from loaders.records.record import PaperRecord, Record, VolumeRecord

KEYS = (
    "CREATE CONSTRAINT plain_paper IF NOT EXISTS FOR (n:PlainPaper) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT plain_person IF NOT EXISTS FOR (n:PlainPerson) REQUIRE n.name IS UNIQUE",
    "CREATE CONSTRAINT plain_volume IF NOT EXISTS FOR (n:PlainVolume) REQUIRE n.key IS UNIQUE",
    "CREATE CONSTRAINT plain_venue IF NOT EXISTS FOR (n:PlainVenue) REQUIRE n.key IS UNIQUE",
)
PAPER = """MERGE (paper:PlainPaper {key: row.key})
SET paper.title = row.title, paper.abstract = row.abstract, paper.year = row.year, paper.doi = row.doi"""
AUTHOR = """MATCH (paper:PlainPaper {key: row.paper})
MERGE (person:PlainPerson {name: row.name})
MERGE (person)-[wrote:AUTHORED]->(paper)
SET wrote.position = row.position"""
VOLUME = """MERGE (volume:PlainVolume {key: row.key})
SET volume.title = row.title, volume.year = row.year"""
VENUE = """MATCH (volume:PlainVolume {key: row.volume})
MERGE (venue:PlainVenue {key: row.venue})
MERGE (volume)-[:PART_OF]->(venue)"""
WITHIN = """MATCH (paper:PlainPaper {key: row.paper})
MERGE (volume:PlainVolume {key: row.volume})
MERGE (paper)-[:APPEARED_IN]->(volume)"""
STEPS = {"volume": VOLUME, "venue": VENUE, "paper": PAPER, "within": WITHIN, "author": AUTHOR}
BATCH = 1_000


def rows_of(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a record's rows, each with the step that writes it."""
    if isinstance(record, VolumeRecord):
        yield "volume", {"key": record.key, "title": record.title, "year": record.year}
        yield from (("venue", {"volume": record.key, "venue": venue}) for venue in record.venues)
    if isinstance(record, PaperRecord):
        doi = next((one for one in record.ids if one.startswith("doi:")), None)
        year = next((one.value[:4] for one in record.dates), None)
        said = {"key": record.key, "title": record.title, "abstract": record.abstract, "year": year, "doi": doi}
        yield "paper", said
        if record.appeared_in:
            volume = record.appeared_in.volume.partition(":")[2]
            yield "within", {"paper": record.key, "volume": volume}
        for position, author in enumerate(record.authors or (), 1):
            yield "author", {"paper": record.key, "name": author.name, "position": position}


def driver(address: Address) -> Driver:
    """Return a driver after the creation of the constraints."""
    opened = GraphDatabase.driver(address.uri, auth=(address.username, address.password))
    for key in KEYS:
        opened.execute_query(key)
    opened.execute_query("CALL db.awaitIndexes()")
    return opened


def by_row(opened: Driver, records: Iterable[Record]) -> None:
    """Write each record in a transaction, each of its rows by a statement."""

    def write(transaction: ManagedTransaction, rows: Sequence[tuple[str, dict[str, Any]]]) -> None:
        for step, row in rows:
            transaction.run(f"WITH $row AS row {STEPS[step]}", row=row).consume()  # pyright: ignore[reportArgumentType] a constant

    with opened.session() as session:
        for record in records:
            session.execute_write(write, list(rows_of(record)))


def by_unwind(opened: Driver, records: Iterable[Record]) -> None:
    """Write a thousand records in a transaction, the rows of each kind by one statement."""

    def write(transaction: ManagedTransaction, rows: dict[str, list[dict[str, Any]]]) -> None:
        for step, text in STEPS.items():
            if rows[step]:
                transaction.run(f"UNWIND $rows AS row {text}", rows=rows[step]).consume()  # pyright: ignore[reportArgumentType] as above

    rest = iter(records)
    with opened.session() as session:
        while batch := list(islice(rest, BATCH)):
            rows: dict[str, list[dict[str, Any]]] = {step: [] for step in STEPS}
            for record in batch:
                for step, row in rows_of(record):
                    rows[step].append(row)
            session.execute_write(write, rows)
