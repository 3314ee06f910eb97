"""The viewer: the person or program that sends a request."""

from dataclasses import dataclass, field

from accounts.roles import Role, Scope

ALL_SCOPES = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A client that is signed in.

    Attributes:
        name: name of the user, or of the curator in BYLINE_CURATORS; recorded as the author of decisions.
        role: role of the user.
        user_id: ID of the user's account; None for a viewer without an account: the operator at the command line, or
            a curator in BYLINE_CURATORS.
        scopes: scopes of the access token.
    """

    name: str
    role: Role
    user_id: str | None = None
    scopes: frozenset[Scope] = field(default=ALL_SCOPES)

    @property
    def readable_user_id(self) -> str | None:
        """ID of the account, if the client may read its personal data; None without an account or the scope `read`."""
        return self.user_id if Scope.READ in self.scopes else None


def local_operator(name: str) -> Viewer:
    """Return the viewer at the command line: all rights, because the operator has the password of the database."""
    return Viewer(name, Role.ADMIN)
