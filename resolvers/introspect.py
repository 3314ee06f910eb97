"""Introspection: the schema's answers about itself, by graphql-core, without the graph."""

from collections.abc import Mapping
from typing import Any

# pyright: reportUnknownVariableType=false
# graphql-core types the executor with generics of its own that it leaves open.
from graphql import DocumentNode, FieldNode, OperationDefinitionNode, SelectionSetNode, execute_sync

from resolvers.compile.arguments import Variables
from resolvers.compile.plan import INTROSPECTION
from resolvers.compile.selection import Document
from resolvers.document import Prepared
from resolvers.schema import graphql_schema


def introspected(
    prepared: Prepared, operation: OperationDefinitionNode, raw: Mapping[str, Any], variables: Variables
) -> dict[str, Any]:
    """Return what an operation's `__schema` and `__type` fields answer, by their keys in the answer."""
    schema = graphql_schema()
    document = Document(schema, prepared.fragments, variables)
    query = schema.query_type
    asked = document.asked(query, [operation.selection_set]) if query else []
    fields: list[FieldNode] = [node for one in asked if one.name in INTROSPECTION for node in one.nodes]
    alone = OperationDefinitionNode(
        operation=operation.operation,
        variable_definitions=operation.variable_definitions,
        selection_set=SelectionSetNode(selections=tuple(fields)),
    )
    about = DocumentNode(definitions=(alone, *prepared.fragments.values()))
    return execute_sync(schema, about, variable_values=dict(raw)).data or {}
