"""The viewer: the identity with whose rights a request runs."""

from dataclasses import dataclass, field

from accounts.roles import Role, Scope

ALL_SCOPES = frozenset(Scope)


@dataclass(frozen=True, slots=True)
class Viewer:
    """A signed-in user, a curator of BYLINE_CURATORS, or the operator at the command line.

    Attributes:
        name: name of the user, or of the curator in BYLINE_CURATORS; recorded as the author of decisions.
        role: role of the user.
        user_id: ID of the user's account; None for the operator and curators of BYLINE_CURATORS.
        scopes: scopes of the access token.
        is_session: True if the client is a browser that signed in, False for a program with an access token.
    """

    name: str
    role: Role
    user_id: str | None = None
    scopes: frozenset[Scope] = field(default=ALL_SCOPES)
    is_session: bool = False

    @property
    def personal_user_id(self) -> str | None:
        """The user's ID if the token has the scope `read`, else None: only then may the client read personal data."""
        return self.user_id if Scope.READ in self.scopes else None


def local_operator(name: str) -> Viewer:
    """Return the operator's viewer. It has all rights, because the operator has the password of the database."""
    return Viewer(name, Role.ADMIN)
