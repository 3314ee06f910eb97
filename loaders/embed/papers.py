"""Read the papers of the graph with the hashes of their vectors, page by page to limit memory use."""

import hashlib
from collections.abc import AsyncIterator
from typing import NamedTuple

from cypher.driver.client import Graph
from cypher.queries import lookup
from loaders.graph_queries import run_query

PAGE = 500
"""Papers of a page, which one transaction writes."""


class Paper(NamedTuple):
    """A paper with its text, and the hash of the text and the model of its vector; None without a vector."""

    id: str
    text: str
    hash: str | None


def text_of(title: str, abstract: str | None) -> str:
    """Return the text that is embedded: the title, and the abstract if there is one."""
    return f"{title}. {abstract}" if abstract else title


def hash_of(text: str, model: str) -> str:
    """Return the hash by which a vector is known to be outdated: of the name of the model and of the text."""
    return hashlib.sha256(f"{model}\n{text}".encode()).hexdigest()[:32]


async def pages(graph: Graph) -> AsyncIterator[list[Paper]]:
    """Yield all papers of the graph in pages, sorted by ID."""
    after = ""
    while rows := await run_query(graph, lookup.EMBED_PAPERS, after=after, limit=PAGE):
        yield [Paper(row.id, text_of(row.title or "", row.abstract), row.hash) for row in rows]
        after = rows[-1].id
