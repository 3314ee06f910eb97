"""Root fields that services resolve: decisions of curators, the audit log, the viewer's rights, the review template."""

from typing import Any, TypeVar, cast

from strawberry import ID

from accounts.audit import AuditFilter, read_log
from accounts.errors import AccountError
from accounts.review_template import review_template
from accounts.roles import Role, Scope
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.queries.accounts import AuditRow
from resolvers.compile.byline_ids import parse_time
from resolvers.compile.registry import stored
from resolvers.compile.service_root import ServiceRootCall
from resolvers.curation_service import CurationService, Rows
from resolvers.errors import Code, RequestError
from resolvers.permissions import viewer_permissions
from schema.audit import AuditActorKind, AuditEntry, AuditEntryConnection, AuditEntryEdge
from schema.identity import (
    DecisionConnection,
    DecisionEdge,
    IdentityExplanation,
    ReviewItemConnection,
    ReviewItemEdge,
    ReviewKind,
)
from schema.paging import ForwardPageInfo, PageInfo
from schema.scalars import DateTime

T = TypeVar("T")
EARLIEST_YEAR = 1970
"""First year of IDs in the order of time."""


async def resolve_service_root(
    call: ServiceRootCall, graph: Graph, identity: CurationService | None, viewer: Viewer | None
) -> Any:  # noqa: ANN401 a type of schema/identity or schema/viewer
    """Return the value of a root field, an object of its type. Raises RequestError or a GraphError."""
    arguments = call.arguments
    if call.name == "viewerCan":
        actions, object_id = [str(stored(action)) for action in arguments["actions"]], arguments.get("id")
        return await viewer_permissions(graph, actions, viewer, None if object_id is None else str(object_id))
    if call.name == "reviewTemplate":
        return review_template()
    if call.name == "auditLog":
        entries = await audit_log(graph, call, viewer)
        log_edges = [AuditEntryEdge(cursor=call.cursor(position), node=entry) for position, entry in entries.items]
        nodes = [edge.node for edge in log_edges]
        return AuditEntryConnection(edges=log_edges, nodes=nodes, page_info=_page_info(call, entries))
    if identity is None:
        raise RequestError(Code.INTERNAL, "This service has no identity service.")
    match call.name:
        case "decisionLog":
            rows = await identity.log(call.after, call.first)
            edges = [DecisionEdge(cursor=call.cursor(position), node=decision) for position, decision in rows.items]
            return DecisionConnection(
                edges=edges, nodes=[edge.node for edge in edges], page_info=_page_info(call, rows)
            )
        case "explainEntity":
            explanation = await identity.explain(str(arguments["id"]), call.after, call.first)
            return IdentityExplanation(
                subject=explanation.subject,
                parts=[part for _, part in explanation.parts.items],
                part_count=explanation.part_count,
                page_info=_page_info(call, explanation.parts),
                decisions=explanation.decisions,
            )
        case "compareEntities":
            return await identity.compare(str(arguments["leftId"]), str(arguments["rightId"]))
        case "reviewQueue":
            open_items = await identity.review(ReviewKind(arguments["kind"]), call.after, call.first)
            edges = [
                ReviewItemEdge(cursor=call.cursor(position), node=question) for position, question in open_items.items
            ]
            return ReviewItemConnection(
                edges=edges, nodes=[edge.node for edge in edges], page_info=_page_info(call, open_items)
            )
        case _:
            raise RequestError(Code.INTERNAL, f"No resolver for the field {call.name}.")


def _page_info(call: ServiceRootCall, rows: Rows[T]) -> PageInfo:
    cursors = [call.cursor(position) for position, _ in rows.items]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    return cast("PageInfo", ForwardPageInfo(rows.more, call.after is not None, *ends))  # read by the same names


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
