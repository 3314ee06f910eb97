"""The assessment of a candidate: reasons with points, their score, and whether it is a match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TypedDict

from schema.match import MatchReasonKind

SURE = 90.0
"""Points that a match has at least."""
AHEAD = 5.0
"""Points by which a match is ahead of everything else."""
ANOTHER = -30.0
"""Points of a candidate that the given ID does not identify, or that has another ID."""
WORTH_SHOWING = 40.0
"""Points below which a candidate is noise."""


class Reason(TypedDict):
    """A reason for or against a candidate: its kind, its points, and the compared value of the candidate."""

    kind: str
    score: float
    value: str | None


@dataclass(frozen=True, slots=True)
class ScoredCandidate:
    """One candidate with its reasons; `place` is where it stands among those that the graph gave."""

    place: int
    points: float
    reasons: list[Reason]
    weight: int
    """How prolific or cited it is, which orders equals."""
    known: bool = False
    """Whether an id names it."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One candidate as it is answered."""

    place: int
    score: float
    match: bool
    reasons: list[Reason]


def reason(kind: MatchReasonKind, points: float, value: object = None) -> Reason:
    """Return a reason; points are rounded to one decimal."""
    return {"kind": kind.name, "score": round(points, 1), "value": None if value is None else str(value)}


def score_candidate(
    place: int, reasons: Iterable[Reason | None], weight: int | None, *, known: bool
) -> ScoredCandidate:
    """Return a candidate with the reasons that there are, the weightiest first."""
    present_reasons = [entry for entry in reasons if entry is not None]
    points = sum(entry["score"] for entry in present_reasons)
    return ScoredCandidate(place, points, sorted(present_reasons, key=_weightiest), weight or 0, known)


def _weightiest(entry: Reason) -> tuple[float, str]:
    return -abs(entry["score"]), entry["kind"]


def _unnamed(candidate: ScoredCandidate) -> ScoredCandidate:
    """Return a candidate as it is where an id that was given names another."""
    if any(entry["kind"] == MatchReasonKind.OTHER_IDENTIFIER.name for entry in candidate.reasons):
        return candidate
    against = reason(MatchReasonKind.OTHER_IDENTIFIER, ANOTHER)
    return replace(
        candidate, points=candidate.points + ANOTHER, reasons=sorted([*candidate.reasons, against], key=_weightiest)
    )


def rank_candidates(candidates: Sequence[ScoredCandidate], limit: int) -> list[Candidate]:
    """Return the best candidates in order. At most the first is a match: sure by itself and clearly ahead."""
    if any(candidate.known for candidate in candidates):
        candidates = [candidate if candidate.known else _unnamed(candidate) for candidate in candidates]
    ranked = sorted(candidates, key=lambda one: (-one.points, -one.weight, one.place))
    second = ranked[1].points if len(ranked) > 1 else 0.0
    return [
        Candidate(
            candidate.place,
            round(min(100.0, max(0.0, candidate.points)), 1),
            rank == 0 and candidate.points >= SURE and candidate.points - second >= AHEAD,
            candidate.reasons,
        )
        for rank, candidate in enumerate(ranked[:limit])
        if candidate.points >= WORTH_SHOWING
    ]
