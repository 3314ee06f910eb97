"""The query book on the sample: the result of each example, and independent computations of some with networkx."""

import json
from collections import Counter
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, cast

import networkx as nx
import pytest

from byline.cli.commands.examples import example_parameters
from cypher.catalog import Cypher, catalog
from cypher.driver.address import Address
from cypher.driver.client import Graph, QueryResult
from cypher.driver.values import Value
from loaders.export.graph_tables import iter_table_pages, select_tables
from tests.loaders.load_helpers import load_sample
from tests.tiers import sampled_cases

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportMissingTypeStubs=false
# networkx has no types.
pytestmark = pytest.mark.graph
RESULTS = Path(__file__).with_name("book_results.json")
BOOK = {name.removeprefix("book/"): entry for name, entry in catalog().items() if name.startswith("book/")}
QUESTIONS = {name: entry for name, entry in BOOK.items() if entry.example is not None}
NOT_IN_SAMPLE = {"funder_output", "retracted_papers", "venue_citations"}
"""Queries without a result on the sample: no funders, no retracted papers, no references of papers with a venue."""
PAPER, NAME = "1909.08053", "Mohammad Shoeybi"


@pytest.fixture(scope="module")
async def sample(address: Address) -> AsyncGenerator[Graph]:
    async with Graph(address) as graph:
        await load_sample(graph)
        yield graph


async def answer(graph: Graph, name: str, **changes: Value) -> QueryResult:
    """Run a query with the parameters of its example."""
    entry: Cypher = QUESTIONS[name]
    return await graph.read(entry.text, {**example_parameters(entry, entry.example or ()), **changes}, timeout_s=60)


async def network(graph: Graph, kind: str) -> Any:  # noqa: ANN401 networkx has no types
    """Return the exported network of a relationship type."""
    tables = select_tables((), (kind,))
    result: Any = nx.DiGraph()
    async for table, rows in iter_table_pages(graph, tables):
        names = [column.name for column in table.columns]
        for row in rows:
            values = dict(zip(names, row, strict=True))
            if table.element.ends:
                result.add_edge(row[0], row[1], **values)
            else:
                result.add_node(row[0], **values)
    return result


def test_book_has_forty_questions() -> None:
    """The book has at least 40 questions, each with an example and a stored result."""
    assert len(QUESTIONS) >= 40
    assert set(json.loads(RESULTS.read_text("utf-8"))) == set(QUESTIONS)


@pytest.mark.parametrize("name", sampled_cases(sorted(QUESTIONS), fast_count=6, evenly_spaced=True))
async def test_question_has_stored_result(sample: Graph, name: str) -> None:
    """Each question has the columns of its header and, on the sample, the stored result; IDs are left out."""
    result = await answer(sample, name)
    assert result.columns == tuple(field.name for field in QUESTIONS[name].returns)
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    for row in rows:
        if str(row.get("person")).startswith("r_"):
            del row["person"]
    assert rows == json.loads(RESULTS.read_text("utf-8"))[name]
    assert bool(rows) == (name not in NOT_IN_SAMPLE)


async def test_citation_questions_agree_with_networkx(sample: Graph) -> None:
    """Co-citation, coupling, citation paths and main path equal what networkx computes from the exported citations."""
    cites = await network(sample, "CITES")
    title = dict(cites.nodes(data="title"))
    (paper,) = (node for node, arxiv in cites.nodes(data="arxiv") if arxiv == PAPER)
    together = Counter(other for citing in cites.pred[paper] for other in cites.succ[citing] if other != paper)
    rows = (await answer(sample, "cocited_papers", limit=1000)).rows
    assert Counter({str(row[0]): row[2] for row in rows}) == Counter({title[o]: n for o, n in together.items()})
    parameters = {"paper": f"arxiv:{PAPER}", "limit": 1000}
    shared = Counter(other for work in cites.succ[paper] for other in cites.pred[work] if other != paper)
    rows = (await answer(sample, "coupled_papers", **parameters)).rows
    expected = {
        title[other]: (number, round(number / len({*cites.succ[paper], *cites.succ[other]}), 3))
        for other, number in shared.items()
    }
    assert {str(row[0]): (row[2], row[3]) for row in rows} == expected
    end = next(node for node in sorted(cites) if node != paper and nx.has_path(cites, paper, node))
    value = f"arxiv:{cites.nodes[end]['arxiv']}" if cites.nodes[end].get("arxiv") else f"acl:{cites.nodes[end]['acl']}"
    rows = (await answer(sample, "citation_paths", **{"from": f"arxiv:{PAPER}", "to": value, "limit": 1000})).rows
    expected_paths = sorted([title[node] for node in path] for path in nx.all_shortest_paths(cites, paper, end))
    assert sorted(cast("list[str]", row[0]) for row in rows) == expected_paths
    about = await network(sample, "ABOUT")
    (topic,) = (node for node, code in about.nodes(data="code") if code == "cs.CL")
    field = {*about.pred[topic]}

    def near(graph: Any, start: str) -> int:  # noqa: ANN401 networkx has no types
        return len(field & {*nx.single_source_shortest_path_length(graph, start, cutoff=2)})

    later = cites.reverse()
    expected_pairs = [
        (title[citing], title[cited], near(later, citing) * near(cites, cited))
        for citing, cited in cites.edges
        if citing in field and cited in field
    ]
    rows = (await answer(sample, "main_path_citations", limit=1000)).rows
    assert Counter((row[0], row[2], row[4]) for row in rows) == Counter(expected_pairs)


async def test_clustering_agrees_with_networkx(sample: Graph) -> None:
    """The clustering coefficient and the reach of a researcher equal what networkx computes from the export."""
    pairs = (await network(sample, "COLLABORATED_WITH")).to_undirected()
    (person,) = (node for node, name in pairs.nodes(data="name") if name == NAME)
    coefficient: Any = nx.clustering(pairs, person)
    rows = (await answer(sample, "clustering_coefficient")).rows
    assert rows == [[person, pairs.degree(person), nx.triangles(pairs, person), round(coefficient, 3)]]
    distances = Counter(nx.single_source_shortest_path_length(pairs, person, cutoff=3).values())
    assert (await answer(sample, "coauthor_reach")).rows == [[n, distances[n]] for n in (1, 2, 3) if distances[n]]
