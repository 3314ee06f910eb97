"""Check the rights of a viewer by the policy table: for the mutations of a request, and for `viewerCan`."""

import re
from collections.abc import Iterable, Sequence

from accounts.notifications import NOTIFICATION_ID
from accounts.policy import Permission, Relation, check_permission, rules
from accounts.relations import ObjectRelation, relation_to
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.byline_ids import checked_key
from resolvers.errors import Code, RequestError
from resolvers.execute_mutation import MutationField
from schema.viewer import ViewerAction, ViewerPermission

MAX_ACTIONS = 100
"""Maximum number of actions of `viewerCan`."""
MAX_ID_LENGTH = 100
"""Maximum length of the ID of an object that is no entity; longer texts are no IDs."""
OBJECT_ID = re.compile(r"[cdkmnquwy]_[0-7][0-9A-HJKMNP-TV-Z]{25}")
"""ID of a collection, decision, access token, comment, invitation, claim, user, review or reply to a review."""
WITHOUT_OBJECT = frozenset({"createAccessToken", "createCollection", "eraseAccount", "updateAccount"})
"""Actions that need no existing object."""


async def require_permissions(
    graph: Graph, mutations: Iterable[MutationField], viewer: Viewer | None, token_error: str = ""
) -> None:
    """Check that a viewer may send all mutations of a request.

    Args:
        graph: the graph, which has the relations of the viewer to objects.
        mutations: root fields of the request.
        viewer: the client; None if it is not signed in.
        token_error: reason why the server refused the client's token; empty without a token.

    Raises:
        RequestError: UNAUTHENTICATED without a viewer, or FORBIDDEN, with the path of the field at fault;
            the request then has no effect.
        GraphError: the graph cannot be read.
    """
    for field, values in mutations:
        object_input = rules()[field.name].object_input
        relation = None
        if object_input is not None:
            relation = await _relation_of_input(graph, viewer, str(values.get(object_input)))
        permission = check_permission(field.name, viewer, relation)
        if not permission.signed_in:
            message = token_error or Code.UNAUTHENTICATED.advice
            raise RequestError(Code.UNAUTHENTICATED, message, path=(field.key,))
        if not permission.allowed:
            raise RequestError(Code.FORBIDDEN, permission.reason, path=(field.key,))


async def viewer_permissions(
    graph: Graph, actions: Sequence[str], viewer: Viewer | None, object_id: str | None
) -> list[ViewerPermission]:
    """Return whether a viewer may do each action to an object; without an ID, to any object.

    An object that the viewer cannot read has the same result as an ID without an object.

    Raises:
        RequestError: BAD_ID for a text that is not an ID, or BAD_USER_INPUT for too many actions.
        GraphError: the graph cannot be read.
    """
    if len(actions) > MAX_ACTIONS:
        raise RequestError(Code.BAD_USER_INPUT, f"actions has {len(actions):,} items. Expected at most {MAX_ACTIONS}.")
    key = None if object_id is None else _checked_object_key(object_id)
    found = None if key is None or viewer is None else await relation_to(graph, viewer, key)
    permissions = [(action, _permission(action, viewer, found, object_id or "")) for action in actions]
    return [
        ViewerPermission(action=ViewerAction(action), allowed=allowed, reason=reason or None)
        for action, (allowed, reason, _) in permissions
    ]


def _permission(action: str, viewer: Viewer | None, found: ObjectRelation | None, object_id: str) -> Permission:
    """Return whether a viewer may do an action to an object; `found` is None for any object."""
    if found is None or found.readable or action in WITHOUT_OBJECT:
        return check_permission(action, viewer, found and found.relation)
    permission = check_permission(action, viewer)
    if not permission.allowed:
        return permission
    return Permission(
        allowed=False,
        reason=f"No object that you can read has the ID {object_id[:MAX_ID_LENGTH]}. Send the ID of such an object.",
    )


def _checked_object_key(object_id: str) -> list[str]:
    """Return scheme and value of the ID of an entity or another object. Raises RequestError (BAD_ID)."""
    if OBJECT_ID.fullmatch(object_id) or NOTIFICATION_ID.fullmatch(object_id):
        return ["byline", object_id]
    try:
        return checked_key(object_id)
    except RequestError as error:
        if len(object_id) <= MAX_ID_LENGTH:
            raise
        shown = f"{object_id[:MAX_ID_LENGTH]!r}..."
        raise RequestError(error.code, error.message.replace(repr(object_id), shown)[: 5 * MAX_ID_LENGTH]) from None


async def _relation_of_input(graph: Graph, viewer: Viewer | None, object_id: str) -> Relation:
    """Return the relation of a viewer to the object of a mutation; an invalid ID is not an object."""
    if viewer is None or viewer.user_id is None:
        return Relation.OTHER
    try:
        key = checked_key(object_id)
    except RequestError:  # not the ID of an entity, but maybe that of a claim or review
        key = ["byline", object_id[:MAX_ID_LENGTH]]
    return (await relation_to(graph, viewer, key)).relation
