"""Byline ids that name a thing or person again: after a merge was undone, or when it comes back under an outside id."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask


@dataclass(slots=True)
class GivenBack:
    """The Byline ids that a batch gives back. Each is one thing's at most."""

    graph: Graph | None = None
    revived: set[str] = field(default_factory=set[str])
    """Those that a merge retired, and an undone decision gives back."""
    returned: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    """Those, and those of what was taken out with all its records and comes back: each with others that lead to it."""

    async def revive(self, ids: Collection[str]) -> None:
        """Give back ids that a merge retired; what was merged into them before leads to them again."""
        self.revived.update(ids)
        rows = await ask(self.graph, "write/led_before", ids=sorted(ids)) if ids else []
        into = {str(other): str(first) for _, other, first in rows} | dict.fromkeys(ids, "")
        for other in sorted(into.keys() - ids):
            at = other
            while at in into and at not in ids:
                at = into[at]
            if at in ids:
                self.returned.setdefault(at, []).append(other)

    def come_back(self, ids: Sequence[str]) -> None:
        """Give back the first of ids of what was taken out; the others lead to it."""
        self.returned[ids[0]] = list(ids[1:])

    async def to(self, ids: Mapping[int, Iterable[str]]) -> dict[int, str]:
        """Return the Byline ids that new things or people had before they were taken out, by the numbers of these.

        `ids` are their outside ids. The oldest is given back where there were several, and the others lead to it.
        """
        keys = sorted({one for some in ids.values() for one in some})
        rows = await ask(self.graph, "write/former_ids", keys=keys) if keys else []
        had = {str(key): str(identifier) for key, identifier in rows}
        taken = {each for one, others in self.returned.items() for each in (one, *others)}
        found: dict[int, str] = {}
        for number, some in sorted(ids.items()) if had else ():
            mine = sorted({had[one] for one in some if one in had} - taken)
            if mine:
                found[number] = mine[0]
                self.come_back(mine)
                taken.update(mine)
        return found

    def rows(self) -> Iterator[dict[str, Value]]:
        """Yield rows for write/bring_back."""
        for identifier, others in sorted(self.returned.items()):
            yield {"id": identifier, "others": list[Value](others)}
