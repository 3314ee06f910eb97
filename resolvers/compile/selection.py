"""The selected fields of one type: fragments are spread, @skip and @include evaluated, equal keys merged."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from graphql import (
    DirectiveNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLInterfaceType,
    GraphQLObjectType,
    GraphQLSchema,
    InlineFragmentNode,
    SelectionSetNode,
    VariableNode,
)
from graphql.language.ast import BooleanValueNode

from resolvers.compile.arguments import Variables


@dataclass(slots=True)
class SelectedField:
    """One field of a response: its key, its name, and all its nodes in the document."""

    key: str
    name: str
    nodes: list[FieldNode] = field(default_factory=list[FieldNode])

    @property
    def node(self) -> FieldNode:
        """The first node; after validation, all have the same arguments."""
        return self.nodes[0]

    @property
    def selection_sets(self) -> list[SelectionSetNode]:
        """The selection sets below this field."""
        return [node.selection_set for node in self.nodes if node.selection_set is not None]


@dataclass(frozen=True, slots=True)
class Document:
    """The context of selections: the schema, the document's fragments and the request's variables."""

    schema: GraphQLSchema
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Variables

    def selected_fields(self, type_: GraphQLObjectType, sets: Iterable[SelectionSetNode]) -> list[SelectedField]:
        """Return the selected fields of a concrete type, in the order of their first node."""
        fields: dict[str, SelectedField] = {}
        spread: set[str] = set()
        for set_ in sets:
            for node in self._fields(type_, set_, spread):
                key = node.alias.value if node.alias else node.name.value
                fields.setdefault(key, SelectedField(key, node.name.value)).nodes.append(node)
        return list(fields.values())

    def _fields(self, type_: GraphQLObjectType, set_: SelectionSetNode, spread: set[str]) -> Iterator[FieldNode]:
        """Yield the field nodes that apply to a type; `spread` collects the names of fragments, each is spread once."""
        for node in set_.selections:
            if not self._included(node.directives):
                continue
            match node:
                case FieldNode():
                    yield node
                case InlineFragmentNode(type_condition=condition, selection_set=inner):
                    if condition is None or self._applies(condition.name.value, type_):
                        yield from self._fields(type_, inner, spread)
                case FragmentSpreadNode(name=name) if name.value not in spread:
                    spread.add(name.value)
                    fragment = self.fragments[name.value]
                    if self._applies(fragment.type_condition.name.value, type_):
                        yield from self._fields(type_, fragment.selection_set, spread)
                case _:
                    pass

    def _applies(self, condition: str, type_: GraphQLObjectType) -> bool:
        if condition == type_.name:
            return True
        wanted = self.schema.type_map.get(condition)
        return isinstance(wanted, GraphQLInterfaceType) and self.schema.is_sub_type(wanted, type_)

    def _included(self, directives: Iterable[DirectiveNode] | None) -> bool:
        for directive in directives or ():
            wanted = {"include": True, "skip": False}.get(directive.name.value)
            if wanted is not None and self._condition(directive) is not wanted:
                return False
        return True

    def _condition(self, directive: DirectiveNode) -> bool:
        value = next(argument.value for argument in directive.arguments or ())
        if isinstance(value, VariableNode):
            return bool(self.variables[value.name.value])
        return isinstance(value, BooleanValueNode) and value.value
