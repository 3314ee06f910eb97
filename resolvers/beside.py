"""The answers that are made beside the compiled Cypher: each root's own, by what knows of identities."""

from typing import Any, TypeVar, cast

from resolvers.compile.beside import AskedBeside
from resolvers.errors import Code, RequestError
from resolvers.identity import Identity, Rows
from schema.identity import (
    DecisionConnection,
    DecisionEdge,
    IdentityDoubt,
    IdentityExplanation,
    IdentityQuestionConnection,
    IdentityQuestionEdge,
)
from schema.paging import PageInfo, Stands

T = TypeVar("T")


async def answered(asked: AskedBeside, identity: Identity) -> Any:  # noqa: ANN401 a type of schema/identity
    """Return what a root answers, an object of its type. Raises RequestError, or a GraphError."""
    given = asked.given
    match asked.name:
        case "decisionLog":
            rows = await identity.log(asked.after, asked.first)
            edges = [DecisionEdge(cursor=asked.cursor(at), node=one) for at, one in rows.found]
            return DecisionConnection(edges=edges, nodes=[one.node for one in edges], page_info=_page(asked, rows))
        case "explainIdentity":
            told = await identity.explain(str(given["id"]), asked.after, asked.first)
            return IdentityExplanation(
                subject=told.subject,
                parts=[one for _, one in told.parts.found],
                part_count=told.part_count,
                page_info=_page(asked, told.parts),
                decisions=told.decisions,
            )
        case "compareIdentities":
            return await identity.compare(str(given["one"]), str(given["other"]))
        case "reviewIdentities":
            open_ = await identity.review(IdentityDoubt(given["about"]), asked.after, asked.first)
            questions = [IdentityQuestionEdge(cursor=asked.cursor(at), node=one) for at, one in open_.found]
            return IdentityQuestionConnection(
                edges=questions, nodes=[one.node for one in questions], page_info=_page(asked, open_)
            )
        case _:
            raise RequestError(Code.INTERNAL, f"Nothing answers {asked.name}.")


def _page(asked: AskedBeside, rows: Rows[T]) -> PageInfo:
    cursors = [asked.cursor(at) for at, _ in rows.found]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    return cast("PageInfo", Stands(rows.more, asked.after is not None, *ends))  # read by the same names
