"""Answers of root fields that the identity service provides."""

from typing import Any, TypeVar, cast

from resolvers.compile.service_root import ServiceRootCall
from resolvers.curation_service import CurationService, Rows
from resolvers.errors import Code, RequestError
from schema.identity import (
    DecisionConnection,
    DecisionEdge,
    IdentityExplanation,
    ReviewItemConnection,
    ReviewItemEdge,
    ReviewKind,
)
from schema.paging import ForwardPageInfo, PageInfo

T = TypeVar("T")


async def resolve_service_root(call: ServiceRootCall, identity: CurationService) -> Any:  # noqa: ANN401 a type of schema/identity
    """Return the value of a root field, an object of its type. Raises RequestError or a GraphError."""
    arguments = call.arguments
    match call.name:
        case "decisionLog":
            rows = await identity.log(call.after, call.first)
            edges = [DecisionEdge(cursor=call.cursor(position), node=decision) for position, decision in rows.items]
            return DecisionConnection(edges=edges, nodes=[edge.node for edge in edges], page_info=_page(call, rows))
        case "explainEntity":
            explanation = await identity.explain(str(arguments["id"]), call.after, call.first)
            return IdentityExplanation(
                subject=explanation.subject,
                parts=[part for _, part in explanation.parts.items],
                part_count=explanation.part_count,
                page_info=_page(call, explanation.parts),
                decisions=explanation.decisions,
            )
        case "compareEntities":
            return await identity.compare(str(arguments["leftId"]), str(arguments["rightId"]))
        case "reviewQueue":
            open_ = await identity.review(ReviewKind(arguments["kind"]), call.after, call.first)
            questions = [
                ReviewItemEdge(cursor=call.cursor(position), node=question) for position, question in open_.items
            ]
            return ReviewItemConnection(
                edges=questions, nodes=[question.node for question in questions], page_info=_page(call, open_)
            )
        case _:
            raise RequestError(Code.INTERNAL, f"Nothing answers {call.name}.")


def _page(call: ServiceRootCall, rows: Rows[T]) -> PageInfo:
    cursors = [call.cursor(position) for position, _ in rows.items]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    return cast("PageInfo", ForwardPageInfo(rows.more, call.after is not None, *ends))  # read by the same names
