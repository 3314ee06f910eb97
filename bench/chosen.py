"""Whom and what a graph is asked about: people and papers of middling fame, and whoever wrote most."""

import asyncio

from bench.asked import Chosen
from cypher.driver.client import Address, Graph

PERSON = (
    "MATCH (n:Researcher) WHERE n.paperCount >= 30 AND n.collaboratorCount >= 60 "
    "RETURN n.id ORDER BY n.paperCount, n.collaboratorCount, n.id LIMIT 1"
)
PAPER = (
    "MATCH (n:Paper) WHERE n.citationCount >= 20 AND n.referenceCount >= 5 AND n.authorCount >= 4 "
    "RETURN n.id ORDER BY n.citationCount, n.referenceCount, n.authorCount, n.id LIMIT 1"
)
HUB = "MATCH (n:Researcher) RETURN n.id ORDER BY n.paperCount DESC, n.id LIMIT 1"
DOI = "MATCH (n:Paper) WHERE n.doi > '10.' RETURN n.doi ORDER BY n.doi LIMIT 1"


def first(address: Address, text: str, **parameters: int) -> str:
    """Return the one value that a statement finds. Raises SystemExit where it finds none."""

    async def ask() -> str:
        async with Graph(address) as graph:
            rows = (await graph.read(text, parameters, timeout_s=60)).rows
            if not rows:
                raise SystemExit("The graph is too small for this: set BYLINE_BENCH_PAPERS to 20000 or more.")
            return str(rows[0][0])

    return asyncio.run(ask())


def chosen(address: Address) -> Chosen:
    """Choose what the questions are about. Raises SystemExit where the graph is too small."""
    return Chosen(*(first(address, text) for text in (DOI, PERSON, PAPER, HUB)))
