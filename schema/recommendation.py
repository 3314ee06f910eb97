"""Recommendations of people: introducers, future collaborators, reviewers. Each states its reasons."""

from enum import Enum

import strawberry

from schema.field_mapping import NodeIn, NodesIn, RowsIn
from schema.fields import mapped_field, prop
from schema.institution import Institution
from schema.researcher import Researcher
from schema.topic import Topic
from schema.traversal import CollaborationHop


@strawberry.enum(description="Reason why a researcher is recommended.")
class RecommendationReasonKind(Enum):
    """Reason why a researcher is recommended."""

    JOINT_WORK = strawberry.enum_value(
        "JOINT_WORK",
        description="Joint papers on the way from one researcher to the other. The count is that of the step with "
        "fewest. 0.5 points each, for at most 10.",
    )
    RECENT_JOINT_WORK = strawberry.enum_value(
        "RECENT_JOINT_WORK",
        description="Steps with a joint paper of the current year or the five years before. 1 point each.",
    )
    SHARED_TOPICS = strawberry.enum_value(
        "SHARED_TOPICS",
        description="Topics of the 200 newest papers of each that are the same. 0.1 points each, for at most 10.",
    )
    SAME_INSTITUTION = strawberry.enum_value(
        "SAME_INSTITUTION", description="Institutions where both worked, at any time. 0.5 points each, for at most 2."
    )


@strawberry.type(description="A reason why a researcher is recommended, with examples.")
class RecommendationReason:
    """A reason why a researcher is recommended, with examples."""

    kind: RecommendationReasonKind = prop("kind", "Type of the reason.")
    count: int = prop("count", "Number of papers, steps, topics or institutions, before the limit of the points.")
    score: float = prop("score", "Contribution to the score.")
    topics: list[Topic] = mapped_field(
        NodesIn("topics"), "For SHARED_TOPICS: up to five of the topics, most papers first. Empty otherwise."
    )
    institutions: list[Institution] = mapped_field(
        NodesIn("institutions"), "For SAME_INSTITUTION: up to five of the institutions, by name. Empty otherwise."
    )


@strawberry.type(description="A co-author of one researcher who can introduce the researcher to another.")
class Introducer:
    """A co-author of one researcher who can introduce the researcher to another."""

    researcher: Researcher = mapped_field(NodeIn("node"), "The co-author of `from`.")
    distance: int = prop(
        "distance", "Number of steps from `from` to `to`: 2 if the researcher worked with both, otherwise 3."
    )
    score: float = prop("score", "Sum of the scores of the reasons. Comparable for the same distance only.")
    reasons: list[RecommendationReason] = mapped_field(RowsIn("reasons"), "Reasons, the highest score first.")
    hops: list[CollaborationHop] = mapped_field(
        RowsIn("hops"), "Steps from `from` through the researcher to `to`, with the joint papers that prove each."
    )
