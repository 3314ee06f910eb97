"""Operations with one mistake each, and the error code that the service must return."""

from random import Random
from typing import Any, cast

from graphql import FieldNode, GraphQLField, Node, TypeInfo, TypeInfoVisitor, Visitor, parse, print_ast, visit

from tests.reference.answer import SCHEMA

IDS = {"Paper": ("doi", "arxiv"), "Researcher": ("orcid",), "Institution": ("ror",)}
PAGES = (
    ({"first": "-1"}, "BAD_USER_INPUT"),
    ({"last": "-30"}, "BAD_USER_INPUT"),
    ({"first": "1001"}, "PAGE_TOO_LARGE"),
    ({"last": "2000000000"}, "PAGE_TOO_LARGE"),
    ({"first": "1", "last": "1"}, "BAD_USER_INPUT"),
    ({"after": '"nonsense"'}, "BAD_CURSOR"),
    ({"before": '"WyJOb3RoaW5nOi1uLm5vdGhpbmciLDFd"'}, "BAD_CURSOR"),
    ({"first": '"1"'}, "VALIDATION"),
    ({"first": "1.5"}, "VALIDATION"),
    ({"first": "3000000000"}, "VALIDATION"),
    ({"nothing": "1"}, "VALIDATION"),
)
FILTERS = (
    ("{nothing: {eq: 1}}", "VALIDATION"),
    ("{not: 7}", "VALIDATION"),
    ("{not: " * 11 + "{}" + "}" * 11, "TOO_DEEP"),
)
ORDERS = (
    ("[{direction: ASC}]", "BAD_USER_INPUT"),
    ("[{field: NOTHING}]", "VALIDATION"),
    ("[{count: {}}]", "BAD_USER_INPUT"),
)
"""What a page, a filter and an order cannot be, and the code of the refusal."""


def with_mistake(query: str, random: Random) -> tuple[str, str]:
    """Return a valid operation, `{ ... }`, with one mistake added, and the expected error code."""
    kind = random.random()
    if kind < 0.1:
        return query[:-1], "SYNTAX"
    if kind < 0.2:
        return f"query ($needed: Int!) {query[:-1]} needed: papers(first: $needed) {{ totalCount }} }}", "BAD_VARIABLES"
    if kind < 0.3:
        return f"{query[:-1]} nothing }}", "VALIDATION"
    types = TypeInfo(SCHEMA)
    lists = ConnectionVisitor(types)
    visit(parse(query), TypeInfoVisitor(types, lists))
    node, field = random.choice(lists.found)
    given = node.arguments or ()
    wrong, code = _invalid_arguments(field, random)
    kept = [print_ast(one) for one in given if one.name.value not in _replaced_arguments(wrong)]
    said = ", ".join([*kept, *(f"{name}: {value}" for name, value in wrong.items())])
    begin = _end(node.name)
    end = _end(given[-1]) + 1 if given else begin
    return f"{query[:begin]}({said}){query[end:]}", code


class ConnectionVisitor(Visitor):
    """Records each connection field of a document, with its definition in the schema."""

    def __init__(self, types: TypeInfo) -> None:
        super().__init__()
        self.found: list[tuple[FieldNode, GraphQLField]] = []
        self._types = types

    def enter_field(self, node: FieldNode, *_: object) -> None:
        """Record a field that is a connection."""
        field = self._types.get_field_def()
        if field is not None and "after" in field.args:
            self.found.append((node, field))


def _invalid_arguments(field: GraphQLField, random: Random) -> tuple[dict[str, str], str]:
    """Return arguments that are invalid for a list, and the error code."""
    kind = random.random()
    label = str(cast("Any", field.args["where"]).type).removesuffix("Filter") if "where" in field.args else ""
    if kind < 0.2 and label in IDS:
        return {"where": f'{{{random.choice(IDS[label])}: {{{random.choice(("eq", "ne"))}: "no id"}}}}'}, "BAD_ID"
    if kind < 0.4 and label:
        value, code = random.choice(FILTERS)
        return {"where": value}, code
    if kind < 0.6 and "orderBy" in field.args:
        value, code = random.choice(ORDERS)
        return {"orderBy": value}, code
    return random.choice(PAGES)


def _replaced_arguments(wrong: dict[str, str]) -> set[str]:
    """Return the arguments that the wrong ones replace: `first` and `last` exclude each other."""
    return {*wrong, "first", "last"} if wrong.keys() & {"first", "last"} else {*wrong}


def _end(node: Node) -> int:
    """Return the position at which a part of a document ends."""
    assert node.loc is not None
    return node.loc.end
