"""Lookups by ID: root fields with one entity or several, and lists of IDs in a filter, whose order the rows have."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from resolvers.compile.arguments import ArgumentValue, Given, Listed
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment, KnownKey
from resolvers.compile.name_allocator import OWN_ID, Converter, NameAllocator
from resolvers.compile.row_decoders import (
    Decoder,
    DecodeState,
    FieldError,
    first_item_decoder,
    list_decoder,
    nullable_decoder,
)
from resolvers.compile.values import external_key, id_pattern, match_entity, outside_key, pattern_key
from resolvers.errors import Code, RequestError
from schema.field_mapping import AnyId, EntityId, Lookup, NodeById
from schema.paging import MAX_PAGE

NO_ID = ""
"""Scheme of an invalid ID; the error message replaces the value, so no entity has it."""


def compile_lookup(builder: ExpressionBuilder, mapping: Lookup | NodeById, context: FieldContext) -> Fragment:
    """Return the expression of one node or null, or a list of them. Raises RequestError."""
    arguments, selection, level = context.arguments, context.selection, context.level
    var = builder.names.variable("n")
    if isinstance(mapping, Lookup):
        by = cast("dict[str, Given]", arguments["by"])
        with builder.names.argument_at(".".join(("by", *by)) if len(by) == 1 else "by"):
            match, known_key = _lookup(builder, mapping, by, var)
        inner = builder.entity(context.type, var, selection.selection_sets, level.below(), known_key)
        variable, clause = builder.collect_rows("", match, inner)
        return Fragment(variable, first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), clause)
    labels = "|".join(builder.registry.entities)
    if not mapping.many:
        with builder.names.argument_at("id"):
            key = builder.names.parameter(arguments["id"], _any_key)
        match = match_entity(labels, key, var, "")
        known_key = KnownKey(arguments["id"], _any_key)
        inner = builder.entity(context.type, var, selection.selection_sets, level.below(), known_key)
        variable, clause = builder.collect_rows("", match, inner)
        return Fragment(variable, first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), clause)
    key = builder.names.variable("k")
    ids = cast("ArgumentValue", arguments["ids"])
    inner = builder.entity(
        context.type, var, selection.selection_sets, level.below(lambda variables: len(ids.evaluate(variables)))
    )
    match = match_entity(labels, key, var, key)
    variable, clause = builder.collect_rows(key, match, inner)
    parameter = builder.names.parameter(ids, _any_keys)
    every, clauses = builder.collect_rows("", f"UNWIND {parameter} AS {key}", Fragment(variable, None, clause))
    decoder = list_decoder(first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), absent_is_empty=True)
    return Fragment(every, _with_errors(decoder, parameter.removeprefix("$"), selection.key), clauses)


def _with_errors(decoder: Decoder, parameter: str, key: str) -> Decoder:
    """Return a decoder that also adds an error for each invalid ID, with its position."""

    def decode_with_errors(value: Any, state: DecodeState) -> Any:  # noqa: ANN401 a Decoder
        for place, (scheme, message) in enumerate(state.parameters[parameter]):
            if scheme == NO_ID:
                state.errors.append(FieldError(message, Code.BAD_ID, (key, place)))
        return decoder(value, state)

    return decode_with_errors


def _lookup(builder: ExpressionBuilder, mapping: Lookup, by: dict[str, Given], var: str) -> tuple[str, KnownKey]:
    """Return the clause that binds an entity, and its ID. Raises RequestError."""
    if len(by) != 1:
        problem = f"has {len(by)} keys ({', '.join(by)})" if by else "has no key"
        raise RequestError(Code.BAD_USER_INPUT, f"by {problem}; give exactly one.")
    name, source = next(iter(by.items()))
    if isinstance(source, ArgumentValue) and source.value is None:
        raise RequestError(Code.BAD_USER_INPUT, f"by.{name} is null. Give exactly one key.")
    if name == "id":

        def own_key(raw: object) -> list[str]:
            return checked_key(str(raw), mapping.label)

        known_key = KnownKey(source, own_key)
        return match_entity(mapping.label, builder.names.parameter(*known_key), var, ""), known_key
    if name in mapping.properties:
        key, fixed, value = mapping.properties[name]
        match = f"MATCH ({var}:{mapping.label} {{{key}: '{fixed}', {value}: {builder.names.parameter(source)}}})"

        def code_key(raw: object) -> list[str]:
            return [fixed, str(raw)]

        return match, KnownKey(source, code_key)
    scheme, _, kind = mapping.schemes.get(name, name).partition(":")

    def key_of(raw: object) -> list[str]:
        return external_key(scheme, f"{kind}:{raw}" if kind else str(raw))

    parameter = builder.names.parameter(source, lambda raw: pattern_key(scheme, key_of(raw)))
    known_key = KnownKey(source, key_of)
    return f"MATCH {id_pattern(scheme, parameter)}-[:IDENTIFIES]->({var}:{mapping.label})", known_key


def _any_key(raw: Any) -> list[str]:  # noqa: ANN401 value from the client
    return checked_key(str(raw))


def _any_keys(raw: Any) -> list[list[str]]:  # noqa: ANN401 value from the client
    if len(raw) > MAX_PAGE:
        raise RequestError(Code.PAGE_TOO_LARGE, f"{len(raw):,} ids at once; at most {MAX_PAGE:,}.")
    return [_key_or_error(raw_key) for raw_key in raw]


def _key_or_error(raw: Any) -> list[str]:  # noqa: ANN401 value from the client
    try:
        return _any_key(raw)
    except RequestError as error:
        return [NO_ID, error.message]


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


def _lookup_keys(scheme: str, label: str) -> Converter:
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
