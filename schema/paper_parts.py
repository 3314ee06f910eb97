"""Parts of a paper: summary, dates, versions, code and data, institutions, volumes, citations and relations."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.enums import DatePrecision, ManifestationKind, PaperDateKind, PaperRelationKind, ResourceKind, SummaryMethod
from schema.field_mapping import ColumnNode, QueryResult
from schema.fields import mapped_field, prop
from schema.groups.named import GroupedInstitutions
from schema.groups.paper import GroupedPapers
from schema.paging import Connection, Edge
from schema.scalars import URL, PartialDate
from schema.transitive import TransitiveConnectionFields

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.venue import Volume
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Volume: TypeAlias = Annotated["Volume", strawberry.lazy("schema.venue")]


@strawberry.type(description="A summary of a paper in one or two sentences.")
class PaperSummary:
    """A summary of a paper in one or two sentences."""

    text: str = prop(
        "text",
        "Plain text: the summary that a source states, or else two sentences of the abstract in their order, shortened "
        "to 600 characters. An abstract of one or two sentences is given whole.",
    )
    source: str = prop(
        "source",
        "Source of the summary: `semanticscholar` (written by its language model) or `byline` (Byline's own sample, "
        "and each extracted summary).",
    )
    method: SummaryMethod = prop("method", "Origin of the text.")


@strawberry.type(description="A date, as one source states it.")
class PaperDate:
    """A date, as one source states it."""

    value: PartialDate = prop("value", "Date with the precision of its source.")
    precision: DatePrecision = prop("precision", "Precision of the date.")
    kind: PaperDateKind = prop("kind", "Event.")
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="A version of a paper that can be read at an address.")
class Manifestation:
    """A version of a paper that can be read at an address."""

    url: URL = prop("url", "URL.")
    kind: ManifestationKind = prop("kind", "Type of the version.")
    version: str | None = prop("version", "Version number of the source. Null if the source does not number versions.")
    date: PartialDate | None = prop("date", "Date of this version. Null if unknown.")
    license: str | None = prop("license", "License, an SPDX name or a URL. Null if the source does not state it.")
    note: str | None = prop("note", "Changes made by a revision or erratum. Null for other types.")
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="Code or data of a paper.")
class Resource:
    """Code or data of a paper."""

    url: URL = prop("url", "URL.")
    name: str | None = prop("name", "Name. Null if no source states it.")
    kind: ResourceKind = prop("kind", "Type of the resource.")
    source: str = prop("source", "Source of the link. `text`: the abstract or the comment contains it.")


@strawberry.type(description="An institution of the authors of a paper at the time of publication.")
class PaperInstitutionEdge(Edge[Institution]):
    """An institution of the authors of a paper at the time of publication."""

    position: int | None = prop("position", "Position of the first author from the institution. Null if unknown.")
    positions: list[int] = prop("positions", "Positions of the authors in the author list, from 1.")
    as_written: list[str] = prop("asWritten", "Affiliations as printed, each once.")
    sources: list[str] = prop("sources", "Sources of the statement.")


@strawberry.type(description="The institutions of the authors of a paper at the time of publication.")
class PaperInstitutionConnection(Connection[PaperInstitutionEdge, Institution], GroupedInstitutions):
    """The institutions of the authors of a paper at the time of publication."""


@strawberry.type(description="A volume or issue in which a paper appeared.")
class Appearance:
    """A volume or issue in which a paper appeared."""

    volume: Volume = mapped_field(ColumnNode("node"), "The volume or issue.")
    pages: str | None = prop("pages", "First and last page as the source writes them. Null if unknown.")
    issue: str | None = prop("issue", "Issue as the source writes it. Null if unknown.")


if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="A citation.")
class PaperCitationEdge(Edge[Paper]):
    """A citation."""

    sources: list[str] = prop("sources", "Sources of the statement.")
    intents: list[str] = prop(
        "intents",
        "Purposes of the citation, such as background, methodology or result, in the words of the source. "
        "Empty if unknown.",
    )
    influential: bool | None = prop(
        "influential", "True if the cited paper is important for the citing paper. Null if unknown."
    )


@strawberry.type(description="Citations.")
class PaperCitationConnection(Connection[PaperCitationEdge, Paper], GroupedPapers):
    """Citations."""


@strawberry.type(description="Relation between two works.")
class PaperRelationEdge(Edge[Paper]):
    """Relation between two works."""

    kinds: list[PaperRelationKind] = prop("kinds", "Relations of the first work to the second.")
    sources: list[str] = prop("sources", "Sources of the statement.")


@strawberry.type(description="Works that are related to a work.")
class PaperRelationConnection(Connection[PaperRelationEdge, Paper], GroupedPapers):
    """Works that are related to a work."""


@strawberry.type(description="A paper that a chain of citations connects to the first paper.")
class PaperTransitiveCitationEdge(Edge[Paper]):
    """A paper that a chain of citations connects to the first paper."""

    depth: int = prop("depth", "Length of the shortest chain of citations. 1: a direct citation.")
    chain: list[Paper] = mapped_field(
        QueryResult("graphql/citation_chain", row_parameters=("citing", "cited")),
        "A shortest chain with both ends: each paper cites the next.",
    )


@strawberry.type(description="Papers that chains of citations connect to the first paper.")
class PaperTransitiveCitationConnection(
    Connection[PaperTransitiveCitationEdge, Paper], TransitiveConnectionFields, GroupedPapers
):
    """Papers that chains of citations connect to the first paper."""
