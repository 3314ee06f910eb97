"""Replace the numbers and texts in a document by variables, so that documents that differ only in them share a plan.

The documents of a client that writes values into them are then checked and compiled once, as if it sent variables.
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

MAX_LITERALS = 100
"""Maximum number of literals to replace; documents with more have lists of data, whose length varies."""
MAX_DIGITS = 20
"""Maximum number of digits of an integer. No type of the schema accepts more, and Python is slow for many digits."""
PLACEHOLDER = "\0"
"""Placeholder for a literal in a shape; it cannot occur in a document."""
LITERAL_KINDS = {"Int": ("int_value",), "Float": ("int_value", "float_value"), "ID": ("int_value", "string_value")}
"""Kinds of literals that each scalar type accepts; all other types accept only texts. Variables can have more kinds."""
PREFIX = "__value"


class Shape(NamedTuple):
    """A document with placeholders for its literals, and the values by the names of their variables."""

    text: str
    values: Mapping[str, int | float | str]


def shape(query: str) -> Shape | None:
    """Return the shape of a document: its tokens, with a placeholder for each literal. Raises GraphQLSyntaxError.

    None if the document has no literals or too many, introspects the schema, or uses the names of these variables.
    """
    lexer = Lexer(Source(query))
    parts: list[str] = []
    values: dict[str, int | float | str] = {}
    while (token := lexer.advance()).kind is not TokenKind.EOF:
        text = token.value or ""
        match token.kind:
            case TokenKind.INT:
                value = int(text) if len(text) <= MAX_DIGITS else None
            case TokenKind.FLOAT:
                value = float(text)
            case TokenKind.STRING | TokenKind.BLOCK_STRING:
                value = text
            case _:
                parts.append(text or token.kind.value)
                if text in INTROSPECTION or text.startswith(PREFIX) or len(parts) > MAX_TOKENS:
                    return None
                continue
        if value is None or len(values) == MAX_LITERALS:
            return None
        values[f"{PREFIX}{len(values)}"] = value
        parts.append(PLACEHOLDER + token.kind.name)
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
    hoisted = visit(document, TypeInfoVisitor(info, hoist))
    if not hoist.is_possible or len(hoist.definitions) != count:
        return None
    definitions = [
        replace(definition, variable_definitions=(*(definition.variable_definitions or ()), *hoist.definitions))
        if isinstance(definition, OperationDefinitionNode)
        else definition
        for definition in hoisted.definitions
    ]
    return replace(hoisted, definitions=tuple(definitions))


class _Hoist(Visitor):
    """Replaces each literal by a variable. `is_possible` becomes False at a literal that no variable can replace."""

    def __init__(self, info: TypeInfo) -> None:
        super().__init__()
        self.info = info
        self.is_possible = True
        self.definitions: list[VariableDefinitionNode] = []

    def enter_variable_definition(self, *_: object) -> bool:
        """Skip defaults of variables, which must be constants."""
        return False

    def enter_directive(self, *_: object) -> bool:
        """Skip directives: no supported directive takes a number or a text."""
        return False

    def enter_int_value(self, node: IntValueNode, *_: object) -> VariableNode | None:
        """Replace an integer."""
        return self._replace(node)

    def enter_float_value(self, node: FloatValueNode, *_: object) -> VariableNode | None:
        """Replace a number."""
        return self._replace(node)

    def enter_string_value(self, node: StringValueNode, *_: object) -> VariableNode | None:
        """Replace a text."""
        return self._replace(node)

    def _replace(self, node: IntValueNode | FloatValueNode | StringValueNode) -> VariableNode | None:
        type_ = wanted(self.info)
        if not isinstance(type_, GraphQLScalarType) or node.kind not in LITERAL_KINDS.get(
            type_.name, ("string_value",)
        ):
            self.is_possible = False
            return None
        variable = VariableNode(name=NameNode(value=f"{PREFIX}{len(self.definitions)}"), loc=node.loc)
        kind = NonNullTypeNode(type=NamedTypeNode(name=NameNode(value=type_.name)))
        self.definitions.append(VariableDefinitionNode(variable=variable, type=kind, directives=()))
        return variable
