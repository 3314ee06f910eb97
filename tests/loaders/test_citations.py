"""Citations from sources of citations alone: they count when both papers exist, whichever source has them."""

from pathlib import Path
from typing import Any

import pytest

from cypher.driver.client import Graph
from loaders.records.record import CitationRecord, PaperRecord, Record
from loaders.unload.remove_records import unload
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

ONE = PaperRecord(source="acl", key="P01-1001", title="One", ids=("acl:P01-1001", "doi:10.1000/one"))
TWO = PaperRecord(source="acl", key="P01-1002", title="Two", ids=("acl:P01-1002",), references=())
THREE = PaperRecord(source="arxiv", key="2001.00003", title="Three", ids=("arxiv:2001.00003",))
THERE = "MATCH (a)-[c:CITES]->(b) RETURN a.title, b.title, c.sources ORDER BY a.title, b.title"
KNOWN = "MATCH (p:Paper) RETURN p.title, p.referencesKnown, p.referenceCount, p.citationCount ORDER BY p.title"


def citation_record(citing: str, cited: str, key: str = "c", source: str = "aan") -> CitationRecord:
    """Return a citation record."""
    return CitationRecord(source=source, key=key, citing=citing, cited=cited)


async def rows(graph: Graph, text: str) -> list[list[Any]]:
    return (await graph.read(text)).rows


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (0, 2, 1)])
async def test_citation_counts_when_both_papers_exist(
    empty_graph: Graph, tmp_path: Path, order: tuple[int, ...]
) -> None:
    """Citations and papers arrive in any order in separate loads; each citation lists its sources."""
    said: list[list[Record]] = [
        [ONE, TWO],
        [
            citation_record("acl:P01-1001", "acl:P01-1002"),
            citation_record("doi:10.1000/one", "acl:P01-1002", "d", "opencitations"),
        ],
        [
            THREE,
            citation_record("acl:P01-1002", "arxiv:2001.00003", "e"),
            citation_record("acl:P01-1001", "acl:P99-9999", "f"),
        ],
    ]
    for place in order:
        await load_records(empty_graph, tmp_path, said[place])
    assert await rows(empty_graph, THERE) == [["One", "Two", ["aan", "opencitations"]], ["Two", "Three", ["aan"]]]
    assert await rows(empty_graph, KNOWN) == [["One", True, 1, 0], ["Three", False, 0, 1], ["Two", True, 1, 1]]


async def test_citation_does_not_create_paper(empty_graph: Graph, tmp_path: Path) -> None:
    """A citation of papers without a record creates no paper, and a self-citation creates no edge."""
    await load_records(
        empty_graph,
        tmp_path,
        [ONE, citation_record("acl:P01-1001", "acl:P01-1002"), citation_record("acl:P01-1001", "doi:10.1000/one", "d")],
    )
    assert await rows(empty_graph, THERE) == []
    assert await rows(empty_graph, KNOWN) == [["One", True, 0, 0]]
    assert await rows(empty_graph, "MATCH (r:Record {kind: 'citation'}) RETURN count(r)") == [[2]]


async def test_changed_citation_replaces_old_one(empty_graph: Graph, tmp_path: Path) -> None:
    """A citation record that now names other papers removes the old citation; those of other sources stay."""
    await load_records(empty_graph, tmp_path, [ONE, TWO, THREE, citation_record("acl:P01-1001", "acl:P01-1002")])
    await load_records(empty_graph, tmp_path, [citation_record("acl:P01-1001", "arxiv:2001.00003")])
    assert await rows(empty_graph, THERE) == [["One", "Three", ["aan"]]]
    await load_records(
        empty_graph,
        tmp_path,
        [
            citation_record("acl:P01-1002", "arxiv:2001.00003"),
            citation_record("acl:P01-1001", "arxiv:2001.00003", "o", "oc"),
        ],
    )
    assert await rows(empty_graph, THERE) == [["One", "Three", ["oc"]], ["Two", "Three", ["aan"]]]
    assert await rows(empty_graph, KNOWN) == [["One", True, 1, 0], ["Three", False, 0, 2], ["Two", True, 1, 0]]


async def test_unloading_citations_restores_graph(empty_graph: Graph, tmp_path: Path) -> None:
    """An unload of citations leaves other sources' citations and updates the known references."""
    listed = PaperRecord(
        source="arxiv", key="2001.00004", title="Four", ids=("arxiv:2001.00004",), references=("acl:P01-1002",)
    )
    await load_records(empty_graph, tmp_path, [ONE, TWO, THREE, listed])
    before = await rows(empty_graph, KNOWN)
    said = [
        citation_record("acl:P01-1001", "acl:P01-1002"),
        citation_record("arxiv:2001.00004", "acl:P01-1002", "d"),
        citation_record("acl:P99-9999", "acl:P99-9998", "e"),
    ]
    await load_records(empty_graph, tmp_path, said, loader="citations")
    assert await rows(empty_graph, THERE) == [["Four", "Two", ["aan", "arxiv"]], ["One", "Two", ["aan"]]]
    assert (await unload(empty_graph, "citations")).removed_count == 3
    assert await rows(empty_graph, THERE) == [["Four", "Two", ["arxiv"]]]
    assert await rows(empty_graph, KNOWN) == before
    assert await rows(empty_graph, "MATCH (i:Identifier) WHERE i.value STARTS WITH 'P99' RETURN count(i)") == [[0]]


async def test_arxiv_doi_equals_arxiv_id(empty_graph: Graph, tmp_path: Path) -> None:
    """A record with arXiv's DOI joins the paper with the arXiv ID, and citations of the DOI cite that paper."""
    four = PaperRecord(source="s", key="4", title="Four", ids=("arxiv:2001.00004",))
    same = PaperRecord(source="other", key="4", title="4: Four", ids=("doi:10.48550/arXiv.2001.00004",))
    listed = PaperRecord(
        source="s", key="5", title="Five", ids=("arxiv:2001.00005",), references=("doi:10.48550/ARXIV.2001.00004",)
    )
    await load_records(
        empty_graph, tmp_path, [ONE, four, listed, citation_record("acl:P01-1001", "doi:10.48550/arxiv.2001.00004")]
    )
    assert sorted(await rows(empty_graph, THERE)) == [["Five", "Four", ["s"]], ["One", "Four", ["aan"]]]
    await load_records(empty_graph, tmp_path, [same])
    assert await rows(empty_graph, "MATCH (p:Paper {arxiv: '2001.00004'}) RETURN p.doi, p.citationCount") == [
        ["10.48550/arxiv.2001.00004", 2]
    ]
    assert await rows(empty_graph, "MATCH (p:Paper) RETURN count(p)") == [[3]]
