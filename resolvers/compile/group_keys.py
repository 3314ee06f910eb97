"""What groups are made by: keys, measures, and the order of groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

import orjson

from resolvers.compile.arguments import Given, Leaf, Listed
from resolvers.compile.compose import Composer
from resolvers.compile.pattern import walk
from resolvers.compile.registry import stored
from resolvers.compile.source import Source
from resolvers.errors import Code, RequestError
from schema.groups.grouping import MAX_KEYS, By


@dataclass(slots=True)
class Measures:
    """The aggregates of one grouping: expression -> variable, each computed once."""

    composer: Composer
    node: str
    variables: dict[str, str] = field(default_factory=dict[str, str])

    def variable(self, expression: str) -> str:
        """Return the variable that holds an aggregate."""
        return self.variables.setdefault(expression, self.composer.text.name("a"))

    def count(self) -> str:
        """Return the variable that holds how many there are."""
        return self.variable(f"count({self.node})")

    def of(self, measure: str, prop: str) -> str:
        """Return the variable that holds a measure of a property.

        A mean is the sum divided, not Neo4j's running mean, whose last digits depend on the order of rows.
        """
        value = f"{self.node}.{prop}"
        if measure == "avg":
            mean = f"CASE count({value}) WHEN 0 THEN null ELSE toFloat(sum({value})) / count({value}) END"
            return self.variable(mean)
        return self.variable(f"{measure}({value})")


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a grouping: the variable that holds it, and whether that is a node."""

    var: str
    is_node: bool

    @property
    def order(self) -> str:
        """What groups are sorted by."""
        return f"{self.var}.ord" if self.is_node else self.var

    @property
    def value(self) -> str:
        """What is told of it, as text."""
        return f"coalesce({self.var}.name, {self.var}.title)" if self.is_node else f"toString({self.var})"


def keyed(composer: Composer, source: Source, given: Mapping[str, Given]) -> tuple[str, list[Key]]:
    """Return the clauses that bind a list's nodes with their keys, each once, and the keys. Raises RequestError."""
    wanted = cast("Leaf | Listed", given["keys"]).value
    if not 1 <= len(wanted) <= MAX_KEYS:
        raise RequestError(Code.BAD_USER_INPUT, f"keys has {len(wanted)} keys; give one to {MAX_KEYS}.")
    node = source.order.node
    body, keys, bound, several = source.every(), list[Key](), list[str](), False
    for one in wanted:
        by = cast("By", stored(one))
        var = composer.text.name("g")
        value = f"{node}.{by.prop}"
        if by.steps:
            far = composer.text.name("n")
            body += f" OPTIONAL MATCH {walk(by.steps, node, '', far)}"
            value, several = f"{far}.{by.prop}" if by.prop else far, True
        elif by.each:
            item_ = composer.text.name("i")
            body += f" UNWIND CASE WHEN size({value}) > 0 THEN {value} ELSE [null] END AS {item_}"
            value = item_
        elif by.kind:
            item_ = composer.text.name("i")
            known = orjson.dumps(composer.registry.entities).decode()
            value = f"toUpper([{item_} IN labels({node}) WHERE {item_} IN {known}][0])"
        elif by.default is not None:
            value = f"coalesce({value}, {_literal(by.default)})"
        keys.append(Key(var, bool(by.steps) and not by.prop))
        bound.append(f"{value} AS {var}")
    return f"{body} WITH {'DISTINCT ' if several else ''}{node}, {', '.join(bound)}", keys


def _literal(value: str | bool) -> str:  # noqa: FBT001 a key's default
    return str(value).lower() if isinstance(value, bool) else f"'{value}'"


def group_order(measures: Measures, keys: Sequence[Key], given: Mapping[str, Given]) -> str:
    """Return the body of ORDER BY; the keys decide in the end. Raises RequestError."""
    said = given.get("orderBy")
    items = cast("list[dict[str, Given]]", said) if isinstance(said, list) else []
    found: list[str] = []
    for one in items:
        by, of_, way = (word(one, name) for name in ("by", "of", "direction"))
        if (of_ is None) is (by not in ("count", "key")):
            wanted = "takes no measure" if of_ else "needs a measure"
            raise RequestError(Code.BAD_USER_INPUT, f"orderBy: {str(by).upper()} {wanted} in of.")
        if by == "key":
            found += [_sorted(key.order, down=way == "DESC") for key in keys]
            continue
        var = measures.count() if by == "count" else measures.of(str(by), str(of_))
        found.append(_sorted(var, down=way != "ASC"))
    if not found:
        found.append(f"{measures.count()} DESC")
    return ", ".join([*found, *(_sorted(key.order, down=False) for key in keys)])


def _sorted(value: str, *, down: bool) -> str:
    """Return a sort item; what is not there comes last either way."""
    return f"{value} IS NULL, {value} DESC" if down else value


def word(given: Mapping[str, Given], name: str) -> str | None:
    """Return the stored value of an enum that was given, or None."""
    found = given.get(name)
    return str(stored(found.value)) if isinstance(found, Leaf) and found.value is not None else None
