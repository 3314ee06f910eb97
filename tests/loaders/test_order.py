from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import anyio
import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cypher.run import Address, Graph
from loaders.parts import (
    Affiliation,
    Anchor,
    Author,
    Dated,
    Funding,
    Relation,
    TopicUse,
    Undone,
    VolumeUse,
    WorkRelation,
)
from loaders.record import (
    CitationRecord,
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.source import sources
from tests.loaders.loading import differing, differing_after_changes, lines

pytestmark = pytest.mark.graph

SLOW = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]

SOURCES = ("acl", "arxiv", "openalex")
NAMES = (
    *(
        "Jane Smith",
        "J. Smith",
        "John Smith",
        "Wei Wang",
        "Li Wei",
        "Ana Ruiz",
        "A. Ruiz",
        "Ana M. Ruiz",
        "Ana Maria Ruiz",
    ),
    *("Andres Ruiz", "Xiao Ming Wang", "Xiaoming Wang"),
)
PEOPLE = ("orcid:0000-0002-1825-0097", "orcid:0000-0001-5109-3700", "acl-person:jane-smith", "acl-person:wei-wang-1")
PLACES = (Affiliation(text="University of Examples"), Affiliation(text="Alpha Lab"), Affiliation(ror="ror:03jdj4y14"))
PAPER_IDS = ("doi:10.1000/a", "doi:10.1000/b", "arxiv:2001.00001", "arxiv:2001.00002", "acl:P01-1001", "acl:P01-1002")
FUNDER_IDS = ("funder:10.13039/1", "funder:10.13039/2", "openalex:F1")

authors = st.builds(
    Author,
    name=st.sampled_from(NAMES),
    ids=st.lists(st.sampled_from(PEOPLE), max_size=2, unique=True).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=2).map(tuple),
)
revised: dict[str, Any] = {"revised": st.sampled_from((None, "2019", "2020-01-02", "2020-01-02T03:04:05Z"))}
sourced: dict[str, Any] = {"source": st.sampled_from(SOURCES), "key": st.sampled_from("abcd"), **revised}
papers = st.builds(
    PaperRecord,
    **sourced,
    title=st.sampled_from(("On the Graphs of Who Is Who", "On the graphs of who is who.", "Another")),
    ids=st.lists(st.sampled_from(PAPER_IDS), max_size=2, unique=True).map(tuple),
    same_work=st.lists(st.sampled_from(PAPER_IDS), max_size=1).map(tuple),
    kind=st.sampled_from(("article", "preprint")),
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
    funding=st.none()
    | st.lists(
        st.builds(
            Funding,
            funder=st.sampled_from(FUNDER_IDS),
            awards=st.lists(st.sampled_from(("A1", "A2")), max_size=2).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    relations=st.lists(
        st.builds(
            WorkRelation,
            kind=st.sampled_from(("corrects", "supplements")),
            target=st.sampled_from(PAPER_IDS),
            inverse=st.booleans(),
        ),
        max_size=2,
    ).map(tuple),
)
funders = st.builds(
    FunderRecord,
    **revised,
    source=st.sampled_from(("crossref", "openalex")),
    key=st.sampled_from(("f1", "f2")),
    name=st.sampled_from(("Science Foundation", "Trust")),
    ids=st.lists(st.sampled_from(FUNDER_IDS), max_size=2, unique=True).map(tuple),
)
institutions = st.builds(
    InstitutionRecord,
    **revised,
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
    **revised,
    source=st.sampled_from(("orcid", "acl")),
    key=st.sampled_from(("p1", "p2")),
    ids=st.lists(st.sampled_from(PEOPLE), min_size=1, max_size=2, unique=True).map(tuple),
    names=st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map(tuple),
    affiliations=st.none() | st.lists(st.sampled_from(PLACES), max_size=1).map(tuple),
    headline=st.none() | st.sampled_from(("reads", "writes")),
)
volumes = st.builds(
    VolumeRecord,
    **revised,
    source=st.just("acl"),
    key=st.sampled_from(("v1", "v2")),
    title=st.just("Proceedings"),
    venues=st.just(("acl-venue:acl",)),
    editors=st.lists(authors, max_size=2).map(tuple),
)
citations = st.builds(
    CitationRecord,
    **revised,
    source=st.sampled_from(("aan", "acl")),
    key=st.sampled_from(("c1", "c2", "c3")),
    citing=st.sampled_from(PAPER_IDS),
    cited=st.sampled_from(PAPER_IDS),
    intents=st.lists(st.sampled_from(("background", "result")), max_size=2, unique=True).map(tuple),
    influential=st.none() | st.booleans(),
)
decided: dict[str, Any] = {
    "source": st.just("curator"),
    "verdict": st.sampled_from(("same", "apart")),
    "by": st.just("A curator"),
    "at": st.just("2026-01-02T03:04:05Z"),
    "undone": st.none() | st.none() | st.just(Undone(by="A curator", at="2026-02-03")),
}
works = st.builds(Anchor, source=st.sampled_from(SOURCES), key=st.sampled_from("abcd"))
persons = st.builds(Anchor, id=st.sampled_from(PEOPLE)) | st.builds(
    Anchor,
    source=st.sampled_from(SOURCES),
    key=st.sampled_from("abcd"),
    role=st.just("author"),
    name=st.sampled_from(NAMES),
    nth=st.sampled_from((1, 1, 2)),
)


def sides(anchors: st.SearchStrategy[Anchor]) -> st.SearchStrategy[tuple[tuple[Anchor, ...], tuple[Anchor, ...]]]:
    """Draw what stands on the two sides of a decision: nothing on both."""
    return st.lists(anchors, min_size=2, max_size=4, unique=True).map(lambda all_: (tuple(all_[:1]), tuple(all_[1:])))


def deciding(about: str, key: str, anchors: st.SearchStrategy[Anchor]) -> st.SearchStrategy[DecisionRecord]:
    """Draw decisions about a kind of thing."""
    keys = st.sampled_from(tuple(f"{key}{number}" for number in range(3)))
    return sides(anchors).flatmap(
        lambda both: st.builds(
            DecisionRecord,
            **revised,
            **decided,
            key=keys,
            about=st.just(about),
            one=st.just(both[0]),
            other=st.just(both[1]),
        )
    )


decisions = deciding("paper", "d", works) | deciding("researcher", "e", persons)
others = st.sampled_from(
    (
        VenueRecord(source="acl", key="venue/acl", name="Annual Meeting", ids=("acl-venue:acl",)),
        TopicRecord(source="arxiv", key="topic/cs.CL", scheme="arxiv", code="cs.CL", name="Language", parent="cs"),
        TopicRecord(source="openalex", key="topic/cs.LG", scheme="arxiv", code="cs.LG", name="Learning"),
    )
)
records: st.SearchStrategy[Record] = st.one_of(
    *(
        papers,
        papers,
        papers,
        papers,
        institutions,
        people,
        volumes,
        citations,
        citations,
        funders,
        decisions,
        decisions,
        others,
    )
)


argued: st.SearchStrategy[Record] = st.one_of(papers, papers, people, volumes, decisions, decisions, decisions)
"""Records about which people decided much."""


def argued_sets(size: int) -> st.SearchStrategy[list[Record]]:
    """Draw records and decisions that speak of them, agree and contradict."""
    return st.lists(argued, min_size=4, max_size=size, unique_by=lambda one: (one.source, one.key, one.revised))


def sets(size: int) -> st.SearchStrategy[list[Record]]:
    """Draw records, several of one source and key among them: each of these is of another revision."""
    return st.lists(records, min_size=2, max_size=size, unique_by=lambda one: (one.source, one.key, one.revised))


def check(address: Address, folder: Path, said: Sequence[Record], seed: int, chunk: int) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing(graph, folder, said, seed, chunk) == []

    anyio.run(both)


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(said=sets(16), seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_any_order_and_batch_size_gives_the_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Records whose ids, titles, names, places, keys collide give the same graph in any order, loads and batches."""
    check(address, tmp_path_factory.mktemp("order"), said, seed, chunk)


@settings(max_examples=15, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(said=argued_sets(14), seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_decisions_of_people_hold_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Decisions that join and part papers and people, and contradict each other, come to the same in any order."""
    check(address, tmp_path_factory.mktemp("argued"), said, seed, chunk)


@pytest.mark.full
@settings(max_examples=400, deadline=None, suppress_health_check=SLOW)
@given(said=sets(16) | argued_sets(16), seed=st.integers(0, 99), chunk=st.integers(1, 3))
@pytest.mark.timeout(1800)
def test_many_orders_give_the_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """The same over hundreds of generated sets of records."""
    check(address, tmp_path_factory.mktemp("orders"), said, seed, chunk)


def test_an_orcid_that_two_claim_is_shown_by_who_has_it(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Who held an ORCID iD until a by-line gave it to somebody with a rival id no longer shows it."""
    orcid, jane, wei = PEOPLE[1:]
    person = PersonRecord(source="acl", key="p1", ids=(orcid, wei), names=("Jane Smith",))
    paper = PaperRecord(
        source="arxiv", key="a", title="On Graphs", authors=(Author(name="Jane Smith", ids=(orcid, jane)),)
    )
    for said in ([person, paper], [paper, person]):
        check(address, tmp_path_factory.mktemp("claimed"), said, 0, 1)


def test_a_paper_is_counted_anew_when_a_later_record_parts_its_people(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A person's record that shows two places of an unchanged by-line to be two people changes its paper's count."""
    name, one, other, acl = "Jane Smith", *PEOPLE[:3]
    byline = (Author(name=name, ids=(one, other)), Author(name=name), Author(name=name, ids=(acl, one)))
    paper = PaperRecord(source="acl", key="b", title="On Graphs", authors=byline)
    person = PersonRecord(source="orcid", key="p1", ids=(acl, other), names=(name,))
    for said in ([paper, person], [person, paper]):
        check(address, tmp_path_factory.mktemp("parted"), said, 0, 1)


def test_what_meets_across_years_and_initials_meets_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A preprint and its article of next year, an author and initials elsewhere: each is one, whichever comes first."""
    title = "On the Graphs of Who Is Who"
    signed = (Author(name="Ana M. Ruiz"), Author(name="Otto Beispiel"))
    preprint = PaperRecord(
        source="arxiv", key="a", title=title, kind="preprint", dates=(Dated(value="2001-12"),), authors=signed
    )
    article = PaperRecord(source="openalex", key="a", title=title, dates=(Dated(value="2002-01"),), authors=signed)
    elsewhere = PaperRecord(
        source="acl", key="b", title="Another", authors=(Author(name="A. Ruiz"), Author(name="O. Beispiel"))
    )
    counted = (
        "RETURN COUNT { (:Paper) }, COUNT { (:Researcher) }, COUNT { (:Researcher)<-[:MENTIONS {rule: 'name'}]-() }"
    )

    async def all_orders() -> None:
        async with Graph(address) as graph:
            for said in permutations((preprint, article, elsewhere)):
                await lines(graph, tmp_path_factory.mktemp("met"), said, chunk=1)
                assert (await graph.read(counted)).rows == [[2, 2, 2]]

    anyio.run(all_orders)


def check_changes(
    address: Address, folder: Path, before: list[Record], passing: list[Record], final: list[Record]
) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing_after_changes(graph, folder, before, passing, final) == []

    anyio.run(both)


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(before=sets(6), passing=sets(6), final=sets(10))
def test_what_was_said_before_and_taken_back_leaves_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """Records that changed, and records of a loader that was unloaded, leave the graph that the rest alone gives."""
    check_changes(address, tmp_path_factory.mktemp("changes"), before, passing, final)


@pytest.mark.full
@settings(max_examples=300, deadline=None, suppress_health_check=SLOW)
@given(before=sets(6) | argued_sets(8), passing=sets(6) | argued_sets(8), final=sets(10) | argued_sets(12))
@pytest.mark.timeout(1800)
def test_many_histories_leave_no_trace(
    address: Address,
    tmp_path_factory: pytest.TempPathFactory,
    before: list[Record],
    passing: list[Record],
    final: list[Record],
) -> None:
    """The same over hundreds of generated histories."""
    check_changes(address, tmp_path_factory.mktemp("histories"), before, passing, final)


def test_the_fixture_of_three_papers_may_come_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The fixture's records, shuffled and one at a time, give the graph that they give as they stand."""
    said = msgspec.json.decode(sources()["sample"].bundle("three-papers").read_bytes(), type=list[Record])
    check(address, tmp_path_factory.mktemp("three"), said, 7, 1)
