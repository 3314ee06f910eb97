"""Sources that share works and people give one graph in any order and with any number of processes."""

import random
from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.export.canonical_export import export
from loaders.pipeline.run import LoadOptions, load
from loaders.records.parts import Affiliation, Author, TypedDate, VolumeUse
from loaders.records.record import CitationRecord, InstitutionRecord, PaperRecord, PersonRecord, Record, VolumeRecord
from loaders.sources.base import sources
from tests.conftest import emptied
from tests.loaders.load_helpers import write_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]

PEOPLE = ("Ana Ruiz", "A. Ruiz", "Wei Wang", "Jane Smith", "J. Smith", "Li Wei", "Jörg Müller")
PLACES = (Affiliation(text="University of Examples"), Affiliation(ror="ror:03jdj4y14"))


def paper(source: str, number: int) -> PaperRecord:
    """Return one source's record of a work that other sources also describe, some with another ID."""
    ids = (f"doi:10.1000/{number}", f"arxiv:2001.{number:05}", f"acl:P01-{1000 + number}")
    names = [PEOPLE[(number + one) % len(PEOPLE)] for one in range(3)]
    shift = len(source) % 3
    return PaperRecord(
        source=source,
        key=f"{source}-{number}",
        title=f"On graphs, part {number}" if source != "openalex" else f"On Graphs, Part {number}.",
        ids=ids[shift : shift + 2] or ids[:1],
        dates=(TypedDate(value=str(2000 + number % 5 + shift)),),
        authors=tuple(
            Author(
                name=name,
                ids=("orcid:0000-0002-1825-0097",) if name == "Ana Ruiz" and source == "crossref" else (),
                affiliations=(PLACES[number % 2],) if source != "arxiv" else None,
            )
            for name in names
        ),
        references=tuple(f"doi:10.1000/{one}" for one in range(max(number - 2, 0), number)) if shift else None,
        appeared_in=VolumeUse(volume="acl:v1") if source == "acl" else None,
    )


def documents(count: int) -> dict[str, list[Record]]:
    """Return the documents of several sources by file name."""
    said: dict[str, list[Record]] = {
        f"{source}-{part}": [paper(source, number) for number in range(part, count, 2)]
        for source in ("acl", "arxiv", "crossref", "openalex")
        for part in range(2)
    }
    said["ror"] = [InstitutionRecord(source="ror", key="i", name="University of Examples", ids=("ror:03jdj4y14",))]
    said["orcid"] = [
        PersonRecord(source="orcid", key="o", ids=("orcid:0000-0002-1825-0097",), names=("Ana Ruiz", "A. Ruiz"))
    ]
    said["volumes"] = [VolumeRecord(source="acl", key="v1", title="Proceedings", editors=(Author(name="Wei Wang"),))]
    said["aan"] = [
        CitationRecord(source="aan", key=f"c{one}", citing=f"acl:P01-{1001 + one}", cited=f"acl:P01-{1000 + one}")
        for one in range(count - 1)
    ]
    return said


async def load_shuffled(graph: Graph, folder: Path, count: int, seed: int, workers: int) -> list[str]:
    """Load the documents in a random order, in several loads of small batches, and export the graph."""
    chance = random.Random(seed)  # noqa: S311 no secret
    await emptied(graph)
    said = documents(count)
    names = list(said)
    chance.shuffle(names)
    middle = chance.randrange(1, len(names))
    for load_, part in enumerate((names[:middle], names[middle:])):
        here = folder / f"{seed}-{workers}-{load_}"
        here.mkdir()
        for place, name in enumerate(part):
            records = said[name]
            chance.shuffle(records)
            write_records(here, records, f"{place:02}-{name}.json")
        wishes = LoadOptions(chunk_size=chance.choice((5, 17, 2000)), workers=workers, min_pool_bytes=0)
        await load(graph, sources()["sample"], [here], wishes)
    return await export(graph)


async def assert_same_export(graph: Graph, folder: Path, count: int, seeds: range) -> None:
    """Check that every seed and number of processes gives the same export."""
    plain = await load_shuffled(graph, folder, count, 0, 0)
    assert len(plain) > 10 * count
    for seed in seeds:
        workers = (1, 2, 4)[seed % 3]
        assert await load_shuffled(graph, folder, count, seed, workers) == plain, (seed, workers)


@pytest.mark.full
async def test_any_order_and_worker_count_give_same_graph(empty_graph: Graph, tmp_path: Path) -> None:
    """Four sources of the same works, people and places give one export with 1, 2 and 4 processes."""
    await assert_same_export(empty_graph, tmp_path, 8, range(1, 4))


@pytest.mark.full
async def test_many_orders_and_worker_counts_give_same_graph(empty_graph: Graph, tmp_path: Path) -> None:
    """The same property holds for 40 works in 24 orders."""
    await assert_same_export(empty_graph, tmp_path, 40, range(1, 25))
