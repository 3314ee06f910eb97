"""Which researchers: the filter of every list of people."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
from schema.filters import BooleanFilter, ExternalIDFilter, IDFilter, IntFilter, ListFilter, StringFilter
from schema.where.enums import VerificationLevelFilter
from schema.where.links import AffiliationFilter, AuthorshipFilter, CollaborationFilter, LinksFilter, Match, NodeMatch

if TYPE_CHECKING:
    from schema.where.institution import InstitutionFilter
    from schema.where.paper import PaperFilter
    from schema.where.topic import TopicFilter

    Other: TypeAlias = "ResearcherFilter"
else:
    Other: TypeAlias = Annotated["ResearcherFilter", strawberry.lazy("schema.where.researcher")]
    InstitutionFilter: TypeAlias = Annotated["InstitutionFilter", strawberry.lazy("schema.where.institution")]
    PaperFilter: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]
    TopicFilter: TypeAlias = Annotated["TopicFilter", strawberry.lazy("schema.where.topic")]


@strawberry.input(description="A paper of a researcher, with the position in the author list.")
class ResearcherPaperEdgeFilter(Match[PaperFilter, AuthorshipFilter]):
    """A paper of a researcher, with the position in the author list."""


@strawberry.input(description="A condition on a researcher's papers.")
class ResearcherPaperListFilter(LinksFilter[ResearcherPaperEdgeFilter]):
    """A condition on a researcher's papers."""


@strawberry.input(description="A co-author and the joint papers.")
class ResearcherCollaboratorEdgeFilter(Match[Other, CollaborationFilter]):
    """A co-author and the joint papers."""


@strawberry.input(description="A condition on co-authors.")
class ResearcherCollaboratorListFilter(LinksFilter[ResearcherCollaboratorEdgeFilter]):
    """A condition on co-authors."""


@strawberry.input(description="A topic that a researcher wrote on.")
class ResearcherTopicEdgeFilter(NodeMatch[TopicFilter]):
    """A topic that a researcher wrote on."""


@strawberry.input(description="A condition on the topics that a researcher wrote on.")
class ResearcherTopicListFilter(LinksFilter[ResearcherTopicEdgeFilter]):
    """A condition on the topics that a researcher wrote on."""


@strawberry.input(description="An institution where a researcher worked, and when.")
class ResearcherAffiliationEdgeFilter(Match[InstitutionFilter, AffiliationFilter]):
    """An institution where a researcher worked, and when."""


@strawberry.input(description="A condition on where a researcher worked.")
class ResearcherAffiliationListFilter(LinksFilter[ResearcherAffiliationEdgeFilter]):
    """A condition on where a researcher worked."""


@strawberry.input(description="Filter for researchers.")
class ResearcherFilter:
    """Filter for researchers."""

    id: IDFilter | None = entity_id("Researcher")
    name: StringFilter | None = filter_field(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = filter_field(PropertyMapping("aliases"), "Other spellings.")
    role: StringFilter | None = filter_field(PropertyMapping("role"), "Position.")
    headline: StringFilter | None = filter_field(PropertyMapping("headline"), "One line about the person.")
    homepage: StringFilter | None = filter_field(PropertyMapping("homepage"), "URL of the home page.")
    orcid: ExternalIDFilter | None = filter_field(AnyId("orcid", "orcid"), "ORCID iD.")
    claimed: BooleanFilter | None = filter_field(
        PropertyMapping("claimed", default=False), "True if the person has claimed the profile."
    )
    open_to_collaborate: BooleanFilter | None = filter_field(
        PropertyMapping("openToCollaborate"),
        "Statement of the person. `isNull: true` matches people without a statement.",
    )
    verification_level: VerificationLevelFilter | None = filter_field(
        PropertyMapping("verificationLevel", default="L0"), "Verification level."
    )
    trust_score: IntFilter | None = filter_field(PropertyMapping("trustScore"), "Trust.")
    paper_count: IntFilter | None = filter_field(PropertyMapping("paperCount"), "Number of papers.")
    topic_count: IntFilter | None = filter_field(PropertyMapping("topicCount"), "Number of topics.")
    collaborator_count: IntFilter | None = filter_field(PropertyMapping("collaboratorCount"), "Number of co-authors.")
    close_collaborator_count: IntFilter | None = filter_field(
        PropertyMapping("closeCollaboratorCount"), "Number of co-authors of two or more papers."
    )
    citation_count: IntFilter | None = filter_field(PropertyMapping("citationCount"), "Citations of all papers.")
    h_index: IntFilter | None = filter_field(PropertyMapping("hIndex", default=0), "The h-index.")
    i10_index: IntFilter | None = filter_field(PropertyMapping("i10Index", default=0), "The i10-index.")
    first_year: IntFilter | None = filter_field(PropertyMapping("firstYear"), "Year of the earliest dated paper.")
    last_year: IntFilter | None = filter_field(PropertyMapping("lastYear"), "Year of the latest dated paper.")
    papers: ResearcherPaperListFilter | None = filter_field(
        RelationshipFilter(Pattern("AUTHORED", "out")), "The papers."
    )
    collaborators: ResearcherCollaboratorListFilter | None = filter_field(
        RelationshipFilter(Pattern("COLLABORATED_WITH", "both")), "The co-authors."
    )
    topics: ResearcherTopicListFilter | None = filter_field(
        RelationshipFilter(Pattern("AUTHORED", "out"), Pattern("ABOUT", "out"), distinct=True),
        "The topics of the papers.",
    )
    affiliations: ResearcherAffiliationListFilter | None = filter_field(
        RelationshipFilter(Pattern("AFFILIATED_WITH", "out")), "Affiliations of the person."
    )
    and_: list["ResearcherFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["ResearcherFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "ResearcherFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
