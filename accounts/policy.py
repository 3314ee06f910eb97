"""The policy: `policy.toml` states which role may do which action, by the relation of the viewer to the object."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from accounts.roles import Role, Scope
from accounts.viewer import Viewer

FILE = Path(__file__).parent / "policy.toml"
FORBIDDEN = "forbidden"
FORBIDDEN_REASONS = {
    "own": "The policy forbids {} for an object of your own.",  # own_reason of the table says the action to use instead
    "conflict": "The policy forbids {} because you have a conflict of interest.",
    "other": "The policy allows {} only for an object of your own.",
}
"""Reasons by relation, for the name of the action."""
SIGN_IN = "This action needs an account. Send Authorization: Bearer with an access token."


class Relation(StrEnum):
    """Relation of the viewer to the object of an action."""

    OWN = "own"
    """The viewer claimed or wrote the object."""
    OTHER = "other"
    """The viewer has no relation to the object."""
    CONFLICT = "conflict"
    """The viewer has a conflict of interest with the object."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of the policy table.

    Attributes:
        action: name of the action, which is the name of its mutation.
        meaning: effect of the action.
        scope: scope that an access token needs.
        needs_account: True if the action is stored in the viewer's account.
        least_roles: least role for each relation; None if the policy forbids the action.
        object_input: input field with the ID of the object; None if the relation need not be known before the mutation.
        own_reason: reason if the action is forbidden for an object of the viewer's own; None for a general one.
    """

    action: str
    meaning: str
    scope: Scope
    needs_account: bool
    least_roles: Mapping[Relation, Role | None]
    object_input: str | None = None
    own_reason: str | None = None

    def least_role(self, relation: Relation | None) -> Role | None:
        """Return the least role for a relation, or the least role of all relations if it is None."""
        if relation is not None:
            return self.least_roles[relation]
        roles = [role for role in self.least_roles.values() if role is not None]
        return min(roles, key=list(Role).index, default=None)

    def forbidden_reason(self, relation: Relation | None) -> str:
        """Return the reason for a relation whose least role is None."""
        if relation is Relation.OWN and self.own_reason is not None:
            return self.own_reason
        others = (self.least_roles[Relation.OTHER], self.least_roles[Relation.CONFLICT])
        own_only = self.least_roles[Relation.OWN] is not None and others == (None, None)
        return FORBIDDEN_REASONS[Relation.OTHER if own_only else relation or Relation.OTHER].format(self.action)


class Permission(NamedTuple):
    """Whether a viewer may do an action, and the reason if not."""

    allowed: bool
    reason: str = ""
    signed_in: bool = True
    """False if the action needs a viewer, but the client is not signed in."""


@cache
def rules() -> Mapping[str, Rule]:
    """Return the rules by action, in the order of the table."""
    return {action: _rule(action, row) for action, row in tomllib.loads(FILE.read_text("utf-8")).items()}


def _rule(action: str, row: Mapping[str, Any]) -> Rule:
    roles = {relation: None if row[relation] == FORBIDDEN else Role(row[relation]) for relation in Relation}
    return Rule(
        action,
        str(row["meaning"]),
        Scope(row["scope"]),
        bool(row["account"]),
        roles,
        row.get("object"),
        row.get("own_reason"),
    )


def check_permission(action: str, viewer: Viewer | None, relation: Relation | None = None) -> Permission:
    """Return whether a viewer may do an action.

    Args:
        action: name of an action of the table. Raises KeyError for another name.
        viewer: the client; None if it is not signed in.
        relation: relation of the viewer to the object. None if it is unknown: the mildest rule then applies, for
            an object for which the viewer may do the action.
    """
    rule = rules()[action]
    if viewer is None:
        return Permission(allowed=False, reason=SIGN_IN, signed_in=False)
    role, mildest = rule.least_role(relation), rule.least_role(None)
    if role is None and (mildest is None or viewer.role.includes(mildest)):
        return Permission(allowed=False, reason=rule.forbidden_reason(relation))
    role = role or mildest  # a viewer without the role learns the role first: no object would be allowed
    if role is not None and not viewer.role.includes(role):
        return Permission(
            allowed=False, reason=f"{viewer.name} has the role {viewer.role}. {action} needs the role {role}."
        )
    if rule.scope not in viewer.scopes:
        return Permission(
            allowed=False,
            reason=f"The access token has no scope {rule.scope}, which {action} needs. Create a token with this scope.",
        )
    if rule.needs_account and viewer.user_id is None:
        return Permission(
            allowed=False,
            reason=f"{action} is stored in an account, but {viewer.name} has no account. Use an access token of a "
            "user; on the command line, add --user NAME.",
        )
    return Permission(allowed=True)
