"""A list of IDs in a filter: the rows are the entities of these IDs, in the order of the list."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from resolvers.compile.arguments import ArgumentValue, Given, Listed
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.expression_builder import ExpressionBuilder
from resolvers.compile.name_allocator import Convert, NameAllocator
from resolvers.compile.values import id_pattern, match_entity, outside_key
from resolvers.errors import Code, RequestError
from schema.field_mapping import AnyId, EntityId
from schema.paging import MAX_PAGE

OWN_ID = "byline"
"""Scheme of Byline IDs in the Identifier nodes of merged entities."""


@dataclass(frozen=True, slots=True)
class ListedIds:
    """A list of IDs at the top level of a filter."""

    names: NameAllocator
    name: str
    """Name of the filter's field; it is part of the cursors."""
    label: str
    scheme: str
    ids: ArgumentValue | Listed
    parameter: str
    """The IDs in normal form, see `outside_key`."""
    rest: dict[str, Given]
    """The remaining predicates of the filter."""

    def matched(self, node: str) -> tuple[str, str]:
        """Return the clauses that bind `node` to each entity with one of the IDs, and the variable of its position."""
        index, place = self.names.variable("i"), self.names.variable("k")
        match = (
            f"UNWIND range(0, size({self.parameter}) - 1) AS {index} {self._match_clause(index, node)} "
            f"WITH {node}, min({index}) AS {place}"
        )
        return match, place

    def missing(self) -> tuple[str, str]:
        """Return the variable with the unknown IDs, as the client wrote them, and the clause that binds it."""
        index, node, variable = self.names.variable("i"), self.names.variable("n"), self.names.variable("x")
        parameter = self.names.parameter(self.ids)
        absent = f"NOT EXISTS {{ {self._match_clause(index, node)} RETURN {node} }}"
        clause = (
            f"CALL () {{ UNWIND range(0, size({self.parameter}) - 1) AS {index} WITH {index} WHERE {absent} "
            f"RETURN collect({parameter}[{index}]) AS {variable} }}"
        )
        return variable, clause

    def _match_clause(self, index: str, node: str) -> str:
        value = f"{self.parameter}[{index}]"
        if self.scheme == OWN_ID:
            return match_entity(self.label, value, node, index)
        return f"MATCH {id_pattern(self.scheme, value)}-[:IDENTIFIES]->({node}:{self.label})"


def listed_ids(builder: ExpressionBuilder, type_name: str, label: str, where: Mapping[str, Given]) -> ListedIds | None:
    """Return the list of IDs in a filter, or None if it has no such list or several."""
    candidates: list[tuple[str, str]] = []
    for name, operations in where.items():
        if not isinstance(operations, dict) or "in" not in operations:
            continue
        match builder.registry.mappings.get((type_name, name)):
            case AnyId(scheme=scheme):
                candidates.append((name, scheme))
            case EntityId():
                candidates.append((name, OWN_ID))
            case _:
                pass
    if len(candidates) != 1:
        return None
    name, scheme = candidates[0]
    operations = cast("dict[str, Given]", where[name])
    ids = cast("ArgumentValue | Listed", operations["in"])
    if isinstance(ids, ArgumentValue) and ids.value is None:
        return None
    others = {operation: operand for operation, operand in operations.items() if operation != "in"}
    rest: dict[str, Given] = {key: value for key, value in where.items() if key != name}
    if others:
        rest[name] = others
    parameter = builder.names.parameter(ids, _lookup_keys(scheme, label))
    return ListedIds(builder.names, name, label, scheme, ids, parameter, rest)


def _lookup_keys(scheme: str, label: str) -> Convert:
    """Return the conversion of IDs to lookup keys; an invalid ID becomes null, which no entity has."""

    def lookup_key_or_none(value: str) -> str | list[str] | None:
        try:
            return checked_key(value, label) if scheme == OWN_ID else outside_key(scheme, value)
        except RequestError:
            return None

    def convert(values: list[str]) -> list[str | list[str] | None]:
        if len(values) > MAX_PAGE:
            raise RequestError(Code.PAGE_TOO_LARGE, f"in has {len(values):,} IDs. Use at most {MAX_PAGE:,}.")
        return [lookup_key_or_none(value) for value in values]

    return convert


def has_id(builder: ExpressionBuilder, type_name: str, where: Mapping[str, Given]) -> bool:
    """Return True if a filter gives an ID, so that an index finds the entities."""
    return any(
        isinstance(operations, dict)
        and not operations.keys().isdisjoint({"eq", "in"})
        and isinstance(builder.registry.mappings.get((type_name, name)), AnyId | EntityId)
        for name, operations in where.items()
    )
