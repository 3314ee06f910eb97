"""Sort keys for papers."""

from enum import Enum

import strawberry

from schema.field_mapping import Key
from schema.order.sort import (
    ID,
    LAST_TEXT,
    ORD,
    Sort,
    SortKey,
    byline_id,
    flag,
    indexed_count,
    number,
    own_order,
    relevance,
    text,
)
from schema.where.paper import (
    PaperAuthorEdgeFilter,
    PaperCitationEdgeFilter,
    PaperFunderEdgeFilter,
    PaperInstitutionEdgeFilter,
    PaperRelationEdgeFilter,
    PaperTopicEdgeFilter,
    PaperVenueEdgeFilter,
    PaperVolumeEdgeFilter,
)

DATE = Sort("publishedOn", down=True, own={"DESC": (ORD,), "ASC": (Key("publishedOn", null=LAST_TEXT), ID)})
TITLE = Sort("title", always=True)


@strawberry.enum(description="Sort keys for papers. PUBLISHED_ON, CITATION_COUNT and TITLE use an index.")
class PaperOrderField(Enum):
    """Sort keys for papers."""

    PUBLISHED_ON = strawberry.enum_value(DATE, description="Date of first publication; newest first by default.")
    CITATION_COUNT = indexed_count("citationCount", "Citations from papers in this graph.")
    TITLE = strawberry.enum_value(TITLE, description="Title, by code point.")
    DEFAULT = own_order()
    ID = byline_id()
    RELEVANCE = relevance()
    YEAR = number("year", "Year of first publication.")
    KIND = text("kind", "Type of work, by name.", default="other")
    LANGUAGE = text("language", "Language code.")
    ABSTRACT = text("abstract", "Abstract, by code point.")
    SUMMARY = text("summary", "Text of the summary, by code point.")
    SUMMARY_SOURCE = text("summarySource", "Source of the summary.")
    PUBLISHED_PRECISION = text("publishedPrecision", "Name of the precision.")
    PUBLISHED_SOURCE = text("publishedSource", "Source of the date.")
    DOI = text("doi", "The preferred DOI.")
    ARXIV = text("arxiv", "The preferred arXiv ID.")
    ACL = text("acl", "The preferred ACL Anthology ID.")
    S2 = text("s2", "The preferred Semantic Scholar ID.")
    OPENALEX = text("openalex", "The preferred OpenAlex ID.")
    OPEN_ACCESS = flag("openAccess", "True if the paper can be read free of charge.")
    OPEN_ACCESS_COLOR = text("openAccessColor", "In which way it is open, by its name.")
    BEST_LOCATION = text("bestLocation", "URL of the best free full text.")
    LICENSE = text("license", "License.")
    RETRACTED = flag("retracted", "True if a source marks the paper as retracted.", default=0)
    COMMENT = text("comment", "The authors' own note.")
    JOURNAL_REF = text("journalRef", "Journal reference, as the source writes it.")
    HAS_CODE = flag("hasCode", "True if code of the paper is known.")
    HAS_DATASET = flag("hasDataset", "True if a data set of the paper is known.")
    AUTHORS_COMPLETE = flag("authorsComplete", "True if the author list is complete.", default=0)
    COLLABORATIONS_TRUNCATED = flag(
        "collaborationsTruncated", "True for more than 100 authors, which add no collaborations.", default=0
    )
    FUNDING_KNOWN = flag("fundingKnown", "True if any source states the funding of the paper.", default=0)
    REFERENCES_KNOWN = flag("referencesKnown", "True if any source lists the references of the paper.", default=0)
    AUTHOR_COUNT = number("authorCount", "Number of authors.", default=0)
    CITATION_PERCENTILE = number("citationPercentile", "Citation percentile within topic and year.")
    REFERENCE_COUNT = number("referenceCount", "References to papers in this graph.", default=0)


@strawberry.input(one_of=True, description="Count of related items that match a condition, for sorting papers.")
class PaperOrderCount:
    """Counts of related items, for sorting papers."""

    authors: PaperAuthorEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its authors.")
    topics: PaperTopicEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its topics.")
    references: PaperCitationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="References: papers that the paper cites."
    )
    cited_by: PaperCitationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Papers that cite the paper."
    )
    institutions: PaperInstitutionEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Institutions of the authors at the time of publication."
    )
    outgoing_relations: PaperRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET,
        description="Works that the paper supplements, corrects, retracts, reviews or is a part or version of.",
    )
    incoming_relations: PaperRelationEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET,
        description="Works that supplement, correct, retract or review the paper, or are parts or versions of it.",
    )
    funders: PaperFunderEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Funders.")
    volumes: PaperVolumeEdgeFilter | None = strawberry.field(
        default=strawberry.UNSET, description="Volumes in which the paper appeared."
    )
    venues: PaperVenueEdgeFilter | None = strawberry.field(default=strawberry.UNSET, description="Its volumes' venues.")


@strawberry.input(description="A sort key for papers.")
class PaperOrder(SortKey[PaperOrderField, PaperOrderCount]):
    """A sort key for papers."""
