"""Roles of users and scopes of access tokens."""

from enum import StrEnum


class Role(StrEnum):
    """Role of a user. Each role includes the rights of the roles before it."""

    READER = "reader"
    """Reads, like a client without an account."""
    MEMBER = "member"
    """Acts as a user of the graph: follows entities, reacts to papers."""
    CURATOR = "curator"
    """Decides about the identity of entities."""
    ADMIN = "admin"
    """Manages accounts."""

    def includes(self, role: "Role") -> bool:
        """Return True if this role has the rights of another role."""
        roles = list(Role)
        return roles.index(self) >= roles.index(role)


class Scope(StrEnum):
    """Scope of an access token: a token has the rights of its user only within its scopes."""

    READ = "read"
    """Read personal data of the user, such as followed entities."""
    ACT = "act"
    """Act as the user, for example follow and react."""
    CURATE = "curate"
    """Decide about the identity of entities. The user needs the role curator."""
    CYPHER = "cypher"
    """Run Cypher statements that read public data. Tokens have this scope only if the operator names it."""


DEFAULT_SCOPES = (Scope.READ, Scope.ACT, Scope.CURATE)
"""Scopes of tokens and sessions for which nobody names scopes."""
