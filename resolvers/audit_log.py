"""The root field `auditLog`: a page of the audit log, for administrators."""

from typing import Any

from strawberry import ID

from accounts.audit import AuditFilter, read_log
from accounts.errors import AccountError
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.queries.accounts import AuditRow
from resolvers.compile.byline_ids import parse_time
from resolvers.compile.service_root import ServiceRootCall
from resolvers.curation_service import Rows
from resolvers.errors import Code, RequestError
from schema.audit import AuditActorKind, AuditEntry
from schema.scalars import DateTime

EARLIEST_YEAR = 1970
"""First year of IDs in the order of time."""


async def audit_log(graph: Graph, call: ServiceRootCall, viewer: Viewer | None) -> Rows[AuditEntry]:
    """Return a page of the audit log.

    Raises:
        RequestError: the viewer is not an administrator, or a condition is invalid.
        GraphError: the graph cannot be read.
    """
    if viewer is None:
        raise RequestError(Code.UNAUTHENTICATED, Code.UNAUTHENTICATED.advice)
    if not viewer.role.includes(Role.ADMIN) or Scope.READ not in viewer.scopes:
        raise RequestError(
            Code.FORBIDDEN,
            f"auditLog needs the role {Role.ADMIN} and the scope {Scope.READ}. {viewer.name} has the role "
            f"{viewer.role} and the scopes {', '.join(sorted(viewer.scopes))}.",
        )
    after = None if call.after is None else str(call.after[0])
    where = _filter(call.arguments.get("where") or {})
    try:
        rows = await read_log(graph, where, after, call.first + 1)
    except AccountError as error:
        raise RequestError(Code.BAD_USER_INPUT, str(error)) from None
    return Rows([((row.id,), _entry(row)) for row in rows[: call.first]], more=len(rows) > call.first)


def _filter(where: dict[str, Any]) -> AuditFilter:
    """Return the conditions. Raises RequestError if the time is invalid."""
    since = where.get("since")
    earliest = None if since is None else parse_time(str(since))
    if since is not None and (earliest is None or earliest.year < EARLIEST_YEAR):
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"since is {str(since)[:60]!r}. Expected a time since 1970: 2026-01-31T12:00:00Z.",
        )
    return AuditFilter(where.get("actor"), where.get("action"), earliest)


def _entry(row: AuditRow) -> AuditEntry:
    return AuditEntry(
        id=ID(row.id),
        created_at=DateTime(row.created_at),
        actor_kind=AuditActorKind(row.actor_kind),
        actor_id=ID(row.user_id) if row.user_id else None,
        actor_name=row.name,
        action=row.action,
        object_id=ID(row.object) if row.object else None,
        reason=row.reason,
        before=row.before,
        after=row.after,
    )
