"""The interface of all entities, their external IDs, and the relation of the viewer to them."""

from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

import strawberry

from schema.arguments import MAP_ARGUMENTS
from schema.enums import ReactionContent
from schema.field_mapping import ComputedBy, ExternalUrl, Key, Pattern, QueryResult, RelatedList
from schema.fields import mapped_field, prop
from schema.scalars import URL
from schema.viewer_mapping import ViewerObject, ViewerRelationship, ViewerRelationshipTypes


@strawberry.type(description="Relation of the viewer, the client's account, to an entity.")
class ViewerState:
    """Relation of the viewer to an entity."""

    follows: bool = mapped_field(ViewerRelationship("FOLLOWS"), "True if the viewer follows the entity.")
    reactions: list[ReactionContent] = mapped_field(
        ViewerRelationshipTypes(tuple(str(content.value) for content in ReactionContent)),
        "Reactions of the viewer to the paper. Empty for entities of other types.",
    )
    claimed: bool = mapped_field(
        ViewerRelationship("CLAIMED"), "True if the viewer's claim of the researcher was accepted."
    )
    saved: bool = mapped_field(ViewerRelationship("SAVED"), "True if the viewer saved the paper.")


def viewer_state() -> ViewerState | None:
    """Declare the relation of the viewer to an entity."""
    field: ViewerState | None = mapped_field(
        ViewerObject(),
        "Relation of the viewer, the client's account, to the entity. Null without an account or the scope `read`.",
    )
    return field


if TYPE_CHECKING:
    from schema.research_map import ResearchMap
else:
    ResearchMap: TypeAlias = Annotated["ResearchMap", strawberry.lazy("schema.research_map")]


class Entity(dict[str, object]):
    """The response of one object with its type, which Strawberry's executor reads."""

    __slots__ = ("kind",)
    kind: str


@strawberry.type(description="An ID of an external service.")
class Identifier:
    """An ID of an external service."""

    scheme: str = prop("scheme", "Type of ID: doi, arxiv, acl, orcid, ror, openalex, s2, dblp, pmid and others.")
    value: str = prop("value", "The ID in normal form, without the address of the service.")


def external_url(*templates: tuple[str, str], ids: tuple[tuple[str, str], ...] = ()) -> Any:  # noqa: ANN401 as with dataclasses.field
    """Return the field `url`: the page of the entity in the first external registry that lists it."""
    return mapped_field(
        ExternalUrl(templates or (("website", ""),), ids),
        "URL of a page about the entity: of its DOI, ORCID iD or other external ID, or its website. Null if unknown.",
    )


@strawberry.interface(description="An entity with a Byline ID.")
class Node:
    """An entity with a Byline ID."""

    id: strawberry.ID = prop("id", "Byline ID. It never changes. After a merge, both IDs resolve to the merged entity.")
    name: str = prop("name", "Name or title for display. Empty for a volume without a title.")
    url: URL | None = external_url()
    viewer_state: ViewerState | None = viewer_state()

    @classmethod
    def is_type_of(cls, value: object, _info: strawberry.Info) -> bool:
        """Return True to Strawberry's executor if a prepared answer is of this type."""
        return getattr(value, "kind", cls.__name__) == cls.__name__


def identifiers() -> list[Identifier]:
    """Declare the list of external IDs of an entity."""
    field: list[Identifier] = mapped_field(
        RelatedList(Pattern("IDENTIFIES", "in"), (Key("scheme"), Key("value"))),
        "All external IDs, and former Byline IDs (scheme `byline`), sorted.",
    )
    return field


def research_map() -> ResearchMap:
    """Declare the map of the neighborhood of an entity."""
    field: ResearchMap = mapped_field(
        QueryResult(
            "graphql/search_map",
            single=True,
            weight=4_000,
            node_key_parameter="around",
            of_known_node=QueryResult(
                "graphql/research_map",
                single=True,
                weight=4_000,
                node_key_parameter="around",
                computed=ComputedBy("found", "graphql/search_map"),
            ),
        ),
        "The researchers, papers, topics and institutions nearest to the entity.",
        MAP_ARGUMENTS,
    )
    return field
