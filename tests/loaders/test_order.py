from pathlib import Path
from typing import Any

import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cypher.run import Address, Graph
from loaders.record import (
    Affiliation,
    Author,
    Dated,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    Relation,
    TopicRecord,
    TopicUse,
    VenueRecord,
    VolumeRecord,
    VolumeUse,
)
from loaders.source import sources
from tests.loaders.loading import differing

pytestmark = pytest.mark.graph

SOURCES = ("acl", "arxiv", "openalex")
NAMES = ("Jane Smith", "J. Smith", "John Smith", "Wei Wang", "Li Wei", "Ana Ruiz", "A. Ruiz")
PEOPLE = ("orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700", "acl-person:jane-smith", "acl-person:wei-wang-1")
PLACES = (Affiliation(text="University of Examples"), Affiliation(text="Alpha Lab"), Affiliation(ror="ror:03jdj4y14"))
PAPER_IDS = ("doi:10.1000/a", "doi:10.1000/b", "arxiv:2001.00001", "arxiv:2001.00002", "acl:P01-1001", "acl:P01-1002")

authors = st.builds(
    Author,
    name=st.sampled_from(NAMES),
    ids=st.lists(st.sampled_from(PEOPLE), max_size=2, unique=True).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=2).map(tuple),
)
sourced: dict[str, Any] = {"source": st.sampled_from(SOURCES), "key": st.sampled_from("abcd")}
papers = st.builds(
    PaperRecord,
    **sourced,
    title=st.sampled_from(("On Graphs", "On graphs.", "Another")),
    ids=st.lists(st.sampled_from(PAPER_IDS), max_size=2, unique=True).map(tuple),
    dates=st.lists(
        st.sampled_from(("2001", "2001-03", "2002-05-06")).map(lambda value: Dated(value=value)), max_size=2
    ).map(tuple),
    authors=st.none() | st.lists(authors, max_size=3).map(tuple),
    authors_complete=st.booleans(),
    topics=st.none()
    | st.lists(st.sampled_from(("cs.CL", "cs.LG")), unique=True).map(
        lambda codes: tuple(TopicUse(scheme="arxiv", code=code) for code in codes)
    ),
    appeared_in=st.none() | st.sampled_from((VolumeUse(volume="acl:v1", pages="1-2"), VolumeUse(volume="acl:v2"))),
    references=st.none() | st.lists(st.sampled_from(PAPER_IDS), max_size=2).map(tuple),
)
institutions = st.builds(
    InstitutionRecord,
    source=st.sampled_from(("ror", "openalex")),
    key=st.sampled_from(("i1", "i2", "i3")),
    name=st.sampled_from(("University of Examples", "Alpha Lab", "Beta")),
    ids=st.lists(st.sampled_from(("ror:03jdj4y14", "ror:042nb2s44")), max_size=1).map(tuple),
    status=st.none() | st.sampled_from(("active", "withdrawn")),
    relations=st.lists(
        st.builds(
            Relation,
            kind=st.sampled_from(("parent", "child", "successor", "related")),
            target=st.sampled_from(("ror:03jdj4y14", "ror:042nb2s44")),
        ),
        max_size=1,
    ).map(tuple),
)
people = st.builds(
    PersonRecord,
    source=st.sampled_from(("orcid", "acl")),
    key=st.sampled_from(("p1", "p2")),
    ids=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=2, unique=True).map(tuple),
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=1).map(tuple),
    headline=st.none() | st.sampled_from(("reads", "writes")),
)
volumes = st.builds(
    VolumeRecord,
    source=st.just("acl"),
    key=st.sampled_from(("v1", "v2")),
    title=st.just("Proceedings"),
    venues=st.just(("acl-venue:acl",)),
    editors=st.lists(authors, max_size=2).map(tuple),
)
others = st.sampled_from(
    (
        VenueRecord(source="acl", key="venue/acl", name="Annual Meeting", ids=("acl-venue:acl",)),
        TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language", parent="cs"),
        TopicRecord(source="openalex", key="topic/cs.LG", scheme="arxiv", code="cs.LG", name="Learning"),
    )
)
records: st.SearchStrategy[Record] = st.one_of(papers, papers, papers, papers, institutions, people, volumes, others)
sets = st.lists(records, min_size=3, max_size=16, unique_by=lambda record: (record.source, record.key))


def check(address: Address, folder: Path, said: list[Record], seed: int, chunk: int) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing(graph, folder, said, seed, chunk) == []

    anyio.run(both)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(said=sets, seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_any_order_and_batch_size_gives_the_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Records whose ids, titles, names and places collide give the same graph in any order and any batches."""
    check(address, tmp_path_factory.mktemp("order"), said, seed, chunk)


@pytest.mark.full
@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(said=sets, seed=st.integers(0, 99), chunk=st.integers(1, 3))
@pytest.mark.timeout(1800)
def test_many_orders_give_the_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """The same over hundreds of generated sets of records."""
    check(address, tmp_path_factory.mktemp("orders"), said, seed, chunk)


def test_the_fixture_of_three_papers_may_come_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The fixture's records, shuffled and one at a time, give the graph that they give as they stand."""
    import msgspec

    said = msgspec.json.decode(sources()["sample"].bundle("three-papers").read_bytes(), type=list[Record])
    check(address, tmp_path_factory.mktemp("three"), said, 7, 1)
