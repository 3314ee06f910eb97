"""What a request can ask of, and decide about, who is who: what stands behind it is given to the service."""

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from schema.decision import Decision
from schema.identity import IdentityComparison, IdentityEvidence, IdentitySubject, ReviewItem, ReviewKind

T = TypeVar("T")
Position = Sequence[str | int]
"""Where a row stands in its list: its sort values."""


class Rows(NamedTuple, Generic[T]):
    """Rows of a list with their positions, as many as were asked for, and whether more follow."""

    items: Sequence[tuple[Position, T]]
    more: bool


class EntityExplanation(NamedTuple):
    """What an id names, a page of its parts and how many there are, and the decisions about any of it."""

    subject: IdentitySubject
    parts: Rows[IdentityEvidence]
    part_count: int
    decisions: list[Decision]


class CurationService(Protocol):
    """What knows of identities. Each raises RequestError saying why it cannot be done, or a GraphError."""

    async def merge(self, left_id: str, right_id: str, by: str, why: str) -> Decision:
        """Join what two ids name."""
        ...

    async def keep_apart(self, left_id: str, right_id: str, by: str, why: str) -> Decision:
        """Say of two that they are not one."""
        ...

    async def split(self, identifier: str, records: list[str], by: str, why: str) -> Decision:
        """Part some records from what an id names."""
        ...

    async def revoke(self, decision: str, by: str, why: str) -> Decision:
        """Take a decision back."""
        ...

    async def log(self, after: Position | None, limit: int) -> Rows[Decision]:
        """Return decisions, the latest first, those behind a position."""
        ...

    async def explain(self, identifier: str, after: Position | None, limit: int) -> EntityExplanation:
        """Say why an id names what it names."""
        ...

    async def compare(self, left_id: str, right_id: str) -> IdentityComparison:
        """Say what speaks for two ids naming one, and what against."""
        ...

    async def review(self, about: ReviewKind, after: Position | None, limit: int) -> Rows[ReviewItem]:
        """Return open questions of a kind, those behind a position."""
        ...
