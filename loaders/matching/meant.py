"""Which Byline id a thing had before people decided: an undone merge gives it back, after a split who stays keeps it.

What was taken back may have stood below what was decided later: B was merged into A, and then both with C. So the id
is looked for along all decisions that speak of a record or name, the earliest first. Each says what it found, `was`,
and that counts unless an earlier one which is taken back by now had its hand in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.run import Graph
from loaders.asking import ask
from loaders.matching.decided import Decided
from loaders.matching.evidence import Mention, Place
from loaders.matching.names_meant import Calling, calling, callings
from loaders.matching.people import Person
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord
from loaders.records.stated import Node, Ref
from loaders.records.statement import Held

Point: TypeAlias = str | Node | Calling
"""What an anchor points to: an outside id, a record, or a name in one."""


class Wish(NamedTuple):
    """The ids meant for a thing, the oldest first: before what it goes by now, and where it would get a new one."""

    first: Sequence[str]
    last: Sequence[str]


NOTHING = Wish((), ())


class Meant:
    """The Byline ids that decisions mean for what they speak of."""

    def __init__(self, every: Iterable[DecisionRecord] = (), fresh: Iterable[DecisionRecord] = ()) -> None:
        self.retired: set[str] = set()
        """Of the ids that decisions mean, those that lead to another thing now."""
        self.gone: set[str] = set()
        """Those that lead to nothing, for what they named was taken out with all its records."""
        self._said = sorted(every, key=lambda one: one.key)
        self._sides = [_sides(one) for one in self._said]
        self._speaking: dict[Point, list[int]] = defaultdict(list)
        for number, sides in enumerate(self._sides):
            for point in set[Point]().union(*(side.points for side in sides)):
                self._speaking[point].append(number)
        self._told = {point for one in fresh for side in _sides(one) for point in side.points}
        self._joined = {identifier for one in fresh for identifier in joined(one)}

    def of_records(self, refs: Iterable[Ref], earlier: Mapping[Ref, Held]) -> Wish:
        """Return the ids that were meant for a thing with these records."""
        return self._of(({ref[:2]}, earlier[ref].entity if ref in earlier else None) for ref in refs)

    def callings(self, mentions: Iterable[Mention]) -> dict[Place, set[Calling]]:
        """Return how decisions speak of mentions, which are perhaps spelt otherwise now."""
        return callings(mentions, (anchor for one in self._said for anchor in spoken(one)))

    def of_person(
        self, person: Person, before: Mapping[Place, Mention], names: Mapping[Place, Collection[Calling]]
    ) -> Wish:
        """Return the ids that were meant for a person; `names` as `callings`. An id that is another's says nothing."""
        own = {*person.ids}
        return self._of(
            ({*names.get(one.place, ()), *(own & {*one.ids})}, was.person if (was := before.get(one.place)) else None)
            for one in person.mentions
        )

    def _of(self, nodes: Iterable[tuple[set[Point], str | None]]) -> Wish:
        """Return what decisions say of nodes; where they say it of some, the others go by the id that they had."""
        if not self._said:
            return NOTHING
        every = list(nodes)
        last = {had for points, _ in every if (had := self._had(points))}
        told = [points for points, _ in every if points & self._told]
        if not told:
            return Wish((), sorted(last))
        # what a decision joined has one id by now, which says nothing of who had it before
        own = {had for points, had in every if had and had not in self._joined and not points & self._told}
        return Wish(sorted(own | {had for points in told if (had := self._had(points))}), sorted(last))

    def _had(self, points: set[Point]) -> str | None:
        """Return the id of what this names, as if nobody had made the decisions that are taken back by now."""
        had: str | None = None
        taken_back: list[str] = []
        for number in sorted({number for point in points for number in self._speaking.get(point, ())}):
            decision, sides = self._said[number], self._sides[number]
            spoken = next((side for side in sides if points & side.points), None)
            if spoken is None:
                continue
            if spoken.was and not any(at >= decision.at for at in taken_back):
                had = spoken.was
            if decision.undone:
                taken_back.append(decision.undone.at)
            elif _split_off(decision) and spoken is sides[0]:  # a thing of its own from then on, without these
                had, taken_back, points = None, [], points - sides[1].points
        return had


class _Side(NamedTuple):
    """What a decision speaks of as one, and the Byline id that this had then."""

    points: set[Point]
    was: str | None


def _sides(decision: DecisionRecord) -> list[_Side]:
    """Return both sides of a decision, and what it made one with another besides."""
    one, other = (*decision.was[:2], None, None)[:2]
    whole = one if decision.verdict == "apart" else None  # of which a split took one side away
    return [
        _Side(_points(decision.one), one),
        _Side(_points(decision.other), other or whole),
        *(_Side(_points([follower.of]), follower.was) for follower in decision.others),
    ]


def _split_off(decision: DecisionRecord) -> bool:
    """Tell whether a decision made two of what was one, and not only said of two that they are two."""
    return decision.verdict == "apart" and len(decision.was) == 1


def spoken(decision: DecisionRecord) -> Iterator[Anchor]:
    """Yield all that a decision speaks of."""
    yield from (*decision.one, *decision.other, *(follower.of for follower in decision.others))


def joined(decision: DecisionRecord) -> set[str]:
    """Return the Byline ids that what a decision speaks of had then."""
    return {*decision.was, *(follower.was for follower in decision.others)}


def _points(anchors: Iterable[Anchor]) -> set[Point]:
    return {point for anchor in anchors for point in _point(anchor)}


def _point(anchor: Anchor) -> Iterator[Point]:
    if anchor.id:
        yield anchor.id
    elif anchor.source and anchor.key:
        yield calling(anchor) if anchor.name else (anchor.source, anchor.key)


async def meant(graph: Graph | None, decided: Decided) -> Meant:
    """Return what the decisions meant that speak of a batch, its own and those of the graph, undone ones too."""
    every = decided.every()
    found = Meant(every, decided.fresh())
    ids = sorted({identifier for decision in every for identifier in joined(decision)})
    for identifier, leads in await ask(graph, "write/given_up", ids=ids) if ids else ():
        (found.retired if leads else found.gone).add(str(identifier))
    return found
