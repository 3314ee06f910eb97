"""Which funders go by other ids once a batch is written.

Whom a funder paid for follows from its ids. A funder may stand behind hundreds of thousands of papers, and sources
spell its name in many ways: its papers are looked for anew where its ids change, never where it is only named anew.
"""

from typing import NamedTuple

from cypher.run import Graph
from loaders.asking import ask
from loaders.batch import Batch
from loaders.statement import kind


class Moved(NamedTuple):
    """Funders by their Byline ids, sorted: those of before, and those of now, whose papers are to be found anew."""

    before: list[str]
    now: list[str]


async def moved(graph: Graph, batch: Batch) -> Moved:
    """Return the funders of a batch whose ids differ from those in the graph, new ones and lost ones among them."""
    there = sorted({one.entity for one in batch.earlier.values() if one.entity and kind(one.record) == "funder"})
    found = await ask(graph, "write/ids_of_funders", ids=there) if there else []
    before = {str(identifier): sorted(map(str, ids)) for identifier, ids in found if isinstance(ids, list)}
    now = {identifier: thing.ids for identifier, thing in batch.things if thing.kind == "funder"}
    return Moved(
        sorted(one for one, ids in before.items() if now.get(one) != ids),
        sorted(one for one, ids in now.items() if before.get(one) != ids),
    )
