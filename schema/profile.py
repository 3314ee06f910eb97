"""Edits of claimed profiles: inputs and payload of updateProfile."""

import strawberry

from schema.decision import ANY_ID
from schema.mutation import IDEMPOTENCY_KEY, EntityPayload


@strawberry.type(description="Result of updateProfile.")
class UpdateProfilePayload(EntityPayload):
    """Result of updateProfile."""


@strawberry.input(description="An affiliation that a user states.")
class ProfileAffiliationInput:
    """An affiliation that a user states."""

    institution_id: strawberry.ID = strawberry.field(description=f"Institution: {ANY_ID}")
    since: int | None = strawberry.field(default=None, description="First year. Null if unknown.")
    until: int | None = strawberry.field(
        default=None, description="Last year. Null if unknown, or for a current affiliation."
    )
    role: str | None = strawberry.field(default=None, description="Position, at most 100 characters. Null if unknown.")


@strawberry.input(description="Arguments of updateProfile. Absent and null fields stay as they are.")
class UpdateProfileInput:
    """Arguments of updateProfile."""

    researcher_id: strawberry.ID = strawberry.field(description=f"Researcher that the viewer claimed: {ANY_ID}")
    name: str | None = strawberry.field(default=None, description="Display name, 1 to 200 characters in one line.")
    headline: str | None = strawberry.field(
        default=None, description="One line about the person, at most 300 characters. An empty text removes it."
    )
    homepage: str | None = strawberry.field(
        default=None, description="URL of the home page, http or https. An empty text removes it."
    )
    open_to_collaborate: bool | None = strawberry.field(
        default=None, description="Whether the person is open to collaboration."
    )
    affiliations: list[ProfileAffiliationInput] | None = strawberry.field(
        default=None,
        description="All affiliations that the user states, at most 50; replaces those that the user stated. "
        "Affiliations from other sources stay.",
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
