"""Which funders and volumes go by other ids once a batch is written.

Whom a funder paid for, and what appeared in a volume, follows from its ids. Hundreds of thousands of papers may stand
behind one, and sources spell its name in many ways: its papers are looked for anew where its ids change, never where
it is only named anew.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple, TypeAlias

from cypher.run import Graph
from loaders.asking import ask
from loaders.records.statement import kind
from loaders.writing.batch import Batch

Kind: TypeAlias = Literal["funder", "volume"]
IDS_OF: Mapping[Kind, str] = {"funder": "write/ids_of_funders", "volume": "write/ids_of_volumes"}


class Moved(NamedTuple):
    """Things by their Byline ids, sorted: those of before, and those of now, whose papers are to be found anew."""

    before: list[str]
    now: list[str]


async def moved(graph: Graph, batch: Batch, of: Kind) -> Moved:
    """Return those of a batch whose ids differ from those in the graph, new ones and lost ones among them."""
    there = sorted({one.entity for one in batch.earlier.values() if one.entity and kind(one.record) == of})
    found = await ask(graph, IDS_OF[of], ids=there) if there else []
    before = {str(identifier): sorted(map(str, ids)) for identifier, ids in found if isinstance(ids, list)}
    now = {identifier: thing.ids for identifier, thing in batch.things if thing.kind == of}
    return Moved(
        sorted(one for one, ids in before.items() if now.get(one) != ids),
        sorted(one for one, ids in now.items() if before.get(one) != ids),
    )
