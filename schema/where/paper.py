"""Which papers: the kinds of work, how precise a date is, and the filter of every list of papers."""

from enum import Enum
from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.filters import NULL, BooleanFilter, DateFilter, FloatFilter, IdFilter, IntFilter, ListFilter, StringFilter
from schema.graph import AnyId, Over, Pattern, Prop, condition
from schema.where.links import (
    AppearanceWhere,
    AuthorshipWhere,
    CitationWhere,
    FilingWhere,
    LinksFilter,
    Match,
    NodeMatch,
    WrittenAtWhere,
)

if TYPE_CHECKING:
    from schema.where.institution import InstitutionWhere
    from schema.where.researcher import ResearcherWhere
    from schema.where.topic import TopicWhere
    from schema.where.venue import VenueWhere, VolumeWhere

    Other: TypeAlias = "PaperWhere"
else:
    Other: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.where.paper")]
    InstitutionWhere: TypeAlias = Annotated["InstitutionWhere", strawberry.lazy("schema.where.institution")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.where.researcher")]
    TopicWhere: TypeAlias = Annotated["TopicWhere", strawberry.lazy("schema.where.topic")]
    VenueWhere: TypeAlias = Annotated["VenueWhere", strawberry.lazy("schema.where.venue")]
    VolumeWhere: TypeAlias = Annotated["VolumeWhere", strawberry.lazy("schema.where.venue")]


@strawberry.enum(description="What sort of work it is.")
class PaperKind(Enum):
    """What sort of work it is."""

    ARTICLE = strawberry.enum_value("article", description="In a journal or in proceedings.")
    PREPRINT = strawberry.enum_value("preprint", description="Published by its authors, before or without review.")
    CHAPTER = strawberry.enum_value("chapter", description="Part of a book.")
    BOOK = strawberry.enum_value("book", description="A book.")
    EDITORIAL = strawberry.enum_value("editorial", description="A preface, an editorial, an introduction.")
    DATASET = strawberry.enum_value("dataset", description="A data set with a description.")
    SOFTWARE = strawberry.enum_value("software", description="Software with a description.")
    THESIS = strawberry.enum_value("thesis", description="A thesis.")
    REPORT = strawberry.enum_value("report", description="A technical report.")
    REVIEW = strawberry.enum_value("review", description="A review of another work.")
    OTHER = strawberry.enum_value("other", description="Anything else.")


@strawberry.enum(description="How precise a date is.")
class DatePrecision(Enum):
    """How precise a date is."""

    YEAR = strawberry.enum_value("year", description="A year alone.")
    MONTH = strawberry.enum_value("month", description="A year and a month.")
    DAY = strawberry.enum_value("day", description="A day.")
    SECOND = strawberry.enum_value("second", description="A time in UTC.")


@strawberry.input(description="A condition on the kind of work.")
class PaperKindFilter:
    """A condition on the kind of work."""

    eq: PaperKind | None = strawberry.field(default=strawberry.UNSET, description="Is this kind.")
    ne: PaperKind | None = strawberry.field(default=strawberry.UNSET, description="Is another kind.")
    in_: list[PaperKind] | None = strawberry.field(name="in", default=strawberry.UNSET, description="Is one of these.")
    not_in: list[PaperKind] | None = strawberry.field(default=strawberry.UNSET, description="Is none of these.")
    is_null: bool | None = strawberry.field(default=strawberry.UNSET, description=NULL)


@strawberry.input(description="A condition on how precise a date is.")
class DatePrecisionFilter:
    """A condition on how precise a date is."""

    eq: DatePrecision | None = strawberry.field(default=strawberry.UNSET, description="Is this precise.")
    ne: DatePrecision | None = strawberry.field(default=strawberry.UNSET, description="Is precise in another way.")
    in_: list[DatePrecision] | None = strawberry.field(
        name="in", default=strawberry.UNSET, description="Is one of these."
    )
    not_in: list[DatePrecision] | None = strawberry.field(default=strawberry.UNSET, description="Is none of these.")
    is_null: bool | None = strawberry.field(default=strawberry.UNSET, description=NULL)


@strawberry.input(description="An author of a paper, and the place in the by-line.")
class PaperAuthorMatch(Match[ResearcherWhere, AuthorshipWhere]):
    """An author of a paper, and the place in the by-line."""


@strawberry.input(description="A condition on a paper's authors.")
class PaperAuthorsFilter(LinksFilter[PaperAuthorMatch]):
    """A condition on a paper's authors."""


@strawberry.input(description="A topic of a paper, and how it is filed under it.")
class PaperTopicMatch(Match[TopicWhere, FilingWhere]):
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


@strawberry.input(description="An institution that a by-line names.")
class PaperInstitutionMatch(Match[InstitutionWhere, WrittenAtWhere]):
    """An institution that a by-line names."""


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


@strawberry.input(description="Which papers.")
class PaperWhere:
    """Which papers."""

    id: StringFilter | None = condition(Prop("id"), "Byline id.")
    title: StringFilter | None = condition(Prop("title"), "Title.")
    abstract: StringFilter | None = condition(Prop("abstract"), "Abstract.")
    kind: PaperKindFilter | None = condition(Prop("kind"), "Kind of work.")
    language: StringFilter | None = condition(Prop("language"), "Language code.")
    year: IntFilter | None = condition(Prop("year"), "Year of first publication.")
    published_on: DateFilter | None = condition(Prop("publishedOn"), "Date of first publication.")
    published_precision: DatePrecisionFilter | None = condition(Prop("publishedPrecision"), "How precise it is.")
    published_source: StringFilter | None = condition(Prop("publishedSource"), "Whose statement it is.")
    sources: ListFilter | None = condition(Prop("sources"), "Who speaks of it.")
    doi: IdFilter | None = condition(AnyId("doi", "doi"), "DOI.")
    arxiv: IdFilter | None = condition(AnyId("arxiv", "arxiv"), "arXiv id, version ignored.")
    acl: IdFilter | None = condition(AnyId("acl", "acl"), "ACL Anthology id.")
    s2: IdFilter | None = condition(AnyId("s2", "s2"), "Semantic Scholar id.")
    openalex: IdFilter | None = condition(AnyId("openalex", "openalex"), "OpenAlex id.")
    authors_complete: BooleanFilter | None = condition(Prop("authorsComplete"), "Whether the by-line is whole.")
    open_access: BooleanFilter | None = condition(Prop("openAccess"), "Whether free to read.")
    licence: StringFilter | None = condition(Prop("licence"), "Licence.")
    has_code: BooleanFilter | None = condition(Prop("hasCode"), "Whether code is known.")
    has_dataset: BooleanFilter | None = condition(Prop("hasDataset"), "Whether a data set is known.")
    retracted: BooleanFilter | None = condition(Prop("retracted", default=False), "Whether retracted.")
    notices: ListFilter | None = condition(Prop("notices"), "Notices, as worded.")
    awards: ListFilter | None = condition(Prop("awards"), "Awards.")
    comment: StringFilter | None = condition(Prop("comment"), "The authors' note.")
    journal_ref: StringFilter | None = condition(Prop("journalRef"), "Where it appeared, as written.")
    citation_count: IntFilter | None = condition(Prop("citationCount"), "Citations.")
    citation_percentile: FloatFilter | None = condition(
        Prop("citationPercentile"), "How many in a hundred of its topic and year are cited less often."
    )
    reference_count: IntFilter | None = condition(Prop("referenceCount"), "References.")
    author_count: IntFilter | None = condition(Prop("authorCount"), "Authors.")
    authors: PaperAuthorsFilter | None = condition(Over(Pattern("AUTHORED", "in")), "Its authors.")
    topics: PaperTopicsFilter | None = condition(Over(Pattern("ABOUT", "out")), "Its topics.")
    references: CitationsFilter | None = condition(Over(Pattern("CITES", "out")), "What it cites.")
    cited_by: CitationsFilter | None = condition(Over(Pattern("CITES", "in")), "What cites it.")
    institutions: PaperInstitutionsFilter | None = condition(
        Over(Pattern("WRITTEN_AT", "out"), distinct=True), "Where its authors then were."
    )
    volumes: PaperVolumesFilter | None = condition(Over(Pattern("APPEARED_IN", "out")), "Where it appeared.")
    venues: PaperVenuesFilter | None = condition(
        Over(Pattern("APPEARED_IN", "out"), Pattern("PART_OF", "out"), distinct=True), "The venues of its volumes."
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
