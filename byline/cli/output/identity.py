"""How decisions about who is who are told on the command line: who said what, why, and whether it counts now.

Lines are never folded here, so that an id stays whole on a narrow terminal too and can be copied.
"""

from collections.abc import Mapping, Sequence

from rich.table import Column, Table

from byline.cli.runtime import out
from cypher.driver.client import Graph
from loaders.curation import decision_status as standing
from loaders.curation.compare import Comparison
from loaders.curation.decision_status import DecisionStatus
from loaders.curation.explain import Explanation
from loaders.curation.review_item import DOUBTS, Doubt, ReviewItem
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord

MAX_NAMES = 5
"""How many records or names a side shows; --json has all."""


def list_decisions(decisions: Sequence[DecisionRecord], standings: Mapping[str, DecisionStatus]) -> None:
    """Print decisions, and of those in force which do not count now, and why."""
    for decision in decisions:
        lines = [f"{decision.key}  {decision.timestamp}  {decision.by}", format_decision(decision), decision.why]
        if decision.undone:
            lines.append(f"taken back {decision.undone.timestamp} by {decision.undone.by}: {decision.undone.why}")
        elif decision.key in standings:
            lines.append(_void(standings[decision.key]))
        out.print("\n  ".join(line for line in lines if line), soft_wrap=True)


def _void(stands: DecisionStatus) -> str:
    """Return why a decision does not count now; nothing where it does."""
    if not stands.there:
        return "waits: not both of what it speaks of are there now"
    if stands.followed:
        return ""
    later = " and ".join(stands.overruled_by)
    counts = "does" if len(stands.overruled_by) == 1 else "do"
    return f"does not count while {later} {counts}" if later else "the graph does not follow it now"


def format_decision(decision: DecisionRecord) -> str:
    """Return what a decision says, in words."""
    sides = [side(anchors) for anchors in (decision.left, decision.right)]
    if decision.verdict == "same":
        return f"{sides[0]} and {sides[1]} are one {decision.about}"
    return f"{sides[0]} {'is' if len(decision.left) == 1 else 'are'} not of the {decision.about} of {sides[1]}"


def side(anchors: Sequence[Anchor]) -> str:
    """Return what a side of a decision speaks of, the first of it."""
    names = list(dict.fromkeys(map(_format_anchor, anchors)))
    return ", ".join(names[:MAX_NAMES]) + (f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else "")


async def describe_effect_of_undo(graph: Graph, undone: DecisionRecord) -> str:
    """Say what is so now that a decision was taken back. Raises a GraphError."""
    led = (await standing.sides(graph, [undone]))[undone.key]
    if not (led.left and led.right):
        return "Nothing that it spoke of is there on both sides."
    ids = [", ".join(sorted(side_ids)) for side_ids in led]
    if not standing.is_in_effect(undone, led):
        every = ", ".join(sorted(led.left | led.right))
        return f"{ids[0]} and {ids[1]} are two now." if led.are_separate else f"All that it spoke of is {every} now."
    other_decision = await standing.remaining_equivalent_decision(graph, undone)
    why = (
        f"{other_decision.key} says the same, and counts"
        if other_decision
        else f"`byline identity explain {min(led.left)}` says why"
    )
    return f"{ids[0]} is one still: {why}." if led.are_joined else f"{ids[0]} and {ids[1]} are two still: {why}."


def _format_anchor(anchor: Anchor) -> str:
    return anchor.id or f"{anchor.source}:{anchor.key}" + (f" ({anchor.name})" if anchor.name else "")


SURE = 0.99
MAX_EVIDENCE_ITEMS = 5
"""How many pieces of evidence a line shows; --json has all."""


def list_questions(questions: Sequence[ReviewItem]) -> None:
    """Print questions, each with what it may be one with."""
    for question in questions:
        lines = (
            [f"{question.id}  {question.name}", f"  {question.why}"]
            if question.why
            else [f"{question.id}  {question.name}"]
        )
        lines += ["  may be one with:"] if question.candidates else []
        lines += [
            f"    {candidate.id}  {candidate.name}{_likely(candidate.probability)}{_because(candidate.evidence)}"
            for candidate in question.candidates
        ]
        out.print("\n".join(lines), soft_wrap=True)


def nothing_open(about: Doubt, *, further: bool) -> str:
    """Return what to say where nothing, or nothing `further`, is open about some things; of others nothing is known."""
    # the others are not counted: each is a scan of all records or things
    *others, last = (doubt for doubt in DOUBTS if doubt != about)
    more = "Nothing more is open" if further else "Nothing is open"
    return f"{more} about {about}. What else may be: --kind {', '.join(others)} or {last}."


def percent(probability: float) -> str:
    """Return a probability as it may be said: nobody measured what is nearer to certain."""
    if probability > SURE:
        return f"over {SURE:.0%}"
    return f"{probability:.0%}" if probability >= 1 - SURE else f"under {1 - SURE:.0%}"


def _likely(probability: float | None) -> str:
    return "" if probability is None else f", {percent(probability)} likely"


def _because(evidence: Sequence[str]) -> str:
    return f": {'; '.join(evidence[:MAX_EVIDENCE_ITEMS])}" if evidence else ""


MAX_EVIDENCE_LINES = 5
"""How many pieces of evidence a list shows; --json has all."""


def tell_explanation(explanation: Explanation) -> None:
    """Print what an id names: its records, the rule for each, the evidence."""
    subject = explanation.subject
    out.print(f"{subject.name}\n{subject.id}, a {subject.kind}")
    if subject.ids:
        out.print(f"ids: {', '.join(subject.ids)}")
    if subject.retired:
        out.print(f"once also: {', '.join(subject.retired)}")
    table = Table(*(Column(name, overflow="fold") for name in ("record", "says", "rule", "evidence")))
    for part in explanation.parts:
        lost = [f"states {identifier}, which another holds" for identifier in part.lost]
        table.add_row(part.where, part.says, part.rule, "\n".join((*part.evidence, *lost)))
    out.print(table)


def tell_comparison(comparison: Comparison) -> None:
    """Print what speaks for two being one, and what against."""
    for subject in (comparison.left, comparison.right):
        out.print(f"{subject.id}  {subject.name}")
    if comparison.left.id == comparison.right.id:
        out.print("They are one.")
    if comparison.probability is not None:
        out.print(f"Match probability {percent(comparison.probability)}, computed from context only: IDs are not used.")
    for what, lines in (("for their being one", comparison.speaks_for), ("against it", comparison.speaks_against)):
        out.print(f"{what}:" if lines else f"{what}: nothing")
        for line in lines[:MAX_EVIDENCE_LINES]:
            out.print(f"  {line}", soft_wrap=True)
        if len(lines) > MAX_EVIDENCE_LINES:
            out.print(f"  and {len(lines) - MAX_EVIDENCE_LINES:,} more: --json has all")
