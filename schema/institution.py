"""An institution: a university, laboratory, company or other organisation."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.field_mapping import Key, Pattern, QueryConnection, RelatedList, RelationshipConnection, mapped_field, prop
from schema.groups.named import GroupedInstitutions
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, identifiers
from schema.order.links import AffiliatedOrder, TransitiveInstitutionOrder
from schema.order.paper import PaperOrder
from schema.order.sort import ID, ORD
from schema.paging import Connection, Edge, pages
from schema.provenance import InstitutionProvenanceField, Provenance, provenance_field
from schema.transitive import TransitiveConnectionFields, TreeDepth, transitive_arguments, transitive_connection
from schema.where.institution import InstitutionWhere
from schema.where.paper import PaperWhere
from schema.where.researcher import ResearcherWhere

if TYPE_CHECKING:
    from schema.paper import Paper
    from schema.researcher import Researcher

    Other: TypeAlias = "Institution"
else:
    Other: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.type(description="An institution some steps above or below.")
class TransitiveInstitutionEdge(Edge[Other]):
    """An institution some steps above or below."""

    depth: int = prop("depth", "Steps away: 1 is next to it.")


@strawberry.type(description="Institutions some steps above or below.")
class TransitiveInstitutionConnection(
    Connection[TransitiveInstitutionEdge, Other], TransitiveConnectionFields, GroupedInstitutions
):
    """Institutions some steps above or below."""


@strawberry.type(description="A paper written at an institution.")
class InstitutionPaperEdge(Edge[Paper]):
    """A paper written at an institution."""

    positions: list[int] = prop("positions", "Positions of the authors in the author list, from 1.")


@strawberry.type(description="Papers written at an institution.")
class InstitutionPaperConnection(Connection[InstitutionPaperEdge, Paper], GroupedPapers):
    """Papers written at an institution."""


@strawberry.type(description="A person who worked at an institution.")
class InstitutionResearcherEdge(Edge[Researcher]):
    """A person who worked at an institution."""

    since: int | None = prop("since", "First year.")
    until: int | None = prop("until", "Last year.")
    role: str | None = prop("role", "`author` if only author lists state the affiliation.")
    source: str | None = prop("source", "Source of the statement.")


@strawberry.type(description="People who worked at an institution.")
class InstitutionResearcherConnection(Connection[InstitutionResearcherEdge, Researcher], GroupedResearchers):
    """People who worked at an institution."""


@strawberry.type(description="A university, laboratory, company or other organisation.")
class Institution(Node):
    """A university, laboratory, company or other organisation."""

    name: str = prop("name", "The display name.")
    aliases: list[str] = prop("aliases", "Other names and labels in any language, sorted.")
    acronyms: list[str] = prop("acronyms", "Acronyms, sorted.")
    types: list[str] = prop("types", "education, company, government, ...")
    status: str | None = prop("status", "active, inactive or withdrawn.")
    established: int | None = prop("established", "Year of foundation.")
    country: str | None = prop("country", "Country.")
    country_code: str | None = prop("countryCode", "ISO 3166-1, two letters.")
    city: str | None = prop("city", "City.")
    latitude: float | None = prop("latitude", "Degrees north.")
    longitude: float | None = prop("longitude", "Degrees east.")
    website: str | None = prop("website", "Address of the home page.")
    ror: str | None = prop("ror", "ROR id, without address.")
    identifiers: list[Identifier] = identifiers()
    provenance: Provenance | None = provenance_field("provenance/institution", InstitutionProvenanceField)
    paper_count: int = prop("paperCount", "Papers written there.", default=0)
    parents: list["Institution"] = mapped_field(
        RelatedList(Pattern("PART_OF", "out"), (ORD,)), "Institutions that it is part of."
    )
    children: list["Institution"] = mapped_field(
        RelatedList(Pattern("PART_OF", "in"), (ORD,)), "Institutions that are part of it."
    )
    ancestors: TransitiveInstitutionConnection = mapped_field(
        transitive_connection("graphql/institution_ancestors"),
        "Every institution that it is part of, over any number of steps, nearest first.",
        transitive_arguments(TreeDepth, pages(InstitutionWhere, TransitiveInstitutionOrder)),
    )
    descendants: TransitiveInstitutionConnection = mapped_field(
        transitive_connection("graphql/institution_descendants"),
        "Every institution that is part of it, over any number of steps, nearest first.",
        transitive_arguments(TreeDepth, pages(InstitutionWhere, TransitiveInstitutionOrder)),
    )
    successors: list["Institution"] = mapped_field(RelatedList(Pattern("SUCCEEDED_BY", "out"), (ORD,)), "Successors.")
    predecessors: list["Institution"] = mapped_field(
        RelatedList(Pattern("SUCCEEDED_BY", "in"), (ORD,)), "Predecessors."
    )
    related: list["Institution"] = mapped_field(
        RelatedList(Pattern("RELATED_TO", "both"), (ORD,)), "Institutions that it is related to."
    )
    papers: InstitutionPaperConnection = mapped_field(
        QueryConnection("graphql/institution_papers", (ORD,)),
        "Papers written there, newest first, then by id.",
        pages(PaperWhere, PaperOrder),
    )
    researchers: InstitutionResearcherConnection = mapped_field(
        RelationshipConnection(
            Pattern("AFFILIATED_WITH", "in"), (Key("until", descending=True, on="edge", null=-1, number=True), ID)
        ),
        "People who worked at the institution, latest first.",
        pages(ResearcherWhere, AffiliatedOrder),
    )
