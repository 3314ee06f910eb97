"""Two simple loaders, with which Byline is compared: one MERGE per row, and UNWIND with MERGE for a thousand records.

Both write papers, people, authorships, volumes and venues. A unique key identifies each node; for a person, it is the
name as written, so namesakes become one node. They store no records and no provenance, derive nothing, and cannot
resume an interrupted load.
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
APPEARANCE = """MATCH (paper:PlainPaper {key: row.paper})
MERGE (volume:PlainVolume {key: row.volume})
MERGE (paper)-[:APPEARED_IN]->(volume)"""
STEPS = {"volume": VOLUME, "venue": VENUE, "paper": PAPER, "appearance": APPEARANCE, "author": AUTHOR}
BATCH = 1_000


def rows_of(record: Record) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the rows of a record, each with the name of the step that writes it (`STEPS`)."""
    if isinstance(record, VolumeRecord):
        yield "volume", {"key": record.key, "title": record.title, "year": record.year}
        yield from (("venue", {"volume": record.key, "venue": venue}) for venue in record.venues)
    if isinstance(record, PaperRecord):
        doi = next((identifier for identifier in record.ids if identifier.startswith("doi:")), None)
        year = next((date.value[:4] for date in record.dates), None)
        values = {"key": record.key, "title": record.title, "abstract": record.abstract, "year": year, "doi": doi}
        yield "paper", values
        if record.appeared_in:
            volume = record.appeared_in.volume.partition(":")[2]
            yield "appearance", {"paper": record.key, "volume": volume}
        for position, author in enumerate(record.authors or (), 1):
            yield "author", {"paper": record.key, "name": author.name, "position": position}


def open_driver(address: Address) -> Driver:
    """Create the constraints, and return the driver."""
    driver = GraphDatabase.driver(address.uri, auth=(address.username, address.password))
    for key in KEYS:
        driver.execute_query(key)
    driver.execute_query("CALL db.awaitIndexes()")
    return driver


def write_row_by_row(driver: Driver, records: Iterable[Record]) -> None:
    """Write each record in its own transaction, with one statement per row."""

    def write(transaction: ManagedTransaction, rows: Sequence[tuple[str, dict[str, Any]]]) -> None:
        for step, row in rows:
            transaction.run(f"WITH $row AS row {STEPS[step]}", row=row).consume()  # pyright: ignore[reportArgumentType] a constant

    with driver.session() as session:
        for record in records:
            session.execute_write(write, list(rows_of(record)))


def write_with_unwind(driver: Driver, records: Iterable[Record]) -> None:
    """Write a thousand records per transaction, with one statement for the rows of each step."""

    def write(transaction: ManagedTransaction, rows: dict[str, list[dict[str, Any]]]) -> None:
        for step, text in STEPS.items():
            if rows[step]:
                transaction.run(f"UNWIND $rows AS row {text}", rows=rows[step]).consume()  # pyright: ignore[reportArgumentType] as above

    remaining = iter(records)
    with driver.session() as session:
        while batch := list(islice(remaining, BATCH)):
            rows: dict[str, list[dict[str, Any]]] = {step: [] for step in STEPS}
            for record in batch:
                for step, row in rows_of(record):
                    rows[step].append(row)
            session.execute_write(write, rows)
