"""How the graph stands to decisions now: what it does not follow, and what is so once one is taken back."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from cypher.folding import fold
from cypher.identifiers import split
from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.curation.log import about
from loaders.decisions import pointed_at
from loaders.parts import Anchor
from loaders.record import DecisionRecord

Spoken: TypeAlias = tuple[str, tuple[str | int, ...]]
"""What an anchor points to: whether an id, a record or a name, and what tells it from others."""


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


async def sides(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, Sides]:
    """Return what the sides of decisions lead to, by their keys. Raises a GraphError."""
    decisions = list(decisions)
    wanted: dict[str, set[tuple[str | int, ...]]] = defaultdict(set)
    for kind, spoken in (_spoken(anchor) for one in decisions for anchor in (*one.one, *one.other)):
        wanted[kind].add(spoken)
    given: dict[str, Value] = {
        f"{kind}s": [list(spoken) for spoken in sorted(wanted[kind], key=repr)] for kind in ("id", "record", "name")
    }
    led: dict[Spoken, set[str]] = defaultdict(set)
    for kind, spoken, identifier in await ask(graph, "read/identity/leads_to", **given):
        led[str(kind), _key(spoken)].add(str(identifier))
    return {one.key: Sides(_all(one.one, led), _all(one.other, led)) for one in decisions}


async def overruled(graph: Graph, decisions: Iterable[DecisionRecord]) -> dict[str, str]:
    """Return those in force that the graph does not follow, by their keys: each with the later one that it follows.

    That is empty where none is known that says otherwise. Raises a GraphError.
    """
    led = await sides(graph, (one for one in decisions if one.undone is None))
    asked = {one.key: one for one in decisions if one.key in led and not follows(one, led[one.key])}
    every = await about(graph, {spoken for one in asked.values() for _, spoken in pointed_at(one)}) if asked else []
    return {key: next((one.key for one in every if _later(one, decision)), "") for key, decision in asked.items()}


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


def _later(one: DecisionRecord, decision: DecisionRecord) -> bool:
    """Tell whether a decision is in force, later than another, and may say otherwise."""
    speaks = {each for _, each in pointed_at(one)} & {each for _, each in pointed_at(decision)}
    return one.undone is None and one.key > decision.key and one.verdict != decision.verdict and bool(speaks)


def _spoken(anchor: Anchor) -> Spoken:
    if anchor.id:
        return "id", tuple(split(anchor.id))
    named = (str(anchor.source), str(anchor.key))
    if anchor.name and anchor.role:
        return "name", (*named, anchor.role, fold(anchor.name), anchor.nth)
    return "record", named


def _key(spoken: Value) -> tuple[str | int, ...]:
    parts = spoken if isinstance(spoken, Sequence) else ()
    return tuple(one if isinstance(one, int) else str(one) for one in parts)


def _all(anchors: Iterable[Anchor], led: Mapping[Spoken, Iterable[str]]) -> frozenset[str]:
    return frozenset(one for anchor in anchors for one in led.get(_spoken(anchor), ()))
