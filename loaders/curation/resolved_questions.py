"""Remove review items, or candidates of them, that decisions have settled."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cypher.driver.client import Graph
from cypher.queries import curation, lookup
from loaders.curation.decision_status import resolve_sides
from loaders.curation.entity_lookup import UnknownIdError, lookup_entity
from loaders.curation.review_item import ReviewCandidate, ReviewItem
from loaders.graph_queries import run_query
from loaders.records.record import DecisionRecord
from loaders.records.serialization import decoded


async def filter_open(graph: Graph, questions: Sequence[ReviewItem]) -> list[ReviewItem]:
    """Return the review items without the candidates that curators keep apart. Raises a GraphError."""
    met = {candidate.id for question in questions for candidate in _things(question)}
    kept_apart = await distinct_pairs(graph, sorted(met))
    left = (_left(question, kept_apart) for question in questions) if kept_apart else questions
    return [question for question in left if question is not None]


async def distinct_pairs(graph: Graph, ids: list[str]) -> set[frozenset[str]]:
    """Return the pairs of these Byline IDs that an active decision keeps apart. Raises a GraphError."""
    if not ids or not (await run_query(graph, lookup.HAS_DECISIONS))[0].has_decisions:
        return set()
    made = (decoded(row.statement) for row in await run_query(graph, curation.DECISIONS_ABOUT, ids=list(ids)))
    keep_apart_decisions = [
        decision
        for decision in made
        if isinstance(decision, DecisionRecord) and decision.verdict == "apart" and decision.undone is None
    ]
    resolved_sides = (await resolve_sides(graph, keep_apart_decisions)).values() if keep_apart_decisions else ()
    return {
        frozenset((left_id, right_id))
        for decision_sides in resolved_sides
        for left_id in decision_sides.left
        for right_id in decision_sides.right
    }


async def open_pair(graph: Graph, item: ReviewItem, candidate: ReviewCandidate) -> tuple[str, str] | None:
    """Return the current IDs of a pair of a review item; None if a decision after the review has settled it.

    Raises a GraphError.
    """
    try:
        left, right = [(await lookup_entity(graph, identifier)).id for identifier in (item.id, candidate.id)]
    except UnknownIdError:  # a decision has left one of them without mentions
        return None
    joined_another = left != item.id and not item.mutual  # at most one of its candidates matches
    if left == right or joined_another or frozenset((left, right)) in await distinct_pairs(graph, [left, right]):
        return None
    return left, right


def _left(question: ReviewItem, kept_apart: set[frozenset[str]]) -> ReviewItem | None:
    """Return the open part of a review item, or None if no candidate is left."""

    def excluded_by_decision(candidate: ReviewCandidate, others: Iterable[ReviewCandidate]) -> list[ReviewCandidate]:
        return [
            rival
            for rival in others
            if rival is not candidate and frozenset((candidate.id, rival.id)) not in kept_apart
        ]

    if not question.candidates:
        return question
    first, *others = _things(question)
    if question.mutual:
        contenders = (first, *others)
        first = max(contenders, key=lambda one: len(excluded_by_decision(one, contenders)))
        others = [candidate for candidate in contenders if candidate is not first]
    candidates = excluded_by_decision(first, others)
    return replace(question, id=first.id, name=first.name, candidates=candidates) if candidates else None


def _things(question: ReviewItem) -> list[ReviewCandidate]:
    return [ReviewCandidate(question.id, question.name, ()), *question.candidates]
