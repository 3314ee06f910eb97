"""Review items: uncertain cases that no rule resolves, for curators to decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

ReviewItemKind: TypeAlias = Literal[
    "people", "namesakes", "papers", "venues", "volumes", "institutions", "funders", "ids"
]
REVIEW_ITEM_KINDS: tuple[ReviewItemKind, ...] = get_args(ReviewItemKind)


@dataclass(frozen=True, slots=True)
class ReviewCandidate:
    """An entity that may match: Byline ID, name or title, evidence, and match probability."""

    id: str
    name: str
    evidence: Sequence[str]
    probability: float | None = None
    """Match probability from 0 to 1; None unless the entity is a person."""


@dataclass(frozen=True, slots=True)
class ReviewItem:
    """An uncertain case: its kind, the ID and name of the entity, the reason, and the candidates."""

    about: ReviewItemKind
    id: str
    name: str
    why: str
    candidates: Sequence[ReviewCandidate]
    cursor: str

    @property
    def mutual(self) -> bool:
        """True if the candidates may also match each other, not only the entity."""
        return self.about not in ("people", "ids")
