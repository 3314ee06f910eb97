"""Null anywhere in a filter or an order gives a clear error or an answer, never a server error."""

from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest
from graphql import GraphQLInputObjectType, GraphQLList, GraphQLNonNull, GraphQLObjectType, print_ast
from graphql.utilities import ast_from_value  # pyright: ignore[reportUnknownVariableType] its generics are untyped

from resolvers.compile.types import AnyType, item, named_type, strip_non_null, type_of
from resolvers.document import InvalidDocumentError
from resolvers.errors import RequestError
from resolvers.plan_cache import PlanCache
from resolvers.schema import graphql_schema
from tests.tiers import sampled_cases

LISTS = ("papers", "researchers", "topics", "institutions", "venues")


def wrap_value(type_: AnyType, inner: Any) -> Any:  # noqa: ANN401 any value
    """Return a value of a type whose innermost value is `inner`."""
    plain = strip_non_null(type_)
    return [wrap_value(item(plain), inner)] if isinstance(plain, GraphQLList) else inner


def nulls(type_: AnyType) -> Iterator[Any]:
    """Yield a value for each field of each reachable input type, with null for that field."""
    start = named_type(type_)
    seen = {start.name}
    waiting: deque[tuple[AnyType, tuple[tuple[str, AnyType], ...]]] = deque([(start, ())])
    while waiting:
        here, way = waiting.popleft()
        if not isinstance(here, GraphQLInputObjectType):
            continue
        for name, field in here.fields.items():
            found: Any = {name: None}
            for above, between in reversed(way):
                found = {above: wrap_value(between, found)}
            if not isinstance(type_of(field), GraphQLNonNull):
                yield wrap_value(type_, found)
            inner = named_type(type_of(field))
            if inner.name not in seen:
                seen.add(inner.name)
                waiting.append((inner, (*way, (name, type_of(field)))))


@pytest.mark.parametrize("root", LISTS)
@pytest.mark.parametrize("argument", ["where", "orderBy"])
@pytest.mark.parametrize("as_variable", sampled_cases([True, False]))
def test_null_causes_no_server_error(root: str, argument: str, *, as_variable: bool) -> None:
    """Null for each field of each input, as literal or variable, compiles or is rejected with a code."""
    query = graphql_schema().query_type
    assert isinstance(query, GraphQLObjectType)
    definition = query.fields[root].args[argument]
    plan_cache, tried = PlanCache(15), 0
    for value in nulls(type_of(definition)):
        given = "$v" if as_variable else print_ast(ast_from_value(value, definition.type))  # pyright: ignore[reportArgumentType] it is a value of the type
        head = f"query Q($v: {definition.type})" if as_variable else ""
        tried += 1
        try:
            document = f"{head} {{ {root}({argument}: {given}) {{ totalCount nodes {{ id }} }} }}"
            plan, coerced = plan_cache.plan(document, None, {"v": value} if as_variable else {})
            plan.bind(coerced)
        except (RequestError, InvalidDocumentError):
            continue
    assert tried > 10
