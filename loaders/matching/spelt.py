"""Who stood under a name in a record before: at whatever place of its by-line, and however its source corrected it."""

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

from cypher.folding import compatible
from loaders.matching.circle import Circle
from loaders.matching.evidence import Mention
from loaders.records.stated import Ref

List: TypeAlias = tuple[Ref, str]
"""A record, and the role in which it names people."""


class Spelt:
    """The people whom records of a circle named before, by their folded names."""

    def __init__(self, circle: Circle) -> None:
        self._now: dict[List, set[str]] = defaultdict(set)
        for one in circle.mentions.values():
            self._now[one.ref, one.role].add(one.folded)
        self._before: dict[List, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        self._at = circle.before
        for one in circle.before.values():
            if one.person:
                self._before[one.ref, one.role][one.folded].add(one.person)

    def same(self, mention: Mention) -> Iterable[str]:
        """Return who had this very name there: of several, who stands at its place."""
        there = self._before.get((mention.ref, mention.role), {}).get(mention.folded, set[str]())
        was = self._at.get(mention.place)
        if was and was.person and was.folded == mention.folded:
            return {was.person}
        return there if len(there) == 1 else ()

    def fitting(self, mention: Mention) -> Iterable[str]:
        """Return who had a name there that fits this one and is there no more, where that is one name alone."""
        there = self._before.get((mention.ref, mention.role), {})
        if mention.folded in there:
            return ()
        left = there.keys() - self._now[mention.ref, mention.role]
        names = [name for name in left if compatible(name, mention.folded)]
        return there[names[0]] if len(names) == 1 and len(there[names[0]]) == 1 else ()
