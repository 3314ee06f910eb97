"""Roots that are answered beside the compiled Cypher: weighed, checked and read as the compiled ones are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from graphql import GraphQLList, GraphQLObjectType, SelectionSetNode

from resolvers.compile.arguments import Given, Variables, read_given
from resolvers.compile.compose import TYPENAME, Composer, Spot
from resolvers.compile.cost import Level
from resolvers.compile.cursor import decode, encode
from resolvers.compile.order import Order
from resolvers.compile.page import sized
from resolvers.compile.registry import stored
from resolvers.compile.types import AnyType, bare, item, named, of
from resolvers.errors import Code, RequestError
from schema.graph import Beside
from schema.paging import DEFAULT_PAGE

TYPICAL_LIST = 5
"""How many items a list inside a row is taken to have when its cost is estimated."""
Written: TypeAlias = Callable[[Any], Any]
"""From a value, whose members have the Python names of the fields, to what the answer shows of it."""


@dataclass(frozen=True, slots=True)
class AskedBeside:
    """One such root with this request's arguments; `after` is a position, and `cursor` makes one of another."""

    key: str
    name: str
    given: Mapping[str, Any]
    first: int
    after: list[Any] | None
    cursor: Callable[[Sequence[str | int]], str]
    written: Written


@dataclass(frozen=True, slots=True)
class RootBeside:
    """One such root of a plan."""

    key: str
    name: str
    home: Beside
    given: Mapping[str, Given]
    written: Written

    def bind(self, variables: Variables) -> AskedBeside:
        """Return the root with these variables' values. Raises RequestError for a page that cannot be."""
        given = {name: stored(read_given(value, variables)) for name, value in self.given.items()}
        order = Order(self.home.order, "", "", of=self.name)
        begins = f"{order.name}:{given[self.home.told_by]}" if self.home.told_by else order.name
        after = given.pop("after", None)
        return AskedBeside(
            key=self.key,
            name=self.name,
            given=given,
            first=sized("first", _first(given)),
            after=None if after is None else decode(order, begins, str(after)),
            cursor=lambda position: encode(begins, position),
            written=self.written,
        )


def root_beside(composer: Composer, home: Beside, spot: Spot) -> RootBeside:
    """Return one root, its cost added to the plan's. Raises RequestError where it nests too deep."""
    spot.level.cost.own += home.weight
    pages = "first" in spot.definition.args
    given = spot.given

    def rows(variables: Variables) -> int:
        return max(0, _first({name: read_given(value, variables) for name, value in given.items() if name == "first"}))

    inside = spot.level.below(rows if pages else 1)
    inside.cost.own += home.row
    written = _written(composer, spot.type, spot.asked.inside, inside)
    return RootBeside(spot.asked.key, spot.asked.name, home, given, written)


def _first(given: Mapping[str, Any]) -> int:
    first = given.get("first")
    return DEFAULT_PAGE if first is None else int(first)


def _written(composer: Composer, type_: AnyType, sets: Sequence[SelectionSetNode], level: Level) -> Written:
    plain = bare(type_)
    if isinstance(plain, GraphQLList):
        each = _written(composer, item(plain), sets, level)
        return lambda values: None if values is None else [each(one) for one in values]
    found = named(plain)
    return _object(composer, found, sets, level) if isinstance(found, GraphQLObjectType) else _leaf


def _leaf(value: Any) -> Any:  # noqa: ANN401 a scalar or a member of an enum
    return value.name if isinstance(value, Enum) else value


def _object(composer: Composer, type_: GraphQLObjectType, sets: Sequence[SelectionSetNode], level: Level) -> Written:
    if level.depth > composer.max_depth:
        raise RequestError(
            Code.TOO_DEEP, f"The document nests deeper than {composer.max_depth} levels at {type_.name}."
        )
    fields: list[tuple[str, str, Written]] = []
    for asked in composer.document.asked(type_, sets):
        if asked.name == TYPENAME:
            fields.append((asked.key, "", lambda _: type_.name))
            continue
        here, inner = level.at(asked.key), of(type_.fields[asked.name])
        if asked.inside:
            here = here.below(TYPICAL_LIST if isinstance(bare(inner), GraphQLList) else 1)
        name = composer.registry.names[type_.name, asked.name]
        fields.append((asked.key, name, _written(composer, inner, asked.inside, here)))

    def write(value: Any) -> Any:  # noqa: ANN401 whatever stands behind the root made
        if value is None:
            return None
        return {key: written(getattr(value, name) if name else value) for key, name, written in fields}

    return write
