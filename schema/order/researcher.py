"""Sort keys for researchers."""

from enum import Enum

import strawberry

from schema.order.sort import SortKey, byline_id, flag, indexed_count, name, number, own_order, relevance, text
from schema.where.researcher import (
    ResearcherAffiliationEdgeFilter,
    ResearcherCollaboratorEdgeFilter,
    ResearcherPaperEdgeFilter,
    ResearcherTopicEdgeFilter,
)


@strawberry.enum(description="Sort keys for researchers. NAME, PAPER_COUNT and CITATION_COUNT use an index.")
class ResearcherOrderField(Enum):
    """Sort keys for researchers."""

    NAME = name("Family name, then given name, accents and case folded.")
    PAPER_COUNT = indexed_count("paperCount", "Number of papers.")
    CITATION_COUNT = indexed_count("citationCount", "Citations of all papers.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    ROLE = text("role", "Position, such as professor.")
    HEADLINE = text("headline", "One line about the person.")
    HOMEPAGE = text("homepage", "URL of the home page.")
    ORCID = text("orcid", "The preferred ORCID iD.")
    CLAIMED = flag("claimed", "True if the person has claimed the profile.", default=0)
    OPEN_TO_COLLABORATE = flag("openToCollaborate", "True if the person stated to be open to collaboration.")
    VERIFICATION_LEVEL = text("verificationLevel", "Verification level, such as L1.", default="L0")
    TRUST_SCORE = number("trustScore", "Trust score.", default=0)
    TOPIC_COUNT = number("topicCount", "Number of topics.", default=0)
    COLLABORATOR_COUNT = number("collaboratorCount", "Number of co-authors.", default=0)
    CLOSE_COLLABORATOR_COUNT = number(
        "closeCollaboratorCount", "Number of co-authors of two or more papers.", default=0
    )
    H_INDEX = number("hIndex", "The h-index.", default=0)
    I10_INDEX = number("i10Index", "The i10-index.", default=0)
    FIRST_YEAR = number("firstYear", "Year of the earliest dated paper.")
    LAST_YEAR = number("lastYear", "Year of the latest dated paper.")


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting researchers.")
class ResearcherOrderCount:
    """Counts of related items, for sorting researchers."""

    papers: ResearcherPaperEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="The papers.")
    collaborators: ResearcherCollaboratorEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The co-authors."
    )
    topics: ResearcherTopicEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="The topics of the papers."
    )
    affiliations: ResearcherAffiliationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Affiliations of the person."
    )


@strawberry.input(description="A sort key for researchers.")
class ResearcherOrder(SortKey[ResearcherOrderField, ResearcherOrderCount]):
    """A sort key for researchers."""
