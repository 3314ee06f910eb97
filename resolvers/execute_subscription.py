"""Execute a subscription: graphql-core maps each update of its source to a response."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import replace
from inspect import isawaitable
from typing import Any, NamedTuple

from graphql import ExecutionResult, GraphQLError, OperationType, subscribe  # pyright: ignore[reportUnknownVariableType] its executor class

from accounts.viewer import Viewer
from resolvers.document import ValidatedDocument
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.execute_mutation import field_error
from resolvers.live_updates import LiveUpdates
from resolvers.payload_nodes import PayloadReader
from resolvers.plan_cache import PlanCache
from resolvers.reply import FAILURES, Reply, failure_reply
from resolvers.schema import graphql_schema
from resolvers.subscriptions import SubscriptionContext

PAPER_QUERY = "query PaperId($id: ID!) { node(id: $id) { id ... on Paper { title } } }"


class ParsedSubscription(NamedTuple):
    """A valid subscription: its document, the text as received, the name of the operation, and the variables."""

    prepared: ValidatedDocument
    query: str
    operation: str | None
    raw: Mapping[str, Any]


def parse_subscription(
    plan_cache: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]
) -> ParsedSubscription | None:
    """Return the subscription in a request; None for another operation. Raises InvalidDocumentError or RequestError."""
    if "subscription" not in query:
        return None
    prepared, valid_variables = plan_cache.validated(query, raw)
    if prepared.operation(operation).operation is not OperationType.SUBSCRIPTION:
        return None
    return ParsedSubscription(prepared, query, operation, valid_variables)


async def execute_subscription(
    service: Service,
    live: LiveUpdates,
    request: Request,
    authorize: Callable[[], Awaitable[Viewer | None]],
) -> AsyncGenerator[Reply]:
    """Yield a reply for each update; the reply to another operation, or to a request that fails, is the only one.

    Args:
        service: answers queries.
        live: the updates.
        request: the request of the client.
        authorize: returns the viewer with the present rights of the client.
    """
    try:
        subscription = await service.prepare_document(request, parse_subscription)
        if subscription is None:
            yield await service.answer(request)
            return
        result = await _start(service, live, request, subscription, authorize)
        if isinstance(result, ExecutionResult):
            yield _failed(result.errors or [], request.query)
            return
        async with aclosing(result) as updates:
            async for update in updates:
                errors = [field_error(error, request.query) for error in update.errors or ()]
                yield Reply(update.data, ran=True, errors=errors)
    except FAILURES as error:
        yield failure_reply(error, request.query)


async def _start(
    service: Service,
    live: LiveUpdates,
    request: Request,
    subscription: ParsedSubscription,
    authorize: Callable[[], Awaitable[Viewer | None]],
) -> Any:  # noqa: ANN401 an iterator without a name in graphql-core
    async def run_query(query: str, variables: Mapping[str, Any]) -> Reply:
        return await service.answer(replace(request, query=query, variables=variables, operation=None))

    async def find_paper(paper_id: str) -> str | None:
        reply = await run_query(PAPER_QUERY, {"id": paper_id})
        if reply.data is None:
            raise RequestError(reply.code or Code.INTERNAL, str(reply.errors[0]["message"]))
        node = reply.data["node"]
        return str(node["id"]) if node and "title" in node else None

    reader = PayloadReader(subscription.raw, run_query, "The event cannot be read")
    context = SubscriptionContext(live, authorize, find_paper, reader.fetch_nodes, reader.fetch_object)
    updates = subscribe(
        graphql_schema(),
        subscription.prepared.document,
        context_value=context,
        variable_values=dict(subscription.raw),
        operation_name=subscription.operation,
    )
    return await updates if isawaitable(updates) else updates


def _failed(errors: list[GraphQLError], query: str) -> Reply:
    """Return the reply to a subscription that did not start. Raises the error that is its cause."""
    for error in errors:
        if error.original_error is not None:
            raise error.original_error
    return Reply(errors=[field_error(error, query) for error in errors], code=Code.BAD_VARIABLES)
