"""Recommendations of introducers, collaborators, reviewers and papers, and what is trending; each states reasons."""

from enum import Enum
from typing import Annotated

import strawberry

from schema.arguments import PAPER_ID, ids_argument
from schema.field_mapping import ColumnNode, ColumnNodes, ColumnRows, QueryResult
from schema.fields import Arguments, ArgumentWithDefault, int_argument, mapped_field, prop
from schema.institution import Institution
from schema.node import Node
from schema.paper import Paper
from schema.researcher import Researcher
from schema.topic import Topic
from schema.traversal import CollaborationHop

REVIEW_ARGUMENTS: Arguments = {
    "paper": Annotated[
        strawberry.ID | None,
        strawberry.argument(
            description="The paper: Byline ID, external ID with its scheme, such as arxiv:2205.05198, or URL."
        ),
    ],
    "topic": Annotated[
        strawberry.ID | None,
        strawberry.argument(description="Byline ID of a topic, in addition to those of the paper."),
    ],
    "first": int_argument("Maximum number of researchers, 1 to 50.", 10),
    "conflict_years": int_argument(
        "A joint paper with an author is a conflict of interest if it is at most this many years older than the paper, "
        "0 to 100.",
        3,
    ),
}
"""Arguments of `suggestedReviewers`."""
MAX_GIVEN_PAPERS = 100
"""Maximum number of papers in a list of given papers."""
DISLIKED_PAPERS = Annotated[
    list[strawberry.ID] | None,
    strawberry.argument(
        description=f"Papers that the reader dislikes, at most {MAX_GIVEN_PAPERS}. Default: none. Each: {PAPER_ID}"
    ),
]


@strawberry.enum(description="Reason why a researcher is recommended. docs/traversal.md has the points of each.")
class RecommendationReasonKind(Enum):
    """Reason why a researcher is recommended."""

    JOINT_WORK = strawberry.enum_value(
        "JOINT_WORK",
        description="Joint papers of the step that has the fewest, on the way from one researcher to the other.",
    )
    RECENT_JOINT_WORK = strawberry.enum_value(
        "RECENT_JOINT_WORK",
        description="Steps with a joint paper of the current year or the five years before.",
    )
    SHARED_COLLABORATORS = strawberry.enum_value("SHARED_COLLABORATORS", description="Co-authors of both.")
    SHARED_REFERENCES = strawberry.enum_value(
        "SHARED_REFERENCES", description="Papers that papers of both researchers cite."
    )
    CITED_WORK = strawberry.enum_value(
        "CITED_WORK",
        description="Papers of the recommended researcher that the researcher or the reviewed paper cites.",
    )
    CITING_WORK = strawberry.enum_value(
        "CITING_WORK", description="Papers of the recommended researcher that cite papers of the researcher."
    )
    WORK_ON_TOPICS = strawberry.enum_value(
        "WORK_ON_TOPICS", description="Papers of the recommended researcher on the topics."
    )
    SHARED_TOPICS = strawberry.enum_value(
        "SHARED_TOPICS", description="Topics that occur in the 200 newest papers of each researcher."
    )
    SAME_INSTITUTION = strawberry.enum_value(
        "SAME_INSTITUTION",
        description="Institutions in common with the researcher, or with one of the two researchers of an "
        "introduction, at any time.",
    )


@strawberry.type(description="A reason why a researcher is recommended, with examples.")
class RecommendationReason:
    """A reason why a researcher is recommended, with examples."""

    kind: RecommendationReasonKind = prop("kind", "Type of the reason.")
    count: int = prop(
        "count", "Number of papers, steps, researchers, topics or institutions, before the limit of the points."
    )
    score: float = prop("score", "Contribution to the score.")
    researchers: list[Researcher] = mapped_field(
        ColumnNodes("researchers"),
        "For SHARED_COLLABORATORS: up to five of them, most joint papers first; otherwise empty.",
    )
    papers: list[Paper] = mapped_field(
        ColumnNodes("papers"),
        "For CITED_WORK, CITING_WORK, WORK_ON_TOPICS and SHARED_REFERENCES: up to five of them, newest first. "
        "Empty otherwise.",
    )
    topics: list[Topic] = mapped_field(
        ColumnNodes("topics"), "For SHARED_TOPICS: up to five of the topics, most papers first. Empty otherwise."
    )
    institutions: list[Institution] = mapped_field(
        ColumnNodes("institutions"), "For SAME_INSTITUTION: up to five of the institutions, by name. Empty otherwise."
    )


@strawberry.type(description="A recommended researcher, with the reasons.")
class RecommendedResearcher:
    """A recommended researcher, with the reasons."""

    researcher: Researcher = mapped_field(ColumnNode("node"), "The researcher.")
    score: float = prop("score", "Sum of the scores of the reasons.")
    reasons: list[RecommendationReason] = mapped_field(ColumnRows("reasons"), "Reasons, the highest score first.")


@strawberry.type(description="A co-author of one researcher who can introduce the researcher to another.")
class Introducer:
    """A co-author of one researcher who can introduce the researcher to another."""

    researcher: Researcher = mapped_field(ColumnNode("node"), "The co-author of `from`.")
    distance: int = prop(
        "distance", "Number of steps from `from` to `to`: 2 if the researcher worked with both, otherwise 3."
    )
    score: float = prop("score", "Sum of the scores of the reasons. Comparable for the same distance only.")
    reasons: list[RecommendationReason] = mapped_field(ColumnRows("reasons"), "Reasons, the highest score first.")
    hops: list[CollaborationHop] = mapped_field(
        ColumnRows("hops"), "Steps from `from` through the researcher to `to`, with the joint papers that prove each."
    )


@strawberry.type(description="A paper of an overview.")
class OverviewPaper:
    """A paper of an overview."""

    paper: Paper = mapped_field(ColumnNode("node"), "The paper.")
    count: int = prop("count", "Number of the given papers that cite the paper, or that the paper cites.")


@strawberry.type(description="How a set of papers is connected by citations.")
class PaperOverview:
    """How a set of papers is connected by citations."""

    most_cited: list[OverviewPaper] = mapped_field(
        ColumnRows("mostCited"), "Given papers that other given papers cite, the most cited first."
    )
    prior_works: list[OverviewPaper] = mapped_field(
        ColumnRows("priorWorks"), "Other papers that two or more of the given papers cite, the most cited first."
    )
    derivative_works: list[OverviewPaper] = mapped_field(
        ColumnRows("derivativeWorks"),
        "Other papers that cite two or more of the given papers, most of them first: reviews and follow-up work. "
        "Byline reads the 1,000 newest citing papers of each.",
    )


@strawberry.type(description="A liked paper that leads to a recommendation.")
class RecommendationSource:
    """A liked paper that leads to a recommendation."""

    paper: Paper = mapped_field(ColumnNode("node"), "The liked paper.")
    score: float = prop("score", "Contribution to the score.")


@strawberry.type(description="A recommended paper.")
class RecommendedPaper:
    """A recommended paper."""

    paper: Paper = mapped_field(ColumnNode("node"), "The recommended paper.")
    score: float = prop("score", "Similarity to the liked papers, minus the similarity to the disliked ones.")
    because: list[RecommendationSource] = mapped_field(
        ColumnRows("because"), "Up to five liked papers that contribute most, the highest contribution first."
    )


def paper_overview() -> PaperOverview | None:
    """Return the field with the overview of a set of papers."""
    return mapped_field(
        QueryResult("graphql/paper_overview", single=True, weight=2_500, check="graphql/check/papers"),
        "How a set of papers, such as a reading list, is connected by citations: the papers that belong to it and are "
        "missing. Null, with an error, if an ID is unknown.",
        {"first": int_argument("Maximum number of papers in each list, 1 to 50.", 10)},
        {"papers": ids_argument(f"Two to {MAX_GIVEN_PAPERS} papers. Each: {PAPER_ID}")},
    )


def recommended_papers() -> list[RecommendedPaper] | None:
    """Return the field with papers for a reader of other papers."""
    return mapped_field(
        QueryResult("graphql/recommended_papers", weight=5_000, check="graphql/check/liked_papers"),
        "Papers that share references, citing papers, authors or topics with liked papers, the highest score first. "
        "docs/related.md describes the score. Null, with an error, if an ID is unknown.",
        {"first": int_argument("Maximum number of papers, 1 to 50.", 10), "disliked": DISLIKED_PAPERS},
        {"liked": ids_argument(f"Papers that the reader likes, 1 to {MAX_GIVEN_PAPERS}. Each: {PAPER_ID}")},
    )


@strawberry.enum(description="Type of entities that can be trending.")
class TrendingKind(Enum):
    """Type of entities that can be trending; the values are labels."""

    PAPER = strawberry.enum_value("Paper", description="Papers.")
    RESEARCHER = strawberry.enum_value("Researcher", description="Researchers.")
    TOPIC = strawberry.enum_value("Topic", description="Topics.")


@strawberry.enum(description="Period before the request.")
class TrendingPeriod(Enum):
    """Period before the request; the values are days."""

    DAY = strawberry.enum_value(1, description="The last 24 hours.")
    WEEK = strawberry.enum_value(7, description="The last 7 days.")
    MONTH = strawberry.enum_value(30, description="The last 30 days.")


@strawberry.enum(description="Reason why an entity is trending.")
class TrendingReasonKind(Enum):
    """Reason why an entity is trending."""

    REVIEW = strawberry.enum_value("REVIEW", description="Users who reviewed it publicly with their name: weight 5.")
    COMMENT = strawberry.enum_value("COMMENT", description="Users who commented on it: weight 3.")
    FOLLOW = strawberry.enum_value("FOLLOW", description="Users who followed it: weight 2.")
    SAVE = strawberry.enum_value("SAVE", description="Users who saved it: weight 2.")
    REACTION = strawberry.enum_value("REACTION", description="Users with a positive reaction to it: weight 1.")
    ON_PAPERS = strawberry.enum_value(
        "ON_PAPERS",
        description="Users who acted on papers of the researcher or topic, once for each kind of act: weight 1.",
    )


@strawberry.type(description="A reason why an entity is trending.")
class TrendingReason:
    """A reason why an entity is trending."""

    kind: TrendingReasonKind = prop("kind", "Type of the reason.")
    count: int = prop("count", "Number of users; each counts once for each kind of act.")
    score: float = prop("score", "Contribution to the score: weight * log2(1 + count).")


@strawberry.type(description="An entity that is trending.")
class TrendingEntity:
    """An entity that is trending."""

    node: Node = mapped_field(ColumnNode("node"), "The entity.")
    score: float = prop("score", "Sum of the scores of the reasons.")
    reasons: list[TrendingReason] = mapped_field(ColumnRows("reasons"), "Reasons, the highest score first.")


def trending() -> list[TrendingEntity]:
    """Return the field with the entities that are trending."""
    return mapped_field(
        QueryResult("graphql/trending", weight=5_000),
        "Papers, researchers or topics with most acts of users in a period, the highest score first. Acts are reviews, "
        "comments, follows, saves and positive reactions. Each user counts once for each kind; accounts younger than a "
        "day and disabled ones do not count. Empty if nobody acted.",
        {
            "period": ArgumentWithDefault(
                Annotated[TrendingPeriod | None, strawberry.argument(description="Period before the request.")],
                TrendingPeriod.WEEK,
            ),
            "first": int_argument("Maximum number of entities, 1 to 50.", 10),
        },
        {"kind": Annotated[TrendingKind, strawberry.argument(description="Type of the entities.")]},
    )
