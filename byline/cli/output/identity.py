"""Print identity decisions, explanations, comparisons and review items.

Lines are not wrapped, so that IDs stay whole on a narrow terminal and can be copied.
"""

from collections.abc import Mapping, Sequence

from rich.table import Column, Table

from byline.cli.runtime import out
from cypher.driver.client import Graph
from loaders.curation import decision_status
from loaders.curation.compare import Comparison
from loaders.curation.decision_status import DecisionStatus
from loaders.curation.explain import Explanation
from loaders.curation.review_item import REVIEW_ITEM_KINDS, ReviewItem, ReviewItemKind
from loaders.records.parts import Anchor
from loaders.records.record import DecisionRecord

MAX_NAMES = 5
"""Maximum number of records or names printed per side; --json has all."""


def print_decisions(decisions: Sequence[DecisionRecord], statuses: Mapping[str, DecisionStatus]) -> None:
    """Print decisions, and why an active decision has no effect."""
    for decision in decisions:
        lines = [f"{decision.key}  {decision.timestamp}  {decision.by}", format_decision(decision), decision.why]
        if decision.undone:
            lines.append(f"revoked {decision.undone.timestamp} by {decision.undone.by}: {decision.undone.why}")
        elif decision.key in statuses:
            lines.append(_describe_missing_effect(statuses[decision.key]))
        out.print("\n  ".join(line for line in lines if line), soft_wrap=True)


def _describe_missing_effect(status: DecisionStatus) -> str:
    """Return why an active decision has no effect; an empty text if it has one."""
    if not status.both_sides_found:
        return "pending: at least one side is not in the graph"
    if status.in_effect:
        return ""
    superseding_keys = " and ".join(status.superseded_by)
    verb = "is" if len(status.superseded_by) == 1 else "are"
    return f"no effect while {superseding_keys} {verb} active" if superseding_keys else "no effect on the graph"


def format_decision(decision: DecisionRecord) -> str:
    """Return a decision as a sentence."""
    sides = [format_side(anchors) for anchors in (decision.left, decision.right)]
    if decision.verdict == "same":
        return f"{sides[0]} and {sides[1]} are the same {decision.about}"
    return f"{sides[0]} {'is' if len(decision.left) == 1 else 'are'} not the same {decision.about} as {sides[1]}"


def format_side(anchors: Sequence[Anchor]) -> str:
    """Return the names of the first anchors of a side as text."""
    names = list(dict.fromkeys(map(_format_anchor, anchors)))
    return ", ".join(names[:MAX_NAMES]) + (f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else "")


async def describe_effect_of_revocation(graph: Graph, revoked: DecisionRecord) -> str:
    """Return the state after a decision was revoked. Raises a GraphError."""
    assignments = (await decision_status.resolve_sides(graph, [revoked]))[revoked.key]
    if not (assignments.left and assignments.right):
        return "At least one side of the decision is not in the graph."
    ids = [", ".join(sorted(side_ids)) for side_ids in assignments]
    if not decision_status.is_in_effect(revoked, assignments):
        all_ids = ", ".join(sorted(assignments.left | assignments.right))
        return (
            f"{ids[0]} and {ids[1]} are separate now."
            if assignments.are_separate
            else f"The sides now belong to {all_ids}."
        )
    other_decision = await decision_status.remaining_equivalent_decision(graph, revoked)
    reason = (
        f"decision {other_decision.key} has the same effect"
        if other_decision
        else f"see `byline identity explain {min(assignments.left)}`"
    )
    return (
        f"Both sides are still {ids[0]}: {reason}."
        if assignments.are_joined
        else f"{ids[0]} and {ids[1]} stay separate: {reason}."
    )


def _format_anchor(anchor: Anchor) -> str:
    return anchor.id or f"{anchor.source}:{anchor.key}" + (f" ({anchor.name})" if anchor.name else "")


MAX_SHOWN_PROBABILITY = 0.99
MAX_EVIDENCE_ITEMS = 5
"""Maximum number of pieces of evidence per line; --json has all."""


def print_review_items(items: Sequence[ReviewItem]) -> None:
    """Print review items with their candidates."""
    for item in items:
        lines = [f"{item.id}  {item.name}", f"  {item.why}"] if item.why else [f"{item.id}  {item.name}"]
        lines += ["  candidates:"] if item.candidates else []
        lines += [
            f"    {candidate.id}  {candidate.name}{_format_probability(candidate.probability)}"
            f"{_format_evidence(candidate.evidence)}"
            for candidate in item.candidates
        ]
        out.print("\n".join(lines), soft_wrap=True)


def describe_empty_queue(kind: ReviewItemKind, *, has_cursor: bool) -> str:
    """Return the message for an empty list of review items of one kind.

    Args:
        kind: kind of the items.
        has_cursor: whether the request had a cursor.
    """
    # do not count the items of other kinds, which would scan all records or entities
    *others, last = (other_kind for other_kind in REVIEW_ITEM_KINDS if other_kind != kind)
    more = "No more review items" if has_cursor else "No review items"
    return f"{more} for {kind}. Other kinds: --kind {', '.join(others)} or {last}."


def format_probability(probability: float) -> str:
    """Return a probability as text: `over 99%` or `under 1%` beyond these, because the model is not measured there."""
    if probability > MAX_SHOWN_PROBABILITY:
        return f"over {MAX_SHOWN_PROBABILITY:.0%}"
    return (
        f"{probability:.0%}" if probability >= 1 - MAX_SHOWN_PROBABILITY else f"under {1 - MAX_SHOWN_PROBABILITY:.0%}"
    )


def _format_probability(probability: float | None) -> str:
    return "" if probability is None else f", {format_probability(probability)} likely"


def _format_evidence(evidence: Sequence[str]) -> str:
    return f": {'; '.join(evidence[:MAX_EVIDENCE_ITEMS])}" if evidence else ""


MAX_EVIDENCE_LINES = 5
"""Maximum number of pieces of evidence per list; --json has all."""


def print_explanation(explanation: Explanation) -> None:
    """Print the records of an entity with the match rule and the evidence of each."""
    subject = explanation.subject
    out.print(f"{subject.name}\n{subject.id} ({subject.kind})")
    if subject.ids:
        out.print(f"IDs: {', '.join(subject.ids)}")
    if subject.retired:
        out.print(f"former IDs: {', '.join(subject.retired)}")
    table = Table(*(Column(name, overflow="fold") for name in ("record", "label", "rule", "evidence")))
    for part in explanation.parts:
        conflicts = [f"states {identifier}, which belongs to another entity" for identifier in part.conflicting_ids]
        table.add_row(part.where, part.label, part.rule, "\n".join((*part.evidence, *conflicts)))
    out.print(table)


def print_comparison(comparison: Comparison) -> None:
    """Print the evidence for and against a match of two entities."""
    for subject in (comparison.left, comparison.right):
        out.print(f"{subject.id}  {subject.name}")
    if comparison.left.id == comparison.right.id:
        out.print("They are the same entity.")
    if comparison.probability is not None:
        out.print(f"Match probability {format_probability(comparison.probability)}, computed without the IDs.")
    for label, lines in (("for a match", comparison.evidence_for), ("against a match", comparison.evidence_against)):
        out.print(f"Evidence {label}:" if lines else f"No evidence {label}.")
        for line in lines[:MAX_EVIDENCE_LINES]:
            out.print(f"  {line}", soft_wrap=True)
        if len(lines) > MAX_EVIDENCE_LINES:
            out.print(f"  and {len(lines) - MAX_EVIDENCE_LINES:,} more: --json has all")
