"""What a paper's page shows of a paper besides itself: its dates, forms, code and data, and where it was written."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import NodeIn, QueryResult, mapped_field, prop
from schema.groups.paper import GroupedPapers
from schema.paging import Connection, Edge
from schema.scalars import PartialDate
from schema.transitive import TransitiveConnectionFields
from schema.where.kinds import DatePrecision

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.venue import Volume
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Volume: TypeAlias = Annotated["Volume", strawberry.lazy("schema.venue")]


@strawberry.type(description="A summary of a paper in one sentence.")
class PaperSummary:
    """A summary of a paper in one sentence."""

    text: str = prop("text", "Plain text.")
    source: str = prop("source", "Author: `semanticscholar` for its language model, `byline` for Byline's own sample.")


@strawberry.type(description="A date, as one source states it.")
class PaperDate:
    """A date, as one source states it."""

    value: PartialDate = prop("value", "As precise as said.")
    precision: DatePrecision = prop("precision", "How precise.")
    kind: str = prop("kind", "published, updated, corrected or retracted.")
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="One form in which a paper can be had.")
class Manifestation:
    """One form in which a paper can be had."""

    url: str = prop("url", "Address.")
    kind: str = prop("kind", "preprint, article, revision, erratum, attachment, presentation, video or page.")
    version: str | None = prop("version", "Version, as its source numbers it.")
    date: PartialDate | None = prop("date", "When.")
    licence: str | None = prop("licence", "Licence, only where stated.")
    note: str | None = prop("note", "Changes made by a revision or erratum.")
    source: str = prop("source", "Source of the statement.")


@strawberry.type(description="Code or data that a paper points to.")
class Resource:
    """Code or data that a paper points to."""

    url: str = prop("url", "Address.")
    name: str | None = prop("name", "Name, where a source gives one.")
    kind: str = prop("kind", "code or dataset.")
    source: str = prop("source", "Source of the link. `text`: found in the abstract or comment.")


@strawberry.type(description="Where a paper's authors then were.")
class PaperInstitution:
    """An institution that the author list names."""

    institution: Institution = mapped_field(NodeIn("node"), "The institution.")
    positions: list[int] = prop("positions", "Positions of the authors in the author list, from 1.")
    as_written: list[str] = prop("asWritten", "As printed.")
    sources: list[str] = prop("sources", "Source of the statement.")


@strawberry.type(description="Where a paper appeared.")
class Appearance:
    """Where a paper appeared."""

    volume: Volume = mapped_field(NodeIn("node"), "The volume or issue.")
    pages: str | None = prop("pages", "First and last page, as written.")
    issue: str | None = prop("issue", "Issue, as written.")


if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="A citation.")
class CitationEdge(Edge[Paper]):
    """A citation."""

    sources: list[str] = prop("sources", "Source of the statement.")
    intents: list[str] = prop(
        "intents",
        "Purposes of the citation, such as background, methodology or result, in the words of the source. "
        "Empty if unknown.",
    )
    influential: bool | None = prop(
        "influential", "Whether the cited paper had a great part in the citing one; null: no source tells."
    )


@strawberry.type(description="Citations.")
class CitationConnection(Connection[CitationEdge, Paper], GroupedPapers):
    """Citations."""


@strawberry.type(description="Relation between two works.")
class WorkRelationEdge(Edge[Paper]):
    """Relation between two works."""

    kinds: list[str] = prop(
        "kinds",
        "Relation of the first work to the second: supplements, part_of, version_of, derived_from, documents, "
        "requires, reviews, comments_on, replies_to, translates, replaces, corrects or retracts.",
    )
    sources: list[str] = prop("sources", "Source of the statement.")


@strawberry.type(description="Works that relate to one another.")
class WorkRelationConnection(Connection[WorkRelationEdge, Paper], GroupedPapers):
    """Works that relate to one another."""


@strawberry.type(description="A paper some citations away.")
class CitationWalkEdge(Edge[Paper]):
    """A paper some citations away."""

    depth: int = prop("depth", "Citations away: 1 is cited, or cites, at first hand.")
    chain: list[Paper] = mapped_field(
        QueryResult("graphql/citation_chain", row=("citing", "cited")),
        "A shortest way between the two, both ends among it: each paper cites the next.",
    )


@strawberry.type(description="Papers some citations away.")
class CitationWalkConnection(Connection[CitationWalkEdge, Paper], TransitiveConnectionFields, GroupedPapers):
    """Papers some citations away."""
