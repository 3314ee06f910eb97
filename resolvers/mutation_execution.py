"""A mutation is run by graphql-core, for there is nothing to compile: it answers with the decision that was made."""

# pyright: reportUnknownVariableType=false
# graphql-core types the executor with generics of its own that it leaves open.

from collections.abc import Mapping
from inspect import isawaitable
from typing import Any, NamedTuple

from graphql import ExecutionResult, GraphQLError, OperationType, execute

from resolvers.curation_service import CurationService
from resolvers.document import ValidatedDocument, variables_of
from resolvers.errors import Code, RequestError
from resolvers.mutations import MutationContext
from resolvers.plan_cache import PlanCache
from resolvers.reply import Reply, format_error, problem
from resolvers.schema import graphql_schema


class Mutating(NamedTuple):
    """A valid mutation: its document, which operation of it, its variables as they came."""

    prepared: ValidatedDocument
    operation: str | None
    raw: Mapping[str, Any]


def parse_mutation(preparer: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]) -> Mutating | None:
    """Return the mutation that a request is, if it is one. Raises InvalidDocumentError or RequestError."""
    if "mutation" not in query:
        return None
    prepared, valid_variables = preparer.valid(query, raw)
    chosen = prepared.operation(operation)
    return Mutating(prepared, operation, valid_variables) if chosen.operation is OperationType.MUTATION else None


async def execute_mutation(mutation: Mutating, identity: CurationService, by: str) -> Reply:
    """Run a mutation for a curator. Raises InvalidDocumentError for its variables, or a GraphError."""
    variables_of(mutation.prepared.operation(mutation.operation), mutation.raw)
    running = execute(
        graphql_schema(),
        mutation.prepared.document,
        context_value=MutationContext(identity, by),
        variable_values=dict(mutation.raw),
        operation_name=mutation.operation,
    )
    result: ExecutionResult = await running if isawaitable(running) else running
    return Reply(result.data, ran=True, errors=[_problem(error) for error in result.errors or ()])


def _problem(error: GraphQLError) -> dict[str, Any]:
    if error.original_error is None:
        return format_error(error, Code.BAD_VARIABLES)
    if isinstance(error.original_error, RequestError):
        return problem(error.original_error.code, error.original_error.message, error.path or ())
    raise error.original_error
