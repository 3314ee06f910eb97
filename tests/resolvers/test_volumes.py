"""Volumes over GraphQL: lookup by ISBN and source keys, lists, provenance, merge and revoke."""

from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.curation.decisions import Curator, merge, revoke
from loaders.curation.entity_lookup import lookup_entity as named
from loaders.records.parts import Author, VolumeUse
from loaders.records.record import PaperRecord, Record, VenueRecord, VolumeRecord
from resolvers.execute import Service
from tests.loaders.load_helpers import load_records
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph

ISBN, OTHER = "9783161484100", "9780306406157"
CURATOR = Curator(by="A curator", why="one book, says its page")


def book_records() -> list[Record]:
    """Return a series with two books, each with a chapter."""
    found: list[Record] = [
        VenueRecord(source="acl", key="venue/acl", name="Annual Meeting", ids=("acl-venue:acl", "issn:0098-0331"))
    ]
    for key, isbn, year in (("one", ISBN, 2020), ("two", OTHER, 2021)):
        found += [
            VolumeRecord(
                source="acl",
                key=key,
                title=f"Book {key}",
                year=year,
                ids=(f"volume:isbn:{isbn}",),
                venues=("acl-venue:acl",),
                editors=(Author(name=f"Editor of {key}"),),
            ),
            PaperRecord(
                source="acl",
                key=f"paper {key}",
                title=f"In {key}",
                appeared_in=VolumeUse(volume=f"acl:{key}", pages=f"1-{year}"),
            ),
        ]
    return found


@pytest.fixture
async def ask_volumes(empty_graph: Graph, tmp_path: Path) -> Asker:
    """Return a client for a graph of two books."""
    await load_records(empty_graph, tmp_path, book_records())
    return Asker(Service(empty_graph))


async def test_volume_is_found_by_each_key(ask_volumes: Asker) -> None:
    """An ISBN in any form, a source's key and the Byline ID find the same volume, with all of its values."""
    whole = """{ id title year isbns paperCount identifiers { scheme value } venues { name }
      papers { edges { pages node { title } } } editors { edges { position nameAsWritten } }
      provenance(field: YEAR) { hasConflict statements { source key value } } }"""
    found: Any = await ask_volumes(f'{{ volume(by: {{isbn: "978-3-16-148410-0"}}) {whole} }}')
    volume = found["volume"]
    identifier = volume.pop("id")
    assert volume == {
        "title": "Book one",
        "year": 2020,
        "isbns": [ISBN],
        "paperCount": 1,
        "identifiers": [{"scheme": "volume", "value": "acl:one"}, {"scheme": "volume", "value": f"isbn:{ISBN}"}],
        "venues": [{"name": "Annual Meeting"}],
        "papers": {"edges": [{"pages": "1-2020", "node": {"title": "In one"}}]},
        "editors": {"edges": [{"position": 1, "nameAsWritten": "Editor of one"}]},
        "provenance": {"hasConflict": False, "statements": [{"source": "acl", "key": "one", "value": 2020}]},
    }
    by = (f'volume(by: {{id: "{identifier}"}})', 'volume(by: {key: "acl:one"})', f'node(id: "volume:isbn:{ISBN}")')
    for root in by:
        assert await ask_volumes(f"{{ found: {root} {{ id }} }}") == {"found": {"id": identifier}}
    assert await ask_volumes('{ volume(by: {key: "acl:none"}) { id } }') == {"volume": None}
    venue = '{ venue(by: {issn: "00980331"}) { volumes { nodes { title } } } }'
    assert await ask_volumes(venue) == {"venue": {"volumes": {"nodes": [{"title": "Book two"}, {"title": "Book one"}]}}}


async def test_invalid_volume_key_is_rejected(ask_volumes: Asker) -> None:
    """An invalid ISBN, and a key without a source, are rejected with BAD_ID."""
    for by, expected in (
        ('isbn: "12"', "'isbn:12' is not a valid volume ID"),
        ('key: "one"', "'one' is not a valid volume ID"),
    ):
        reply = await ask_volumes.reply(f"{{ volume(by: {{{by}}}) {{ id }} }}")
        (error,) = reply.errors
        assert error["extensions"]["code"] == "BAD_ID"
        assert expected in error["message"]


async def test_volumes_are_listed_filtered_and_grouped(ask_volumes: Asker) -> None:
    """Volumes are newest first, and can be filtered by ISBN and papers, sorted, and grouped."""
    titles = "nodes { title }"
    found: Any = await ask_volumes(
        f"""{{
          all: volumes {{ totalCount {titles}
            groupBy(keys: [VENUE]) {{ groups {{ count sum(measure: PAPER_COUNT) }} }} }}
          isbn: volumes(where: {{isbns: {{has: "{OTHER}"}}}}) {{ {titles} }}
          papers: volumes(where: {{papers: {{some: {{node: {{title: {{eq: "In one"}}}}}}}}}}) {{ {titles} }}
          sorted: volumes(orderBy: [{{field: PAPER_COUNT}}, {{field: TITLE}}]) {{ {titles} }}
        }}"""
    )
    one, two = {"title": "Book one"}, {"title": "Book two"}
    assert found["all"] == {"totalCount": 2, "nodes": [two, one], "groupBy": {"groups": [{"count": 2, "sum": 2.0}]}}
    assert [found[name]["nodes"] for name in ("isbn", "papers", "sorted")] == [[two], [one], [one, two]]


@pytest.mark.full
async def test_volume_merge_can_be_revoked(ask_volumes: Asker, empty_graph: Graph) -> None:
    """A merge joins papers, editors and IDs of two volumes; its revocation restores both with their IDs."""
    listed = "{ volumes { nodes { id title isbns paperCount papers { edges { pages } } editors { totalCount } } } }"
    before: Any = await ask_volumes(listed)
    decision = await merge(empty_graph, "volume:acl:one", f"volume:isbn:{OTHER}", CURATOR)
    after: Any = await ask_volumes(listed)
    (merged,) = after["volumes"]["nodes"]
    ids = {volume["id"] for volume in before["volumes"]["nodes"]}
    assert (merged["id"], merged["isbns"], merged["paperCount"]) == (min(ids), [OTHER, ISBN], 2)
    assert {edge["pages"] for edge in merged["papers"]["edges"]} == {"1-2020", "1-2021"}
    for identifier in ids:
        assert (await named(empty_graph, identifier)).id == merged["id"]
    await revoke(empty_graph, decision.key, CURATOR)
    assert await ask_volumes(listed) == before
