"""Root fields of accounts: the viewer, the viewer's rights, and objects of users by ID."""

import strawberry

from schema.arguments import id_argument
from schema.audit import LOG_ARGUMENTS, AuditEntryConnection
from schema.claim import CLAIM_ID, Claim
from schema.collection import Collection
from schema.comment import Comment
from schema.field_mapping import Key, ServiceResolved
from schema.fields import mapped_field
from schema.invitation import INVITATION_ID, Invitation
from schema.notification import NOTIFICATION_ID, Notification
from schema.review import Review, ReviewTemplate
from schema.viewer import ACTIONS_ARGUMENT, OBJECT_ARGUMENT, Viewer, ViewerPermission
from schema.viewer_mapping import ViewerNode, VisibleNode


@strawberry.type
class AccountRoots:
    """Root fields of accounts."""

    viewer: Viewer | None = mapped_field(
        ViewerNode(),
        "The account of the client that sends the request. Null without an account, or if the access token has no "
        "scope `read`.",
    )
    collection: Collection | None = mapped_field(
        VisibleNode("Collection", ("OWNS",)),
        "A collection of papers. Null if there is none with this ID, or if it is private to another user.",
        required={"id": id_argument("ID of the collection: `c_` and a ULID.")},
    )
    comment: Comment | None = mapped_field(
        VisibleNode("Comment"),
        "A comment on a paper. Null if there is none with this ID.",
        required={"id": id_argument("ID of the comment: `m_` and a ULID.")},
    )
    review: Review | None = mapped_field(
        VisibleNode("Review", ("WROTE", "WROTE_ANONYMOUSLY", "CAN_READ")),
        "A review of a paper. Null if no review has this ID, or if the viewer may not read the review.",
        required={"id": id_argument("ID of the review: `w_` and a ULID.")},
    )
    claim: Claim | None = mapped_field(
        VisibleNode("Claim", ("MADE",), ("curator", "admin")),
        "A claim of a profile. Null if there is none with this ID, or if the viewer neither made it nor is a curator.",
        required={"id": id_argument(CLAIM_ID)},
    )
    invitation: Invitation | None = mapped_field(
        VisibleNode("Invitation", ("SENT", "RECEIVED", "INTRODUCES")),
        "An invitation to work together. Null if there is none with this ID, or if the viewer is not its sender, its "
        "introducer or its recipient.",
        required={"id": id_argument(INVITATION_ID)},
    )
    notification: Notification | None = mapped_field(
        VisibleNode("Notification", ("HAS_NOTIFICATION",)),
        "A notification of the viewer. Null if the viewer has none with this ID.",
        required={"id": id_argument(NOTIFICATION_ID)},
    )
    audit_log: AuditEntryConnection | None = mapped_field(
        ServiceResolved(weight=100, row_cost=5, order=(Key("id", descending=True),)),
        "Changes by users, curators and the operator, newest first, for administrators. Same as `byline user log`.",
        LOG_ARGUMENTS,
    )
    review_template: ReviewTemplate = mapped_field(ServiceResolved(weight=1), "Texts and scales of reviews, for forms.")
    viewer_can: list[ViewerPermission] = mapped_field(
        ServiceResolved(weight=1),
        "Whether the client that sends the request may do actions, in the order of the actions. A client can hide "
        "forbidden actions before a user tries them.",
        OBJECT_ARGUMENT,
        required=ACTIONS_ARGUMENT,
    )
