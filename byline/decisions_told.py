"""How decisions about who is who are told on the command line: who said what, why, and whether it counts now.

Lines are never folded here, so that an id stays whole on a narrow terminal too and can be copied.
"""

from collections.abc import Mapping, Sequence

from byline.commands.manners import out
from cypher.run import Graph
from loaders.curation import standing
from loaders.curation.standing import Standing
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord

SHOWN = 5
"""How many records or names a side shows; --json has all."""


def list_decisions(decisions: Sequence[DecisionRecord], standings: Mapping[str, Standing]) -> None:
    """Print decisions, and of those in force which do not count now, and why."""
    for one in decisions:
        lines = [f"{one.key}  {one.at}  {one.by}", in_words(one), one.why]
        if one.undone:
            lines.append(f"taken back {one.undone.at} by {one.undone.by}: {one.undone.why}")
        elif one.key in standings:
            lines.append(_void(standings[one.key]))
        out.print("\n  ".join(line for line in lines if line), soft_wrap=True)


def _void(stands: Standing) -> str:
    """Return why a decision does not count now; nothing where it does."""
    if not stands.there:
        return "waits: not both of what it speaks of are there now"
    if stands.followed:
        return ""
    later = " and ".join(stands.overruled_by)
    counts = "does" if len(stands.overruled_by) == 1 else "do"
    return f"does not count while {later} {counts}" if later else "the graph does not follow it now"


def in_words(decision: DecisionRecord) -> str:
    """Return what a decision says, in words."""
    sides = [side(anchors) for anchors in (decision.one, decision.other)]
    if decision.verdict == "same":
        return f"{sides[0]} and {sides[1]} are one {decision.about}"
    return f"{sides[0]} {'is' if len(decision.one) == 1 else 'are'} not of the {decision.about} of {sides[1]}"


def side(anchors: Sequence[Anchor]) -> str:
    """Return what a side of a decision speaks of, the first of it."""
    names = list(dict.fromkeys(map(_named, anchors)))
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


async def so_now(graph: Graph, undone: DecisionRecord) -> str:
    """Say what is so now that a decision was taken back. Raises a GraphError."""
    led = (await standing.sides(graph, [undone]))[undone.key]
    if not (led.one and led.other):
        return "Nothing that it spoke of is there on both sides."
    ids = [", ".join(sorted(one)) for one in led]
    if not standing.follows(undone, led):
        every = ", ".join(sorted(led.one | led.other))
        return f"{ids[0]} and {ids[1]} are two now." if led.parted else f"All that it spoke of is {every} now."
    other = await standing.behind(graph, undone)
    why = f"{other.key} says the same, and counts" if other else f"`byline identity explain {min(led.one)}` says why"
    return f"{ids[0]} is one still: {why}." if led.joined else f"{ids[0]} and {ids[1]} are two still: {why}."


def _named(anchor: Anchor) -> str:
    return anchor.id or f"{anchor.source}:{anchor.key}" + (f" ({anchor.name})" if anchor.name else "")
