"""Claims and edits of profiles: a user states to be a researcher. Types, inputs and payloads of the mutations."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.enums import ProfileField, VerificationLevel
from schema.field_mapping import ColumnNode, ColumnRows, Pattern, QueryResult, RelatedList
from schema.fields import mapped_field, prop
from schema.mutation import IDEMPOTENCY_KEY, EntityPayload, MutationPayload
from schema.order.sort import ID
from schema.paging import Connection, Edge
from schema.scalars import DateTime
from schema.user import User

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.researcher import Researcher
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.enum(description="How a user shows to be a researcher.")
class ClaimMethod(Enum):
    """How a user shows to be a researcher."""

    ORCID = strawberry.enum_value(
        "orcid", description="The account has a verified ORCID iD, and the researcher has the same."
    )
    EMAIL = strawberry.enum_value(
        "email", description="The user receives mails at the domain of an institution of the researcher."
    )
    CURATOR = strawberry.enum_value("curator", description="A curator decides.")


@strawberry.enum(description="Status of a claim.")
class ClaimStatus(Enum):
    """Status of a claim."""

    AWAITING_CODE = strawberry.enum_value(
        "awaiting_code", description="The user must send the code of the mail with confirmClaim."
    )
    PENDING = strawberry.enum_value("pending", description="A curator must decide.")
    ACCEPTED = strawberry.enum_value("accepted", description="The user is the researcher.")
    REJECTED = strawberry.enum_value("rejected", description="A curator rejected it.")
    WITHDRAWN = strawberry.enum_value("withdrawn", description="The user withdrew it.")
    REVOKED = strawberry.enum_value("revoked", description="A curator revoked the accepted claim.")


@strawberry.type(description="The claim of a user to be a researcher. Only the user and curators can read it.")
class Claim:
    """The claim of a user to be a researcher."""

    id: strawberry.ID = prop("id", "ID of the claim: `q_` and a ULID.")
    method: ClaimMethod = prop("method", "How the user shows to be the researcher.")
    status: ClaimStatus = prop("status", "Status.")
    level: VerificationLevel | None = prop("level", "Verification level of the profile. Null if it was never accepted.")
    contested: bool = mapped_field(
        QueryResult("graphql/field/is_contested_claim", single=True),
        "True if another user has a pending or accepted claim of the researcher. If a merge makes two researchers with "
        "accepted claims one, neither claim gives rights until a curator revokes the other.",
    )
    note: str | None = prop("note", "Explanation of the user for curators. Null without one.")
    domain: str | None = prop("domain", "Domain of the e-mail address, for the method EMAIL. Null otherwise.")
    created_at: DateTime = prop("createdAt", "Time of the claim, ISO 8601 in UTC.")
    decided_at: DateTime | None = prop(
        "decidedAt", "Time at which it was accepted or ended, ISO 8601 in UTC. Null before."
    )
    reason: str | None = prop("reason", "Reason of the curator who decided last. Null without one.")
    user: User | None = mapped_field(RelatedList(Pattern("MADE", "in"), (ID,), single=True), "User of the claim.")
    researcher: Researcher | None = mapped_field(
        RelatedList(Pattern("CONCERNS", "out"), (ID,), single=True), "Claimed researcher."
    )


@strawberry.type(description="A claim in a list.")
class ClaimEdge(Edge[Claim]):
    """A claim in a list."""


@strawberry.type(description="Claims.")
class ClaimConnection(Connection[ClaimEdge, Claim]):
    """Claims."""


@strawberry.type
class ClaimPayload(MutationPayload):
    """Result of a mutation of a claim."""

    claim_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The claim after the mutation. Null if there are user errors.")
    async def claim(self, info: strawberry.Info[Any]) -> Claim | None:
        """Read the claim."""
        if self.claim_id is None:
            return None
        found: Any = await info.context.fetch_object("claim", self.claim_id, info)
        return found


@strawberry.type(description="Result of claimProfile.")
class ClaimProfilePayload(ClaimPayload):
    """Result of claimProfile."""


@strawberry.type(description="Result of confirmClaim.")
class ConfirmClaimPayload(ClaimPayload):
    """Result of confirmClaim."""


@strawberry.type(description="Result of withdrawClaim.")
class WithdrawClaimPayload(ClaimPayload):
    """Result of withdrawClaim."""


@strawberry.type(description="Result of decideClaim.")
class DecideClaimPayload(ClaimPayload):
    """Result of decideClaim."""


@strawberry.type(description="Result of revokeClaim.")
class RevokeClaimPayload(ClaimPayload):
    """Result of revokeClaim."""


CLAIM_ID = "ID of the claim: `q_` and a ULID."
REASON = "Reason, 1 to 1,000 characters. The user can read it."


@strawberry.input(description="Arguments of claimProfile.")
class ClaimProfileInput:
    """Arguments of claimProfile."""

    researcher_id: strawberry.ID = strawberry.field(description=f"Researcher: {ANY_ID}")
    method: ClaimMethod = strawberry.field(description="How the user shows to be the researcher.")
    email: str | None = strawberry.field(
        default=None,
        description="Address at the domain of an institution of the researcher, for the method EMAIL. The server sends "
        "a code to it and stores only its domain.",
    )
    note: str | None = strawberry.field(
        default=None, description="Explanation for curators, plain text of at most 2,000 characters."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of confirmClaim.")
class ConfirmClaimInput:
    """Arguments of confirmClaim."""

    claim_id: strawberry.ID = strawberry.field(description=CLAIM_ID)
    code: str = strawberry.field(description="Code of the mail, in any case, with or without hyphens.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of withdrawClaim.")
class WithdrawClaimInput:
    """Arguments of withdrawClaim."""

    claim_id: strawberry.ID = strawberry.field(description=CLAIM_ID)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of decideClaim.")
class DecideClaimInput:
    """Arguments of decideClaim."""

    claim_id: strawberry.ID = strawberry.field(description=CLAIM_ID)
    accept: bool = strawberry.field(description="True to accept the claim, false to reject it.")
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of revokeClaim.")
class RevokeClaimInput:
    """Arguments of revokeClaim."""

    claim_id: strawberry.ID = strawberry.field(description=CLAIM_ID)
    reason: str = strawberry.field(description=REASON)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.type(description="An affiliation that the viewer stated.")
class StatedAffiliation:
    """An affiliation that the viewer stated."""

    institution: Institution | None = mapped_field(
        ColumnNode("institution"), "Institution. Null if several institutions now have the stated name."
    )
    since: int | None = prop("since", "First year. Null if unknown.")
    until: int | None = prop("until", "Last year. Null if unknown, or for a current affiliation.")
    role: str | None = prop("role", "Position. Null if unknown.")


@strawberry.type(description="Values that the viewer stated with updateProfile, including hidden ones.")
class StatedProfile:
    """Values that the viewer stated with updateProfile, including hidden ones."""

    name: str = prop("name", "Display name.")
    headline: str | None = prop("headline", "One line about the person. Null if not stated.")
    homepage: str | None = prop("homepage", "URL of the home page. Null if not stated.")
    open_to_collaborate: bool | None = prop(
        "openToCollaborate", "Whether the person is open to collaboration. Null if not stated."
    )
    affiliations: list[StatedAffiliation] = mapped_field(
        ColumnRows("affiliations"), "Stated affiliations, by first year."
    )
    hidden_fields: list[ProfileField] = prop("hiddenFields", "Hidden fields. After an opt-out all fields.")
    opted_out: bool = prop("optedOut", "True if the viewer opted out of a public profile.")


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
    hidden_fields: list[ProfileField] | None = strawberry.field(
        default=None,
        description="All fields of the profile to hide, also if other sources state them; an empty list shows all.",
    )
    opted_out: bool | None = strawberry.field(
        default=None,
        description="True to opt out of a public profile: all fields of ProfileField are hidden, and search by name "
        "and suggestions omit the researcher. Papers and author lists stay.",
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
