"""The interface of all entities, and their external IDs."""

import strawberry

from schema.field_mapping import Key, Pattern, RelatedList, mapped_field, prop


class Entity(dict[str, object]):
    """A prepared answer for one object, remembering which type it is; only Strawberry's executor asks."""

    __slots__ = ("kind",)
    kind: str


@strawberry.type(description="An ID of an external service.")
class Identifier:
    """An ID of an external service."""

    scheme: str = prop("scheme", "Type of ID: doi, arxiv, acl, orcid, ror, openalex, s2, dblp, pmid and others.")
    value: str = prop("value", "The ID in normal form, without the address of the service.")


@strawberry.interface(description="An entity with a Byline ID.")
class Node:
    """An entity with a Byline ID."""

    id: strawberry.ID = prop("id", "Byline ID. It never changes. After a merge, both IDs resolve to the merged entity.")

    @classmethod
    def is_type_of(cls, value: object, _info: strawberry.Info) -> bool:
        """Return True to Strawberry's executor if a prepared answer is of this type."""
        return getattr(value, "kind", cls.__name__) == cls.__name__


def identifiers() -> list[Identifier]:
    """Declare the list of outside ids of an entity."""
    field: list[Identifier] = mapped_field(
        RelatedList(Pattern("IDENTIFIES", "in"), (Key("scheme"), Key("value"))),
        "All external IDs, and former Byline IDs (scheme `byline`), sorted.",
    )
    return field
