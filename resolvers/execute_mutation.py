"""Execute a mutation: graphql-core runs its fields in order, and a query reads the entities of each payload."""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core's executor are incomplete.

from collections.abc import Awaitable, Callable, Mapping, Sequence
from inspect import isawaitable
from typing import Any, NamedTuple, TypeAlias, cast

from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLObjectType,
    GraphQLResolveInfo,
    OperationType,
    execute,
    value_from_ast_untyped,
)
from strawberry.types import Info

from accounts.mail import Mailer
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.selection import Document, SelectedField
from resolvers.curation_service import CurationService
from resolvers.document import ValidatedDocument, variables_of
from resolvers.errors import Code, RequestError
from resolvers.mutation_context import MutationContext
from resolvers.payload_nodes import PAYLOAD_IDS, PayloadQuery, distinct_nodes, nodes_query, object_query
from resolvers.plan_cache import PlanCache
from resolvers.reply import Reply, format_error, problem
from resolvers.schema import graphql_schema

MUTATION_COST = 1_000
"""Cost of a mutation."""
ReadQuery: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[Reply]]
"""Answers a query with its variables, for the client that sent the mutation."""


class ParsedMutation(NamedTuple):
    """A valid mutation: its document, the text as received, the name of the operation, and the variables."""

    prepared: ValidatedDocument
    query: str
    operation: str | None
    raw: Mapping[str, Any]


def parse_mutation(
    preparer: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]
) -> ParsedMutation | None:
    """Return the mutation in a request; None for a query. Raises InvalidDocumentError or RequestError."""
    if "mutation" not in query:
        return None
    prepared, valid_variables = preparer.valid(query, raw)
    if prepared.operation(operation).operation is not OperationType.MUTATION:
        return None
    return ParsedMutation(prepared, query, operation, valid_variables)


class MutationField(NamedTuple):
    """A root field of a mutation, and its input by GraphQL names."""

    field: SelectedField
    values: Mapping[str, Any]


def mutation_fields(mutation: ParsedMutation) -> list[MutationField]:
    """Return the root fields of a mutation. Raises InvalidDocumentError if a variable is invalid."""
    schema = graphql_schema()
    operation = mutation.prepared.operation(mutation.operation)
    variables = variables_of(operation, mutation.raw)
    document = Document(schema, mutation.prepared.fragments, variables)
    mutations = cast("GraphQLObjectType", schema.mutation_type)
    fields = document.selected_fields(mutations, [operation.selection_set])
    return [MutationField(field, _input(field, mutation.raw)) for field in fields if field.name in mutations.fields]


def _input(field: SelectedField, variables: Mapping[str, Any]) -> Mapping[str, Any]:
    values = [value_from_ast_untyped(argument.value, dict(variables)) for argument in field.node.arguments or ()]
    return cast("Mapping[str, Any]", values[0]) if values and isinstance(values[0], dict) else {}


class MutationServices(NamedTuple):
    """Services of mutations: the graph, the service that executes decisions, and the mailer, if there is one."""

    graph: Graph
    curation: CurationService
    mailer: Mailer | None = None


async def execute_mutation(
    mutation: ParsedMutation, services: MutationServices, viewer: Viewer, read: ReadQuery
) -> Reply:
    """Execute a mutation for a viewer with the right to send it. Raises a GraphError."""

    async def fetch_nodes(ids: Sequence[str], info: Info[Any]) -> list[Any]:
        wanted = nodes_query(_raw(info))
        return distinct_nodes(await _read_payload(wanted, list(ids), mutation, read) or [])

    async def fetch_object(root: str, object_id: str, info: Info[Any]) -> Any:  # noqa: ANN401 JSON
        return await _read_payload(object_query(_raw(info), root), object_id, mutation, read)

    running = execute(
        graphql_schema(),
        mutation.prepared.document,
        context_value=MutationContext(
            services.graph, services.curation, viewer, fetch_nodes, fetch_object, services.mailer
        ),
        variable_values=dict(mutation.raw),
        operation_name=mutation.operation,
    )
    result: ExecutionResult = await running if isawaitable(running) else running
    return Reply(
        result.data, ran=True, errors=[_mutation_error(error, mutation.query) for error in result.errors or ()]
    )


def _raw(info: Info[Any]) -> GraphQLResolveInfo[Any]:
    return cast("GraphQLResolveInfo[Any]", info._raw_info)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]


async def _read_payload(wanted: PayloadQuery, ids: list[str] | str, mutation: ParsedMutation, read: ReadQuery) -> Any:  # noqa: ANN401 JSON
    """Return the only root field of the query of a payload. Raises RequestError."""
    variables = {name: value for name, value in mutation.raw.items() if name in wanted.variables}
    reply = await read(wanted.document, {**variables, PAYLOAD_IDS: ids})
    if reply.data is None:
        message = str(reply.errors[0]["message"]) if reply.errors else Code.INTERNAL.advice
        raise RequestError(
            reply.code or Code.INTERNAL, f"The mutation was executed, but its entities cannot be read: {message}"
        )
    return next(iter(reply.data.values()))


def _mutation_error(error: GraphQLError, query: str) -> dict[str, Any]:
    if error.original_error is None:
        return format_error(error, Code.BAD_VARIABLES)
    if isinstance(error.original_error, RequestError):
        return problem(error.original_error.code, error.original_error.message, error.path or (), query)
    raise error.original_error
