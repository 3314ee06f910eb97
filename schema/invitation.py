"""Invitations to work together: type, inputs and payloads of the mutations."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.decision import ANY_ID
from schema.field_mapping import ColumnNode, Pattern, QueryConnection, QueryResult, RelatedList
from schema.fields import mapped_field, prop
from schema.mutation import IDEMPOTENCY_KEY, MutationPayload
from schema.order.comment import OLDEST_FIRST
from schema.order.sort import ID
from schema.paging import Connection, Edge, page_arguments
from schema.scalars import DateTime
from schema.user import User
from schema.viewer_mapping import ViewerRelationship

if TYPE_CHECKING:
    from schema.researcher import Researcher
else:
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]

INVITATION_ID = "ID of the invitation: `n_` and a ULID."
MARKDOWN = "Text in Markdown (CommonMark), 1 to 5,000 characters. HTML and images are shown as text."


@strawberry.enum(description="Purpose of an invitation.")
class InvitationPurpose(Enum):
    """Purpose of an invitation."""

    PAPER = strawberry.enum_value("paper", description="Write a paper together.")
    PROJECT = strawberry.enum_value("project", description="Work on a project or a proposal together.")
    DATA_OR_CODE = strawberry.enum_value("data_or_code", description="Share data or code.")
    TALK = strawberry.enum_value("talk", description="Give a talk, or take part in an event.")
    ADVICE = strawberry.enum_value("advice", description="Advice or a discussion.")
    OTHER = strawberry.enum_value("other", description="Another purpose; the message states it.")


@strawberry.enum(description="Status of an invitation.")
class InvitationStatus(Enum):
    """Status of an invitation."""

    AWAITING_INTRODUCTION = strawberry.enum_value(
        "awaiting_introduction", description="The introducer can agree or decline; the recipient has not received it."
    )
    INTRODUCTION_DECLINED = strawberry.enum_value(
        "introduction_declined", description="The introducer declined; the recipient never received it."
    )
    PENDING = strawberry.enum_value("pending", description="The recipient can accept or decline it.")
    ACCEPTED = strawberry.enum_value("accepted", description="The recipient accepted it: both can send messages.")
    DECLINED = strawberry.enum_value("declined", description="The recipient declined it.")
    WITHDRAWN = strawberry.enum_value("withdrawn", description="The sender withdrew it.")
    EXPIRED = strawberry.enum_value("expired", description="The introducer or the recipient did not answer in time.")


@strawberry.enum(description="Role of a user in an invitation.")
class InvitationRole(Enum):
    """Role of a user in an invitation."""

    SENDER = strawberry.enum_value("sender", description="The user who sent it.")
    INTRODUCER = strawberry.enum_value("introducer", description="The co-author of both who was asked to introduce.")
    RECIPIENT = strawberry.enum_value("recipient", description="The user who received it.")


@strawberry.enum(description="Answer to an invitation.")
class InvitationAnswer(Enum):
    """Answer to an invitation."""

    ACCEPT = strawberry.enum_value("accept", description="Accept it.")
    DECLINE = strawberry.enum_value("decline", description="Decline it.")
    DECLINE_AND_BLOCK = strawberry.enum_value(
        "decline_and_block", description="Decline it, and receive nothing more from the sender, who is not told."
    )


@strawberry.type(description="A user who takes part in an invitation.")
class InvitationParticipant:
    """A user who takes part in an invitation."""

    role: InvitationRole = prop("role", "Role.")
    user: User = mapped_field(ColumnNode("user"), "The user.")
    researcher: Researcher | None = mapped_field(
        ColumnNode("researcher"), "Researcher that the user claimed. Null without an accepted claim."
    )


@strawberry.type(description="A message in the thread of an invitation.")
class InvitationMessage:
    """A message in the thread of an invitation."""

    id: strawberry.ID = prop("id", "ID of the message: `g_` and a ULID.")
    text: str = prop("text", "Text in Markdown.")
    html: str = prop("html", "Text as sanitized HTML, without images.")
    created_at: DateTime = prop("createdAt", "Time of the message, ISO 8601 in UTC.")
    author: User | None = mapped_field(RelatedList(Pattern("WROTE", "in"), (ID,), single=True), "Author.")
    viewer_did_author: bool = mapped_field(ViewerRelationship("WROTE"), "True if the viewer wrote it.")


@strawberry.type(description="A message in a list.")
class InvitationMessageEdge(Edge[InvitationMessage]):
    """A message in a list."""


@strawberry.type(description="Messages.")
class InvitationMessageConnection(Connection[InvitationMessageEdge, InvitationMessage]):
    """Messages."""


@strawberry.type(
    description="An invitation to work together. Only its sender, its introducer and its recipient can read it."
)
class Invitation:
    """An invitation to work together."""

    id: strawberry.ID = prop("id", INVITATION_ID)
    purpose: InvitationPurpose = prop("purpose", "Purpose.")
    text: str = prop("text", "Message of the sender in Markdown.")
    html: str = prop("html", "Message as sanitized HTML, without images.")
    status: InvitationStatus = mapped_field(QueryResult("graphql/field/invitation_status", single=True), "Status.")
    created_at: DateTime = prop("createdAt", "Time at which it was sent, ISO 8601 in UTC.")
    expires_at: DateTime = prop("expiresAt", "Time until which it can be accepted, ISO 8601 in UTC: after 60 days.")
    decided_at: DateTime | None = prop(
        "decidedAt", "Time at which it was accepted, declined or withdrawn. Null before that."
    )
    participants: list[InvitationParticipant] = mapped_field(
        QueryResult("graphql/invitation_participants"),
        "The sender, the introducer if there is one, and the recipient as soon as the introducer agrees.",
    )
    introduction_to: Researcher | None = mapped_field(
        QueryResult("graphql/invited_researcher", single=True),
        "Researcher to whom the introducer introduces the sender. Null without an introducer.",
    )
    messages: InvitationMessageConnection = mapped_field(
        QueryConnection("graphql/invitation_messages", OLDEST_FIRST),
        "Messages after the acceptance, oldest first. Empty for the introducer.",
        page_arguments(),
    )


@strawberry.type(description="An invitation in a list.")
class InvitationEdge(Edge[Invitation]):
    """An invitation in a list."""


@strawberry.type(description="Invitations.")
class InvitationConnection(Connection[InvitationEdge, Invitation]):
    """Invitations."""


@strawberry.type(description="A blocked user.")
class BlockedUserEdge(Edge[User]):
    """A blocked user."""

    since: DateTime = prop("since", "Time of the block, ISO 8601 in UTC.")


@strawberry.type(description="Blocked users.")
class BlockedUserConnection(Connection[BlockedUserEdge, User]):
    """Blocked users."""


@strawberry.type
class InvitationPayload(MutationPayload):
    """Result of a mutation of an invitation."""

    invitation_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The invitation after the mutation. Null if there are user errors.")
    async def invitation(self, info: strawberry.Info[Any]) -> Invitation | None:
        """Read the invitation."""
        if self.invitation_id is None:
            return None
        invitation: Any = await info.context.fetch_object("invitation", self.invitation_id, info)
        return invitation


@strawberry.type(description="Result of inviteResearcher.")
class InviteResearcherPayload(InvitationPayload):
    """Result of inviteResearcher."""


@strawberry.type(description="Result of answerInvitation.")
class AnswerInvitationPayload(InvitationPayload):
    """Result of answerInvitation."""


@strawberry.type(description="Result of answerIntroduction.")
class AnswerIntroductionPayload(InvitationPayload):
    """Result of answerIntroduction."""


@strawberry.type(description="Result of withdrawInvitation.")
class WithdrawInvitationPayload(InvitationPayload):
    """Result of withdrawInvitation."""


@strawberry.type(description="Result of sendInvitationMessage.")
class SendInvitationMessagePayload(InvitationPayload):
    """Result of sendInvitationMessage."""


@strawberry.type(description="Result of blockUser.")
class BlockUserPayload(MutationPayload):
    """Result of blockUser."""


@strawberry.type(description="Result of unblockUser.")
class UnblockUserPayload(MutationPayload):
    """Result of unblockUser."""


@strawberry.input(description="Arguments of inviteResearcher.")
class InviteResearcherInput:
    """Arguments of inviteResearcher."""

    researcher_id: strawberry.ID = strawberry.field(description=f"Researcher with a claimed profile: {ANY_ID}")
    purpose: InvitationPurpose = strawberry.field(description="Purpose.")
    message: str = strawberry.field(description=MARKDOWN)
    introducer_id: strawberry.ID | None = strawberry.field(
        default=None,
        description="Researcher to introduce you, who must agree: a co-author of you and of the invited researcher, "
        f"with a claimed profile. `introducers` lists such co-authors. Default: no introducer. {ANY_ID}",
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of answerInvitation.")
class AnswerInvitationInput:
    """Arguments of answerInvitation."""

    invitation_id: strawberry.ID = strawberry.field(description=INVITATION_ID)
    answer: InvitationAnswer = strawberry.field(description="The answer.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of answerIntroduction.")
class AnswerIntroductionInput:
    """Arguments of answerIntroduction."""

    invitation_id: strawberry.ID = strawberry.field(description=INVITATION_ID)
    agree: bool = strawberry.field(
        description="True to send the invitation to the invited researcher; false to decline the introduction."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of withdrawInvitation.")
class WithdrawInvitationInput:
    """Arguments of withdrawInvitation."""

    invitation_id: strawberry.ID = strawberry.field(description=INVITATION_ID)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of sendInvitationMessage.")
class SendInvitationMessageInput:
    """Arguments of sendInvitationMessage."""

    invitation_id: strawberry.ID = strawberry.field(description=INVITATION_ID)
    text: str = strawberry.field(description=MARKDOWN)
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of blockUser.")
class BlockUserInput:
    """Arguments of blockUser."""

    user_id: strawberry.ID = strawberry.field(
        description="ID of the user, such as `author { id }` of a comment or `participants { user { id } }`."
    )
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)


@strawberry.input(description="Arguments of unblockUser.")
class UnblockUserInput:
    """Arguments of unblockUser."""

    user_id: strawberry.ID = strawberry.field(description="ID of the blocked user: viewer { blockedUsers }.")
    client_mutation_id: str | None = strawberry.field(default=None, description=IDEMPOTENCY_KEY)
