"""Users, as other users see them."""

import strawberry

from schema.fields import prop


@strawberry.type(description="A user, as other users see it.")
class User:
    """A user, as other users see it."""

    id: strawberry.ID = prop("id", "ID of the account.")
    name: str = prop("name", "Name of the user.")
