"""Which papers: the filter of every list of papers."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, PartialDateMapping, Pattern, PropertyMapping, RelationshipFilter
from schema.fields import entity_id, filter_field
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
    title: StringFilter | None = filter_field(PropertyMapping("title"), "Title.")
    abstract: StringFilter | None = filter_field(PropertyMapping("abstract"), "Abstract.")
    summary: StringFilter | None = filter_field(PropertyMapping("summary"), "Text of the summary.")
    summary_source: StringFilter | None = filter_field(PropertyMapping("summarySource"), "Source of the summary.")
    kind: PaperKindFilter | None = filter_field(PropertyMapping("kind"), "Kind of work.")
    language: StringFilter | None = filter_field(PropertyMapping("language"), "Language code.")
    year: IntFilter | None = filter_field(PropertyMapping("year"), "Year of first publication.")
    published_on: PartialDateFilter | None = filter_field(
        PartialDateMapping("publishedOn"), "Date of first publication."
    )
    published_precision: DatePrecisionFilter | None = filter_field(
        PropertyMapping("publishedPrecision"), "Precision of the date."
    )
    published_source: StringFilter | None = filter_field(PropertyMapping("publishedSource"), "Source of the statement.")
    sources: ListFilter | None = filter_field(PropertyMapping("sources"), "Sources that describe the entity.")
    doi: ExternalIDFilter | None = filter_field(AnyId("doi", "doi"), "DOI.")
    arxiv: ExternalIDFilter | None = filter_field(AnyId("arxiv", "arxiv"), "arXiv ID, version ignored.")
    acl: ExternalIDFilter | None = filter_field(AnyId("acl", "acl"), "ACL Anthology ID.")
    s2: ExternalIDFilter | None = filter_field(AnyId("s2", "s2"), "Semantic Scholar ID.")
    openalex: ExternalIDFilter | None = filter_field(AnyId("openalex", "openalex"), "OpenAlex ID.")
    authors_complete: BooleanFilter | None = filter_field(
        PropertyMapping("authorsComplete"), "True if the author list is complete."
    )
    open_access: BooleanFilter | None = filter_field(
        PropertyMapping("openAccess"), "True if the paper can be read free of charge."
    )
    open_access_color: OpenAccessColorFilter | None = filter_field(
        PropertyMapping("openAccessColor"), "In which way it is open."
    )
    best_location: StringFilter | None = filter_field(
        PropertyMapping("bestLocation"), "URL of the best free full text."
    )
    license: StringFilter | None = filter_field(PropertyMapping("license"), "License.")
    has_code: BooleanFilter | None = filter_field(PropertyMapping("hasCode"), "True if code of the paper is known.")
    has_dataset: BooleanFilter | None = filter_field(
        PropertyMapping("hasDataset"), "True if a data set of the paper is known."
    )
    retracted: BooleanFilter | None = filter_field(PropertyMapping("retracted", default=False), "True if retracted.")
    collaborations_truncated: BooleanFilter | None = filter_field(
        PropertyMapping("collaborationsTruncated", default=False),
        "True if the paper has more than 100 authors and therefore adds no collaborations.",
    )
    notices: ListFilter | None = filter_field(PropertyMapping("notices"), "Notices, as worded.")
    awards: ListFilter | None = filter_field(PropertyMapping("awards"), "Awards.")
    comment: StringFilter | None = filter_field(PropertyMapping("comment"), "The authors' note.")
    journal_ref: StringFilter | None = filter_field(
        PropertyMapping("journalRef"), "Journal reference, as the source writes it."
    )
    citation_count: IntFilter | None = filter_field(PropertyMapping("citationCount"), "Citations.")
    citation_percentile: FloatFilter | None = filter_field(
        PropertyMapping("citationPercentile"),
        "Percentage of papers of the same topic and year that are cited less often.",
    )
    reference_count: IntFilter | None = filter_field(PropertyMapping("referenceCount"), "References.")
    author_count: IntFilter | None = filter_field(PropertyMapping("authorCount"), "Authors.")
    authors: PaperAuthorListFilter | None = filter_field(RelationshipFilter(Pattern("AUTHORED", "in")), "Its authors.")
    topics: PaperTopicListFilter | None = filter_field(RelationshipFilter(Pattern("ABOUT", "out")), "Its topics.")
    references: PaperCitationListFilter | None = filter_field(
        RelationshipFilter(Pattern("CITES", "out")), "References: papers that the paper cites."
    )
    cited_by: PaperCitationListFilter | None = filter_field(
        RelationshipFilter(Pattern("CITES", "in")), "Papers that cite the paper."
    )
    outgoing_relations: PaperRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("RELATES_TO", "out")),
        "Works that the paper supplements, corrects, retracts, reviews or is a part or version of.",
    )
    incoming_relations: PaperRelationListFilter | None = filter_field(
        RelationshipFilter(Pattern("RELATES_TO", "in")),
        "Works that supplement, correct, retract or review the paper, or are parts or versions of it.",
    )
    references_known: BooleanFilter | None = filter_field(
        PropertyMapping("referencesKnown", default=False), "True if any source lists the references of the paper."
    )
    funding_known: BooleanFilter | None = filter_field(
        PropertyMapping("fundingKnown", default=False), "True if any source states the funding of the paper."
    )
    funders: PaperFunderListFilter | None = filter_field(RelationshipFilter(Pattern("FUNDED_BY", "out")), "Funders.")
    institutions: PaperInstitutionListFilter | None = filter_field(
        RelationshipFilter(Pattern("WRITTEN_AT", "out"), distinct=True),
        "Institutions of the authors at the time of publication.",
    )
    volumes: PaperVolumeListFilter | None = filter_field(
        RelationshipFilter(Pattern("APPEARED_IN", "out")), "Volumes in which the paper appeared."
    )
    venues: PaperVenueListFilter | None = filter_field(
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
