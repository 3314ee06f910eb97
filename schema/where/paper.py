"""Which papers: the filter of every list of papers."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, PartialDateMapping, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import condition, entity_id
from schema.filters import (
    BooleanFilter,
    ExternalIDFilter,
    FloatFilter,
    IDFilter,
    IntFilter,
    ListFilter,
    PartialDateFilter,
    StringFilter,
)
from schema.where.enums import DatePrecisionFilter, OpenAccessColorFilter, PaperKindFilter
from schema.where.links import (
    AppearanceFilter,
    AuthorshipFilter,
    BylineAffiliationFilter,
    CitationFilter,
    FundingFilter,
    LinksFilter,
    Match,
    NodeMatch,
    RelationFilter,
    TopicAssignmentFilter,
)

if TYPE_CHECKING:
    from schema.where.funder import FunderFilter
    from schema.where.institution import InstitutionFilter
    from schema.where.researcher import ResearcherFilter
    from schema.where.topic import TopicFilter
    from schema.where.venue import VenueFilter, VolumeFilter

    Other: TypeAlias = "PaperFilter"
else:
    Other: TypeAlias = Annotated["PaperFilter", strawberry.lazy("schema.where.paper")]
    FunderFilter: TypeAlias = Annotated["FunderFilter", strawberry.lazy("schema.where.funder")]
    InstitutionFilter: TypeAlias = Annotated["InstitutionFilter", strawberry.lazy("schema.where.institution")]
    ResearcherFilter: TypeAlias = Annotated["ResearcherFilter", strawberry.lazy("schema.where.researcher")]
    TopicFilter: TypeAlias = Annotated["TopicFilter", strawberry.lazy("schema.where.topic")]
    VenueFilter: TypeAlias = Annotated["VenueFilter", strawberry.lazy("schema.where.venue")]
    VolumeFilter: TypeAlias = Annotated["VolumeFilter", strawberry.lazy("schema.where.venue")]


@strawberry.input(description="An author of a paper, with the position in the author list.")
class PaperAuthorEdgeFilter(Match[ResearcherFilter, AuthorshipFilter]):
    """An author of a paper, with the position in the author list."""


@strawberry.input(description="A condition on a paper's authors.")
class PaperAuthorListFilter(LinksFilter[PaperAuthorEdgeFilter]):
    """A condition on a paper's authors."""


@strawberry.input(description="A topic of a paper, and how it is filed under it.")
class PaperTopicEdgeFilter(Match[TopicFilter, TopicAssignmentFilter]):
    """A topic of a paper, and how it is filed under it."""


@strawberry.input(description="A condition on a paper's topics.")
class PaperTopicListFilter(LinksFilter[PaperTopicEdgeFilter]):
    """A condition on a paper's topics."""


@strawberry.input(description="A paper that cites or is cited.")
class PaperCitationEdgeFilter(Match[Other, CitationFilter]):
    """A paper that cites or is cited."""


@strawberry.input(description="A condition on citations.")
class PaperCitationListFilter(LinksFilter[PaperCitationEdgeFilter]):
    """A condition on citations."""


@strawberry.input(description="An institution that the author list names.")
class PaperInstitutionEdgeFilter(Match[InstitutionFilter, BylineAffiliationFilter]):
    """An institution that the author list names."""


@strawberry.input(description="A condition on where a paper's authors then were.")
class PaperInstitutionListFilter(LinksFilter[PaperInstitutionEdgeFilter]):
    """A condition on where a paper's authors then were."""


@strawberry.input(description="A volume in which a paper appeared.")
class PaperVolumeEdgeFilter(Match[VolumeFilter, AppearanceFilter]):
    """A volume in which a paper appeared."""


@strawberry.input(description="A condition on the volumes in which a paper appeared.")
class PaperVolumeListFilter(LinksFilter[PaperVolumeEdgeFilter]):
    """A condition on the volumes in which a paper appeared."""


@strawberry.input(description="A venue where a paper appeared.")
class PaperVenueEdgeFilter(NodeMatch[VenueFilter]):
    """A venue where a paper appeared."""


@strawberry.input(description="A condition on the venues where a paper appeared.")
class PaperVenueListFilter(LinksFilter[PaperVenueEdgeFilter]):
    """A condition on the venues where a paper appeared."""


@strawberry.input(description="A work that relates to a paper, or that it relates to.")
class PaperRelationEdgeFilter(Match[Other, RelationFilter]):
    """A work that relates to a paper, or that it relates to."""


@strawberry.input(description="A condition on relations of works.")
class PaperRelationListFilter(LinksFilter[PaperRelationEdgeFilter]):
    """A condition on relations of works."""


@strawberry.input(description="A funder of a paper.")
class PaperFunderEdgeFilter(Match[FunderFilter, FundingFilter]):
    """A funder of a paper."""


@strawberry.input(description="Condition on the funders of a paper.")
class PaperFunderListFilter(LinksFilter[PaperFunderEdgeFilter]):
    """Condition on the funders of a paper."""


@strawberry.input(description="Filter for papers.")
class PaperFilter:
    """Filter for papers."""

    id: IDFilter | None = entity_id("Paper")
    title: StringFilter | None = condition(PropertyMapping("title"), "Title.")
    abstract: StringFilter | None = condition(PropertyMapping("abstract"), "Abstract.")
    summary: StringFilter | None = condition(PropertyMapping("summary"), "Text of the summary.")
    summary_source: StringFilter | None = condition(PropertyMapping("summarySource"), "Source of the summary.")
    kind: PaperKindFilter | None = condition(PropertyMapping("kind"), "Kind of work.")
    language: StringFilter | None = condition(PropertyMapping("language"), "Language code.")
    year: IntFilter | None = condition(PropertyMapping("year"), "Year of first publication.")
    published_on: PartialDateFilter | None = condition(PartialDateMapping("publishedOn"), "Date of first publication.")
    published_precision: DatePrecisionFilter | None = condition(
        PropertyMapping("publishedPrecision"), "Precision of the date."
    )
    published_source: StringFilter | None = condition(PropertyMapping("publishedSource"), "Source of the statement.")
    sources: ListFilter | None = condition(PropertyMapping("sources"), "Sources that describe the entity.")
    doi: ExternalIDFilter | None = condition(AnyId("doi", "doi"), "DOI.")
    arxiv: ExternalIDFilter | None = condition(AnyId("arxiv", "arxiv"), "arXiv id, version ignored.")
    acl: ExternalIDFilter | None = condition(AnyId("acl", "acl"), "ACL Anthology id.")
    s2: ExternalIDFilter | None = condition(AnyId("s2", "s2"), "Semantic Scholar id.")
    openalex: ExternalIDFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    authors_complete: BooleanFilter | None = condition(
        PropertyMapping("authorsComplete"), "True if the author list is complete."
    )
    open_access: BooleanFilter | None = condition(
        PropertyMapping("openAccess"), "True if the paper can be read free of charge."
    )
    open_access_color: OpenAccessColorFilter | None = condition(
        PropertyMapping("openAccessColor"), "In which way it is open."
    )
    best_location: StringFilter | None = condition(PropertyMapping("bestLocation"), "URL of the best free full text.")
    license: StringFilter | None = condition(PropertyMapping("license"), "License.")
    has_code: BooleanFilter | None = condition(PropertyMapping("hasCode"), "True if code of the paper is known.")
    has_dataset: BooleanFilter | None = condition(
        PropertyMapping("hasDataset"), "True if a data set of the paper is known."
    )
    retracted: BooleanFilter | None = condition(PropertyMapping("retracted", default=False), "True if retracted.")
    collaborations_truncated: BooleanFilter | None = condition(
        PropertyMapping("collaborationsTruncated", default=False),
        "True if the paper has more than 100 authors and therefore adds no collaborations.",
    )
    notices: ListFilter | None = condition(PropertyMapping("notices"), "Notices, as worded.")
    awards: ListFilter | None = condition(PropertyMapping("awards"), "Awards.")
    comment: StringFilter | None = condition(PropertyMapping("comment"), "The authors' note.")
    journal_ref: StringFilter | None = condition(
        PropertyMapping("journalRef"), "Journal reference, as the source writes it."
    )
    citation_count: IntFilter | None = condition(PropertyMapping("citationCount"), "Citations.")
    citation_percentile: FloatFilter | None = condition(
        PropertyMapping("citationPercentile"),
        "Percentage of papers of the same topic and year that are cited less often.",
    )
    reference_count: IntFilter | None = condition(PropertyMapping("referenceCount"), "References.")
    author_count: IntFilter | None = condition(PropertyMapping("authorCount"), "Authors.")
    authors: PaperAuthorListFilter | None = condition(RelationshipFilter(Pattern("AUTHORED", "in")), "Its authors.")
    topics: PaperTopicListFilter | None = condition(RelationshipFilter(Pattern("ABOUT", "out")), "Its topics.")
    references: PaperCitationListFilter | None = condition(
        RelationshipFilter(Pattern("CITES", "out")), "References: papers that the paper cites."
    )
    cited_by: PaperCitationListFilter | None = condition(
        RelationshipFilter(Pattern("CITES", "in")), "Papers that cite the paper."
    )
    outgoing_relations: PaperRelationListFilter | None = condition(
        RelationshipFilter(Pattern("RELATES_TO", "out")),
        "Works that the paper supplements, corrects, retracts, reviews or is a part or version of.",
    )
    incoming_relations: PaperRelationListFilter | None = condition(
        RelationshipFilter(Pattern("RELATES_TO", "in")),
        "Works that supplement, correct, retract or review the paper, or are parts or versions of it.",
    )
    references_known: BooleanFilter | None = condition(
        PropertyMapping("referencesKnown", default=False), "True if any source lists the references of the paper."
    )
    funding_known: BooleanFilter | None = condition(
        PropertyMapping("fundingKnown", default=False), "True if any source states the funding of the paper."
    )
    funders: PaperFunderListFilter | None = condition(RelationshipFilter(Pattern("FUNDED_BY", "out")), "Funders.")
    institutions: PaperInstitutionListFilter | None = condition(
        RelationshipFilter(Pattern("WRITTEN_AT", "out"), distinct=True),
        "Institutions of the authors at the time of publication.",
    )
    volumes: PaperVolumeListFilter | None = condition(
        RelationshipFilter(Pattern("APPEARED_IN", "out")), "Volumes in which the paper appeared."
    )
    venues: PaperVenueListFilter | None = condition(
        RelationshipFilter(Pattern("APPEARED_IN", "out"), Pattern("PART_OF", "out"), distinct=True),
        "The venues of its volumes.",
    )
    and_: list["PaperFilter"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["PaperFilter"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "PaperFilter | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
