"""The assessment of a candidate: reasons with points, their score, and whether it is a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from schema.match import MatchReasonKind

MIN_MATCH_POINTS = 90.0
"""Minimum points of a match."""
MIN_LEAD = 5.0
"""Minimum number of points by which a match leads the other candidates."""
OTHER_IDENTIFIER_POINTS = -30.0
"""Points of the reason that the given ID identifies another entity, or that the candidate has another ID."""
MIN_POINTS = 40.0
"""Minimum points of a candidate in the result."""


class Reason(TypedDict):
    """A reason for or against a candidate: its kind, its points, and the compared value of the candidate."""

    kind: str
    score: float
    value: str | None


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """A candidate with its reasons. `index` is its index among the candidates that the graph returned."""

    index: int
    points: float
    reasons: list[Reason]
    weight: int
    """Number of papers or citations, which orders candidates with equal points."""
    known: bool = False
    """True if a given ID identifies it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate in the result, with a score from 0 to 100; `index` as in `ScoredCandidate`."""

    index: int
    score: float
    match: bool
    reasons: list[Reason]


def reason(kind: MatchReasonKind, points: float, value: object = None) -> Reason:
    """Return a reason; points are rounded to one decimal."""
    return {"kind": kind.name, "score": round(points, 1), "value": None if value is None else str(value)}


def score_candidate(
    index: int, reasons: Iterable[Reason | None], weight: int | None, *, known: bool
) -> ScoredCandidate:
    """Return a candidate with its reasons except None, the one with most points, positive or negative, first."""
    present_reasons = [entry for entry in reasons if entry is not None]
    points = sum(entry["score"] for entry in present_reasons)
    return ScoredCandidate(index, points, sorted(present_reasons, key=_reason_order), weight or 0, known)


def _reason_order(entry: Reason) -> tuple[float, str]:
    return -abs(entry["score"]), entry["kind"]


def _with_other_identifier(candidate: ScoredCandidate) -> ScoredCandidate:
    """Return a candidate with the reason OTHER_IDENTIFIER, because a given ID identifies another candidate."""
    if any(entry["kind"] == MatchReasonKind.OTHER_IDENTIFIER.name for entry in candidate.reasons):
        return candidate
    other_identifier = reason(MatchReasonKind.OTHER_IDENTIFIER, OTHER_IDENTIFIER_POINTS)
    reasons = sorted([*candidate.reasons, other_identifier], key=_reason_order)
    return replace(candidate, points=candidate.points + OTHER_IDENTIFIER_POINTS, reasons=reasons)


def rank_candidates(candidates: Sequence[ScoredCandidate], limit: int) -> list[Candidate]:
    """Return the best candidates in order. Only the first can be a match: with enough points, and a sufficient lead."""
    if any(candidate.known for candidate in candidates):
        candidates = [candidate if candidate.known else _with_other_identifier(candidate) for candidate in candidates]
    ranked = sorted(candidates, key=lambda candidate: (-candidate.points, -candidate.weight, candidate.index))
    second = ranked[1].points if len(ranked) > 1 else 0.0
    return [
        Candidate(
            candidate.index,
            round(min(100.0, max(0.0, candidate.points)), 1),
            rank == 0 and candidate.points >= MIN_MATCH_POINTS and candidate.points - second >= MIN_LEAD,
            candidate.reasons,
        )
        for rank, candidate in enumerate(ranked[:limit])
        if candidate.points >= MIN_POINTS
    ]
