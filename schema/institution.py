"""An institution: a university, laboratory, company or other organisation."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.filters import FloatFilter, IdFilter, IntFilter, ListFilter, StringFilter
from schema.graph import AnyId, Edges, Key, Links, NamedEdges, Pattern, Prop, condition, placed, prop
from schema.node import Identifier, Node, identifiers
from schema.ordering import ID, ORD, PaperOrder, ResearcherOrder
from schema.paging import Connection, Edge, pages

if TYPE_CHECKING:
    from schema.paper import Paper
    from schema.paper_where import PaperWhere
    from schema.researcher import Researcher, ResearcherWhere
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]
    PaperWhere: TypeAlias = Annotated["PaperWhere", strawberry.lazy("schema.paper_where")]
    Researcher: TypeAlias = Annotated["Researcher", strawberry.lazy("schema.researcher")]
    ResearcherWhere: TypeAlias = Annotated["ResearcherWhere", strawberry.lazy("schema.researcher")]


@strawberry.input(description="Which institutions.")
class InstitutionWhere:
    """Which institutions."""

    id: StringFilter | None = condition(Prop("id"), "Byline id.")
    name: StringFilter | None = condition(Prop("name"), "Name.")
    aliases: ListFilter | None = condition(Prop("aliases"), "Other names.")
    acronyms: ListFilter | None = condition(Prop("acronyms"), "Acronyms.")
    types: ListFilter | None = condition(Prop("types"), "Types, such as education.")
    status: StringFilter | None = condition(Prop("status"), "active, inactive or withdrawn.")
    established: IntFilter | None = condition(Prop("established"), "Year of foundation.")
    country: StringFilter | None = condition(Prop("country"), "Country.")
    country_code: StringFilter | None = condition(Prop("countryCode"), "Country code, two letters.")
    city: StringFilter | None = condition(Prop("city"), "City.")
    latitude: FloatFilter | None = condition(Prop("latitude"), "Degrees north.")
    longitude: FloatFilter | None = condition(Prop("longitude"), "Degrees east.")
    website: StringFilter | None = condition(Prop("website"), "Home page.")
    ror: IdFilter | None = condition(AnyId("ror", "ror"), "ROR id.")
    paper_count: IntFilter | None = condition(Prop("paperCount"), "Number of papers.")
    and_: list["InstitutionWhere"] | None = strawberry.field(
        name="and", default=strawberry.UNSET, description="All of these hold."
    )
    or_: list["InstitutionWhere"] | None = strawberry.field(
        name="or", default=strawberry.UNSET, description="One of these holds."
    )
    not_: "InstitutionWhere | None" = strawberry.field(
        name="not", default=strawberry.UNSET, description="This does not hold."
    )


@strawberry.type(description="A paper written at an institution.")
class InstitutionPaperEdge(Edge[Paper]):
    """A paper written at an institution."""

    positions: list[int] = prop("positions", "The authors' places in the by-line, from 1.")


@strawberry.type(description="Papers written at an institution.")
class InstitutionPaperConnection(Connection[InstitutionPaperEdge, Paper]):
    """Papers written at an institution."""


@strawberry.type(description="A person who worked at an institution.")
class InstitutionResearcherEdge(Edge[Researcher]):
    """A person who worked at an institution."""

    since: int | None = prop("since", "First year.")
    until: int | None = prop("until", "Last year.")
    role: str | None = prop("role", "author where by-lines alone say so.")
    source: str | None = prop("source", "Who says so.")


@strawberry.type(description="People who worked at an institution.")
class InstitutionResearcherConnection(Connection[InstitutionResearcherEdge, Researcher]):
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
    paper_count: int = prop("paperCount", "Papers written there.", default=0)
    parents: list["Institution"] = placed(Links(Pattern("PART_OF", "out"), (ORD,)), "Institutions that it is part of.")
    children: list["Institution"] = placed(Links(Pattern("PART_OF", "in"), (ORD,)), "Institutions that are part of it.")
    successors: list["Institution"] = placed(Links(Pattern("SUCCEEDED_BY", "out"), (ORD,)), "What it became.")
    predecessors: list["Institution"] = placed(Links(Pattern("SUCCEEDED_BY", "in"), (ORD,)), "What it was.")
    related: list["Institution"] = placed(
        Links(Pattern("RELATED_TO", "both"), (ORD,)), "Institutions that it is related to."
    )
    papers: InstitutionPaperConnection = placed(
        NamedEdges("read/institution_papers", (ORD,)),
        "Papers written there, newest first, then by id.",
        pages(PaperWhere, PaperOrder),
    )
    researchers: InstitutionResearcherConnection = placed(
        Edges(Pattern("AFFILIATED_WITH", "in"), (Key("until", descending=True, on="edge", null=-1), ID)),
        "People who worked there, latest first.",
        pages(ResearcherWhere, ResearcherOrder),
    )
