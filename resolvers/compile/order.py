"""Compile `orderBy`: the sort keys of a list as Cypher, forwards and backwards."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias, cast

import orjson

from resolvers.compile.arguments import ArgumentGroup, ArgumentValue, Given
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError
from schema.field_mapping import Key
from schema.order.sort import ID, ID_DOWN, OWN_ORDER, RELEVANCE, Sort

MOST_KEYS = 20
"""Maximum number of sort keys of one list; each makes the statement longer."""
TAIL = 29
"""Length of a Byline ID and the space before it, at the end of every `ord` by name."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A count as sort key: its name in cursors, its variable, and its expression."""

    name: str
    var: str
    expression: str


Count: TypeAlias = Callable[[str, Mapping[str, Given]], Counted]
"""Returns the count of related items of one kind that match a condition."""


@dataclass(frozen=True, slots=True)
class Order:
    """The sort keys of one list, and the variables of its rows."""

    keys: tuple[Key, ...]
    node: str
    edge: str
    counted: tuple[Counted, ...] = ()
    list_name: str = ""
    """Name of the sorted list; cursors contain it, so that they are not valid for other lists."""
    inputs: ArgumentGroup | None = None
    """The inputs of the sort values other than the graph, and `mark`, the parameter with their digest."""
    mark: str = ""

    @property
    def name(self) -> str:
        """Prefix of the cursors of this order."""
        keys = ",".join(f"{'-' if key.descending else ''}{key.on[0]}.{key.prop}" for key in self.keys)
        return f"{self.list_name}:{keys}"

    @property
    def starts_with_index(self) -> bool:
        """True if the first key is a stored value that an index of the label can have."""
        first = self.keys[0]
        return first.on == "node" and first.null is None and not first.stem and not first.flag

    def value(self, key: Key) -> str:
        """Return the Cypher expression of one key."""
        if key.on == "count":
            return next(count.var for count in self.counted if count.name == key.prop)
        plain = f"{self.edge if key.on == 'edge' else self.node}.{key.prop}"
        if key.flag:
            plain = f"toInteger({plain})"
        if key.stem:
            plain = f"left({plain}, size({plain}) - {TAIL})"
        if key.null is None:
            return plain
        return f"coalesce({plain}, {orjson.dumps(key.null).decode()})"

    def values(self) -> str:
        """Return the Cypher list of all keys, for the cursor."""
        return f"[{', '.join(self.value(key) for key in self.keys)}]"

    def by(self, *, backwards: bool) -> str:
        """Return the body of ORDER BY."""
        return ", ".join(self.value(key) + (" DESC" if key.descending is not backwards else "") for key in self.keys)

    def beyond(self, parameters: Sequence[str], *, backwards: bool) -> str:
        """Return the predicate of items strictly after (or before) the position in the parameters."""
        if len({key.descending for key in self.keys}) == 1:
            return self._range(parameters, backwards=backwards)
        return self._lexicographic(parameters, 0, backwards=backwards)

    def _range(self, parameters: Sequence[str], *, backwards: bool) -> str:
        """Return the predicate for keys with one direction: a range that an index can serve, then the ties."""
        first = self.keys[0]
        if len(self.keys) == 1:
            return f"{self.value(first)} {_sign(first, backwards=backwards)} {parameters[0]}"
        leading = f"{self.value(first)} {_sign(first, backwards=backwards)}= {parameters[0]}"
        return f"{leading} AND ({self._lexicographic(parameters, 0, backwards=backwards)})"

    def _lexicographic(self, parameters: Sequence[str], index: int, *, backwards: bool) -> str:
        key = self.keys[index]
        past = f"{self.value(key)} {_sign(key, backwards=backwards)} {parameters[index]}"
        if index == len(self.keys) - 1:
            return past
        rest = self._lexicographic(parameters, index + 1, backwards=backwards)
        return f"{past} OR ({self.value(key)} = {parameters[index]} AND ({rest}))"

    def present(self) -> str:
        """Return the predicate with which an index can serve the order: keys without a replacement are not null."""
        required_keys = [key for key in self.keys if key.null is None and key.on != "count"]
        return " AND ".join(f"{self.value(key)} IS NOT NULL" for key in required_keys)


def _sign(key: Key, *, backwards: bool) -> str:
    return "<" if key.descending is not backwards else ">"


def compile_order(
    argument: Given | None, own: tuple[Key, ...], count: Count, *, searched: bool = False
) -> tuple[tuple[Key, ...], tuple[Counted, ...]]:
    """Return the sort keys of an `orderBy`, and the counts among them. Without one, the default order.

    Args:
        argument: the argument `orderBy`.
        own: the default order.
        count: compiles a count of related items.
        searched: True if the list has the results of a search.

    Raises:
        RequestError: for a sort key that is not exactly one of field, count and edge.
    """
    if not isinstance(argument, list) or not argument:
        return own, ()
    keys: list[Key] = []
    counts: list[Counted] = []
    items = cast("list[dict[str, Given]]", argument)
    if len(items) > MOST_KEYS:
        raise RequestError(Code.BAD_USER_INPUT, f"orderBy has {len(items):,} keys; at most {MOST_KEYS} are taken.")
    for place, item in enumerate(items):
        last = place == len(items) - 1
        direction, nulls = _word(item, "direction"), _word(item, "nulls")
        sort = _by(item)
        if sort == RELEVANCE and not searched:
            raise RequestError(Code.BAD_USER_INPUT, "orderBy: RELEVANCE sorts the results of a search. Set `query`.")
        if isinstance(sort, Sort):
            keys += _own(own, direction, last=last) if sort == OWN_ORDER else sort.keys(direction, nulls, last=last)
        else:
            counted = replace(count(*sort), name=f"{sort[0]}{len(counts)}")
            counts.append(counted)
            keys.append(Key(counted.name, direction != "ASC", "count", number=True))
        if any(key.unique for key in keys):  # what follows a unique key never decides
            break
    unique = next((place for place, key in enumerate(keys) if key.unique), None)
    all_keys = keys[: unique + 1] if unique is not None else [*keys, ID_DOWN if keys[-1].descending else ID]
    return tuple(all_keys), tuple(counts)


def _by(item: Mapping[str, Given]) -> Sort | tuple[str, Mapping[str, Given]]:
    """Return the operand of a sort key: a value, or the count of related items with their condition."""
    names = [name for name in ("field", "count", "edge") if _is_given(item, name)]
    if len(names) != 1:
        description = " and ".join(names) or "neither field nor count"
        raise RequestError(Code.BAD_USER_INPUT, f"A sort key of orderBy has {description}. Give exactly one.")
    by = item[names[0]]
    if isinstance(by, ArgumentValue):
        return cast("Sort", stored(by.value))
    links = cast("dict[str, Given]", by)
    counted = {name: match for name, match in links.items() if _is_given(links, name)}
    if len(counted) != 1:
        description = " and ".join(counted) or "nothing"
        raise RequestError(
            Code.BAD_USER_INPUT, f"count of a sort key counts {description}. Give exactly one kind of link."
        )
    name, match = next(iter(counted.items()))
    return name, cast("Mapping[str, Given]", match)


def _is_given(item: Mapping[str, Given], name: str) -> bool:
    argument = item.get(name)
    return argument is not None and not (isinstance(argument, ArgumentValue) and argument.value is None)


def _word(item: Mapping[str, Given], name: str) -> str | None:
    argument = item.get(name)
    return str(stored(argument.value)) if isinstance(argument, ArgumentValue) and argument.value is not None else None


def _own(own: tuple[Key, ...], direction: str | None, *, last: bool) -> list[Key]:
    if own[0].on != "edge":
        raise RequestError(Code.BAD_USER_INPUT, "orderBy: DEFAULT is for connections with an order of their own.")
    reverse = direction is not None and own[0].descending is not (direction == "DESC")
    return [replace(key, descending=key.descending is not reverse) for key in own if last or not key.unique]
