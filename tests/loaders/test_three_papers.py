import pytest

from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.sources.base import sources

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


@pytest.fixture
async def three(empty_graph: Graph) -> Graph:
    """Return a graph with the three-papers fixture."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle("three-papers")])
    return empty_graph


async def test_researcher_of_two_papers_has_expected_values(three: Graph) -> None:
    """Patrick LeGresley has 2 works, 1 topic, trust 13, L1, 4 close collaborators, unknown affiliations."""
    row = await person(three, "Patrick LeGresley")
    assert row == [2, 1, 13, "L1", False, 4, False, 0]


async def test_researcher_of_three_papers_has_expected_values(three: Graph) -> None:
    """Jared Casper has 3 works, 2 topics, trust 15 and 5 close collaborators."""
    row = await person(three, "Jared Casper")
    assert row == [3, 2, 15, "L1", False, 5, False, 0]


async def person(graph: Graph, name: str) -> list[object]:
    answer = await graph.read(
        """
        MATCH (r:Researcher {name: $name})
        RETURN r.paperCount, r.topicCount, r.trustScore, r.verificationLevel, r.claimed, r.closeCollaboratorCount,
               r.affiliationsKnown, COUNT { (r)-[:AFFILIATED_WITH]->() }
        """,
        {"name": name},
    )
    assert len(answer.rows) == 1
    return list(answer.rows[0])


async def test_three_sources_describe_one_paper(three: Graph) -> None:
    """arXiv:2201.11990 is one paper with 20 authors, a one-line title and three dates with their sources."""
    answer = await three.read(
        """
        MATCH (:Identifier {scheme: 'arxiv', value: '2201.11990'})-[:IDENTIFIES]->(p)
        RETURN p.title, p.publishedOn, p.publishedSource, p.dateValues, p.datePrecisions, p.dateKinds, p.dateSources,
               p.authorCount, COUNT { (p)<-[:AUTHORED]-() }, COUNT { (p)<-[:DESCRIBES]-() }, p.authorsComplete
        """
    )
    assert answer.rows == [
        [
            "Using DeepSpeed and Megatron to Train Megatron-Turing NLG 530B, A Large-Scale Generative Language Model",
            "2022-01-28",
            "openalex",
            ["2022", "2022-01-28", "2022-01-31T05:25:13Z"],
            ["year", "day", "second"],
            ["published", "published", "updated"],
            ["bibtex", "openalex", "arxiv"],
            20,
            20,
            3,
            True,
        ]
    ]


async def test_paper_with_two_years_shows_earlier_one(three: Graph) -> None:
    """arXiv:1909.08053 has the date 2019-09-17, although a third source gives 2020, and has no citations."""
    answer = await three.read(
        "MATCH (p:Paper {arxiv: '1909.08053'}) RETURN p.publishedOn, p.year, p.dateValues, p.citationCount, p.doi"
    )
    assert answer.rows == [["2019-09-17", 2019, ["2019-09-17", "2020"], 0, "10.48550/arxiv.1909.08053"]]
