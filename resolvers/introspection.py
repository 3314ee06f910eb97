"""Execute introspection: the fields `__schema` and `__type` of an operation, answered from the schema."""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core's executor are incomplete.

from collections.abc import Mapping
from typing import Any

from graphql import DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode, execute_sync

from resolvers.compile.arguments import Variables
from resolvers.compile.plan import INTROSPECTION
from resolvers.compile.selection import Document
from resolvers.document import ValidatedDocument
from resolvers.schema import graphql_schema


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
