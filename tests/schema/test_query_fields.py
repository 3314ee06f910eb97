"""Fields with a `.cypher` file fit the file's header, and fields with a property fit the model of the graph."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from graphql import GraphQLField, GraphQLInputObjectType, GraphQLObjectType

from cypher.catalog import Cypher, catalog
from resolvers.compile.cypher_files import NODE_ID, VIEWER_ID
from resolvers.compile.file_parameters import ARGUMENT_SOURCES, BOUNDS, CONSTANTS
from resolvers.compile.registry import registry
from resolvers.compile.types import named_type, type_of
from schema.field_mapping import PropertyMapping, QueryConnection, QueryResult

MODEL = Path(__file__).parents[2] / "cypher" / "model.toml"
PAGE_ARGUMENTS = {"first", "last"}
"""Integer arguments of connections, which the compiler limits itself."""


class QueryField(NamedTuple):
    """A field with a `.cypher` file."""

    name: str
    definition: GraphQLField
    mapping: QueryResult | QueryConnection
    file: Cypher


def query_fields() -> Iterator[QueryField]:
    """Yield every field whose mapping names a `.cypher` file."""
    for (type_name, name), mapping in registry().mappings.items():
        type_ = registry().schema.type_map[type_name]
        if (
            isinstance(mapping, QueryResult | QueryConnection)
            and isinstance(type_, GraphQLObjectType)
            and mapping.file in catalog()  # tests/cypher/test_catalog.py reports unknown names
        ):
            yield QueryField(f"{type_name}.{name}", type_.fields[name], mapping, catalog()[mapping.file])


def provided_parameters(field: QueryField) -> set[str]:
    """Return the parameters of the file of a field that have a value: from the node, the row, a service or an
    argument.
    """
    provided = {NODE_ID, VIEWER_ID, *field.definition.args}
    provided |= {parameter for file, parameter in (*ARGUMENT_SOURCES, *CONSTANTS) if file == field.mapping.file}
    if isinstance(field.mapping, QueryResult):
        provided |= {*field.mapping.row_parameters, field.mapping.node_key_parameter}
    provided |= {field.mapping.computed.parameter} if field.mapping.computed else set[str]()
    return provided


def test_every_file_of_a_field_declares_its_columns() -> None:
    """The header of the file of each field has a line `@returns`, because the compiler reads the columns there."""
    missing = [f"{field.mapping.file}.cypher of {field.name}" for field in query_fields() if not field.file.returns]
    assert not missing, f"add a line `// @returns name: type` to the header of: {missing}"


def test_every_parameter_of_a_file_has_a_value() -> None:
    """Each parameter in a header is an argument of the field, `id`, or a value that the mapping names."""
    unknown = [
        f"{field.name}: ${parameter.name} of {field.mapping.file}.cypher"
        for field in query_fields()
        for parameter in field.file.params
        if parameter.name not in provided_parameters(field)
    ]
    assert not unknown, (
        "these parameters are always null; rename them after an argument of the field, or add them to "
        f"ARGUMENT_SOURCES of resolvers/compile/file_parameters.py: {unknown}"
    )


def test_every_integer_argument_of_a_file_has_limits() -> None:
    """Each Int argument that a file reads has limits: without them, -1 fails in Neo4j, and a large value is slow."""
    unlimited = [
        f"{field.mapping.file}: {argument}"
        for field in query_fields()
        for argument, definition in field.definition.args.items()
        if named_type(type_of(definition)).name == "Int"
        and argument in {parameter.name for parameter in field.file.params}
        and not (isinstance(field.mapping, QueryConnection) and argument in PAGE_ARGUMENTS)
        and argument not in BOUNDS.get(field.mapping.file, {})
        and (field.mapping.file, argument) not in ARGUMENT_SOURCES
    ]
    assert not unlimited, f"add these arguments to BOUNDS of resolvers/compile/file_parameters.py: {unlimited}"


def model_properties() -> Mapping[str, set[str]]:
    """Return the declared properties of each label."""
    labels: dict[str, dict[str, Any]] = tomllib.loads(MODEL.read_text("utf-8"))["label"]
    return {name: set(label.get("properties", {})) for name, label in labels.items()}


def properties_of_entities() -> Iterator[tuple[str, str, str]]:
    """Yield (field, label, property) for each field of an entity, and of its filter, that reads one property."""
    for (type_name, name), mapping in registry().mappings.items():
        type_ = registry().schema.type_map[type_name]
        label = type_name.removesuffix("Filter") if isinstance(type_, GraphQLInputObjectType) else type_name
        if isinstance(mapping, PropertyMapping) and label in registry().entities:
            yield f"{type_name}.{name}", label, mapping.name


def test_every_property_of_an_entity_is_in_the_model() -> None:
    """Each property that a field or filter of an entity reads is declared, so that bulk loads import it."""
    declared = model_properties()
    unknown = [f"{field}: {prop}" for field, label, prop in properties_of_entities() if prop not in declared[label]]
    assert len(list(properties_of_entities())) > 100
    assert not unknown, f"declare these properties in cypher/model.toml, or correct their names: {unknown}"
