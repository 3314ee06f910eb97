"""Users: create, list, disable, and change roles and names."""

import re

from ulid import ULID

from accounts.acts import reused_key
from accounts.audit import Change, write_query
from accounts.errors import AccountError, ActError, InputProblem
from accounts.object_writes import ObjectWriter
from accounts.roles import Role
from accounts.timestamps import utc_text
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.driver.errors import GraphRejectedError
from cypher.driver.values import Value
from cypher.queries import accounts
from normalization.identifiers import IdentifierError, normalize, split_id

CONSTRAINT = "Neo.ClientError.Schema.ConstraintValidationFailed"
USER_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,38}")


def checked_name(name: str) -> str:
    """Return the name of a user. Raises AccountError if no user can have it."""
    if not USER_NAME.fullmatch(name):
        raise AccountError(
            f"{name[:60]!r} is not a valid user name. Expected 1 to 39 lower-case letters, digits, dots, hyphens and "
            "underscores, the first a letter or a digit."
        )
    return name


async def create_user(graph: Graph, name: str, role: Role) -> str:
    """Create a user and return the ID. Raises AccountError if the name is invalid or in use, or a GraphError."""
    user_id = f"u_{ULID()}"
    rows = await write_query(
        graph,
        accounts.CREATE_USER,
        {"id": user_id, "name": checked_name(name), "role": role.value, "now": utc_text()},
        lambda row: Change("createUser", user_id, after=role.value) if row.created else None,
    )
    if not rows[0].created:
        raise AccountError(f"The user {name} exists already. To change the role, run: byline user role {name} {role}")
    return user_id


async def list_users(graph: Graph) -> list[accounts.UserRow]:
    """Return all users by name. Raises a GraphError."""
    return await graph.fetch(accounts.USERS)


async def find_user(graph: Graph, name: str) -> Viewer:
    """Return a user as a viewer with all scopes. Raises AccountError if there is no such user, or a GraphError."""
    rows = await graph.fetch(accounts.USER_BY_NAME, {"name": checked_name(name)})
    if not rows:
        raise unknown_user(name)
    return Viewer(name, Role(rows[0].role), rows[0].id)


async def set_role(graph: Graph, name: str, role: Role) -> None:
    """Change the role of a user. Raises AccountError if there is no such user, or a GraphError."""
    rows = await write_query(
        graph,
        accounts.SET_ROLE,
        {"name": checked_name(name), "role": role.value},
        lambda row: Change("changeRole", row.id, before=row.before, after=role.value),
    )
    _require_user(name, found=bool(rows))


async def set_disabled(graph: Graph, name: str, *, disabled: bool) -> None:
    """Disable or enable a user. The tokens of a disabled user are refused. Raises AccountError or a GraphError."""
    parameters: dict[str, Value] = {"name": checked_name(name), "disabledAt": utc_text() if disabled else None}
    action = "disableUser" if disabled else "enableUser"
    rows = await write_query(graph, accounts.SET_DISABLED, parameters, lambda row: Change(action, row.id))
    _require_user(name, found=bool(rows))


async def set_orcid(graph: Graph, name: str, orcid: str | None) -> None:
    """Set the verified ORCID iD of a user, or remove it. Raises AccountError or a GraphError.

    Args:
        orcid: the ORCID iD in any form; None to remove it.
    """
    try:
        value = None if orcid is None else split_id(normalize(f"orcid:{orcid}"))[1]
    except IdentifierError as error:
        raise AccountError(str(error)) from None
    rows = await write_query(
        graph,
        accounts.SET_ORCID,
        {"name": checked_name(name), "orcid": value},
        lambda row: Change("changeOrcid", row.id) if row.owner == name else None,
    )
    _require_user(name, found=bool(rows))
    if rows[0].owner != name:
        raise AccountError(f"The user {rows[0].owner} has the ORCID iD {value}. An ORCID iD belongs to one account.")


def _require_user(name: str, *, found: bool) -> None:
    if not found:
        raise unknown_user(name)


def unknown_user(name: str) -> AccountError:
    """Return the error for a name that no user has."""
    return AccountError(f"There is no user {name}. List the users with: byline user list")


async def rename_user(writer: ObjectWriter, name: str) -> str:
    """Change the name of the user who writes, and return the ID of the user.

    Raises:
        ActError: The name is invalid or in use.
        AccountGoneError: The user does not exist any more.
        GraphError: The graph cannot be written.
    """
    try:
        name = checked_name(name)
    except AccountError as error:
        raise ActError(str(error), "name") from None
    try:
        row = await writer.write(accounts.RENAME_USER, writer.user_id, {"to": name})
    except GraphRejectedError as error:  # another user took the name at the same time
        if error.code != CONSTRAINT:
            raise
        raise _name_in_use(name) from None
    if row.problem == "key":
        raise reused_key()
    if row.problem is not None:
        raise _name_in_use(name)
    return writer.user_id


def _name_in_use(name: str) -> ActError:
    return ActError(f"Another user has the name {name!r}. Choose another.", "name", InputProblem.CONFLICT)
