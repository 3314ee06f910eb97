"""Check the rights of a viewer by the policy table: for the mutations of a request, and for `viewerCan`."""

from collections.abc import Iterable, Sequence

from accounts.policy import check_permission
from accounts.viewer import Viewer
from resolvers.compile.selection import SelectedField
from resolvers.errors import Code, RequestError
from schema.viewer import ViewerAction, ViewerPermission

MAX_ACTIONS = 100
"""Maximum number of actions of `viewerCan`."""


def require_permissions(mutations: Iterable[SelectedField], viewer: Viewer | None, token_error: str = "") -> None:
    """Check that a viewer may send all mutations of a request.

    Args:
        mutations: root fields of the request.
        viewer: the client; None if it is not signed in.
        token_error: reason why the server refused the client's token; empty without a token.

    Raises:
        RequestError: UNAUTHENTICATED without a viewer, or FORBIDDEN, with the path of the field at fault;
            the request then has no effect.
    """
    for field in mutations:
        permission = check_permission(field.name, viewer)
        if not permission.signed_in:
            message = token_error or Code.UNAUTHENTICATED.advice
            raise RequestError(Code.UNAUTHENTICATED, message, path=(field.key,))
        if not permission.allowed:
            raise RequestError(Code.FORBIDDEN, permission.reason, path=(field.key,))


def viewer_permissions(actions: Sequence[str], viewer: Viewer | None) -> list[ViewerPermission]:
    """Return whether a viewer may do each action. Raises RequestError if there are too many."""
    if len(actions) > MAX_ACTIONS:
        raise RequestError(Code.BAD_USER_INPUT, f"actions has {len(actions):,} items. Expected at most {MAX_ACTIONS}.")
    permissions = [(action, check_permission(action, viewer)) for action in actions]
    return [
        ViewerPermission(action=ViewerAction(action), allowed=allowed, reason=reason or None)
        for action, (allowed, reason, _) in permissions
    ]
