"""A question that only people can decide: what may be one, and why nobody else can tell."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Doubt: TypeAlias = Literal["people", "papers", "venues", "volumes", "institutions", "funders", "ids"]
DOUBTS: tuple[Doubt, ...] = get_args(Doubt)


@dataclass(frozen=True, slots=True)
class ReviewCandidate:
    """What something may be one with: its Byline id, name or title, what speaks for it, how likely it is."""

    id: str
    name: str
    evidence: Sequence[str]
    probability: float | None = None
    """How likely they are one, from 0 to 1; None where it is no person."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """Something that only a person can decide: of what kind, the id and name, why it is open, and what it may be."""

    about: Doubt
    id: str
    name: str
    why: str
    candidates: Sequence[ReviewCandidate]
    cursor: str

    @property
    def mutual(self) -> bool:
        """Whether any two of all that it names may be one, and not only the first with each other."""
        return self.about not in ("people", "ids")
