"""Arguments of root fields: IDs, texts and keys of entities."""

from typing import Annotated

import strawberry

from schema.enums import EntityKind

ANY_ID = (
    "Byline ID, including the ID of a merged entity; external ID with its scheme, such as doi:10.1000/182; or URL of a "
    "DOI, arXiv, ACL, ORCID, ROR or OpenAlex ID."
)


def ids_argument(description: str, name: str | None = None) -> object:
    """Return a required argument with a list of IDs."""
    return Annotated[list[strawberry.ID], strawberry.argument(description=description, name=name)]


def id_argument(description: str, name: str | None = None) -> object:
    """Return a required argument with one ID."""
    return Annotated[strawberry.ID, strawberry.argument(description=description, name=name)]


def text_argument(description: str) -> object:
    """Return the annotation of a text."""
    return Annotated[str, strawberry.argument(description=description)]


def descriptions_argument(kind: type) -> object:
    """Return the annotation of descriptions to match, which are inputs of this type."""
    return Annotated[
        list[kind] | None,
        strawberry.argument(description="Descriptions, at most 1,000. Results are in the same order."),
    ]


def key_argument(kind: type) -> dict[str, object]:
    """Return the argument that has one of the keys of an entity, an input of this type."""
    return {"by": Annotated[kind, strawberry.argument(description="Key of the entity. Give exactly one.")]}


def kinds_argument(description: str) -> object:
    """Return the annotation of an optional list of types of entities."""
    return Annotated[list[EntityKind] | None, strawberry.argument(description=description)]
