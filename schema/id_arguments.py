"""Arguments of root fields that are IDs of entities in any form."""

from typing import Annotated

import strawberry

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
