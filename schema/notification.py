"""Notifications of users, and the events of subscriptions."""

from collections.abc import Sequence
from enum import Enum
from typing import Any

import strawberry

from schema.claim import Claim
from schema.comment import Comment
from schema.feed import FeedReasonKind
from schema.field_mapping import Key, Pattern, RelatedList
from schema.fields import mapped_field, prop
from schema.invitation import Invitation
from schema.mutation import RETURNED_TEXT, MutationPayload
from schema.node import Node
from schema.order.sort import ID
from schema.paging import Connection, Edge
from schema.paper import Paper
from schema.review import Review
from schema.scalars import DateTime

NOTIFICATION_ID = "ID of the notification, such as `e_12_0`."
NEWEST_EVENT_FIRST = (Key("number", descending=True, number=True), ID)
CURSOR = "Position of the event. Send it as `after` to resume the subscription after this event."


@strawberry.enum(description="Reason of a notification.")
class NotificationKind(Enum):
    """Reason of a notification."""

    MENTION = strawberry.enum_value("mention", description="A comment mentions the user as `@name`.")
    REPLY = strawberry.enum_value("reply", description="A comment replies to a comment of the user.")
    COMMENT = strawberry.enum_value("comment", description="A comment on a paper of the claimed researcher.")
    REVIEW = strawberry.enum_value("review", description="A public review of a paper of the claimed researcher.")
    SHARED_REVIEW = strawberry.enum_value("sharedReview", description="A private review that the user can read.")
    REVIEW_REPLY = strawberry.enum_value("reviewReply", description="An author replied to a review by the user.")
    INTRODUCTION_REQUEST = strawberry.enum_value(
        "introductionRequest", description="A sender asks the user for an introduction to a co-author."
    )
    INTRODUCTION = strawberry.enum_value(
        "introduction", description="The introducer agreed: the recipient has received an invitation of the user."
    )
    INVITATION = strawberry.enum_value("invitation", description="An invitation to work together.")
    ACCEPTED_INVITATION = strawberry.enum_value(
        "acceptedInvitation", description="The recipient accepted an invitation of the user."
    )
    MESSAGE = strawberry.enum_value("message", description="A message in the thread of an accepted invitation.")
    CLAIM = strawberry.enum_value("claim", description="A curator decided about a claim of the user.")
    MODERATION = strawberry.enum_value("moderation", description="A curator hid or restored content of the user.")


def _announced(label: str) -> RelatedList:
    return RelatedList(Pattern("ANNOUNCES", "out", label=label), (ID,), single=True)


@strawberry.type(description="A notification: what another user did. Only its recipient can read it.")
class Notification:
    """A notification: what another user did."""

    id: strawberry.ID = prop("id", NOTIFICATION_ID)
    kind: NotificationKind = prop("kind", "Reason.")
    created_at: DateTime = prop("createdAt", "Time of the change, ISO 8601 in UTC.")
    read_at: DateTime | None = prop("readAt", "Time at which the user marked it as read. Null if unread.")
    comment: Comment | None = mapped_field(_announced("Comment"), "The comment. Null for other kinds.")
    review: Review | None = mapped_field(
        _announced("Review"), "The review. Null for other kinds, and if it was deleted."
    )
    invitation: Invitation | None = mapped_field(_announced("Invitation"), "The invitation. Null for other kinds.")
    claim: Claim | None = mapped_field(_announced("Claim"), "The claim. Null for other kinds.")


@strawberry.type(description="A notification in a list.")
class NotificationEdge(Edge[Notification]):
    """A notification in a list."""


@strawberry.type(description="Notifications.")
class NotificationConnection(Connection[NotificationEdge, Notification]):
    """Notifications."""


@strawberry.input(description="Arguments of markNotificationsRead.")
class MarkNotificationsReadInput:
    """Arguments of markNotificationsRead."""

    id: strawberry.ID = strawberry.field(description=f"{NOTIFICATION_ID} All earlier ones are marked too.")
    client_mutation_id: str | None = strawberry.field(
        default=None, description=f"{RETURNED_TEXT} A repetition has no further effect."
    )


@strawberry.type(description="Result of markNotificationsRead.")
class MarkNotificationsReadPayload(MutationPayload):
    """Result of markNotificationsRead."""

    notification_id: strawberry.Private[str | None] = None

    @strawberry.field(description="The notification after the mutation. Null if there are user errors.")
    async def notification(self, info: strawberry.Info[Any]) -> Notification | None:
        """Read the notification."""
        if self.notification_id is None:
            return None
        notification: Any = await info.context.fetch_object("notification", self.notification_id, info)
        return notification


@strawberry.type(description="A new notification of the viewer.")
class NotificationEvent:
    """A new notification of the viewer."""

    cursor: str = strawberry.field(description=CURSOR)
    notification_id: strawberry.Private[str]

    @strawberry.field(description="The notification. Null if it was deleted meanwhile.")
    async def notification(self, info: strawberry.Info[Any]) -> Notification | None:
        """Read the notification."""
        notification: Any = await info.context.fetch_object("notification", self.notification_id, info)
        return notification


@strawberry.enum(description="Kind of a change in the discussion of a paper.")
class DiscussionEventKind(Enum):
    """Kind of a change in the discussion of a paper."""

    ADDED = strawberry.enum_value("added", description="A user added the comment.")
    UPDATED = strawberry.enum_value("updated", description="Its author changed the comment.")
    DELETED = strawberry.enum_value("deleted", description="Its author deleted the comment.")
    MODERATED = strawberry.enum_value("moderated", description="A curator hid or restored the comment.")


@strawberry.type(description="A change in the discussion of a paper.")
class DiscussionEvent:
    """A change in the discussion of a paper."""

    cursor: str = strawberry.field(description=CURSOR)
    kind: DiscussionEventKind = strawberry.field(description="Kind of the change.")
    comment_id: strawberry.Private[str]

    @strawberry.field(description="The comment as it is now. Null if it was erased meanwhile.")
    async def comment(self, info: strawberry.Info[Any]) -> Comment | None:
        """Read the comment."""
        comment: Any = await info.context.fetch_object("comment", self.comment_id, info)
        return comment


@strawberry.type(description="Reason why a new paper concerns the viewer: its relation to a followed entity.")
class NewPaperReason:
    """Reason why a new paper concerns the viewer."""

    kind: FeedReasonKind = strawberry.field(description="Relation of the paper to the followed entity.")
    followed_id: strawberry.Private[str]

    @strawberry.field(description="The followed entity. Null if it was removed meanwhile.")
    async def node(self, info: strawberry.Info[Any]) -> Node | None:
        """Read the followed entity."""
        nodes: Sequence[Any] = await info.context.fetch_nodes([self.followed_id], info)
        return nodes[0] if nodes else None


@strawberry.type(description="A paper that a load added, and that concerns entities that the viewer follows.")
class NewPaperEvent:
    """A paper that a load added, and that concerns entities that the viewer follows."""

    cursor: str = strawberry.field(description=CURSOR)
    reasons: list[NewPaperReason] = strawberry.field(description="Followed entities that the paper concerns.")
    paper_id: strawberry.Private[str]

    @strawberry.field(description="The paper. Null if it was merged or removed meanwhile.")
    async def paper(self, info: strawberry.Info[Any]) -> Paper | None:
        """Read the paper."""
        paper: Any = await info.context.fetch_object("paper", self.paper_id, info)
        return paper
