"""Documents that differ only in numbers and texts are one: these are read as variables of a document without them.

A client that writes values into its documents then has them checked and compiled once, as one that sends variables.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from graphql import (
    DocumentNode,
    FloatValueNode,
    GraphQLScalarType,
    GraphQLSchema,
    IntValueNode,
    Lexer,
    NamedTypeNode,
    NameNode,
    NonNullTypeNode,
    OperationDefinitionNode,
    Source,
    StringValueNode,
    TokenKind,
    TypeInfo,
    TypeInfoVisitor,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    visit,
)

from resolvers.compile.introspection import INTROSPECTION
from resolvers.compile.types import wanted
from resolvers.document import MAX_TOKENS

MOST = 100
"""Maximum number of literals to hoist; documents with more are lists of data with varying length."""
DIGITS = 20
"""Digits of an integer: no type of the schema takes as many, and Python reads no endless ones."""
MARK = "\0"
"""Placeholder for a literal in a shape; it cannot occur in a document."""
FORMS = {"Int": ("int_value",), "Float": ("int_value", "float_value"), "ID": ("int_value", "string_value")}
"""How a value of each type may be written; of every other type as a text. A variable is taken in more forms."""
PREFIX = "__value"


class Shape(NamedTuple):
    """A document without its values, and these by the variables that they become."""

    text: str
    values: Mapping[str, int | float | str]


def shape(query: str) -> Shape | None:
    """Return a document's shape, which is its tokens without literals; None if it has no literals or too many, or must
    be read as written.

    Raises GraphQLSyntaxError.
    """
    lexer = Lexer(Source(query))
    parts: list[str] = []
    values: dict[str, int | float | str] = {}
    while (token := lexer.advance()).kind is not TokenKind.EOF:
        text = token.value or ""
        match token.kind:
            case TokenKind.INT:
                value = int(text) if len(text) <= DIGITS else None
            case TokenKind.FLOAT:
                value = float(text)
            case TokenKind.STRING | TokenKind.BLOCK_STRING:
                value = text
            case _:
                parts.append(text or token.kind.value)
                if text in INTROSPECTION or text.startswith(PREFIX) or len(parts) > MAX_TOKENS:
                    return None
                continue
        if value is None or len(values) == MOST:
            return None
        values[f"{PREFIX}{len(values)}"] = value
        parts.append(MARK + token.kind.name)
    return Shape(" ".join(parts), values) if values else None


def hoist_literals(schema: GraphQLSchema, document: DocumentNode, count: int) -> DocumentNode | None:
    """Return a document of one operation with its `count` literals replaced by variables, in order; None if a literal
    cannot be replaced.

    A variable has the type of its position, so its value is validated like the literal.
    """
    operations = [definition for definition in document.definitions if isinstance(definition, OperationDefinitionNode)]
    if len(operations) != 1:
        return None
    info = TypeInfo(schema)
    hoist = _Hoist(info)
    without = visit(document, TypeInfoVisitor(info, hoist))
    if not hoist.can or len(hoist.definitions) != count:
        return None
    definitions = [
        replace(definition, variable_definitions=(*(definition.variable_definitions or ()), *hoist.definitions))
        if isinstance(definition, OperationDefinitionNode)
        else definition
        for definition in without.definitions
    ]
    return replace(without, definitions=tuple(definitions))


class _Hoist(Visitor):
    """Puts a variable in each value's place; `can` is False where one stands that no variable can stand for."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.can = True
        self.definitions: list[VariableDefinitionNode] = []

    def enter_variable_definition(self, *_: object) -> bool:
        """Leave variables' defaults alone: they must be constants."""
        return False

    def enter_directive(self, *_: object) -> bool:
        """Skip directives: no supported directive takes a number or a text."""
        return False

    def enter_int_value(self, node: IntValueNode, *_: object) -> VariableNode | None:
        """Take an integer out."""
        return self._out(node)

    def enter_float_value(self, node: FloatValueNode, *_: object) -> VariableNode | None:
        """Take a number out."""
        return self._out(node)

    def enter_string_value(self, node: StringValueNode, *_: object) -> VariableNode | None:
        """Take a text out."""
        return self._out(node)

    def _out(self, node: IntValueNode | FloatValueNode | StringValueNode) -> VariableNode | None:
        type_ = wanted(self.info)
        if not isinstance(type_, GraphQLScalarType) or node.kind not in FORMS.get(type_.name, ("string_value",)):
            self.can = False
            return None
        variable = VariableNode(name=NameNode(value=f"{PREFIX}{len(self.definitions)}"), loc=node.loc)
        kind = NonNullTypeNode(type=NamedTypeNode(name=NameNode(value=type_.name)))
        self.definitions.append(VariableDefinitionNode(variable=variable, type=kind, directives=()))
        return variable
