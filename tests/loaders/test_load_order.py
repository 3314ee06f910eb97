"""The graph does not depend on the order and the batches in which records arrive."""

from collections.abc import Iterator, Sequence
from itertools import permutations
from pathlib import Path

import anyio
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cypher.driver.address import Address
from cypher.driver.client import Graph
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
from tests.loaders.load_helpers import export_lines, order_differences, small_neighborhoods
from tests.loaders.strategies import PEOPLE, SLOW, decided_record_sets, record_sets

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def several_neighborhoods() -> Iterator[None]:
    """Let the loads read several neighborhoods of mentions."""
    with small_neighborhoods():
        yield


def check(address: Address, folder: Path, said: Sequence[Record], seed: int, chunk: int) -> None:
    async def both() -> None:
        async with Graph(address) as graph:
            assert await order_differences(graph, folder, said, seed, chunk) == []

    anyio.run(both)


@settings(max_examples=3, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(said=record_sets(16), seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_any_order_and_batch_size_give_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Records with colliding IDs, titles, names, places and keys give one graph in any order and batch size."""
    check(address, tmp_path_factory.mktemp("order"), said, seed, chunk)


@pytest.mark.full
@settings(max_examples=8, deadline=None, suppress_health_check=SLOW, derandomize=True)
@given(said=decided_record_sets(14), seed=st.integers(0, 99), chunk=st.integers(1, 3))
def test_decisions_give_same_graph_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """Decisions that join, separate and contradict each other give one graph in any order."""
    check(address, tmp_path_factory.mktemp("argued"), said, seed, chunk)


@pytest.mark.full
@settings(max_examples=400, deadline=None, suppress_health_check=SLOW)
@given(said=record_sets(16) | decided_record_sets(16), seed=st.integers(0, 99), chunk=st.integers(1, 3))
@pytest.mark.timeout(1800)
def test_many_orders_give_same_graph(
    address: Address, tmp_path_factory: pytest.TempPathFactory, said: list[Record], seed: int, chunk: int
) -> None:
    """The same property holds for hundreds of generated record lists."""
    check(address, tmp_path_factory.mktemp("orders"), said, seed, chunk)


def test_orcid_claimed_by_two_people_is_shown_by_its_owner(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A person no longer shows an ORCID iD once a byline gives it to a person with a conflicting ID."""
    orcid, jane, wei = PEOPLE[1:]
    person = PersonRecord(source="acl", key="p1", ids=(orcid, wei), names=("Jane Smith",))
    paper = PaperRecord(
        source="arxiv", key="a", title="On Graphs", authors=(Author(name="Jane Smith", ids=(orcid, jane)),)
    )
    for said in ([person, paper], [paper, person]):
        check(address, tmp_path_factory.mktemp("claimed"), said, 0, 1)


@pytest.mark.full
def test_byline_split_updates_paper_counts(address: Address, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A person record that separates two mentions of an unchanged byline updates the counts of its paper."""
    name, one, other, acl = "Jane Smith", *PEOPLE[:3]
    byline = (Author(name=name, ids=(one, other)), Author(name=name), Author(name=name, ids=(acl, one)))
    paper = PaperRecord(source="acl", key="b", title="On Graphs", authors=byline)
    person = PersonRecord(source="orcid", key="p1", ids=(acl, other), names=(name,))
    for said in ([paper, person], [person, paper]):
        check(address, tmp_path_factory.mktemp("parted"), said, 0, 1)


@pytest.mark.full
def test_matches_across_years_and_initials_work_in_any_order(
    address: Address, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """A preprint with its later article, and an author with initials, match in any order."""
    title = "On the Graphs of Who Is Who"
    signed = (Author(name="Ana M. Exempla"), Author(name="Otto Beispiel"))
    preprint = PaperRecord(
        source="arxiv", key="a", title=title, kind="preprint", dates=(TypedDate(value="2001-12"),), authors=signed
    )
    article = PaperRecord(source="openalex", key="a", title=title, dates=(TypedDate(value="2002-01"),), authors=signed)
    elsewhere = PaperRecord(
        source="acl", key="b", title="Another", authors=(Author(name="A. Exempla"), Author(name="O. Beispiel"))
    )
    counted = (
        "RETURN COUNT { (:Paper) }, COUNT { (:Researcher) }, COUNT { (:Researcher)<-[:MENTIONS {rule: 'name'}]-() }"
    )

    async def all_orders() -> None:
        async with Graph(address) as graph:
            for said in permutations((preprint, article, elsewhere)):
                await export_lines(graph, tmp_path_factory.mktemp("met"), said, chunk=1)
                assert (await graph.read(counted)).rows == [[2, 2, 2]]

    anyio.run(all_orders)


@pytest.mark.full
def test_three_papers_fixture_loads_in_any_order(address: Address, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The fixture's records, shuffled and one per batch, give the same graph as in file order."""
    said = msgspec.json.decode(sources()["sample"].bundle("three-papers").read_bytes(), type=list[Record])
    check(address, tmp_path_factory.mktemp("three"), said, 7, 1)
