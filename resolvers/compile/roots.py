"""Lookups: one entity by one of its keys, or entities by IDs of any scheme."""

from typing import Any, cast

from resolvers.compile.arguments import ArgumentValue, Given
from resolvers.compile.byline_ids import checked_key
from resolvers.compile.expression_builder import ExpressionBuilder, FieldContext, Fragment
from resolvers.compile.row_decoders import (
    Decoder,
    DecodeState,
    FieldError,
    first_item_decoder,
    list_decoder,
    nullable_decoder,
)
from resolvers.compile.values import id_pattern, match_entity, outside_key
from resolvers.errors import Code, RequestError
from schema.field_mapping import Lookup, NodeById
from schema.paging import MAX_PAGE

NO_ID = ""
"""Scheme of an invalid ID; the error message replaces the value, so no entity has it."""


def compile_root(builder: ExpressionBuilder, mapping: Lookup | NodeById, context: FieldContext) -> Fragment:
    """Return the expression of one node or null, or a list of them. Raises RequestError."""
    arguments, selection, level = context.arguments, context.selection, context.level
    var = builder.names.variable("n")
    if isinstance(mapping, Lookup):
        match = _lookup(builder, mapping, cast("dict[str, Given]", arguments["by"]), var)
        inner = builder.entity(context.type, var, selection.selection_sets, level.below())
        variable, clause = builder.collect_rows("", match, inner)
        return Fragment(variable, first_item_decoder(nullable_decoder(cast("Decoder", inner.decoder))), clause)
    labels = "|".join(builder.registry.entities)
    if not mapping.many:
        match = match_entity(labels, builder.names.parameter(arguments["id"], _any_key), var, "")
        inner = builder.entity(context.type, var, selection.selection_sets, level.below())
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


def _lookup(builder: ExpressionBuilder, mapping: Lookup, by: dict[str, Given], var: str) -> str:
    if len(by) != 1:
        problem = f"has {len(by)} keys ({', '.join(by)})" if by else "has no key"
        raise RequestError(Code.BAD_USER_INPUT, f"by {problem}; give exactly one.")
    name, source = next(iter(by.items()))
    if isinstance(source, ArgumentValue) and source.value is None:
        raise RequestError(Code.BAD_USER_INPUT, f"by.{name} is null. Give exactly one key.")
    if name == "id":
        key = builder.names.parameter(source, lambda raw: checked_key(str(raw), mapping.label))
        return match_entity(mapping.label, key, var, "")
    if name in mapping.properties:
        key, fixed, value = mapping.properties[name]
        return f"MATCH ({var}:{mapping.label} {{{key}: '{fixed}', {value}: {builder.names.parameter(source)}}})"
    scheme, _, kind = mapping.schemes.get(name, name).partition(":")
    parameter = builder.names.parameter(source, lambda raw: outside_key(scheme, f"{kind}:{raw}" if kind else str(raw)))
    return f"MATCH {id_pattern(scheme, parameter)}-[:IDENTIFIES]->({var}:{mapping.label})"


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
