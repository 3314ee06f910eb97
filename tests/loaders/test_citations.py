"""Citations that a source of citations alone tells of: they count where both papers are there, whoever brings these."""

from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.records.record import CitationRecord, PaperRecord, Record
from loaders.unload.remove_records import unload
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph

ONE = PaperRecord(source="acl", key="P01-1001", title="One", ids=("acl:P01-1001", "doi:10.1000/one"))
TWO = PaperRecord(source="acl", key="P01-1002", title="Two", ids=("acl:P01-1002",), references=())
THREE = PaperRecord(source="arxiv", key="2001.00003", title="Three", ids=("arxiv:2001.00003",))
THERE = "MATCH (a)-[c:CITES]->(b) RETURN a.title, b.title, c.sources ORDER BY a.title, b.title"
KNOWN = "MATCH (p:Paper) RETURN p.title, p.referencesKnown, p.referenceCount, p.citationCount ORDER BY p.title"


def cites(citing: str, cited: str, key: str = "c", source: str = "aan") -> CitationRecord:
    return CitationRecord(source=source, key=key, citing=citing, cited=cited)


async def rows(graph: Graph, text: str) -> list[list[Any]]:
    return (await graph.read(text)).rows


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)])
async def test_a_citation_counts_once_both_papers_are_there(
    empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]
) -> None:
    """Citations and papers come in any order, in loads of their own; each citation lists who tells of it."""
    said: list[list[Record]] = [
        [ONE, TWO],
        [cites("acl:P01-1001", "acl:P01-1002"), cites("doi:10.1000/one", "acl:P01-1002", "d", "opencitations")],
        [THREE, cites("acl:P01-1002", "arxiv:2001.00003", "e"), cites("acl:P01-1001", "acl:P99-9999", "f")],
    ]
    for place in order:
        await loaded(empty_graph, tmp_path, said[place])
    assert await rows(empty_graph, THERE) == [["One", "Two", ["aan", "opencitations"]], ["Two", "Three", ["aan"]]]
    assert await rows(empty_graph, KNOWN) == [["One", True, 1, 0], ["Three", False, 0, 1], ["Two", True, 1, 1]]


async def test_a_citation_makes_no_paper(empty_graph: Graph, tmp_path: Path) -> None:
    """Of papers that nobody describes there is but the record, which waits; a paper never cites itself."""
    await loaded(
        empty_graph,
        tmp_path,
        [ONE, cites("acl:P01-1001", "acl:P01-1002"), cites("acl:P01-1001", "doi:10.1000/one", "d")],
    )
    assert await rows(empty_graph, THERE) == []
    assert await rows(empty_graph, KNOWN) == [["One", True, 0, 0]]
    assert await rows(empty_graph, "MATCH (r:Record {kind: 'citation'}) RETURN count(r)") == [[2]]


async def test_what_a_changed_citation_said_goes(empty_graph: Graph, tmp_path: Path) -> None:
    """A record that now speaks of other papers takes back what it said; what somebody else says stays."""
    await loaded(empty_graph, tmp_path, [ONE, TWO, THREE, cites("acl:P01-1001", "acl:P01-1002")])
    await loaded(empty_graph, tmp_path, [cites("acl:P01-1001", "arxiv:2001.00003")])
    assert await rows(empty_graph, THERE) == [["One", "Three", ["aan"]]]
    await loaded(
        empty_graph,
        tmp_path,
        [cites("acl:P01-1002", "arxiv:2001.00003"), cites("acl:P01-1001", "arxiv:2001.00003", "o", "oc")],
    )
    assert await rows(empty_graph, THERE) == [["One", "Three", ["oc"]], ["Two", "Three", ["aan"]]]
    assert await rows(empty_graph, KNOWN) == [["One", True, 1, 0], ["Three", False, 0, 2], ["Two", True, 1, 0]]


async def test_citations_are_unloaded(empty_graph: Graph, tmp_path: Path) -> None:
    """Without its citations a graph is what it was: other sources' stay, what is known of references is told anew."""
    listed = PaperRecord(
        source="arxiv", key="2001.00004", title="Four", ids=("arxiv:2001.00004",), references=("acl:P01-1002",)
    )
    await loaded(empty_graph, tmp_path, [ONE, TWO, THREE, listed])
    before = await rows(empty_graph, KNOWN)
    said = [
        cites("acl:P01-1001", "acl:P01-1002"),
        cites("arxiv:2001.00004", "acl:P01-1002", "d"),
        cites("acl:P99-9999", "acl:P99-9998", "e"),
    ]
    await loaded(empty_graph, tmp_path, said, loader="citations")
    assert await rows(empty_graph, THERE) == [["Four", "Two", ["aan", "arxiv"]], ["One", "Two", ["aan"]]]
    assert (await unload(empty_graph, "citations")).gone == 3
    assert await rows(empty_graph, THERE) == [["Four", "Two", ["arxiv"]]]
    assert await rows(empty_graph, KNOWN) == before
    assert await rows(empty_graph, "MATCH (i:Identifier) WHERE i.value STARTS WITH 'P99' RETURN count(i)") == [[0]]


async def test_a_doi_of_arxiv_is_its_arxiv_id(empty_graph: Graph, tmp_path: Path) -> None:
    """Who states arXiv's DOI speaks of the arXiv paper: records join by it, and what cites it cites the paper."""
    four = PaperRecord(source="s", key="4", title="Four", ids=("arxiv:2001.00004",))
    same = PaperRecord(source="other", key="4", title="4: Four", ids=("doi:10.48550/arXiv.2001.00004",))
    listed = PaperRecord(
        source="s", key="5", title="Five", ids=("arxiv:2001.00005",), references=("doi:10.48550/ARXIV.2001.00004",)
    )
    await loaded(empty_graph, tmp_path, [ONE, four, listed, cites("acl:P01-1001", "doi:10.48550/arxiv.2001.00004")])
    assert sorted(await rows(empty_graph, THERE)) == [["Five", "Four", ["s"]], ["One", "Four", ["aan"]]]
    await loaded(empty_graph, tmp_path, [same])
    assert await rows(empty_graph, "MATCH (p:Paper {arxiv: '2001.00004'}) RETURN p.doi, p.citationCount") == [
        ["10.48550/arxiv.2001.00004", 2]
    ]
    assert await rows(empty_graph, "MATCH (p:Paper) RETURN count(p)") == [[3]]
