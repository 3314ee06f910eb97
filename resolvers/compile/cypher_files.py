"""Run a `.cypher` file as a subquery of a statement: its parameters become expressions; its variables stay local."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, cast

from cypher.catalog import Cypher, group_parameters, statement
from resolvers.compile.arguments import ArgumentGroup, ArgumentValue, Given, ViewerId, read_given
from resolvers.compile.expression_builder import ExpressionBuilder, KnownKey, Scope
from resolvers.compile.file_parameters import BOUNDS, CONSTANTS, EXTRA_INPUTS, BoundedIntParameter, argument_source
from resolvers.compile.values import ENTITY_IDS
from schema.field_mapping import QueryConnection, QueryResult

OWN_SCHEME = "byline"
"""Scheme of Byline IDs in an ID's [scheme, value]."""
NODE_ID = "id"
"""The parameter with the ID of the current node."""
VIEWER_ID = "viewer"
"""The parameter that is the ID of the viewer's account, empty without one."""
TYPICAL_ROWS = 10
"""Estimated number of rows of a file without a limit, for the cost."""


def open_subquery(
    builder: ExpressionBuilder,
    file: Cypher,
    scope: Scope,
    arguments: dict[str, Given],
    mapping: QueryResult | QueryConnection | None = None,
) -> str:
    """Return the opening of a subquery that runs a file; the caller adds RETURN and the closing brace.

    The file runs in a scope of its own, so that its variables do not conflict with others.
    """
    expressions: dict[str, str] = {}
    row, key_of_node = (), ""
    computed = mapping.computed if mapping else None
    if isinstance(mapping, QueryResult):
        row, key_of_node = mapping.row_parameters, mapping.node_key_parameter
    for parameter in file.params:
        if (file.name, parameter.name) in CONSTANTS:
            expressions[parameter.name] = CONSTANTS[file.name, parameter.name]
        elif (parameter.name == NODE_ID and scope.var) or parameter.name in row:
            expressions[parameter.name] = f"{scope.var}.{parameter.name}"
        elif parameter.name == VIEWER_ID:
            expressions[parameter.name] = builder.names.parameter(ViewerId())
        elif parameter.name == key_of_node:
            expressions[parameter.name] = f"[['{OWN_SCHEME}', {scope.var}.id]]"
        elif computed and parameter.name == computed.parameter:
            known: dict[str, str] = {}
            if key_of_node and scope.known_key:
                known[key_of_node] = _parameter_of_key(builder, scope.known_key)
            expressions[parameter.name] = computed_parameter(builder, statement(computed.file), arguments, known)
        else:
            expressions[parameter.name] = _argument_parameter(builder, file.name, parameter.name, arguments)
    correlated = NODE_ID in expressions or row or key_of_node
    return inline_statement(file, expressions, scope.var if correlated and scope.var else "")


def _parameter_of_key(builder: ExpressionBuilder, known: KnownKey) -> str:
    """Return a parameter that is a list with the ID of a node."""
    return builder.names.parameter(known.source, lambda raw: [known.convert(raw)])


def computed_parameter(
    builder: ExpressionBuilder,
    file: Cypher,
    arguments: dict[str, Given],
    known: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return a parameter that a service computes from the parameters of a file.

    Args:
        builder: The builder.
        file: The file whose parameters are the inputs.
        arguments: The arguments of the field.
        known: Parameters of the query for some inputs, instead of arguments.
    """
    inputs: dict[str, str] = {}
    for name in (*(parameter.name for parameter in file.params), *EXTRA_INPUTS.get(file.name, ())):
        inputs[name] = known.get(name) or _argument_parameter(builder, file.name, name, arguments)
    return builder.names.computed_parameter(file.name, inputs)


def _argument_parameter(builder: ExpressionBuilder, file: str, parameter: str, arguments: Mapping[str, Given]) -> str:
    """Return a parameter of the query for a file's parameter that is made from an argument."""
    source = argument_source(file, parameter)
    argument = None if source.argument is None else _argument(arguments, source.argument)
    with builder.names.argument_at(source.argument or ""):
        value = builder.names.parameter(argument, source.convert, source.default)
    return builder.names.computed_parameter(ENTITY_IDS, {"keys": value}) if source.is_id_list else value


def _argument(arguments: Mapping[str, Given], path: str) -> Given | ArgumentGroup | None:
    """Return an argument, or the member of an input object (`orderBy.field`); None if it is absent.

    An input object is a group with one item.
    """
    name, *members = path.split(".")
    value = arguments.get(name)
    for member in members:
        value = value.get(member) if isinstance(value, dict) else None
    return ArgumentGroup((value,)) if isinstance(value, dict) else value


def inline_statement(file: Cypher, expressions: Mapping[str, str], outer: str) -> str:
    """Return the opening of the subquery with these expressions for the file's parameters."""
    body = re.sub(r"\$([A-Za-z_]\w*)", lambda match: expressions[match[1]], file.text)
    body = re.sub(r"//[^\n]*", "", body)
    return f"CALL ({outer}) {{ CALL ({outer}) {{ {body} }}"


def query_of_file(name: str, columns: Mapping[str, str]) -> str:
    """Build a query that runs a file and returns `columns`: column name -> expression.

    The parameters of the query are in one map.
    """
    file = statement(name)
    opening = inline_statement(file, {parameter.name: f"${parameter.name}" for parameter in file.params}, "")
    returned = ", ".join(f"{expression} AS {column}" for column, expression in columns.items())
    return group_parameters(f"{opening} RETURN {returned} }} RETURN {', '.join(columns)}")


def estimated_rows(file: str, arguments: dict[str, Given]) -> Callable[[Any], int] | int:
    """Return the estimated number of rows of a file, for the cost."""
    bounds = BOUNDS.get(file)
    if not bounds:
        return TYPICAL_ROWS
    name, bound = next(iter(bounds.items()))
    argument = arguments.get(name)
    if not isinstance(argument, ArgumentValue):
        return bound.default
    return lambda variables: _number(argument.evaluate(variables), bound)


def list_length(argument: Given) -> Callable[[Any], int]:
    """Return a function of the variables that counts the items of a list in an argument, for the cost."""

    def count(variables: Any) -> int:  # noqa: ANN401 variables of the request
        value = read_given(argument, variables)
        return len(cast("list[object]", value)) if isinstance(value, list) else 1

    return count


def _number(value: object, bound: BoundedIntParameter) -> int:
    return value if isinstance(value, int) else bound.default
