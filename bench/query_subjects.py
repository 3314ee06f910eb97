"""Select the entities that the benchmarks query: a DOI, a typical researcher and paper, a prolific researcher."""

import asyncio

from bench.queries import QuerySubjects
from cypher.driver.address import Address
from cypher.driver.client import Graph

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


def fetch_first(address: Address, text: str, **parameters: int) -> str:
    """Return the first value of a statement. Raises SystemExit if it returns no row."""

    async def fetch() -> str:
        async with Graph(address) as graph:
            rows = (await graph.read(text, parameters, timeout_s=60)).rows
            if not rows:
                raise SystemExit("The graph is too small. Set BYLINE_BENCH_PAPERS to 20000 or more.")
            return str(rows[0][0])

    return asyncio.run(fetch())


def select_subjects(address: Address) -> QuerySubjects:
    """Select the entities of a graph. Raises SystemExit if the graph is too small."""
    return QuerySubjects(*(fetch_first(address, text) for text in (DOI, PERSON, PAPER, HUB)))
