"""The same answer through Strawberry's own executor: its resolvers read the prepared one, field by field.

Slower, and of the same content: it shows that the prepared answer fits the schema in every type and every null.
"""

from collections.abc import Mapping
from typing import Any

# pyright: reportUnknownVariableType=false
# graphql-core types the executor with generics of its own that it leaves open.
from graphql import DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode, execute_sync

from resolvers.compile.arguments import Variables
from resolvers.compile.plan import INTROSPECTION
from resolvers.compile.selection import Document
from resolvers.document import ValidatedDocument
from resolvers.schema import graphql_schema, strawberry_schema


def complete_with_strawberry(
    query: str, answer: dict[str, Any], variables: Mapping[str, Any], operation: str | None
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return an answer as Strawberry completes it, and its errors."""
    result = strawberry_schema().execute_sync(
        query, variable_values=dict(variables), root_value=answer, operation_name=operation
    )
    return result.data, [error.message for error in result.errors or ()]


def execute_introspection(
    prepared: ValidatedDocument, operation: OperationDefinitionNode, raw: Mapping[str, Any], variables: Variables
) -> dict[str, Any]:
    """Return the values of an operation's `__schema` and `__type` fields, by their response keys."""
    schema = graphql_schema()
    document = Document(schema, prepared.fragments, variables)
    query = schema.query_type
    selections = document.selected_fields(query, [operation.selection_set]) if query else []
    fields: list[FieldNode] = [
        node for selection in selections if selection.name in INTROSPECTION for node in selection.nodes
    ]
    single_operation = OperationDefinitionNode(
        operation=operation.operation,
        variable_definitions=operation.variable_definitions,
        selection_set=SelectionSetNode(selections=tuple(fields)),
    )
    about = DocumentNode(definitions=(single_operation, *prepared.fragments.values()))
    return execute_sync(schema, about, variable_values=dict(raw)).data or {}
