"""The interface that every entity shares, and its outside ids."""

import strawberry

from schema.field_mapping import Key, Pattern, RelatedList, mapped_field, prop


class Entity(dict[str, object]):
    """A prepared answer for one object, remembering which type it is; only Strawberry's executor asks."""

    __slots__ = ("kind",)
    kind: str


@strawberry.type(description="An id that another service gave.")
class Identifier:
    """An id that another service gave."""

    scheme: str = prop("scheme", "doi, arxiv, acl, orcid, ror, openalex, s2, dblp, pmid, ...")
    value: str = prop("value", "The id in one normal form, without address.")


@strawberry.interface(description="Anything with a Byline id.")
class Node:
    """Anything with a Byline id."""

    id: strawberry.ID = prop("id", "Minted once and never changed; after a merge the other id still resolves.")

    @classmethod
    def is_type_of(cls, value: object, _info: strawberry.Info) -> bool:
        """Tell Strawberry's executor whether a prepared answer is of this type."""
        return getattr(value, "kind", cls.__name__) == cls.__name__


def identifiers() -> list[Identifier]:
    """Declare the list of outside ids of an entity."""
    field: list[Identifier] = mapped_field(
        RelatedList(Pattern("IDENTIFIES", "in"), (Key("scheme"), Key("value"))),
        "Every outside id, and retired Byline ids (scheme byline), sorted.",
    )
    return field
