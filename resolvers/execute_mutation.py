"""Execute a mutation: graphql-core runs its fields in order, and a query reads the entities of each payload."""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core's executor are incomplete.

from collections.abc import Callable, Mapping
from inspect import isawaitable
from typing import Any, NamedTuple, cast

from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLObjectType,
    OperationType,
    execute,
    value_from_ast_untyped,
)

from accounts.erasure import ErasureList
from accounts.mail import Mailer
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.selection import Document, SelectedField
from resolvers.curation_service import CurationService
from resolvers.document import ValidatedDocument, variables_of
from resolvers.errors import Code, RequestError
from resolvers.mutation_context import MutationContext
from resolvers.payload_nodes import PayloadReader, ReadQuery
from resolvers.plan_cache import PlanCache
from resolvers.reply import Reply, format_error, problem
from resolvers.schema import graphql_schema

MUTATION = "mutation"
"""Keyword of every document with a mutation."""
MUTATION_COST = 1_000
"""Cost of a mutation."""
MAX_MUTATIONS = 10
"""Maximum number of mutations in a request; a decision resolves the affected entities again."""


class ParsedMutation(NamedTuple):
    """A valid mutation: its document, the text as received, the name of the operation, and the variables."""

    prepared: ValidatedDocument
    query: str
    operation: str | None
    raw: Mapping[str, Any]


def parse_mutation(
    plan_cache: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]
) -> ParsedMutation | None:
    """Return the mutation in a request; None for a query. Raises InvalidDocumentError or RequestError."""
    prepared, valid_variables = plan_cache.validated(query, raw)
    if prepared.operation(operation).operation is not OperationType.MUTATION:
        return None
    return ParsedMutation(prepared, query, operation, valid_variables)


class MutationField(NamedTuple):
    """A root field of a mutation, and its input by GraphQL names."""

    field: SelectedField
    values: Mapping[str, Any]


def mutation_fields(mutation: ParsedMutation) -> list[MutationField]:
    """Return the root fields of a mutation.

    Raises:
        InvalidDocumentError: a variable is invalid.
        RequestError: the request has too many mutations.
    """
    schema = graphql_schema()
    operation = mutation.prepared.operation(mutation.operation)
    variables = variables_of(operation, mutation.raw)
    document = Document(schema, mutation.prepared.fragments, variables)
    mutations = cast("GraphQLObjectType", schema.mutation_type)
    fields = document.selected_fields(mutations, [operation.selection_set])
    found = [MutationField(field, _input(field, mutation.raw)) for field in fields if field.name in mutations.fields]
    if len(found) > MAX_MUTATIONS:
        raise RequestError(
            Code.TOO_COSTLY,
            f"The request has {len(found):,} mutations. Expected at most {MAX_MUTATIONS}. No mutation was executed.",
            path=(found[MAX_MUTATIONS].field.key,),
        )
    return found


def _input(field: SelectedField, variables: Mapping[str, Any]) -> Mapping[str, Any]:
    values = [value_from_ast_untyped(argument.value, dict(variables)) for argument in field.node.arguments or ()]
    return cast("Mapping[str, Any]", values[0]) if values and isinstance(values[0], dict) else {}


class MutationServices(NamedTuple):
    """Services of mutations.

    Attributes:
        graph: the graph.
        curation: service that executes decisions.
        mailer: sends mails; None without an SMTP server.
        erasures: list of erased accounts, if the service erases accounts.
        forget_user: called with the ID of a user after the account was erased.
    """

    graph: Graph
    curation: CurationService
    mailer: Mailer | None = None
    erasures: ErasureList | None = None
    forget_user: Callable[[str], None] = lambda _: None


async def execute_mutation(
    mutation: ParsedMutation, services: MutationServices, viewer: Viewer, read: ReadQuery
) -> Reply:
    """Execute a mutation for a viewer with the right to send it. Raises a GraphError."""
    reader = PayloadReader(mutation.raw, read, "The mutation was executed, but its entities cannot be read")
    running = execute(
        graphql_schema(),
        mutation.prepared.document,
        context_value=MutationContext(
            services.graph,
            services.curation,
            viewer,
            reader.fetch_nodes,
            reader.fetch_object,
            services.mailer,
            services.erasures,
            services.forget_user,
        ),
        variable_values=dict(mutation.raw),
        operation_name=mutation.operation,
    )
    result: ExecutionResult = await running if isawaitable(running) else running
    return Reply(result.data, ran=True, errors=[field_error(error, mutation.query) for error in result.errors or ()])


def field_error(error: GraphQLError, query: str) -> dict[str, Any]:
    """Return the error of a field of a mutation or an event. Raises the error of the graph that is its cause."""
    if error.original_error is None:
        return format_error(error, Code.BAD_VARIABLES)
    if isinstance(error.original_error, RequestError):
        return problem(error.original_error.code, error.original_error.message, error.path or (), query)
    raise error.original_error
