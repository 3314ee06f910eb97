"""Funders."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import Pattern, QueryResult, RelationshipConnection, RelationshipPageIndex
from schema.fields import mapped_field, prop
from schema.groups.named import GroupedFunders
from schema.groups.paper import GroupedPapers
from schema.node import Identifier, Node, external_url, identifiers
from schema.order.paper import PaperOrder
from schema.order.sort import EDGE_ORD
from schema.paging import Connection, Edge, page_arguments
from schema.provenance import FunderProvenanceField, Provenance, provenance_field
from schema.scalars import URL
from schema.where.paper import PaperFilter

if TYPE_CHECKING:
    from schema.institution import Institution
    from schema.paper import Paper

    Other: TypeAlias = "Funder"
else:
    Other: TypeAlias = Annotated["Funder", strawberry.lazy("schema.funder")]
    Institution: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="A funder of a paper.")
class PaperFunderEdge(Edge[Other]):
    """A funder of a paper."""

    awards: list[str] = prop("awards", "Numbers of the awards, as written, sorted.")
    sources: list[str] = prop("sources", "Source of the statement.")


@strawberry.type(description="The funders of a paper.")
class PaperFunderConnection(Connection[PaperFunderEdge, Other], GroupedFunders):
    """The funders of a paper."""


@strawberry.type(description="A paper that a funder paid for.")
class FunderPaperEdge(Edge[Paper]):
    """A paper that a funder paid for."""

    awards: list[str] = prop("awards", "Numbers of the awards, as written, sorted.")
    sources: list[str] = prop("sources", "Source of the statement.")


@strawberry.type(description="Papers that a funder paid for.")
class FunderPaperConnection(Connection[FunderPaperEdge, Paper], GroupedPapers):
    """Papers that a funder paid for."""


@strawberry.type(description="An organization that funds research, such as a council, a foundation or a company.")
class Funder(Node):
    """An organization that funds research."""

    name: str = prop("name", "The display name.")
    url: URL | None = external_url(("ror", "https://ror.org/"), ("registry", "https://doi.org/"), ("website", ""))
    aliases: list[str] = prop("aliases", "Other names, sorted.")
    country_code: str | None = prop("countryCode", "ISO 3166-1, two letters.")
    website: URL | None = prop("website", "Address of the home page.")
    registry: str | None = prop("registry", "Id in the Open Funder Registry: a DOI under 10.13039.")
    openalex: str | None = prop("openalex", "OpenAlex ID.")
    ror: str | None = prop("ror", "ROR ID of the funder as an institution.")
    institution: Institution | None = mapped_field(
        QueryResult("graphql/funder_institution", single=True),
        "Institution with the same ROR ID. Null if the graph does not have it.",
    )
    identifiers: list[Identifier] = identifiers()
    provenance: Provenance | None = provenance_field("provenance/funder", FunderProvenanceField)
    paper_count: int = prop("paperCount", "Papers that it paid for.", default=0)
    papers: FunderPaperConnection = mapped_field(
        RelationshipConnection(Pattern("FUNDED_BY", "in"), (EDGE_ORD,), RelationshipPageIndex("fid")),
        "Papers that it paid for, newest first.",
        page_arguments(PaperFilter, PaperOrder),
    )
