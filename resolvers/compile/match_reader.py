"""Reading matches: candidates as the graph gave them, judged by the rule, cut, and laid out as asked."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from resolvers.compile.compose import TYPENAME
from resolvers.compile.named import Bounded
from resolvers.compile.readers import Reader, Reading
from resolvers.compile.selection import Asked
from resolvers.match.verdict import Candidate, Judged, Reason, decided

LIMIT = Bounded(3, 1, 10)
"""Candidates that are shown of each description."""
POOL = 5
"""How many more are looked at than are shown."""
FIRST_NODE = 2
"""Where in a row the answer's nodes begin: its place and its facts come first."""


@dataclass(frozen=True, slots=True)
class Asking:
    """Which parameters hold the descriptions and the size of the pool, and how a candidate is judged."""

    rows: str
    pool: str
    judge: Callable[[Any, int, Any], Judged]


@dataclass(frozen=True, slots=True)
class CandidateField:
    """One field of a candidate: for reasons what is asked of each, for a node its place in the row and its reader."""

    key: str
    name: str
    inside: list[Asked] = field(default_factory=list[Asked])
    reader: Reader | None = None
    place: int = 0

    def of(self, one: Candidate, row: Sequence[Any], reading: Reading) -> object:
        """Return the field's value."""
        match self.name:
            case "score":
                return one.score
            case "match":
                return one.match
            case "reasons":
                return [_reason(self.inside, reason) for reason in one.reasons]
            case "node":
                return cast("Reader", self.reader)(row[self.place], reading)
            case _:
                return "MatchCandidate"


def matches(asking: Asking, fields: Sequence[tuple[Asked, list[CandidateField]]]) -> Reader:
    """Return the reader of a list of matches; `fields` are those of a match, with those of its candidates."""

    def read(found: Sequence[Sequence[Any]], reading: Reading) -> list[dict[str, Any]]:
        limit = int(reading.parameters[asking.pool]) - POOL
        of_each: dict[int, list[Sequence[Any]]] = defaultdict(list)
        for row in found:
            of_each[row[0]].append(row)
        answers: list[dict[str, Any]] = []
        for place, asked in enumerate(reading.parameters[asking.rows]):
            rows = of_each[place]
            reading.values += len(fields)
            best = decided([asking.judge(asked, i, row[1]) for i, row in enumerate(rows)], limit)
            answers.append({one.key: _field(one, inside, best, rows, reading) for one, inside in fields})
        return answers

    return read


def _field(
    asked: Asked,
    inside: Sequence[CandidateField],
    best: Sequence[Candidate],
    rows: Sequence[Sequence[Any]],
    reading: Reading,
) -> object:
    if asked.name == TYPENAME:
        return "Match"
    reading.values += len(inside) * len(best)
    return [{one.key: one.of(candidate, rows[candidate.place], reading) for one in inside} for candidate in best]


def _reason(asked: Sequence[Asked], reason: Reason) -> dict[str, object]:
    told = cast("dict[str, object]", reason)
    return {one.key: "MatchReason" if one.name == TYPENAME else told[one.name] for one in asked}
