"""The viewer: the client that sends the request, its account and its rights."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.account import AccessTokenConnection
from schema.claim import ClaimConnection, StatedProfile
from schema.collection import CollectionConnection
from schema.comment import CommentConnection
from schema.enums import ReactionContent
from schema.feed import FEED, FEED_ARGUMENTS, FeedConnection
from schema.field_mapping import Key, Pattern, QueryConnection, QueryResult, RelatedList, RelationshipConnection
from schema.fields import mapped_field, prop
from schema.follow import FollowConnection
from schema.invitation import BlockedUserConnection, InvitationConnection
from schema.moderation import ModerationCaseConnection
from schema.notification import NEWEST_EVENT_FIRST, NotificationConnection
from schema.order.comment import LATEST_FIRST, OLDEST_FIRST, CommentOrder
from schema.order.links import ViewerPaperOrder
from schema.order.review import ReviewOrder
from schema.order.sort import ID
from schema.paging import page_arguments
from schema.reaction import ReactionConnection
from schema.researcher import Researcher
from schema.review import ReviewConnection
from schema.saved_paper import SavedPaperConnection
from schema.scalars import DateTime
from schema.where.comment import CommentFilter
from schema.where.paper import PaperFilter
from schema.where.review import ReviewFilter

CONTENTS_ARGUMENT = Annotated[
    list[ReactionContent] | None,
    strawberry.argument(description="Return papers with one of these reactions. Default: all reactions."),
]


@strawberry.enum(description="Role of a user. Each role includes the rights of the roles before it.")
class UserRole(Enum):
    """Role of a user."""

    READER = strawberry.enum_value("reader", description="Has the rights of a client without an account: reads.")
    MEMBER = strawberry.enum_value("member", description="Acts as a user of the graph.")
    CURATOR = strawberry.enum_value("curator", description="Decides about the identity of entities.")
    ADMIN = strawberry.enum_value("admin", description="Manages accounts.")


@strawberry.type(description="The account of the client that sends the request.")
class Viewer:
    """The account of the client that sends the request."""

    id: strawberry.ID = prop("id", "ID of the account.")
    name: str = prop("name", "Name of the user.")
    role: UserRole = prop("role", "Role of the user.")
    created_at: DateTime = prop("createdAt", "Time at which the account was created, ISO 8601 in UTC.")
    orcid: str | None = prop("orcid", "Verified ORCID iD of the account with hyphens. Null without one.")
    researcher: Researcher | None = mapped_field(
        RelatedList(Pattern("CLAIMED", "out"), (ID,), single=True),
        "Researcher that the viewer claimed. Null without an accepted claim.",
    )
    profile: StatedProfile | None = mapped_field(
        QueryResult("graphql/viewer_profile", single=True),
        "Values that the viewer stated on the claimed profile, including hidden ones. Null before the first edit.",
    )
    claims: ClaimConnection = mapped_field(
        RelationshipConnection(Pattern("MADE", "out"), LATEST_FIRST),
        "Claims of profiles by the viewer, newest first.",
        page_arguments(),
    )
    claim_queue: ClaimConnection = mapped_field(
        QueryConnection("graphql/claim_queue", OLDEST_FIRST),
        "Claims that a curator must decide, oldest first: pending claims, and accepted claims of a researcher with "
        "several accepted claims. Empty if the viewer is not a curator.",
        page_arguments(),
    )
    moderation_queue: ModerationCaseConnection = mapped_field(
        QueryConnection("graphql/moderation_queue", (Key("openReports", descending=True, number=True), ID)),
        "Content with open reports, most reports first. Empty if the viewer is not a curator.",
        page_arguments(),
    )
    follows: FollowConnection = mapped_field(
        QueryConnection("graphql/viewer_follows", (Key("since", descending=True, on="edge"), ID)),
        "Entities that the viewer follows, latest first.",
        page_arguments(),
    )
    feed: FeedConnection = mapped_field(
        FEED,
        "News about the entities that the viewer follows, newest first, at most 1,000 items: papers by "
        "followed researchers, about followed topics, at followed institutions and venues, and papers that cite "
        "followed papers; comments on and reviews of followed papers. At most 100 items, the newest, of each entity.",
        FEED_ARGUMENTS,
    )
    reactions: ReactionConnection = mapped_field(
        QueryConnection("graphql/viewer_reactions", (Key("since", descending=True, on="edge"), ID)),
        "Papers to which the viewer reacted, latest first.",
        {"contents": CONTENTS_ARGUMENT, **page_arguments(PaperFilter, ViewerPaperOrder)},
    )
    saved_papers: SavedPaperConnection = mapped_field(
        RelationshipConnection(Pattern("SAVED", "out"), (Key("since", descending=True, on="edge"), ID)),
        "Papers that the viewer saved, latest first.",
        page_arguments(PaperFilter, ViewerPaperOrder),
    )
    collections: CollectionConnection = mapped_field(
        RelationshipConnection(Pattern("OWNS", "out"), (Key("updatedAt", descending=True), ID)),
        "Collections of the viewer, last changed first.",
        page_arguments(),
    )
    comments: CommentConnection = mapped_field(
        QueryConnection("graphql/viewer_comments", LATEST_FIRST),
        "Comments of the viewer that are not deleted, newest first.",
        page_arguments(CommentFilter, CommentOrder),
    )
    reviews: ReviewConnection = mapped_field(
        QueryConnection("graphql/viewer_reviews", LATEST_FIRST),
        "Reviews by the viewer, including anonymous and private reviews, newest first.",
        page_arguments(ReviewFilter, ReviewOrder),
    )
    received_invitations: InvitationConnection = mapped_field(
        RelationshipConnection(Pattern("RECEIVED", "out"), LATEST_FIRST),
        "Invitations to the viewer, newest first.",
        page_arguments(),
    )
    introduction_requests: InvitationConnection = mapped_field(
        RelationshipConnection(Pattern("INTRODUCES", "out"), LATEST_FIRST),
        "Invitations whose senders ask the viewer for an introduction, newest first.",
        page_arguments(),
    )
    sent_invitations: InvitationConnection = mapped_field(
        RelationshipConnection(Pattern("SENT", "out"), LATEST_FIRST),
        "Invitations by the viewer, newest first.",
        page_arguments(),
    )
    blocked_users: BlockedUserConnection = mapped_field(
        RelationshipConnection(Pattern("BLOCKS", "out"), (Key("since", descending=True, on="edge"), ID)),
        "Users blocked by the viewer, latest first.",
        page_arguments(),
    )
    notifications: NotificationConnection = mapped_field(
        RelationshipConnection(Pattern("HAS_NOTIFICATION", "out"), NEWEST_EVENT_FIRST),
        "Notifications of the last 90 days, newest first.",
        page_arguments(),
    )
    unread_notification_count: int = mapped_field(
        QueryResult("graphql/field/unread_notifications", single=True), "Number of unread notifications."
    )
    access_tokens: AccessTokenConnection = mapped_field(
        QueryConnection("graphql/viewer_access_tokens", LATEST_FIRST),
        "Access tokens of the viewer's programs, newest first, also expired and revoked ones.",
        page_arguments(),
    )
    shared_reviews: ReviewConnection = mapped_field(
        QueryConnection("graphql/viewer_shared_reviews", LATEST_FIRST),
        "Reviews by other users that name the viewer as a reader, newest first.",
        page_arguments(ReviewFilter, ReviewOrder),
    )


@strawberry.enum(description="An action that the policy allows or forbids, named after its mutation.")
class ViewerAction(Enum):
    """An action that the policy allows or forbids, named after its mutation."""

    MERGE_ENTITIES = strawberry.enum_value("mergeEntities", description="Merge two entities.")
    KEEP_ENTITIES_APART = strawberry.enum_value("keepEntitiesApart", description="Keep two entities apart.")
    SPLIT_ENTITY = strawberry.enum_value("splitEntity", description="Move records of an entity to a new entity.")
    REVOKE_DECISION = strawberry.enum_value("revokeDecision", description="Revoke a decision.")
    FOLLOW_ENTITY = strawberry.enum_value("followEntity", description="Follow an entity.")
    UNFOLLOW_ENTITY = strawberry.enum_value("unfollowEntity", description="End a follow.")
    ADD_REACTION = strawberry.enum_value("addReaction", description="React to a paper.")
    REMOVE_REACTION = strawberry.enum_value("removeReaction", description="Remove a reaction to a paper.")
    SAVE_PAPER = strawberry.enum_value("savePaper", description="Save a paper.")
    UNSAVE_PAPER = strawberry.enum_value("unsavePaper", description="Remove a paper from the saved papers.")
    CREATE_COLLECTION = strawberry.enum_value("createCollection", description="Create a collection of papers.")
    UPDATE_COLLECTION = strawberry.enum_value("updateCollection", description="Change a collection of papers.")
    DELETE_COLLECTION = strawberry.enum_value("deleteCollection", description="Delete a collection of papers.")
    ADD_TO_COLLECTION = strawberry.enum_value("addToCollection", description="Add a paper to a collection.")
    REMOVE_FROM_COLLECTION = strawberry.enum_value(
        "removeFromCollection", description="Remove a paper from a collection."
    )
    IMPORT_INTO_COLLECTION = strawberry.enum_value(
        "importIntoCollection", description="Add the papers of a bibliography to a collection."
    )
    ADD_COMMENT = strawberry.enum_value("addComment", description="Comment on a paper.")
    UPDATE_COMMENT = strawberry.enum_value("updateComment", description="Change a comment of the viewer.")
    DELETE_COMMENT = strawberry.enum_value("deleteComment", description="Delete a comment of the viewer.")
    ADD_REVIEW = strawberry.enum_value("addReview", description="Review a paper.")
    UPDATE_REVIEW = strawberry.enum_value("updateReview", description="Change a review by the viewer.")
    REPLY_TO_REVIEW = strawberry.enum_value("replyToReview", description="Reply to a review as an author of the paper.")
    DELETE_REVIEW = strawberry.enum_value("deleteReview", description="Delete a review by the viewer.")
    CLAIM_PROFILE = strawberry.enum_value("claimProfile", description="Claim the profile of a researcher.")
    CONFIRM_CLAIM = strawberry.enum_value("confirmClaim", description="Confirm a claim of the viewer with a code.")
    UPDATE_PROFILE = strawberry.enum_value("updateProfile", description="Change the profile that the viewer claimed.")
    WITHDRAW_CLAIM = strawberry.enum_value("withdrawClaim", description="Withdraw a claim of the viewer.")
    REPORT_CONTENT = strawberry.enum_value("reportContent", description="Report content of another user.")
    MODERATE_CONTENT = strawberry.enum_value("moderateContent", description="Hide or restore content of another user.")
    UPDATE_ACCOUNT = strawberry.enum_value("updateAccount", description="Change the name of the viewer's account.")
    CREATE_ACCESS_TOKEN = strawberry.enum_value(
        "createAccessToken", description="Create an access token for a program of the viewer."
    )
    REVOKE_ACCESS_TOKEN = strawberry.enum_value(
        "revokeAccessToken", description="Revoke an access token of the viewer."
    )
    ERASE_ACCOUNT = strawberry.enum_value("eraseAccount", description="Erase the account of the viewer.")
    DECIDE_CLAIM = strawberry.enum_value("decideClaim", description="Accept or reject a claim.")
    INVITE_RESEARCHER = strawberry.enum_value("inviteResearcher", description="Invite a researcher to work together.")
    ANSWER_INVITATION = strawberry.enum_value("answerInvitation", description="Answer a received invitation.")
    ANSWER_INTRODUCTION = strawberry.enum_value(
        "answerIntroduction", description="Agree or decline to introduce a user to a co-author."
    )
    WITHDRAW_INVITATION = strawberry.enum_value(
        "withdrawInvitation", description="Withdraw an invitation sent by the viewer."
    )
    SEND_INVITATION_MESSAGE = strawberry.enum_value(
        "sendInvitationMessage", description="Send a message to the other participant of an accepted invitation."
    )
    BLOCK_USER = strawberry.enum_value("blockUser", description="Block a user.")
    UNBLOCK_USER = strawberry.enum_value("unblockUser", description="End the block of a user.")
    MARK_NOTIFICATIONS_READ = strawberry.enum_value(
        "markNotificationsRead", description="Mark notifications of the viewer as read."
    )
    REVOKE_CLAIM = strawberry.enum_value("revokeClaim", description="Revoke an accepted claim.")


@strawberry.type(description="Permission of the viewer to perform an action.")
class ViewerPermission:
    """Permission of the viewer to perform an action."""

    action: ViewerAction = strawberry.field(description="The action.")
    allowed: bool = strawberry.field(description="True if the viewer may perform the action.")
    reason: str | None = strawberry.field(
        description="Reason why the viewer may not perform the action. Null if the action is allowed."
    )


ACTIONS_ARGUMENT = {
    "actions": Annotated[list[ViewerAction], strawberry.argument(description="Actions to check, at most 100.")],
}
OBJECT_ARGUMENT = {
    "id": Annotated[
        strawberry.ID | None,
        strawberry.argument(
            description="ID of the object of the actions, such as the paper to review. The result can depend on the "
            "relation between the viewer and the object; no action that needs an object is allowed if the viewer can "
            "read none with this ID. Default: any object for which the action is allowed."
        ),
    ],
}
