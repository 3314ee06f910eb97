"""An operation whose one list is read to its end: the same operation, a page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from graphql import (
    ArgumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLList,
    GraphQLObjectType,
    NameNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    VariableNode,
)

from resolvers.compile.arguments import Leaf, Variables, arguments
from resolvers.compile.registry import registry
from resolvers.compile.selection import Asked, Document
from resolvers.compile.types import bare, named, of
from resolvers.errors import Code, RequestError
from schema.graph import Beside

FIRST, AFTER, PAGE = "__first", "__after", "__page"
"""Variables and the key that the pages are asked with; what begins with two underscores is no client's name."""
BARRED = frozenset({"first", "last", "before"})
ROWS = ("nodes", "edges")


@dataclass(frozen=True, slots=True)
class Paged:
    """An operation to be asked page by page: `path` leads to the connection in its answer, `rows` to the rows."""

    operation: OperationDefinitionNode
    path: tuple[str, ...]
    rows: str
    start: str | None
    """The cursor after which it starts."""


def paged(
    operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode], variables: Variables
) -> Paged:
    """Return the operation with its one connection asked by $_first and $_after. Raises RequestError.

    The way to the connection is one field at each level, as in `{ researcher(by: ...) { papers { nodes { ... } } } }`.
    """
    schema = registry().schema
    document = Document(schema, fragments, variables)
    type_ = cast("GraphQLObjectType", schema.query_type)
    sets = [operation.selection_set]
    way: list[Asked] = []
    while True:
        asked = document.asked(type_, sets)
        if len(asked) != 1 or asked[0].name not in type_.fields:
            keys = ", ".join(one.key for one in asked) or "none"
            raise _wrong(f"each level above the list has exactly one field; under {type_.name} there are: {keys}")
        if isinstance(registry().homes.get((type_.name, asked[0].name)), Beside):
            raise _wrong(f"{asked[0].name} has no lines; go through its pages with first and after")
        way.append(asked[0])
        definition = type_.fields[asked[0].name]
        found = of(definition)
        inner = named(found)
        if isinstance(bare(found), GraphQLList) or not isinstance(inner, GraphQLObjectType):
            raise _wrong(f"{asked[0].key} is no Relay connection")
        type_, sets = inner, asked[0].inside
        if type_.name.endswith("Connection"):
            break
    rows = document.asked(type_, sets)
    if len(rows) != 1 or rows[0].name not in ROWS:
        raise _wrong(f"{way[-1].key} has nodes or edges and nothing beside, for a line is one of them")
    start = arguments(definition, way[-1].node, variables).get("after")
    after = start.read(variables) if isinstance(start, Leaf) else None
    return Paged(_rewritten(operation, way), tuple(one.key for one in way), rows[0].key, after)


def _wrong(what: str) -> RequestError:
    return RequestError(Code.BAD_USER_INPUT, f"An export is of one list: {what}.")


def _rewritten(operation: OperationDefinitionNode, way: list[Asked]) -> OperationDefinitionNode:
    *above, last = way
    kept = [argument for argument in last.node.arguments or () if argument.name.value != "after"]
    barred = sorted({argument.name.value for argument in kept} & BARRED)
    if barred:
        raise _wrong(f"it runs to the end; leave out {' and '.join(barred)}. `after` says where to go on")
    page = FieldNode(
        alias=_name(PAGE), name=_name("pageInfo"), selection_set=_set(_field("hasNextPage"), _field("endCursor"))
    )
    field = FieldNode(
        alias=last.node.alias,
        name=last.node.name,
        arguments=(*kept, _argument("first", FIRST), _argument("after", AFTER)),
        selection_set=_set(*(one for set_ in last.inside for one in set_.selections), page),
    )
    for one in reversed(above):
        field = FieldNode(
            alias=one.node.alias, name=one.node.name, arguments=one.node.arguments, selection_set=_set(field)
        )
    return OperationDefinitionNode(
        operation=operation.operation, variable_definitions=operation.variable_definitions, selection_set=_set(field)
    )


def _name(value: str) -> NameNode:
    return NameNode(value=value)


def _field(name: str) -> FieldNode:
    return FieldNode(name=_name(name))


def _set(*selections: SelectionNode) -> SelectionSetNode:
    return SelectionSetNode(selections=selections)


def _argument(name: str, variable: str) -> ArgumentNode:
    return ArgumentNode(name=_name(name), value=VariableNode(name=_name(variable)))
