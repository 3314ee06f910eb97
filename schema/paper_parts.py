"""What a paper's page shows of a paper besides itself: its dates, forms, code and data, and where it was written."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.graph import NodeIn, placed, prop
from schema.scalars import PartialDate
from schema.where.kinds import DatePrecision

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.venue import Volume
else:
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Volume: TypeAlias = Annotated["Volume", strawberry.lazy("schema.venue")]


@strawberry.type(description="A date, as one source states it.")
class PaperDate:
    """A date, as one source states it."""

    value: PartialDate = prop("value", "As precise as said.")
    precision: DatePrecision = prop("precision", "How precise.")
    kind: str = prop("kind", "published, updated, corrected or retracted.")
    source: str = prop("source", "Who says so.")


@strawberry.type(description="One form in which a paper can be had.")
class Manifestation:
    """One form in which a paper can be had."""

    url: str = prop("url", "Address.")
    kind: str = prop("kind", "preprint, article, revision, erratum, attachment, presentation, video or page.")
    version: str | None = prop("version", "Version, as its source numbers it.")
    date: PartialDate | None = prop("date", "When.")
    licence: str | None = prop("licence", "Licence, only where stated.")
    note: str | None = prop("note", "What a revision or erratum changes.")
    source: str = prop("source", "Who says so.")


@strawberry.type(description="Code or data that a paper points to.")
class Resource:
    """Code or data that a paper points to."""

    url: str = prop("url", "Address.")
    name: str | None = prop("name", "Name, where a source gives one.")
    kind: str = prop("kind", "code or dataset.")
    source: str = prop("source", "Who says so; text: found in the abstract or comment.")


@strawberry.type(description="Where a paper's authors then were.")
class PaperInstitution:
    """An institution that a by-line names."""

    institution: Institution = placed(NodeIn("node"), "The institution.")
    positions: list[int] = prop("positions", "The authors' places in the by-line, from 1.")
    as_written: list[str] = prop("asWritten", "As printed.")
    sources: list[str] = prop("sources", "Who says so.")


@strawberry.type(description="Where a paper appeared.")
class Appearance:
    """Where a paper appeared."""

    volume: Volume = placed(NodeIn("node"), "The volume or issue.")
    pages: str | None = prop("pages", "First and last page, as written.")
    issue: str | None = prop("issue", "Issue, as written.")
