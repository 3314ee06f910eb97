"""Read the entities of a payload or an event by a query with the client's selection."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias, cast

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
    ObjectFieldNode,
    ObjectValueNode,
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
from strawberry.types import Info

from resolvers.errors import Code, RequestError
from resolvers.reply import Reply

PAYLOAD_IDS = "payloadIds"
"""Variable of the query: IDs of the entities, or the ID of the object."""
NODE_ID = "payloadNodeId"
"""Response key of the ID of each entity, in addition to the client's selection."""
ENTITY_ROOTS = frozenset({"paper"})
"""Root fields of entities that payloads read."""
ID_TYPE = NamedTypeNode(name=NameNode(value="ID"))
ReadQuery: TypeAlias = Callable[[str, Mapping[str, Any]], Awaitable[Reply]]
"""Answers a query with its variables, for the client that sent the request."""


class PayloadQuery(NamedTuple):
    """The query of a payload: its document, and the names of the client's variables that it uses."""

    document: str
    variables: frozenset[str]


class PayloadReader(NamedTuple):
    """Reads what the fields of a payload or an event select.

    Attributes:
        variables: variables of the client.
        read: answers a query for the client.
        failure: what happened, for the error of a failed query.
    """

    variables: Mapping[str, Any]
    read: ReadQuery
    failure: str

    async def fetch_nodes(self, ids: Sequence[str], info: Info[Any]) -> list[Any]:
        """Return the entities with these IDs, each once. Raises RequestError."""
        return distinct_nodes(await self._query(nodes_query(_raw(info)), list(ids)) or [])

    async def fetch_object(self, root: str, object_id: str, info: Info[Any]) -> Any:  # noqa: ANN401 JSON
        """Return the object with this ID by its root field. Raises RequestError."""
        return await self._query(object_query(_raw(info), root), object_id)

    async def _query(self, wanted: PayloadQuery, ids: list[str] | str) -> Any:  # noqa: ANN401 JSON
        """Return the only root field of a query."""
        variables = {name: value for name, value in self.variables.items() if name in wanted.variables}
        reply = await self.read(wanted.document, {**variables, PAYLOAD_IDS: ids})
        if reply.data is None:
            message = str(reply.errors[0]["message"]) if reply.errors else Code.INTERNAL.advice
            raise RequestError(reply.code or Code.INTERNAL, f"{self.failure}: {message}")
        return next(iter(reply.data.values()))


def _raw(info: Info[Any]) -> GraphQLResolveInfo[Any]:
    return cast("GraphQLResolveInfo[Any]", info._raw_info)  # noqa: SLF001  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]


def nodes_query(info: GraphQLResolveInfo[Any]) -> PayloadQuery:
    """Return the query `{ nodes(ids: $payloadIds) { ... } }` with the selection of the `nodes` field of a payload."""
    ids = ListTypeNode(type=NonNullTypeNode(type=ID_TYPE))
    node_id = FieldNode(alias=NameNode(value=NODE_ID), name=NameNode(value="id"))
    return _payload_query(info, "nodes", "ids", ids, (node_id,))


def object_query(info: GraphQLResolveInfo[Any], root: str) -> PayloadQuery:
    """Return the query `{ root(id: $payloadIds) { ... } }` with the selection of the field of a payload.

    Root fields of entities have the argument `by: {id: $payloadIds}` instead.
    """
    return _payload_query(info, root, "by" if root in ENTITY_ROOTS else "id", ID_TYPE, ())


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
    value: VariableNode | ObjectValueNode = variable
    if argument == "by":
        value = ObjectValueNode(fields=(ObjectFieldNode(name=NameNode(value="id"), value=variable),))
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
        arguments=(ArgumentNode(name=NameNode(value=argument), value=value),),
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
