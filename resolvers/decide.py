"""A mutation is run by Strawberry, for there is no graph to compile: what it answers is the decision that was made."""

from collections.abc import Mapping
from typing import Any

from graphql import GraphQLError, OperationType

from resolvers.document import prepared, variables_of
from resolvers.errors import Code, RequestError
from resolvers.mutations import Curation, Deciding
from resolvers.reply import Reply, problem, told
from resolvers.schema import strawberry_schema


def mutates(query: str, operation: str | None) -> bool:
    """Tell whether a request is a mutation. Raises InvalidDocumentError or RequestError where it is no valid one."""
    return "mutation" in query and prepared(query).operation(operation).operation is OperationType.MUTATION


async def decided(
    query: str, variables: Mapping[str, Any], operation: str | None, curation: Curation, by: str
) -> Reply:
    """Run a valid mutation for a curator. Raises InvalidDocumentError for its variables, or a GraphError."""
    variables_of(prepared(query).operation(operation), variables)
    result = await strawberry_schema().execute(
        query, dict(variables), context_value=Deciding(curation, by), operation_name=operation
    )
    return Reply(result.data, ran=True, errors=[_problem(error) for error in result.errors or ()])


def _problem(error: GraphQLError) -> dict[str, Any]:
    if error.original_error is None:
        return told(error, Code.BAD_VARIABLES)
    if isinstance(error.original_error, RequestError):
        return problem(error.original_error.code, error.original_error.message, error.path or ())
    raise error.original_error
