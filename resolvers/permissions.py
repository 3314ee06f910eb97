"""Check the rights of a viewer by the policy table: for the mutations of a request, and for `viewerCan`."""

from collections.abc import Iterable, Sequence

from accounts.policy import Relation, check_permission, rules
from accounts.relations import relation_to
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
            relation = await _relation(graph, viewer, str(values.get(object_input)))
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

    Raises RequestError or a GraphError.
    """
    if len(actions) > MAX_ACTIONS:
        raise RequestError(Code.BAD_USER_INPUT, f"actions has {len(actions):,} items. Expected at most {MAX_ACTIONS}.")
    relation = None if object_id is None else await _relation(graph, viewer, object_id)
    permissions = [(action, check_permission(action, viewer, relation)) for action in actions]
    return [
        ViewerPermission(action=ViewerAction(action), allowed=allowed, reason=reason or None)
        for action, (allowed, reason, _) in permissions
    ]


async def _relation(graph: Graph, viewer: Viewer | None, object_id: str) -> Relation:
    """Return the relation of a viewer to an object; an invalid ID is not an object."""
    try:
        key = checked_key(object_id)
    except RequestError:  # not the ID of an entity, but maybe that of a claim or review
        key = ["byline", object_id[:MAX_ID_LENGTH]]
    return await relation_to(graph, viewer, key)
