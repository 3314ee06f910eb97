"""How the graph stands to decisions now: what it does not follow, and what is so once one is taken back."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.folding import fold
from cypher.identifiers import split
from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.components import grouped
from loaders.curation.log import about
from loaders.matching.decisions import pointed_at
from loaders.matching.names_meant import called, spot
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord

Spoken: TypeAlias = tuple[str, tuple[str, ...]]
"""What an anchor points to: whether an id, a record or the names in one, and what tells it from others."""


class _Led(NamedTuple):
    """What something that a decision speaks of leads to: a Byline id; of a name that, and whose form of the record."""

    id: str
    name: str
    loader: str


class Sides(NamedTuple):
    """The Byline ids to which the two sides of a decision lead now; none where their records are not there."""

    one: frozenset[str]
    other: frozenset[str]

    @property
    def joined(self) -> bool:
        """Whether all that both speak of is one thing or person."""
        return len(self.one | self.other) <= 1

    @property
    def parted(self) -> bool:
        """Whether no thing or person stands on both sides."""
        return not self.one & self.other


class Standing(NamedTuple):
    """How the graph stands to a decision in force: whether it follows it, and whether both its sides are there.

    Where it does not follow it, `overruled_by` are those that say otherwise and are later, the latest first.
    """

    followed: bool
    there: bool
    overruled_by: tuple[str, ...]


async def sides(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, Sides]:
    """Return what the sides of decisions lead to, by their keys. Raises a GraphError."""
    decisions = list(decisions)
    anchors = [anchor for one in decisions for anchor in (*one.one, *one.other)]
    wanted: dict[str, set[tuple[str, ...]]] = defaultdict(set)
    for kind, spoken in map(_spoken, anchors):
        wanted[kind].add(spoken)
    given: dict[str, Value] = {
        f"{kind}s": [list(spoken) for spoken in sorted(wanted[kind])] for kind in ("id", "record", "name")
    }
    led: dict[Spoken, list[_Led]] = defaultdict(list)
    for kind, spoken, identifier, name, loader, _ in await ask(graph, "read/identity/leads_to", **given):
        led[str(kind), _strings(spoken)].append(_Led(str(identifier), str(name), str(loader)))
    return {one.key: Sides(_all(one.one, led), _all(one.other, led)) for one in decisions}


async def standings(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, Standing]:
    """Return how the graph stands to those in force, by their keys. Raises a GraphError."""
    standing = [one for one in decisions if one.undone is None]
    led = await sides(graph, standing) if standing else {}
    against = [one for one in standing if not follows(one, led[one.key])]
    every = await about(graph, {spoken for one in against for _, spoken in pointed_at(one)}) if against else []
    by = {one.key: tuple(later.key for later in _against(one, every)) for one in against}
    return {key: Standing(key not in by, bool(of.one and of.other), by.get(key, ())) for key, of in led.items()}


def follows(decision: DecisionRecord, led: Sides) -> bool:
    """Tell whether the graph is as a decision says."""
    return led.joined if decision.verdict == "same" else led.parted


async def behind(graph: Graph, undone: DecisionRecord) -> DecisionRecord | None:
    """Return the latest decision in force that says the same of what one that is taken back speaks of, if there is one.

    Raises a GraphError.
    """
    spoken = [{one for side, one in pointed_at(undone) if side == which} for which in ("one", "other")]
    every = await about(graph, spoken[0] | spoken[1])
    for one in every:
        theirs = {each for _, each in pointed_at(one)}
        if one.undone is None and one.verdict == undone.verdict and all(theirs & side for side in spoken):
            return one
    return None


def _against(decision: DecisionRecord, every: Iterable[DecisionRecord]) -> list[DecisionRecord]:
    """Return the later decisions in force that say otherwise of both its sides; else those that may, with others."""
    later = [
        one
        for one in every
        if one.undone is None and one.key > decision.key and one.verdict != decision.verdict and _meet(one, decision)
    ]
    return [one for one in later if _touches_both(one, decision)] or later


def _meet(one: DecisionRecord, other: DecisionRecord) -> bool:
    return not {each for _, each in pointed_at(one)}.isdisjoint(each for _, each in pointed_at(other))


def _touches_both(later: DecisionRecord, decision: DecisionRecord) -> bool:
    """Tell whether a later decision joins what was parted, or parts what was joined."""
    joined, parted = (later, decision) if later.verdict == "same" else (decision, later)
    whole = {each for _, each in pointed_at(joined)}
    return all(
        not whole.isdisjoint(each for side, each in pointed_at(parted) if side == which) for which in ("one", "other")
    )


def _spoken(anchor: Anchor) -> Spoken:
    if anchor.id:
        return "id", tuple(split(anchor.id))
    return ("name", spot(anchor)) if anchor.name and anchor.role else ("record", spot(anchor)[:2])


def _strings(spoken: Value) -> tuple[str, ...]:
    return tuple(map(str, spoken)) if isinstance(spoken, Sequence) else ()


def _all(anchors: Iterable[Anchor], led: Mapping[Spoken, Sequence[_Led]]) -> frozenset[str]:
    return frozenset(one for anchor in anchors for one in _of(anchor, led.get(_spoken(anchor), ())))


def _of(anchor: Anchor, led: Sequence[_Led]) -> Iterator[str]:
    """Yield the ids to which an anchor leads: of a name, of who is called so in each loader's form of the record."""
    if not anchor.name:
        yield from (one.id for one in led)
        return
    for form in grouped((one.loader, one) for one in led).values():
        written = grouped((one.name, one.id) for one in form)
        name = called(fold(anchor.name), written)
        yield from written[name][anchor.nth - 1 : anchor.nth] if name else ()
