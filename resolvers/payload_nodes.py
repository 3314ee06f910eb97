"""The query that reads the entities of a payload with the client's selection."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLResolveInfo,
    ListTypeNode,
    NamedTypeNode,
    NameNode,
    NonNullTypeNode,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SelectionSetNode,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    print_ast,
    visit,
)

PAYLOAD_IDS = "payloadIds"
"""Variable of the query: IDs of the entities, or the ID of the object."""
NODE_ID = "payloadNodeId"
"""Response key of the ID of each entity, in addition to the client's selection."""
ID_TYPE = NamedTypeNode(name=NameNode(value="ID"))


class PayloadQuery(NamedTuple):
    """The query of a payload: its document, and the names of the client's variables that it uses."""

    document: str
    variables: frozenset[str]


def nodes_query(info: GraphQLResolveInfo[Any]) -> PayloadQuery:
    """Return the query `{ nodes(ids: $payloadIds) { ... } }` with the selection of the `nodes` field of a payload."""
    ids = ListTypeNode(type=NonNullTypeNode(type=ID_TYPE))
    node_id = FieldNode(alias=NameNode(value=NODE_ID), name=NameNode(value="id"))
    return _payload_query(info, "nodes", "ids", ids, (node_id,))


def object_query(info: GraphQLResolveInfo[Any], root: str) -> PayloadQuery:
    """Return the query `{ root(id: $payloadIds) { ... } }` with the selection of the field of a payload."""
    return _payload_query(info, root, "id", ID_TYPE, ())


def _payload_query(
    info: GraphQLResolveInfo[Any],
    root: str,
    argument: str,
    argument_type: NamedTypeNode | ListTypeNode,
    added: tuple[FieldNode, ...],
) -> PayloadQuery:
    selections: list[SelectionNode] = [
        selection for node in info.field_nodes if node.selection_set for selection in node.selection_set.selections
    ]
    uses = _Uses(info.fragments)
    for selection in selections:
        visit(selection, uses)
    variable = VariableNode(name=NameNode(value=PAYLOAD_IDS))
    definitions = [
        VariableDefinitionNode(variable=variable, type=NonNullTypeNode(type=argument_type)),
        *(
            definition
            for definition in info.operation.variable_definitions or ()
            if definition.variable.name.value in uses.variables
        ),
    ]
    field = FieldNode(
        name=NameNode(value=root),
        arguments=(ArgumentNode(name=NameNode(value=argument), value=variable),),
        selection_set=SelectionSetNode(selections=(*added, *selections)),
    )
    operation = OperationDefinitionNode(
        operation=OperationType.QUERY,
        variable_definitions=tuple(definitions),
        selection_set=SelectionSetNode(selections=(field,)),
    )
    document = DocumentNode(definitions=(operation, *uses.fragments.values()))
    return PayloadQuery(print_ast(document), frozenset(uses.variables))


def distinct_nodes(nodes: Iterable[dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Return the entities of a response, each once, without the ID that the query adds."""
    by_id = {node[NODE_ID]: node for node in nodes if node is not None}
    for node in by_id.values():
        del node[NODE_ID]
    return list(by_id.values())


class _Uses(Visitor):
    """Collects the variables and fragments that a selection uses, also through fragments."""

    def __init__(self, known: Mapping[str, FragmentDefinitionNode]) -> None:
        super().__init__()
        self.known = known
        self.fragments: dict[str, FragmentDefinitionNode] = {}
        self.variables: set[str] = set()

    def enter_variable(self, node: VariableNode, *_: object) -> None:
        """Collect a variable."""
        self.variables.add(node.name.value)

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
        """Collect a fragment and the fragments that it spreads."""
        name = node.name.value
        if name not in self.fragments:
            self.fragments[name] = self.known[name]
            visit(self.known[name].selection_set, self)
