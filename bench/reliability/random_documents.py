"""Random GraphQL requests from a seed: valid documents with hostile values, damaged documents, and damaged requests.

Neo4j plans each new statement for 0.1 s to seconds. A *shape* therefore fixes the fields, the arguments and the members
of input objects, and takes the values as variables: a run sends each shape many times, with other values each time.
Damaged documents are mostly rejected before Neo4j.
"""

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# The generic types of graphql-core are incomplete.

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from graphql import (
    GraphQLEnumType,
    GraphQLInputObjectType,
    GraphQLInterfaceType,
    GraphQLList,
    GraphQLNonNull,
    GraphQLObjectType,
    GraphQLSchema,
    GraphQLUnionType,
    build_schema,
    get_named_type,
    is_required_argument,
    is_required_input_field,
)

SCHEMA = Path(__file__).parents[2] / "schema" / "schema.graphql"
MAX_DEPTH = 4
"""Maximum depth of the selections of a shape."""
MAX_INPUT_DEPTH = 3
Value: TypeAlias = Callable[[Random], Any]
"""Makes a value of a variable."""

TEXTS: tuple[str, ...] = (
    "", " ", "a", "language model", "Müller", "李明", "\u202etxt.exe", "\ufeffx", "\x00", "\x1b[31m", "a\r\nb",
    "\ud800", "' OR 1=1 //", "`}) DETACH DELETE n //", "$id", "<script>alert(1)</script>", "../../etc/passwd", "%00",
    "\\", '"', "*", "a~", "((((", "[[[[", "(a+)+$", ".*.*.*x", "NaN", "null", "0" * 400, "x" * 5_000, "😀" * 300,
)  # fmt: skip
IDS = (
    "p_00000000000000000000000000", "a_00000000000000000000000000", "p_", "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB", "node/1",
    "doi:10.5555/generated.1", "arxiv:2201.11990", "arxiv:", "https://doi.org/10.5555/generated.2", "orcid:0000-0000",
)  # fmt: skip
NUMBERS = (0, 1, -1, 2, 7, 20, 100, 1_000, 1_001, 2**31 - 1, -(2**31), 2**31, 2**53, 2**63, 10**30, 1.5, 1e308, -1e-320)
DATES = ("2021", "2021-06", "2021-06-30", "0000-00-00", "9999-12-31", "2021-13-45", "2021-06-30T12:00:00Z", "-1", "now")
OTHERS: tuple[Any, ...] = (None, True, [], {}, [[]], {"eq": 1}, "5", 5, ["x"] * 50)
"""Values of any type, at any place of a variable."""
PIECES = (
    "{", "}", "(", ")", "[", "]", ":", "!", "$", "@", "...", "|", "&", '"', '"""', "#", ",", "\n", "\ufeff", "\u2028",
    "\x00", "\u202e", "é", "\U0001d4b3", "0", "-", "1e999", "9" * 50, "query", "mutation", "subscription",
    "fragment F on Paper", "...F",
    "__typename", "__schema { types { name } }", "@include(if: true)", "@skip(if: $x)", "@unknown", "null",
    "first: -1", 'after: "x"', "a: papers { totalCount }", "{" * 60, "[" * 60, "x" * 3_000,
)  # fmt: skip


@dataclass(frozen=True)
class HttpRequest:
    """A request to /graphql: method, the query string or the body, and headers."""

    method: str
    headers: dict[str, str]
    body: bytes = b""
    query: str = ""


@dataclass(frozen=True)
class Shape:
    """A valid document, and the generators of the values of its variables."""

    document: str
    values: dict[str, Value]

    def variables(self, chance: Random) -> dict[str, Any]:
        """Return random values for the variables, sometimes of another type."""
        return {
            name: chance.choice(OTHERS) if chance.random() < 0.03 else value(chance)
            for name, value in self.values.items()
        }


class ShapeGenerator:
    """Generates one valid document."""

    def __init__(self, schema: GraphQLSchema, chance: Random) -> None:
        self.schema, self.chance = schema, chance
        self.declarations: list[str] = []
        self.values: dict[str, Value] = {}

    def shape(self) -> Shape:
        """Return a query or, at one time in five, a mutation."""
        operation = "mutation" if self.chance.random() < 0.2 else "query"
        root = self.schema.mutation_type if operation == "mutation" else self.schema.query_type
        selection = self._selection(root, 1 if operation == "mutation" else 2, 0)
        declared = f"({', '.join(self.declarations)})" if self.declarations else ""
        return Shape(f"{operation} Q{declared} {selection}", self.values)

    def _selection(self, parent: Any, count: int, depth: int) -> str:  # noqa: ANN401 a composite type
        if isinstance(parent, GraphQLUnionType) or (isinstance(parent, GraphQLInterfaceType) and depth % 2):
            kind = self.chance.choice(self.schema.get_possible_types(parent))
            return f"{{ __typename ... on {kind.name} {self._selection(kind, count, depth)} }}"
        leaves = [name for name, field in parent.fields.items() if not hasattr(get_named_type(field.type), "fields")]
        names = [name for name in parent.fields if depth < MAX_DEPTH or name in leaves] or ["__typename"]
        chosen = self.chance.sample(names, min(count, len(names)))
        return "{ " + " ".join(self._field(parent, name, depth) for name in chosen) + " }"

    def _field(self, parent: GraphQLObjectType | GraphQLInterfaceType, name: str, depth: int) -> str:
        if name == "__typename":
            return name
        field = parent.fields[name]
        arguments = [
            f"{key}: {self._variable(argument.type)}"
            for key, argument in field.args.items()
            if is_required_argument(argument) or self.chance.random() < 0.25
        ]
        text = f"{name}({', '.join(arguments)})" if arguments else name
        named = get_named_type(field.type)
        if isinstance(named, (GraphQLObjectType, GraphQLInterfaceType, GraphQLUnionType)):
            return f"{text} {self._selection(named, self.chance.randint(1, 3), depth + 1)}"
        return text

    def _variable(self, type_: Any) -> str:  # noqa: ANN401 an input type
        name = f"v{len(self.values)}"
        self.declarations.append(f"${name}: {type_}")
        self.values[name] = self._value(type_, 0)
        return f"${name}"

    def _value(self, type_: Any, depth: int) -> Value:  # noqa: ANN401 an input type
        """Return the generator of values of a type; the members of objects and the enum values are fixed."""
        if isinstance(type_, GraphQLNonNull):
            return self._value(type_.of_type, depth)
        if isinstance(type_, GraphQLList):
            items = [self._value(type_.of_type, depth + 1) for _ in range(self.chance.randint(1, 2))]
            return lambda chance: [item(chance) for item in items]
        if isinstance(type_, GraphQLInputObjectType):
            optional = [name for name, field in type_.fields.items() if not is_required_input_field(field)]
            required = [name for name in type_.fields if name not in optional]
            some = self.chance.sample(optional, min(len(optional), 1 + (self.chance.random() < 0.4)))
            names = required + (some if depth < MAX_INPUT_DEPTH else [])
            members = {name: self._value(type_.fields[name].type, depth + 1) for name in names}
            return lambda chance: {name: member(chance) for name, member in members.items()}
        if isinstance(type_, GraphQLEnumType):
            fixed = self.chance.choice(list(type_.values))
            return lambda _: fixed
        return scalar(type_.name, self.chance)


def scalar(name: str, chance: Random) -> Value:
    """Return the generator of values of a scalar type: mostly usual values, sometimes hostile ones."""
    match name:
        case "Boolean":
            fixed = chance.random() < 0.5
            return lambda _: fixed
        case "Int" | "Float":
            return lambda each: each.choice(NUMBERS)
        case "ID":
            return lambda each: each.choice(IDS if each.random() < 0.7 else TEXTS)
        case "DateTime" | "Date" | "PartialDate":
            return lambda each: each.choice(DATES if each.random() < 0.8 else TEXTS)
        case _:
            return lambda each: each.choice(TEXTS)


def damaged(document: str, chance: Random) -> str:
    """Return a document with one to four random damages."""
    text = document
    for _ in range(chance.randint(1, 4)):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.randint(1, 12))
        match chance.randrange(6):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:end] + text[start:end] * chance.randint(1, 40) + text[end:]
            case 2:
                text = text[:start]
            case 3:
                other = chance.randrange(len(text) + 1)
                text = text[:start] + text[other : other + 20] + text[end:]
            case _:
                text = text[:start] + chance.choice(PIECES) + text[start:]
    return text


class RequestGenerator:
    """Generates the requests of a run: the same seed and number give the same request.

    Args:
        seed: Seed of the run.
        shape_count: Number of different valid documents.
        tokens: Access tokens of users, one of which half of the requests send.
    """

    def __init__(self, seed: int, shape_count: int, tokens: Sequence[str]) -> None:
        schema = build_schema(SCHEMA.read_text("utf-8"))
        self.seed, self.tokens = seed, tokens
        chances = [Random(f"{seed} shape {number}") for number in range(shape_count)]  # noqa: S311 no secret
        self.shapes = [ShapeGenerator(schema, chance).shape() for chance in chances]

    def request(self, number: int) -> HttpRequest:
        """Return the request with a number."""
        chance = Random(f"{self.seed} {number}")  # noqa: S311 no secret
        shape = chance.choice(self.shapes)
        document, variables = shape.document, shape.variables(chance)
        if chance.random() < 0.85:
            document = damaged(document, chance)
        headers = {"content-type": "application/json", "accept": "application/json"}
        if chance.random() < 0.5:
            headers["authorization"] = f"Bearer {chance.choice(self.tokens)}"
        body = json.dumps({"query": document, "variables": variables}).encode()
        match chance.randrange(40):
            case 0:
                return HttpRequest("GET", headers, query=damaged("query={__typename}&variables={}", chance))
            case 1:
                headers[chance.choice(["accept", "content-type", "authorization"])] = chance.choice(
                    [
                        "",
                        "*/*;q=x",
                        "application/x-ndjson",
                        "text/event-stream",
                        "a/b",
                        "Bearer",
                        "Basic eDp5",
                        "x" * 3_000,
                    ]
                )
            case 2:
                body = damaged(body.decode(), chance).encode("utf-8", "surrogatepass")
            case 3:
                body = bytes(chance.randrange(256) for _ in range(chance.randrange(200)))
            case 4:
                body = body[: chance.randrange(len(body))]
            case 5:
                body = json.dumps([json.loads(body)] * chance.randint(0, 3)).encode()
            case _:
                pass
        return HttpRequest("POST", headers, body)
