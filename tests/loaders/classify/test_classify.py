"""Topic classification of the papers in a graph: writing, updating and removing classifier records."""

from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.classify.pipeline import ClassifyOptions, classify
from loaders.export.canonical_export import export
from loaders.records.errors import SourceFileError
from loaders.records.parts import Author, TopicUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.unload.remove_records import unload
from resolvers.execute import Request, Service
from tests.conftest import emptied
from tests.loaders.classify.synthetic_papers import SUBJECTS, paper, papers
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

LABELLED = papers(600)
UNFILED = papers(60, source="acl", first=5000, labelled=False)
TOPICS = """
MATCH (p:Paper)-[about:ABOUT]->(t:Topic) WHERE p.doi STARTS WITH '10.1000/acl.'
RETURN p.doi, t.code, about.score, about.primary, about.source ORDER BY p.doi, t.code
"""
STRANGER = PaperRecord(
    source="acl", key="s", title="Medieval pottery kilns near harbours", ids=("doi:10.1000/acl.stranger",)
)


@pytest.fixture
async def world(graph: Graph, tmp_path: Path) -> Graph:
    """Return a graph with labeled papers, unlabeled papers and one paper of another field."""
    await emptied(graph)
    await load_records(graph, tmp_path, [*LABELLED, *UNFILED, STRANGER])
    return graph


async def topics(graph: Graph) -> list[list[Any]]:
    return [list(row) for row in (await graph.read(TOPICS)).rows]


async def records(graph: Graph) -> int:
    return int(str((await graph.read("MATCH (r:Record {source: 'byline'}) RETURN count(r)")).rows[0][0]))


def subject(number: int) -> str:
    """Return the subject of a synthetic paper."""
    return tuple(SUBJECTS)[number % 3]


async def test_unlabeled_papers_get_topics(world: Graph) -> None:
    """Each unlabeled paper gets a topic with a score and the source byline; a paper of another field does not."""
    found = await classify(world, ClassifyOptions())
    assert (found.scheme, found.labelled, found.unlabelled) == ("arxiv", 600, 61)
    assert found.new == found.classified
    assert found.new >= 57
    given = await topics(world)
    right = [row for row in given if row[1] == subject(int(row[0].rpartition(".")[2]))]
    assert len(right) == len(given) == sum(found.topics.values())
    assert all(0.7 <= row[2] <= 1 and row[3:] == [True, "byline"] for row in given)
    counted = await world.read("MATCH (t:Topic {code: 'cs.CL'}) RETURN t.paperCount = COUNT { (t)<-[:ABOUT]-() }")
    assert counted.rows == [[True]]


@pytest.mark.full
async def test_graphql_returns_classified_topics(world: Graph) -> None:
    """GraphQL returns the topic with score and source byline; other values come from the paper's source."""
    await classify(world, ClassifyOptions())
    doi = (await topics(world))[0][0]
    reply = await Service(world).answer(
        Request(
            "query ($doi: String!) { paper(by: {doi: $doi}) { kind sources primaryTopic { code } "
            "topics { edges { score primary source node { code } } } } }",
            {"doi": doi},
        )
    )
    assert not reply.errors, reply.errors
    assert reply.data is not None
    page = reply.data["paper"]
    assert page["sources"] == ["acl", "byline"]
    assert [edge["source"] for edge in page["topics"]["edges"]] == ["byline"]
    assert page["primaryTopic"]["code"] == page["topics"]["edges"][0]["node"]["code"]
    assert 0.7 <= page["topics"]["edges"][0]["score"] <= 1


@pytest.mark.full
async def test_second_run_writes_nothing(world: Graph) -> None:
    """A second run trains only on topics of sources, gets the same figures and writes nothing."""
    first = await classify(world, ClassifyOptions())
    before = await export(world)
    second = await classify(world, ClassifyOptions())
    assert await export(world) == before
    assert (second.new, second.changed, second.removed, second.unchanged) == (0, 0, 0, first.new)
    assert second.figures == first.figures


@pytest.mark.full
async def test_source_topics_replace_classifier_topics(world: Graph, tmp_path: Path) -> None:
    """Topics of a source replace classifier topics at once; the next run removes the classifier's record."""
    await classify(world, ClassifyOptions())
    count, doi = await records(world), (await topics(world))[0][0]
    say = PaperRecord(
        source="openalex", key="w", title="w", ids=(f"doi:{doi}",), topics=(TopicUse(scheme="openalex", code="T1"),)
    )
    await load_records(world, tmp_path, [say], loader="openalex")
    of_it = [row for row in await topics(world) if row[0] == doi]
    assert [(row[1], row[4]) for row in of_it] == [("T1", "openalex")]
    again = await classify(world, ClassifyOptions())
    assert (again.removed, await records(world)) == (1, count - 1)
    await unload(world, "openalex")
    assert [row for row in await topics(world) if row[0] == doi] == []
    await classify(world, ClassifyOptions())
    assert [row[4] for row in await topics(world) if row[0] == doi] == ["byline"]


@pytest.mark.full
async def test_unload_removes_all_classifier_records(world: Graph) -> None:
    """`unload byline` restores the graph to its state before the classification."""
    before = await export(world)
    found = await classify(world, ClassifyOptions())
    assert (await unload(world, BYLINE)).removed_count == found.new
    assert await export(world) == before
    left = await world.read("MATCH (n) WHERE n:Stale OR (n:Record AND n.source = 'byline') RETURN count(n)")
    assert left.rows == [[0]]


@pytest.mark.full
async def test_unload_of_source_removes_classified_papers(world: Graph) -> None:
    """Unloading a paper's last source record also removes the classifier's record and the paper."""
    assert (await classify(world, ClassifyOptions())).new >= 57
    await unload(world, "sample")
    assert (await world.read("MATCH (n:Paper|Record|Topic) RETURN count(n)")).rows == [[0]]


@pytest.mark.full
async def test_dry_run_writes_nothing(world: Graph) -> None:
    """A dry run reports the topics it would assign and leaves every node and relationship unchanged."""
    count = "MATCH (n) OPTIONAL MATCH (n)-[e]->() RETURN count(DISTINCT n), count(e)"
    before, lines = (await world.read(count)).rows, await export(world)
    found = await classify(world, ClassifyOptions(dry=True))
    assert found.dry
    assert found.new >= 57
    assert ((await world.read(count)).rows, await export(world)) == (before, lines)


@pytest.mark.full
async def test_higher_threshold_removes_less_likely_topics(world: Graph) -> None:
    """A higher threshold removes all topics that score below it."""
    await classify(world, ClassifyOptions())
    middle = sorted(row[2] for row in await topics(world))[30]
    found = await classify(world, ClassifyOptions(threshold=middle + 0.0005))
    assert found.removed > 0
    assert all(row[2] > middle for row in await topics(world))


@pytest.mark.full
async def test_load_order_does_not_change_topics(graph: Graph, tmp_path: Path) -> None:
    """The same papers loaded in reverse order get the same topics with the same scores."""
    found: list[list[list[Any]]] = []
    every = [*LABELLED, *UNFILED]
    for each in (every, every[::-1]):
        await emptied(graph)
        await load_records(graph, tmp_path, each, chunk=100)
        await classify(graph, ClassifyOptions())
        found.append(await topics(graph))
    assert found[0]
    assert found[0] == found[1]


@pytest.mark.full
async def test_classification_does_not_prevent_merge(graph: Graph, tmp_path: Path) -> None:
    """Two classified papers merge when a source states both IDs; the next run removes one classifier record."""
    await emptied(graph)
    one, other = UNFILED[0], structs.replace(UNFILED[3], source="dblp")
    await load_records(graph, tmp_path, [*LABELLED, one, other])
    assert (await classify(graph, ClassifyOptions())).new == 2
    both = PaperRecord(source="crossref", key="b", title="Both", ids=(*one.ids, *other.ids))
    await load_records(graph, tmp_path, [both], loader="crossref")
    shown = await graph.read("MATCH (p:Paper) WHERE 'crossref' IN p.sources RETURN p.sources")
    assert shown.rows == [[["acl", "byline", "crossref", "dblp"]]]
    again = await classify(graph, ClassifyOptions())
    assert (again.removed, await records(graph)) == (1, 1)


@pytest.mark.full
async def test_classified_topic_does_not_count_for_trust(graph: Graph, tmp_path: Path) -> None:
    """A topic from the classifier does not count in a researcher's trust score."""
    await emptied(graph)
    mine = structs.replace(UNFILED[0], authors=(Author(name="Ana Ruiz", ids=("orcid:0000-0002-1825-0097",)),))
    await load_records(graph, tmp_path, [*LABELLED, mine])
    assert (await classify(graph, ClassifyOptions())).new == 1
    rows = await graph.read("MATCH (r:Researcher)-[:AUTHORED]->()-[:ABOUT]->() RETURN r.topicCount, r.trustScore")
    assert rows.rows == [[0, 11]]


@pytest.mark.full
async def test_paper_without_external_id_is_not_classified(graph: Graph, tmp_path: Path) -> None:
    """The classifier counts a paper without an external ID and assigns it no topic."""
    await emptied(graph)
    nameless = structs.replace(paper(7, "cs.CL", "acl", labelled=False), ids=())
    await load_records(graph, tmp_path, [*LABELLED, nameless])
    found = await classify(graph, ClassifyOptions())
    assert (found.unlabelled, found.without_id, found.classified) == (1, 1, 0)


@pytest.mark.parametrize(
    ("scheme", "why"),
    [
        (None, "No paper has source-assigned topics of any scheme other than keywords"),
        ("mesh", "No paper has source-assigned topics of the scheme 'mesh'"),
    ],
)
async def test_classification_without_labels_raises_error(
    graph: Graph, tmp_path: Path, scheme: str | None, why: str
) -> None:
    """Without source topics of the scheme, the error says which data to load; author keywords do not count."""
    await emptied(graph)
    keyword = (TopicUse(scheme="keyword", code="parsing"),)
    await load_records(graph, tmp_path, [structs.replace(UNFILED[0], topics=keyword), *UNFILED[1:]])
    with pytest.raises(SourceFileError, match=why) as error:
        await classify(graph, ClassifyOptions(scheme=scheme))
    assert "keyword (1)" in str(error.value)
    assert "byline load arxiv" in str(error.value)
