"""Derived figures compared with a naive count of the whole sample."""

from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.execute import Service
from tests.loaders.load_helpers import load_sample
from tests.reference.graph_dump import Thing, World, world
from tests.resolvers.graphql_client import Asker

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module")
async def sample(address: Address) -> AsyncGenerator[tuple[Asker, World]]:
    async with Graph(address) as graph:
        await load_sample(graph)
        yield Asker(Service(graph)), await world(graph)


def count_citations(paper: Thing) -> int:
    return len(paper.into["CITES"])


async def test_h_index_and_i10_index_match_citations(sample: tuple[Asker, World]) -> None:
    """The h-index and i10-index of each researcher equal those counted from the papers' citations."""
    ask, everything = sample
    found: Any = await ask("{ researchers(first: 1000) { nodes { id hIndex i10Index } } }")
    told = {one["id"]: (one["hIndex"], one["i10Index"]) for one in found["researchers"]["nodes"]}
    for person in everything.of("Researcher"):
        counts = [count_citations(step.thing) for step in person.out["AUTHORED"]]
        index = max(h for h in range(len(counts) + 1) if sum(count >= h for count in counts) >= h)
        expected, answered = (index, sum(count >= 10 for count in counts)), told[person.props["id"]]
        assert answered == expected, str(person.props["name"])
    assert max(index for index, _ in told.values()) >= 2, "a sample in which nobody is cited proves nothing"


async def test_citation_percentile_is_within_topic_and_year(sample: tuple[Asker, World]) -> None:
    """A paper's percentile is the share of less cited papers with the same primary topic and year."""
    ask, everything = sample
    found: Any = await ask("{ papers(first: 1000) { nodes { id citationPercentile } } }")
    told = {one["id"]: one["citationPercentile"] for one in found["papers"]["nodes"]}
    papers = everything.of("Paper")
    groups = {id(paper): _group(paper) for paper in papers}
    seen: set[float] = set()
    for paper in papers:
        group = groups[id(paper)]
        answered = told[paper.props["id"]]
        if group is None:
            assert answered is None
            continue
        peers = [count_citations(one) for one in papers if groups[id(one)] == group]
        expected = 100 * sum(count < count_citations(paper) for count in peers) / len(peers)
        assert answered == pytest.approx(expected)
        seen.add(expected)
    assert len(seen) > 1


def _group(paper: Thing) -> tuple[int, int] | None:
    topic = next((step.thing for step in paper.out["ABOUT"] if step.props.get("primary")), None)
    return (id(topic), paper.props["year"]) if topic and paper.props.get("year") else None


async def test_counts_by_year_match_papers(sample: tuple[Asker, World]) -> None:
    """Counts by year of a paper and a researcher equal those of the citing papers and the written papers."""
    ask, everything = sample
    found: Any = await ask(
        """{ paper(by: {arxiv: "1909.08053"}) { countsByYear { year citationCount } }
             researchers(where: {name: {eq: "Mohammad Shoeybi"}}) {
               nodes { countsByYear { year paperCount citationCount } } } }"""
    )
    paper = next(one for one in everything.of("Paper") if one.props.get("arxiv") == "1909.08053")
    years = Counter(step.thing.props["year"] for step in paper.into["CITES"] if step.thing.props.get("year"))
    assert [(one["year"], one["citationCount"]) for one in found["paper"]["countsByYear"]] == sorted(
        years.items(), reverse=True
    )
    person = next(one for one in everything.of("Researcher") if one.props["name"] == "Mohammad Shoeybi")
    written = [step.thing for step in person.out["AUTHORED"]]
    works = Counter(one.props["year"] for one in written if one.props.get("year"))
    citing = Counter(
        step.thing.props["year"] for one in written for step in one.into["CITES"] if step.thing.props.get("year")
    )
    told = found["researchers"]["nodes"][0]["countsByYear"]
    expected = {year: (works[year], citing[year]) for year in works | citing}
    assert {one["year"]: (one["paperCount"], one["citationCount"]) for one in told} == expected


async def test_counts_by_year_sort_and_filter(sample: tuple[Asker, World]) -> None:
    """Counts by year can be limited to a range, and sorted by each value in both directions."""
    ask, _ = sample
    found: Any = await ask(
        """{ papers(first: 1, orderBy: [{field: CITATION_COUNT}]) { nodes {
               all: countsByYear { year citationCount }
               oldest: countsByYear(orderBy: {field: YEAR, direction: ASC}) { year citationCount }
               some: countsByYear(from: 2020, to: 2021) { year citationCount }
               most: countsByYear(orderBy: {field: CITATION_COUNT}) { year citationCount } } }
             researchers(where: {name: {eq: "Mohammad Shoeybi"}}) {
               nodes { all: countsByYear { year paperCount citationCount }
                       least: countsByYear(orderBy: {field: PAPER_COUNT, direction: ASC}, from: 2017) {
                          year paperCount citationCount } } } }"""
    )
    paper, person = found["papers"]["nodes"][0], found["researchers"]["nodes"][0]
    assert len(paper["all"]) > len(paper["some"]) > 0
    assert paper["oldest"] == paper["all"][::-1]
    assert paper["some"] == [one for one in paper["all"] if 2020 <= one["year"] <= 2021]
    assert paper["most"] == sorted(paper["all"], key=lambda one: (one["citationCount"], one["year"]), reverse=True)
    since = [one for one in person["all"] if one["year"] >= 2017]
    assert person["least"] == sorted(since, key=lambda one: (one["paperCount"], one["year"]))


async def test_figures_sort_and_filter(sample: tuple[Asker, World]) -> None:
    """Indexes and percentiles can be used in orders and filters."""
    ask, _ = sample
    found: Any = await ask(
        """{ researchers(first: 50, orderBy: [{field: H_INDEX}], where: {hIndex: {gte: 1}, i10Index: {lt: 100}}) {
               nodes { hIndex } }
             papers(first: 50, orderBy: [{field: CITATION_PERCENTILE}], where: {citationPercentile: {gte: 0}}) {
               nodes { citationPercentile } } }"""
    )
    for values in (
        [one["hIndex"] for one in found["researchers"]["nodes"]],
        [one["citationPercentile"] for one in found["papers"]["nodes"]],
    ):
        assert values
        assert values == sorted(values, reverse=True)
