from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest

from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError
from loaders.generate import rows
from loaders.generate.graph_model import GraphShape
from loaders.generate.pipeline import derive_all, generate
from loaders.writing.lease import write_lease

Node: TypeAlias = dict[str, Any]
Nodes: TypeAlias = dict[str, Node]
Links: TypeAlias = Mapping[str, Mapping[str, list[str]]]
Edges: TypeAlias = Mapping[tuple[str, str, str], Node]

SMALL = GraphShape(600, seed=7)
NODES = "MATCH (n) WHERE n.id IS NOT NULL AND NOT n:Load RETURN labels(n)[0], n.id, n {.*}"
EDGES = "MATCH (a)-[e]->(b) WHERE a.id IS NOT NULL AND b.id IS NOT NULL RETURN type(e), a.id, b.id, e {.*}"
MARKS = """
MATCH (n) WHERE n:Paper OR n:Researcher OR n:Topic OR n:Institution OR n:Venue
SET n:Stale
FOREACH (_ IN CASE WHEN n:Researcher THEN [1] ELSE [] END | SET n:StaleCollaborations)
"""
FORGET = "MATCH ()-[e:AFFILIATED_WITH]->() DELETE e"


@pytest.mark.full
@pytest.mark.graph
async def test_derived_facts_equal_independent_count(empty_graph: Graph) -> None:
    """All derived facts of a generated graph equal a naive count of its edges, and the derivation changes none."""
    await generate(empty_graph, SMALL)
    nodes, edges = await _dump(empty_graph)
    _recount(nodes, edges)
    await empty_graph.write(Statement(MARKS, {}), Statement(FORGET, {}))
    async with write_lease(empty_graph, "a test") as turn:
        await derive_all(turn)
    assert await _dump(empty_graph) == (nodes, edges)


@pytest.mark.graph
async def test_generator_requires_empty_graph(empty_graph: Graph) -> None:
    """If the graph has any node but accounts, such as a topic, the generator writes nothing and states the remedy."""
    await empty_graph.write(Statement("CREATE (:User {id: 'u'}), (:Topic {id: 't'})", {}))
    with pytest.raises(GraphError, match="byline reset"):
        await generate(empty_graph, SMALL)
    assert (await empty_graph.read("MATCH (n:Paper) RETURN count(n)")).rows == [[0]]


def test_seed_determines_graph() -> None:
    """The same seed gives the same papers in any order, and another seed gives others."""
    forth = [rows.paper(SMALL, SMALL.paper(number)) for number in range(100)]
    back = [rows.paper(SMALL, SMALL.paper(number)) for number in reversed(range(100))]
    assert forth == back[::-1]
    other = GraphShape(600, seed=8)
    assert forth != [rows.paper(other, other.paper(number)) for number in range(100)]


def test_distributions_have_heavy_tails() -> None:
    """Half of the researchers have few papers and one percent many; the hub has its size, and pairs repeat."""
    shape = GraphShape(5_000)
    papers = [shape.paper(number) for number in range(shape.papers)]
    written = Counter(person for one in papers for person in one.authors)
    counts = sorted(written.values())
    assert len(written) == shape.people
    assert written[0] == shape.hub == 100
    assert counts[len(counts) // 2] <= 4
    assert counts[-len(counts) // 100] >= 8 * counts[len(counts) // 2]
    pairs = Counter(frozenset((one, other)) for said in papers for one in said.authors for other in said.authors)
    assert sum(count > 1 for pair, count in pairs.items() if len(pair) > 1) > shape.papers / 4
    cited = Counter(one for said in papers for one in said.cites)
    assert cited[0] == 99
    assert max(cited.values()) > 10 * len(papers) / len(cited)
    assert all(one < said.number for said in papers for one in said.cites)


async def _dump(graph: Graph) -> tuple[dict[Any, Any], list[Any]]:
    nodes = {(label, key): values for label, key, values in (await graph.read(NODES)).rows}
    edges = [
        [*row[:3], sorted(row[3].items())] for row in (await graph.read(EDGES)).rows if isinstance(row[3], Mapping)
    ]
    for edge in edges:
        if edge[0] == "COLLABORATED_WITH":
            edge[1:3] = sorted((str(edge[1]), str(edge[2])))
    return nodes, sorted(edges)


def _recount(nodes: dict[Any, Any], edges: list[Any]) -> None:
    papers = {key: node for (label, key), node in nodes.items() if label == "Paper"}
    out: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    into: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    said: dict[tuple[str, str, str], dict[str, Any]] = {}
    for kind, start, end, values in edges:
        out[kind][start].append(end)
        into[kind][end].append(start)
        said[kind, start, end] = dict(values)
    assert set(out) == {
        "AUTHORED", "ABOUT", "CITES", "WRITTEN_AT", "APPEARED_IN", "AFFILIATED_WITH", "PART_OF", "COLLABORATED_WITH"
    }  # fmt: skip
    _check_papers(papers, out, into, said)
    pairs: dict[tuple[str, str], list[str]] = defaultdict(list)
    for key in papers:
        by = sorted(into["AUTHORED"][key])
        for place, one in enumerate(by):
            for other in by[place + 1 :]:
                pairs[one, other].append(key)
    found = {
        (one, other): values for (kind, one, other), values in said.items() if kind == "COLLABORATED_WITH"
    }  # ends are sorted
    assert {pair: values["papers"] for pair, values in found.items()} == {
        pair: len(shared) for pair, shared in pairs.items()
    }
    for pair, shared in pairs.items():
        years = [papers[key]["year"] for key in shared]
        assert (found[pair]["firstYear"], found[pair]["lastYear"]) == (min(years), max(years))
    for (label, key), node in nodes.items():
        match label:
            case "Researcher":
                _check_person(node, [papers[one] for one in out["AUTHORED"][key]], out["ABOUT"])
                mine = [len(shared) for pair, shared in pairs.items() if key in pair]
                assert node["collaboratorCount"] == len(mine)
                assert node["closeCollaboratorCount"] == sum(number > 1 for number in mine)
                there = {place for one in out["AUTHORED"][key] if said["AUTHORED", key, one].get("affiliations")
                         for place in out["WRITTEN_AT"][one]}  # fmt: skip
                assert set(out["AFFILIATED_WITH"][key]) <= there
                assert node["affiliationsKnown"] == bool(out["AFFILIATED_WITH"][key])
            case "Topic":
                assert node["paperCount"] == len(into["ABOUT"][key])
            case "Institution":
                assert node["paperCount"] == len(set(into["WRITTEN_AT"][key]))
            case "Venue":
                assert node["paperCount"] == sum(len(into["APPEARED_IN"][one]) for one in into["PART_OF"][key])
            case _:
                pass


def _check_papers(papers: Nodes, out: Links, into: Links, said: Edges) -> None:
    for key, paper in papers.items():
        assert paper["citationCount"] == len(into["CITES"][key])
        assert paper["referenceCount"] == len(out["CITES"][key])
        assert paper["authorCount"] == len(into["AUTHORED"][key]) > 0
        assert "collaborationsTruncated" not in paper
        assert paper["ord"].endswith(key)
        places = sorted(said["AUTHORED", one, key]["position"] for one in into["AUTHORED"][key])
        assert places == list(range(1, len(places) + 1))
        for one in into["AUTHORED"][key]:
            edge = said["AUTHORED", one, key]
            assert (edge["rid"], edge["pid"], edge["ord"]) == (one, key, paper["ord"])
        for one in out["ABOUT"][key]:
            assert (said["ABOUT", key, one]["tid"], said["ABOUT", key, one]["ord"]) == (one, paper["ord"])
        for one in out["CITES"][key]:
            assert (said["CITES", key, one]["pid"], said["CITES", key, one]["ord"]) == (one, paper["ord"])
            assert papers[one]["publishedOn"][:4] <= paper["publishedOn"][:4]
        (primary,) = [one for one in out["ABOUT"][key] if said["ABOUT", key, one]["primary"]]
        like = [
            other["citationCount"]
            for name, other in papers.items()
            if other["year"] == paper["year"] and said.get(("ABOUT", name, primary), {}).get("primary")
        ]
        fewer = sum(count < paper["citationCount"] for count in like)
        assert paper["citationPercentile"] == pytest.approx(100 * fewer / len(like))


def _check_person(node: Node, wrote: list[Node], about: Mapping[str, list[str]]) -> None:
    cited = sorted((paper["citationCount"] for paper in wrote), reverse=True)
    topics = len({topic for paper in wrote for topic in about[paper["id"]]})
    assert node["paperCount"] == len(wrote)
    assert node["citationCount"] == sum(cited)
    assert node["hIndex"] == sum(count > place for place, count in enumerate(cited))
    assert node["i10Index"] == sum(count >= 10 for count in cited)
    assert node["topicCount"] == topics
    assert (node["firstYear"], node["lastYear"]) == (
        min(paper["year"] for paper in wrote),
        max(paper["year"] for paper in wrote),
    )
    assert node["trustScore"] == 10 + min(len(wrote), 50) + min(topics, 20)
