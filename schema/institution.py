"""An institution: a university, laboratory, company or other organization."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.enums import InstitutionStatus
from schema.field_mapping import Count, Key, Pattern, QueryConnection, RelatedList, RelationshipConnection
from schema.fields import mapped_field, prop
from schema.groups.named import GroupedInstitutions
from schema.groups.paper import GroupedPapers
from schema.groups.researcher import GroupedResearchers
from schema.node import Identifier, Node, ResearchMap, external_url, identifiers, research_map
from schema.order.links import InstitutionHierarchyOrder, InstitutionPartnerOrder, InstitutionResearcherOrder
from schema.order.paper import PaperOrder
from schema.order.sort import ID, ORD
from schema.paging import Connection, Edge, page_arguments
from schema.provenance import InstitutionProvenanceField, Provenance, provenance_field
from schema.related import InstitutionPartnerConnection, related_connection
from schema.scalars import URL
from schema.transitive import HierarchyDepth, TransitiveConnectionFields, transitive_arguments, transitive_connection
from schema.where.institution import InstitutionFilter
from schema.where.paper import PaperFilter
from schema.where.researcher import ResearcherFilter

if TYPE_CHECKING:
    from schema.paper import Paper
    from schema.researcher import Researcher

    Other: TypeAlias = "Institution"
else:
    Other: TypeAlias = Annotated["Institution", strawberry.lazy("schema.institution")]
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]


@strawberry.type(description="An institution above or below in the hierarchy.")
class InstitutionHierarchyEdge(Edge[Other]):
    """An institution above or below in the hierarchy."""

    depth: int = prop("depth", "Number of steps in the hierarchy. 1: a direct parent or child.")


@strawberry.type(description="Institutions above or below in the hierarchy.")
class InstitutionHierarchyConnection(
    Connection[InstitutionHierarchyEdge, Other], TransitiveConnectionFields, GroupedInstitutions
):
    """Institutions above or below in the hierarchy."""


@strawberry.type(description="A paper written at an institution.")
class InstitutionPaperEdge(Edge[Paper]):
    """A paper written at an institution."""

    positions: list[int] = prop("positions", "Positions of the authors in the author list, from 1.")


@strawberry.type(description="Papers written at an institution.")
class InstitutionPaperConnection(Connection[InstitutionPaperEdge, Paper], GroupedPapers):
    """Papers written at an institution."""


@strawberry.type(description="A researcher with an affiliation to an institution.")
class InstitutionResearcherEdge(Edge[Researcher]):
    """A researcher with an affiliation to an institution."""

    since: int | None = prop("since", "First year. Null if unknown.")
    until: int | None = prop("until", "Last year. Null if unknown.")
    role: str | None = prop("role", "`author` if only author lists state the affiliation.")
    source: str | None = prop("source", "Source of the statement.")


@strawberry.type(description="Researchers with an affiliation to an institution.")
class InstitutionResearcherConnection(Connection[InstitutionResearcherEdge, Researcher], GroupedResearchers):
    """Researchers with an affiliation to an institution."""


@strawberry.type(description="A university, laboratory, company or other organization.")
class Institution(Node):
    """A university, laboratory, company or other organization."""

    name: str = prop("name", "Display name.")
    url: URL | None = external_url(("ror", "https://ror.org/"), ("website", ""))
    aliases: list[str] = prop("aliases", "Other names and labels in any language, sorted.")
    acronyms: list[str] = prop("acronyms", "Acronyms, sorted.")
    types: list[str] = prop("types", "Types in the words of the source: education, company, government and others.")
    status: InstitutionStatus | None = prop("status", "Status. Null if unknown.")
    established: int | None = prop("established", "Year of foundation. Null if unknown.")
    country: str | None = prop("country", "Name of the country. Null if unknown.")
    country_code: str | None = prop("countryCode", "Country code, ISO 3166-1 alpha-2. Null if unknown.")
    city: str | None = prop("city", "Name of the city. Null if unknown.")
    latitude: float | None = prop("latitude", "Latitude in degrees north. Null if unknown.")
    longitude: float | None = prop("longitude", "Longitude in degrees east. Null if unknown.")
    website: URL | None = prop("website", "URL of the home page. Null if unknown.")
    ror: str | None = prop("ror", "ROR ID without address. Null if unknown.")
    identifiers: list[Identifier] = identifiers()
    map: ResearchMap = research_map()
    provenance: Provenance | None = provenance_field("provenance/institution", InstitutionProvenanceField)
    paper_count: int = prop("paperCount", "Number of papers with an author from the institution.", default=0)
    follower_count: int = mapped_field(Count(Pattern("FOLLOWS", "in")), "Number of followers.")
    parents: list["Institution"] = mapped_field(
        RelatedList(Pattern("PART_OF", "out"), (ORD,)), "Institutions that it is part of."
    )
    children: list["Institution"] = mapped_field(
        RelatedList(Pattern("PART_OF", "in"), (ORD,)), "Institutions that are part of it."
    )
    ancestors: InstitutionHierarchyConnection = mapped_field(
        transitive_connection("graphql/institution_ancestors"),
        "All institutions above in the hierarchy, nearest first.",
        transitive_arguments(HierarchyDepth, page_arguments(InstitutionFilter, InstitutionHierarchyOrder)),
    )
    descendants: InstitutionHierarchyConnection = mapped_field(
        transitive_connection("graphql/institution_descendants"),
        "All institutions below in the hierarchy, nearest first.",
        transitive_arguments(HierarchyDepth, page_arguments(InstitutionFilter, InstitutionHierarchyOrder)),
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
        "Papers with an author from the institution, newest first, then by ID.",
        page_arguments(PaperFilter, PaperOrder),
    )
    partners: InstitutionPartnerConnection = mapped_field(
        related_connection("graphql/institution_partners", "papers"),
        "Institutions that wrote papers together with the institution, most joint papers first. Byline reads the "
        "10,000 newest papers of the institution.",
        page_arguments(InstitutionFilter, InstitutionPartnerOrder),
    )
    researchers: InstitutionResearcherConnection = mapped_field(
        RelationshipConnection(
            Pattern("AFFILIATED_WITH", "in"), (Key("until", descending=True, on="edge", null=-1, number=True), ID)
        ),
        "Researchers with an affiliation to the institution, latest first.",
        page_arguments(ResearcherFilter, InstitutionResearcherOrder),
    )
