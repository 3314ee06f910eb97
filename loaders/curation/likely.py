"""How likely two people of the graph are one: which of the two sets of weights holds for them, and beside whom."""

from collections.abc import Sequence
from typing import NamedTuple

from cypher.run import Graph
from loaders.asking import ask
from loaders.components import grouped
from loaders.curation.likeness import alone, among
from loaders.curation.subject import Named, Subject, names_of


class Side(NamedTuple):
    """One of two people, with the places at which they are named."""

    who: Subject
    named: Sequence[Named]

    @property
    def doubted(self) -> bool:
        """Whether the evidence leads to several people who have an id, while this one has none."""
        return not self.who.ids and any(one.mention.rule == "ambiguous" for one in self.named)


async def likely(graph: Graph, one: Side, other: Side) -> float | None:
    """Return how likely two people are one; None where no name of the one fits one of the other. Raises a GraphError.

    It is asked of the one without an id, or with fewer places: who else bears their name and has an id?
    """
    ours, theirs = sorted((one, other), key=lambda side: (bool(side.who.ids), len(side.named), side.who.id))
    namesakes = [str(row[0]) for row in await ask(graph, "read/identity/namesakes", id=ours.who.id)]
    seen = [each.seen for each in ours.named]
    if ours.doubted and theirs.who.id in namesakes:
        places = grouped((each.mention.person or "", each.seen) for each in await names_of(graph, namesakes))
        return among(seen, [places[each] for each in namesakes])[namesakes.index(theirs.who.id)]
    return alone(seen, [each.seen for each in theirs.named], len(namesakes))
