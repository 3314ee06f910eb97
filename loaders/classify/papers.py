"""Papers of the graph as a classifier reads them: page by page, so that never more than a page is held."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.graph_queries import run_query
from loaders.pipeline.chunk_reader import CHUNK
from loaders.records.errors import SourceFileError

KEYWORDS = frozenset({"keyword", "openalex-keyword"})
"""Schemes without a list of subjects: anybody's words. They are learned only where they are asked for."""

ADVICE = "Load papers with topics first, such as arXiv's snapshot: byline load arxiv arxiv-metadata-oai-snapshot.json"


class Paper(NamedTuple):
    """A paper: its words, its topics of one scheme, whether any source gave it any topic of whatever scheme.

    `ids` are its outside ids, sorted; `classified` are the keys of the classifier's records about it.
    """

    title: str
    abstract: str
    topics: tuple[str, ...]
    filed: bool
    ids: tuple[str, ...]
    classified: tuple[str, ...]
    id: str

    @property
    def words(self) -> str:
        """What a classifier reads: the title counts twice."""
        return f"{self.title}\n{self.title}\n{self.abstract}"

    @property
    def key(self) -> str | None:
        """The outside id by which a record of the classifier's finds it: that of the record which is there, if any."""
        there = [identifier for identifier in self.classified if identifier in self.ids]
        return min(there or self.ids, default=None)


class Scheme(NamedTuple):
    """A scheme of topics, and how many times sources file papers under them."""

    name: str
    filings: int


async def chosen(graph: Graph, wanted: str | None) -> Scheme:
    """Return the scheme that is asked for; else the one under which sources file most, keywords left aside.

    Raises SourceError where no source gives topics of it.
    """
    rows = await run_query(graph, "read/classify/schemes")
    there = [Scheme(str(name), int(str(filings))) for name, filings in rows]
    fitting = [scheme for scheme in there if (scheme.name == wanted if wanted else scheme.name not in KEYWORDS)]
    if fitting:
        return fitting[0]
    known = ", ".join(f"{scheme.name} ({scheme.filings:,})" for scheme in there) or "none"
    what = f"the scheme {wanted!r}" if wanted else "any scheme but keywords, which are learned where --topics asks"
    raise SourceFileError(
        f"No source gives a paper topics of {what}: there is nothing to learn from. Schemes in the graph, and how many "
        f"times papers are filed there: {known}. {ADVICE}"
    )


async def pages(graph: Graph, scheme: str, size: int = CHUNK) -> AsyncIterator[list[Paper]]:
    """Yield every paper of the graph once, in the order of their ids, a page at a time."""
    after = ""
    while rows := await run_query(graph, "read/classify/papers", after=after, scheme=scheme, limit=size):
        page = [_paper(row) for row in rows]
        yield page
        after = page[-1].id


def _paper(row: list[Value]) -> Paper:
    identifier, title, abstract, topics, filed, ids, classified = row
    return Paper(
        title=str(title or ""),
        abstract=str(abstract or ""),
        topics=_texts(topics),
        filed=bool(filed),
        ids=_texts(ids),
        classified=_texts(classified),
        id=str(identifier),
    )


def _texts(value: Value) -> tuple[str, ...]:
    return tuple(sorted({str(text) for text in value})) if isinstance(value, list) else ()
