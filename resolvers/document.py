"""Parse and validate a document, select one of its operations, and coerce the variables of the request."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from graphql import (
    ASTValidationRule,
    DocumentNode,
    FragmentDefinitionNode,
    GraphQLError,
    GraphQLSyntaxError,
    OperationDefinitionNode,
    OperationType,
    SelectionSetNode,
    VariableDefinitionNode,
    parse,
    specified_rules,
    validate,
)
from graphql.execution.values import get_variable_values

from resolvers.compile.arguments import Variables
from resolvers.errors import Code, RequestError
from resolvers.schema import graphql_schema

MAX_TOKENS = 15_000
"""Maximum number of tokens of a document."""
MAX_ERRORS = 20
"""Maximum number of validation errors in a response."""
MAX_NESTING = 50
"""Maximum nesting of objects and lists in variables, which exceeds that of every input of the schema."""


class InvalidDocumentError(Exception):
    """A document is not GraphQL, or does not fit the schema; `errors` have the positions."""

    def __init__(self, code: Code, errors: list[GraphQLError]) -> None:
        super().__init__(errors[0].message)
        self.code = code
        self.errors = errors


@dataclass(slots=True)
class ValidatedDocument:
    """A valid document: its operations and fragments."""

    document: DocumentNode
    operations: Mapping[str | None, OperationDefinitionNode]
    fragments: Mapping[str, FragmentDefinitionNode]

    def operation(self, name: str | None) -> OperationDefinitionNode:
        """Return the operation with this name; without a name, the only operation. Raises RequestError."""
        if name is None and len(self.operations) == 1:
            return next(iter(self.operations.values()))
        definition = self.operations.get(name)
        if definition is None:
            known = ", ".join(str(known) for known in self.operations if known) or "one without a name"
            problem = "has several operations: send operationName" if name is None else f"has no operation {name!r}"
            raise RequestError(Code.BAD_REQUEST, f"The document {problem}. It has: {known}.")
        return definition

    def select_operation(self, name: str | None, raw: Mapping[str, Any]) -> tuple[OperationDefinitionNode, Variables]:
        """Return the query with this name, and its coerced variables. Raises InvalidDocumentError or RequestError."""
        chosen = self.operation(name)
        if chosen.operation is OperationType.MUTATION:
            raise RequestError(
                Code.VALIDATION, "A mutation can be neither exported nor compiled to Cypher. Send it to POST /graphql."
            )
        if chosen.operation is not OperationType.QUERY:
            raise RequestError(
                Code.VALIDATION,
                "Send a subscription over WebSocket (graphql-transport-ws), or with Accept: text/event-stream.",
            )
        return chosen, variables_of(chosen, raw)

    def check_values(self, values: Mapping[str, Any]) -> None:
        """Check values of some variables of the only operation. Raises InvalidDocumentError."""
        (operation,) = self.operations.values()
        definitions = [
            definition
            for definition in operation.variable_definitions or ()
            if definition.variable.name.value in values
        ]
        _coerce(definitions, values)


class NonEmptySelectionRule(ASTValidationRule):
    """A selection has at least one field. The parser accepts `{ }`, which the GraphQL specification forbids."""

    def enter_selection_set(self, node: SelectionSetNode, *_args: object) -> None:
        """Report an empty selection."""
        if not node.selections:
            self.report_error(GraphQLError("The selection { } is empty. Select at least one field.", node))


RULES = (*specified_rules, NonEmptySelectionRule)
"""Rules of the validation."""


def parse_and_validate(query: str) -> ValidatedDocument:
    """Parse and validate a document. Raises InvalidDocumentError or RequestError."""
    return validate_document(parse_document(query))


def parse_document(query: str) -> DocumentNode:
    """Parse a document. Raises InvalidDocumentError or RequestError."""
    try:
        return parse(query, max_tokens=MAX_TOKENS)
    except GraphQLSyntaxError as error:
        raise InvalidDocumentError(Code.SYNTAX, [error]) from None
    except RecursionError:
        raise RequestError(
            Code.TOO_DEEP, "The document nests too deeply to parse. Write it flatter, or send several requests."
        ) from None


def validate_document(document: DocumentNode) -> ValidatedDocument:
    """Validate a document. Raises InvalidDocumentError or RequestError."""
    try:
        errors = validate(graphql_schema(), document, RULES, max_errors=MAX_ERRORS)
    except RecursionError:
        raise RequestError(
            Code.TOO_DEEP, "The document nests too deeply to validate. Write it flatter, or send several requests."
        ) from None
    if errors and errors[-1].message == "Validation aborted.":
        raise RequestError(
            Code.TOO_COSTLY, "The document repeats fields too often to validate. Select each field once."
        )
    if errors:
        raise InvalidDocumentError(Code.VALIDATION, errors)
    operations = [node for node in document.definitions if isinstance(node, OperationDefinitionNode)]
    fragments = [node for node in document.definitions if isinstance(node, FragmentDefinitionNode)]
    return ValidatedDocument(
        document,
        {node.name.value if node.name else None: node for node in operations},
        {node.name.value: node for node in fragments},
    )


def _depth(value: object) -> int:
    """Return the number of levels of objects and lists, at most MAX_NESTING + 1."""
    depth, level = 0, [value]
    while depth <= MAX_NESTING:
        inner: list[object] = []
        for node in level:
            match node:
                case dict():
                    inner += cast("dict[str, object]", node).values()
                case list():
                    inner += cast("list[object]", node)
                case _:
                    pass
        if not inner:
            return depth
        depth, level = depth + 1, inner
    return depth


def variables_of(operation: OperationDefinitionNode, raw: Mapping[str, Any]) -> Variables:
    """Return an operation's variables, coerced. Raises InvalidDocumentError or RequestError."""
    if _depth(raw) > MAX_NESTING:
        raise RequestError(Code.TOO_DEEP, f"The variables nest deeper than {MAX_NESTING} levels. Write them flatter.")
    return _coerce(operation.variable_definitions or (), raw)


def _coerce(definitions: Sequence[VariableDefinitionNode], raw: Mapping[str, Any]) -> Variables:
    result = get_variable_values(graphql_schema(), definitions, dict(raw), max_errors=MAX_ERRORS)
    if isinstance(result, list):
        raise InvalidDocumentError(Code.BAD_VARIABLES, result)
    return cast("Variables", result.coerced)
