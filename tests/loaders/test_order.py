"""Whatever order records come in, and in whatever batches, the graph is the same."""

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import anyio
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cypher.driver.client import Address, Graph
from loaders.records.parts import (
    Author,
    TypedDate,
)
from loaders.records.record import (
    PaperRecord,
    PersonRecord,
    Record,
)
from loaders.sources.base import sources
from tests.loaders.drawn import PEOPLE, SLOW, argued_sets, sets
from tests.loaders.loading import differing, lines

pytestmark = pytest.mark.graph


def check(address: Address, folder: Path, said: Sequence[Record], seed: int, chunk: int) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await differing(graph, folder, said, seed, chunk) == []

    anyio.run(both)


@settings(max_examples=5, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(said=sets(16), seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_any_order_and_batch_size_gives_the_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Records whose ids, titles, names, places, keys collide give the same graph in any order, loads and batches."""
    check(address, tmp_path_factory.mktemp("order"), said, seed, chunk)


@pytest.mark.full
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW, derandomize=True)
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
        source="arxiv", key="a", title=title, kind="preprint", dates=(TypedDate(value="2001-12"),), authors=signed
    )
    article = PaperRecord(source="openalex", key="a", title=title, dates=(TypedDate(value="2002-01"),), authors=signed)
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


def test_the_fixture_of_three_papers_may_come_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The fixture's records, shuffled and one at a time, give the graph that they give as they stand."""
    said = msgspec.json.decode(sources()["sample"].bundle("three-papers").read_bytes(), type=list[Record])
    check(address, tmp_path_factory.mktemp("three"), said, 7, 1)
