"""Which papers: the filter of every list of papers."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import AnyId, Pattern, PropertyMapping, RelationshipFilter, condition
from schema.filters import BooleanFilter, DateFilter, FloatFilter, IdFilter, IntFilter, ListFilter, StringFilter
from schema.where.kinds import DatePrecisionFilter, OpenAccessColourFilter, PaperKindFilter
from schema.where.links import (
    AppearanceWhere,
    AuthorshipWhere,
    CitationWhere,
    FundingWhere,
    LinksFilter,
    Match,
    NodeMatch,
    TopicAssignmentWhere,
    WorkRelationWhere,
    WrittenAtWhere,
)

if TYPE_CHECKING:
    from schema.where.funder import FunderWhere
    from schema.where.institution import InstitutionWhere
    from schema.where.researcher import ResearcherWhere
    from schema.where.topic import TopicWhere
    from schema.where.venue import VenueWhere, VolumeWhere

    Other: TypeAlias = "PaperWhere"
else:
    Other: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    FunderWhere: TypeAlias = Annotated["FunderWhere", strawberry.lazy("schema.where.funder")]
    InstitutionWhere: TypeAlias = Annotated["InstitutionWhere", strawberry.lazy("schema.where.institution")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]
    TopicWhere: TypeAlias = Annotated["TopicWhere", strawberry.lazy("schema.where.topic")]
    VenueWhere: TypeAlias = Annotated["VenueWhere", strawberry.lazy("schema.where.venue")]
    VolumeWhere: TypeAlias = Annotated["VolumeWhere", strawberry.lazy("schema.where.venue")]


@strawberry.input(description="An author of a paper, with the position in the author list.")
class PaperAuthorMatch(Match[ResearcherWhere, AuthorshipWhere]):
    """An author of a paper, with the position in the author list."""


@strawberry.input(description="A condition on a paper's authors.")
class PaperAuthorsFilter(LinksFilter[PaperAuthorMatch]):
    """A condition on a paper's authors."""


@strawberry.input(description="A topic of a paper, and how it is filed under it.")
class PaperTopicMatch(Match[TopicWhere, TopicAssignmentWhere]):
    """A topic of a paper, and how it is filed under it."""


@strawberry.input(description="A condition on a paper's topics.")
class PaperTopicsFilter(LinksFilter[PaperTopicMatch]):
    """A condition on a paper's topics."""


@strawberry.input(description="A paper that cites or is cited.")
class CitedPaperMatch(Match[Other, CitationWhere]):
    """A paper that cites or is cited."""


@strawberry.input(description="A condition on citations.")
class CitationsFilter(LinksFilter[CitedPaperMatch]):
    """A condition on citations."""


@strawberry.input(description="An institution that the author list names.")
class PaperInstitutionMatch(Match[InstitutionWhere, WrittenAtWhere]):
    """An institution that the author list names."""


@strawberry.input(description="A condition on where a paper's authors then were.")
class PaperInstitutionsFilter(LinksFilter[PaperInstitutionMatch]):
    """A condition on where a paper's authors then were."""


@strawberry.input(description="A volume in which a paper appeared.")
class PaperVolumeMatch(Match[VolumeWhere, AppearanceWhere]):
    """A volume in which a paper appeared."""


@strawberry.input(description="A condition on the volumes in which a paper appeared.")
class PaperVolumesFilter(LinksFilter[PaperVolumeMatch]):
    """A condition on the volumes in which a paper appeared."""


@strawberry.input(description="A venue where a paper appeared.")
class PaperVenueMatch(NodeMatch[VenueWhere]):
    """A venue where a paper appeared."""


@strawberry.input(description="A condition on the venues where a paper appeared.")
class PaperVenuesFilter(LinksFilter[PaperVenueMatch]):
    """A condition on the venues where a paper appeared."""


@strawberry.input(description="A work that relates to a paper, or that it relates to.")
class RelatedWorkMatch(Match[Other, WorkRelationWhere]):
    """A work that relates to a paper, or that it relates to."""


@strawberry.input(description="A condition on relations of works.")
class RelatedWorksFilter(LinksFilter[RelatedWorkMatch]):
    """A condition on relations of works."""


@strawberry.input(description="A funder of a paper.")
class PaperFunderMatch(Match[FunderWhere, FundingWhere]):
    """A funder of a paper."""


@strawberry.input(description="Condition on the funders of a paper.")
class PaperFundersFilter(LinksFilter[PaperFunderMatch]):
    """Condition on the funders of a paper."""


@strawberry.input(description="Filter for papers.")
class PaperWhere:
    """Filter for papers."""

    id: StringFilter | None = condition(PropertyMapping("id"), "Byline id.")
    title: StringFilter | None = condition(PropertyMapping("title"), "Title.")
    abstract: StringFilter | None = condition(PropertyMapping("abstract"), "Abstract.")
    summary: StringFilter | None = condition(PropertyMapping("summary"), "Text of the summary.")
    summary_source: StringFilter | None = condition(PropertyMapping("summarySource"), "Author of the summary.")
    kind: PaperKindFilter | None = condition(PropertyMapping("kind"), "Kind of work.")
    language: StringFilter | None = condition(PropertyMapping("language"), "Language code.")
    year: IntFilter | None = condition(PropertyMapping("year"), "Year of first publication.")
    published_on: DateFilter | None = condition(PropertyMapping("publishedOn"), "Date of first publication.")
    published_precision: DatePrecisionFilter | None = condition(
        PropertyMapping("publishedPrecision"), "Precision of the date."
    )
    published_source: StringFilter | None = condition(PropertyMapping("publishedSource"), "Source of the statement.")
    sources: ListFilter | None = condition(PropertyMapping("sources"), "Sources that describe the entity.")
    doi: IdFilter | None = condition(AnyId("doi", "doi"), "DOI.")
    arxiv: IdFilter | None = condition(AnyId("arxiv", "arxiv"), "arXiv id, version ignored.")
    acl: IdFilter | None = condition(AnyId("acl", "acl"), "ACL Anthology id.")
    s2: IdFilter | None = condition(AnyId("s2", "s2"), "Semantic Scholar id.")
    openalex: IdFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    authors_complete: BooleanFilter | None = condition(
        PropertyMapping("authorsComplete"), "True if the author list is complete."
    )
    open_access: BooleanFilter | None = condition(
        PropertyMapping("openAccess"), "True if the paper can be read free of charge."
    )
    open_access_colour: OpenAccessColourFilter | None = condition(
        PropertyMapping("openAccessColour"), "In which way it is open."
    )
    best_location: StringFilter | None = condition(PropertyMapping("bestLocation"), "URL of the best free full text.")
    licence: StringFilter | None = condition(PropertyMapping("licence"), "Licence.")
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
    authors: PaperAuthorsFilter | None = condition(RelationshipFilter(Pattern("AUTHORED", "in")), "Its authors.")
    topics: PaperTopicsFilter | None = condition(RelationshipFilter(Pattern("ABOUT", "out")), "Its topics.")
    references: CitationsFilter | None = condition(
        RelationshipFilter(Pattern("CITES", "out")), "References: papers that the paper cites."
    )
    cited_by: CitationsFilter | None = condition(
        RelationshipFilter(Pattern("CITES", "in")), "Papers that cite the paper."
    )
    relates_to: RelatedWorksFilter | None = condition(
        RelationshipFilter(Pattern("RELATES_TO", "out")), "The works that it supplements, corrects, reviews, ..."
    )
    related_from: RelatedWorksFilter | None = condition(
        RelationshipFilter(Pattern("RELATES_TO", "in")), "The works that supplement, correct, review it, ..."
    )
    references_known: BooleanFilter | None = condition(
        PropertyMapping("referencesKnown", default=False), "True if any source lists the references of the paper."
    )
    funding_known: BooleanFilter | None = condition(
        PropertyMapping("fundingKnown", default=False), "True if any source states the funding of the paper."
    )
    funded_by: PaperFundersFilter | None = condition(RelationshipFilter(Pattern("FUNDED_BY", "out")), "Funders.")
    institutions: PaperInstitutionsFilter | None = condition(
        RelationshipFilter(Pattern("WRITTEN_AT", "out"), distinct=True),
        "Institutions of the authors at the time of publication.",
    )
    volumes: PaperVolumesFilter | None = condition(
        RelationshipFilter(Pattern("APPEARED_IN", "out")), "Volumes in which the paper appeared."
    )
    venues: PaperVenuesFilter | None = condition(
        RelationshipFilter(Pattern("APPEARED_IN", "out"), Pattern("PART_OF", "out"), distinct=True),
        "The venues of its volumes.",
    )
    and_: list["PaperWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["PaperWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "PaperWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )
