"""Which researchers: the filter of every list of people."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import BooleanFilter, IdFilter, IntFilter, ListFilter, StringFilter
from schema.where.links import AffiliationWhere, AuthorshipWhere, CollaborationWhere, LinksFilter, Match, NodeMatch

if TYPE_CHECKING:
    from schema.where.institution import InstitutionWhere
    from schema.where.paper import PaperWhere
    from schema.where.topic import TopicWhere

    Other: TypeAlias = "ResearcherWhere"
else:
    Other: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]
    InstitutionWhere: TypeAlias = Annotated["InstitutionWhere", strawberry.lazy("schema.where.institution")]
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    TopicWhere: TypeAlias = Annotated["TopicWhere", strawberry.lazy("schema.where.topic")]


@strawberry.input(description="A paper of a researcher, with the position in the author list.")
class ResearcherPaperMatch(Match[PaperWhere, AuthorshipWhere]):
    """A paper of a researcher, with the position in the author list."""


@strawberry.input(description="A condition on a researcher's papers.")
class ResearcherPapersFilter(LinksFilter[ResearcherPaperMatch]):
    """A condition on a researcher's papers."""


@strawberry.input(description="A co-author and the joint papers.")
class CollaboratorMatch(Match[Other, CollaborationWhere]):
    """A co-author and the joint papers."""


@strawberry.input(description="A condition on co-authors.")
class CollaboratorsFilter(LinksFilter[CollaboratorMatch]):
    """A condition on co-authors."""


@strawberry.input(description="A topic that a researcher wrote on.")
class ResearcherTopicMatch(NodeMatch[TopicWhere]):
    """A topic that a researcher wrote on."""


@strawberry.input(description="A condition on the topics that a researcher wrote on.")
class ResearcherTopicsFilter(LinksFilter[ResearcherTopicMatch]):
    """A condition on the topics that a researcher wrote on."""


@strawberry.input(description="An institution where a researcher worked, and when.")
class ResearcherAffiliationMatch(Match[InstitutionWhere, AffiliationWhere]):
    """An institution where a researcher worked, and when."""


@strawberry.input(description="A condition on where a researcher worked.")
class ResearcherAffiliationsFilter(LinksFilter[ResearcherAffiliationMatch]):
    """A condition on where a researcher worked."""


@strawberry.input(description="Filter for researchers.")
class ResearcherWhere:
    """Filter for researchers."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    name: StringFilter | None = condition(PropertyMapping("name"), "Name.")
    aliases: ListFilter | None = condition(PropertyMapping("aliases"), "Other spellings.")
    role: StringFilter | None = condition(PropertyMapping("role"), "Position.")
    headline: StringFilter | None = condition(PropertyMapping("headline"), "One line about the person.")
    orcid: IdFilter | None = condition(AnyId("orcid", "orcid"), "ORCID iD.")
    claimed: BooleanFilter | None = condition(
        PropertyMapping("claimed", default=False), "True if the person has claimed the profile."
    )
    open_to_collaborate: BooleanFilter | None = condition(
        PropertyMapping("openToCollaborate"),
        "Statement of the person. `isNull: true` matches people without a statement.",
    )
    verification_level: StringFilter | None = condition(PropertyMapping("verificationLevel"), "Level, such as L1.")
    trust_score: IntFilter | None = condition(PropertyMapping("trustScore"), "Trust.")
    paper_count: IntFilter | None = condition(PropertyMapping("paperCount"), "Number of papers.")
    topic_count: IntFilter | None = condition(PropertyMapping("topicCount"), "Number of topics.")
    collaborator_count: IntFilter | None = condition(PropertyMapping("collaboratorCount"), "Number of co-authors.")
    close_collaborator_count: IntFilter | None = condition(
        PropertyMapping("closeCollaboratorCount"), "Number of co-authors of two or more papers."
    )
    citation_count: IntFilter | None = condition(PropertyMapping("citationCount"), "Citations of all papers.")
    h_index: IntFilter | None = condition(PropertyMapping("hIndex", default=0), "The h-index.")
    i10_index: IntFilter | None = condition(PropertyMapping("i10Index", default=0), "The i10-index.")
    first_year: IntFilter | None = condition(PropertyMapping("firstYear"), "Year of the earliest dated paper.")
    last_year: IntFilter | None = condition(PropertyMapping("lastYear"), "Year of the latest dated paper.")
    papers: ResearcherPapersFilter | None = condition(RelationshipFilter(Pattern("AUTHORED", "out")), "The papers.")
    collaborators: CollaboratorsFilter | None = condition(
        RelationshipFilter(Pattern("COLLABORATED_WITH", "both")), "The co-authors."
    )
    topics: ResearcherTopicsFilter | None = condition(
        RelationshipFilter(Pattern("AUTHORED", "out"), Pattern("ABOUT", "out"), distinct=True),
        "The topics of the papers.",
    )
    affiliations: ResearcherAffiliationsFilter | None = condition(
        RelationshipFilter(Pattern("AFFILIATED_WITH", "out")), "Affiliations of the person."
    )
    and_: list["ResearcherWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["ResearcherWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "ResearcherWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
