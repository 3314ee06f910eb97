"""Read the papers of the graph for the classifier, page by page to limit memory use."""

from collections.abc import AsyncIterator
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query
from loaders.pipeline.chunk_reader import CHUNK
from loaders.records.errors import SourceFileError

KEYWORDS = frozenset({"keyword", "openalex-keyword"})
"""Schemes of free keywords without a controlled vocabulary; they are learned only on request."""

ADVICE = "Load papers with topics first, such as arXiv's snapshot: byline load arxiv arxiv-metadata-oai-snapshot.json"


class Paper(NamedTuple):
    """A paper with its words and topics.

    Attributes:
        topics: Topics of the chosen scheme.
        has_topics: True if any source assigns a topic of any scheme.
        ids: Sorted external IDs.
        classifier_keys: Keys of the classifier's records of the paper.
    """

    title: str
    abstract: str
    topics: tuple[str, ...]
    has_topics: bool
    ids: tuple[str, ...]
    classifier_keys: tuple[str, ...]
    id: str

    @property
    def words(self) -> str:
        """Input of the classifier; the title counts twice."""
        return f"{self.title}\n{self.title}\n{self.abstract}"

    @property
    def key(self) -> str | None:
        """External ID for the key of the classifier's record: that of its existing record if there is one, else the
        first ID.
        """
        there = [identifier for identifier in self.classifier_keys if identifier in self.ids]
        return min(there or self.ids, default=None)


class Scheme(NamedTuple):
    """A topic scheme, and how many topics sources assign in it."""

    name: str
    assignments: int


async def choose_scheme(graph: Graph, wanted: str | None) -> Scheme:
    """Return the wanted scheme, or the scheme with the most topic assignments other than keywords.

    Raises SourceFileError if no source assigns topics of it.
    """
    rows = await run_query(graph, lookup.CLASSIFY_SCHEMES)
    schemes = [Scheme(row.scheme, row.assignments) for row in rows]
    matching_schemes = [
        scheme for scheme in schemes if (scheme.name == wanted if wanted else scheme.name not in KEYWORDS)
    ]
    if matching_schemes:
        return matching_schemes[0]
    known = ", ".join(f"{scheme.name} ({scheme.assignments:,})" for scheme in schemes) or "(empty)"
    what = f"the scheme {wanted!r}" if wanted else "any scheme other than keywords, which require --topics"
    raise SourceFileError(
        f"No paper has source-assigned topics of {what}. Schemes in the graph with the number of topic assignments: "
        f"{known}. {ADVICE}"
    )


async def pages(graph: Graph, scheme: str, size: int = CHUNK) -> AsyncIterator[list[Paper]]:
    """Yield all papers of the graph in pages, sorted by ID."""
    after = ""
    while rows := await run_query(graph, lookup.CLASSIFY_PAPERS, after=after, scheme=scheme, limit=size):
        page = [_paper(row) for row in rows]
        yield page
        after = page[-1].id


def _paper(row: lookup.ClassifyPapersRow) -> Paper:
    return Paper(
        title=row.title or "",
        abstract=row.abstract or "",
        topics=_sorted_texts(row.topics),
        has_topics=row.has_topics,
        ids=_sorted_texts(row.ids),
        classifier_keys=_sorted_texts(row.classifier_keys),
        id=row.id,
    )


def _sorted_texts(texts: list[str]) -> tuple[str, ...]:
    return tuple(sorted(set(texts)))
