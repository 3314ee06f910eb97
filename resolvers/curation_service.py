"""The interface of identity services: queries and decisions about entities.

The application provides the implementation.
"""

from collections.abc import Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

from accounts.collections import BibliographyEntry
from accounts.profiles import ProfileEdit, UserMutation
from accounts.viewer import Viewer
from schema.decision import Decision
from schema.identity import IdentityComparison, IdentityEvidence, IdentitySubject, ReviewItem, ReviewKind

T = TypeVar("T")
Position = Sequence[str | int]
"""Position of a row in its list: its sort values."""


class Rows(NamedTuple, Generic[T]):
    """Requested rows of a list with their positions, and whether more follow."""

    items: Sequence[tuple[Position, T]]
    more: bool


class EntityExplanation(NamedTuple):
    """An entity, a page of its parts, their number, and the decisions about them."""

    subject: IdentitySubject
    parts: Rows[IdentityEvidence]
    part_count: int
    decisions: list[Decision]


class CurationService(Protocol):
    """An identity service. Each method raises RequestError with the reason if it cannot answer, or a GraphError."""

    async def merge(self, left_id: str, right_id: str, viewer: Viewer, reason: str) -> Decision:
        """Merge two entities."""
        ...

    async def keep_apart(self, left_id: str, right_id: str, viewer: Viewer, reason: str) -> Decision:
        """Keep two entities apart, so that no rule merges them."""
        ...

    async def split(self, identifier: str, records: list[str], viewer: Viewer, reason: str) -> Decision:
        """Move some records of an entity to a new entity."""
        ...

    async def revoke(self, decision: str, viewer: Viewer, reason: str) -> Decision:
        """Revoke a decision."""
        ...

    async def update_profile(self, edit: ProfileEdit, mutation: UserMutation) -> str:
        """Change a user's statements about the claimed researcher, and return the researcher's Byline ID.

        Raises ActError or AccountGoneError too.
        """
        ...

    async def read_bibliography(self, text: str, format_: str, limit: int) -> list[BibliographyEntry]:
        """Return the entries of a bibliography, at most one more than the limit.

        Raises ActError if the text is not in the format.
        """
        ...

    async def remove_ended_profiles(self) -> None:
        """Remove the statements of ended claims. If another process writes, it removes them at its end."""
        ...

    async def log(self, after: Position | None, limit: int) -> Rows[Decision]:
        """Return at most `limit` decisions after a position, newest first."""
        ...

    async def explain(self, identifier: str, after: Position | None, limit: int) -> EntityExplanation:
        """Explain an entity; its parts are those after a position, at most `limit`."""
        ...

    async def compare(self, left_id: str, right_id: str) -> IdentityComparison:
        """Compare two entities."""
        ...

    async def review(self, kind: ReviewKind, after: Position | None, limit: int) -> Rows[ReviewItem]:
        """Return at most `limit` review items of a kind after a position."""
        ...
