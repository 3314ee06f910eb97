"""Prepare the plan of a document: parse, validate and compile it once, and keep the results in bounded caches.

Numbers and texts in a document are replaced by variables, so that documents that differ only in them share a plan. The
documents of a client that writes values into them are then checked and compiled once, as if it sent variables.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from threading import Lock
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from graphql import (
    DocumentNode,
    FloatValueNode,
    GraphQLError,
    GraphQLScalarType,
    GraphQLSchema,
    GraphQLSyntaxError,
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

from resolvers.compile.arguments import Variables, varying
from resolvers.compile.introspection import INTROSPECTION
from resolvers.compile.plan import Plan, compile_operation
from resolvers.compile.types import wanted
from resolvers.document import (
    MAX_TOKENS,
    InvalidDocumentError,
    ValidatedDocument,
    parse_and_validate,
    parse_document,
    validate_document,
)
from resolvers.errors import Code, RequestError
from resolvers.schema import graphql_schema

K = TypeVar("K")
V = TypeVar("V")
MAX_DOCUMENT_CHARACTERS = 500_000
"""Maximum sum of the lengths of the documents in a cache; a character of a parsed document takes about 150 bytes."""
MAX_PLAN_CHARACTERS = 5_000_000
"""Maximum sum of the lengths of the plans in the cache and of their documents; a character takes about 7 bytes."""
MAX_LITERALS = 100
"""Maximum number of literals to replace; documents with more have lists of data, whose length varies."""
MAX_DIGITS = 20
"""Maximum number of digits of an integer. No type of the schema accepts more, and Python is slow for many digits."""
PLACEHOLDER = "\0"
"""Placeholder for a literal in a shape; it cannot occur in a document."""
LITERAL_KINDS = {"Int": ("int_value",), "Float": ("int_value", "float_value"), "ID": ("int_value", "string_value")}
"""Kinds of literals that each scalar type accepts; all other types accept only texts. Variables can have more kinds."""
PREFIX = "__value"


class WeightedLRUCache(Generic[K, V]):
    """A cache of the most recently used entries, bounded by their number and the sum of their weights.

    It is thread-safe, because long documents are prepared in worker threads.
    """

    def __init__(self, max_entries: int, max_weight: int) -> None:
        self._max_entries = max_entries
        self._max_weight = max_weight
        self._weight = 0
        self._entries: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: K) -> V | None:
        """Return an entry, and remember that it was used."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    def put(self, key: K, value: V, weight: int) -> V:
        """Keep an entry, and return its value. The least recently used entries are removed if a limit is exceeded.

        An entry that alone exceeds the limit of weight is not kept.
        """
        if weight > self._max_weight:
            return value
        with self._lock:
            self._weight += weight - self._entries.get(key, (None, 0))[1]
            self._entries[key] = value, weight
            while len(self._entries) > self._max_entries or self._weight > self._max_weight:
                self._weight -= self._entries.popitem(last=False)[1][1]
        return value

    def __len__(self) -> int:
        return len(self._entries)


class CachedDocument(NamedTuple):
    """A prepared document, perhaps with variables instead of its literals. `key` is its text, or else its shape."""

    prepared: ValidatedDocument
    key: str
    values: Mapping[str, Any]


class RejectedDocument(NamedTuple):
    """An invalid document: its errors, or a message. A cached exception would keep the request in memory."""

    code: Code
    errors: list[GraphQLError]
    message: str = ""

    def to_error(self) -> InvalidDocumentError | RequestError:
        """Return an exception to raise."""
        return InvalidDocumentError(self.code, self.errors) if self.errors else RequestError(self.code, self.message)


@dataclass(slots=True)
class PlanCache:
    """Caches of documents by text and by shape, and of plans by document, operation and shape of the variables."""

    max_depth: int
    documents: WeightedLRUCache[str, CachedDocument | RejectedDocument] = field(
        default_factory=lambda: WeightedLRUCache[str, CachedDocument | RejectedDocument](1_000, MAX_DOCUMENT_CHARACTERS)
    )
    """Documents by text, including invalid documents."""
    shapes: WeightedLRUCache[str, ValidatedDocument | Literal[False]] = field(
        default_factory=lambda: WeightedLRUCache[str, ValidatedDocument | Literal[False]](
            1_000, MAX_DOCUMENT_CHARACTERS
        )
    )
    """Hoisted documents by shape; False for documents with literals that cannot be hoisted."""
    plans: WeightedLRUCache[Any, Plan] = field(
        default_factory=lambda: WeightedLRUCache[Any, Plan](2_000, MAX_PLAN_CHARACTERS)
    )

    def has_document(self, query: str) -> bool:
        """Return True if a document is in the cache."""
        return self.documents.get(query) is not None

    def document(self, query: str) -> ValidatedDocument:
        """Parse and validate a document as it is written. Raises InvalidDocumentError."""
        cached = self._parse_cached(query)
        return parse_and_validate(query) if cached.values else cached.prepared

    def validated(self, query: str, raw: Mapping[str, Any]) -> tuple[ValidatedDocument, Mapping[str, Any]]:
        """Return a valid document and its variables; its literals may have become variables, which are then included.

        Raises InvalidDocumentError or RequestError.
        """
        cached = self._parse_cached(query)
        return cached.prepared, {**raw, **cached.values} if cached.values else raw

    def plan(self, query: str, operation: str | None, raw: Mapping[str, Any]) -> tuple[Plan, Variables]:
        """Return the plan for a request and its coerced variables. Raises InvalidDocumentError or RequestError."""
        cached = self._parse_cached(query)
        _, valid_variables = self.validated(query, raw)
        chosen, variables = cached.prepared.select_operation(operation, valid_variables)
        key = (cached.key, operation, varying(chosen, variables))
        plan = self.plans.get(key)
        if plan is None:
            plan = compile_operation(chosen, cached.prepared.fragments, variables, self.max_depth)
            self.plans.put(key, plan, len(cached.key) + len(plan.text))
        return plan, variables

    def _parse_cached(self, query: str) -> CachedDocument:
        cached = self.documents.get(query)
        if cached is None:
            try:
                cached = self._by_shape(query) or CachedDocument(parse_and_validate(query), query, {})
            except InvalidDocumentError as error:
                cached = RejectedDocument(error.code, [cause.with_traceback(None) for cause in error.errors])
            except RequestError as error:
                cached = RejectedDocument(error.code, [], error.message)
            self.documents.put(query, cached, len(query))
        if isinstance(cached, RejectedDocument):
            raise cached.to_error()
        return cached

    def _by_shape(self, query: str) -> CachedDocument | None:
        """Return a document with variables by its shape; None if its literals cannot become variables."""
        try:
            query_shape = shape(query)
        except GraphQLSyntaxError:
            return None
        if query_shape is None:
            return None
        hoisted = self.shapes.get(query_shape.text)
        if hoisted is None:
            hoisted = self.shapes.put(
                query_shape.text, _hoist_and_validate(query, len(query_shape.values)), len(query_shape.text)
            )
        if not hoisted:
            return None
        try:
            hoisted.check_values(query_shape.values)
        except InvalidDocumentError:
            return None
        return CachedDocument(hoisted, query_shape.text, query_shape.values)


def _hoist_and_validate(query: str, count: int) -> ValidatedDocument | Literal[False]:
    """Return a document with variables instead of its literals; False if it is then not valid."""
    try:
        document = hoist_literals(graphql_schema(), parse_document(query), count)
        return validate_document(document) if document is not None else False
    except (InvalidDocumentError, RequestError):
        return False


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
