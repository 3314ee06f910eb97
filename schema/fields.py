"""Declarations of fields: a Strawberry field with its mapping to the graph as metadata.

The compiler reads the mapping. With the executor `strawberry`, Strawberry completes the response: the resolver of a
field reads its value from the result of the compiled Cypher.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, cast

import strawberry
from strawberry.types.base import StrawberryContainer
from strawberry.types.enum import StrawberryEnumDefinition

from schema.field_mapping import (
    AnyId,
    EntityId,
    FieldMapping,
    KindFilter,
    PartialDateMapping,
    PropertyMapping,
    RelationshipFilter,
)

MAPPING = "byline"
"""Metadata key of a field's mapping."""


@dataclass(frozen=True, slots=True)
class ArgumentWithDefault:
    """An argument with a default value in the schema."""

    annotation: Any
    value: Any


def int_argument(description: str, default: int) -> ArgumentWithDefault:
    """Return an optional integer argument with a default value."""
    return ArgumentWithDefault(Annotated[int | None, strawberry.argument(description=description)], default)


Arguments: TypeAlias = Mapping[str, Any]
"""Python name -> annotation of an argument, or `ArgumentWithDefault`."""


def mapped_field(
    mapping: FieldMapping,
    description: str,
    arguments: Arguments | None = None,
    required: Arguments | None = None,
    name: str | None = None,
) -> Any:  # noqa: ANN401 a field's declared type is its annotation, as with dataclasses.field
    """Return a Strawberry field with its mapping to the graph, its optional arguments and its required arguments."""
    reader = _build_resolver(arguments or {}, required or {})
    return strawberry.field(resolver=reader, name=name, description=description, metadata={MAPPING: mapping})


def prop(name: str, description: str, default: str | float | bool | list[str] | None = None) -> Any:  # noqa: ANN401, FBT001 as above
    """Return a field that has the value of the property `name` of the current node, relationship or row."""
    return mapped_field(PropertyMapping(name, default), description)


def filter_field(
    mapping: PropertyMapping | PartialDateMapping | EntityId | AnyId | RelationshipFilter | KindFilter,
    description: str,
) -> Any:  # noqa: ANN401 as above
    """Return a field of a filter, with its mapping."""
    return strawberry.field(default=strawberry.UNSET, description=description, metadata={MAPPING: mapping})


EXTERNAL_IDS = {
    "Researcher": "orcid:0000-0002-1825-0097",
    "Paper": "doi:10.1000/182",
    "Institution": "ror:03yrm5c26",
    "Venue": "issn:2049-3630",
    "Volume": "volume:acl:2022.acl-long",
    "Funder": "funder:10.13039/100000001",
}
"""Label of an entity -> example of an external ID, for descriptions. Topics have only Byline IDs."""


def entity_id(label: str) -> Any:  # noqa: ANN401 as above
    """Return the field of a filter that compares the ID of an entity with this label."""
    example = EXTERNAL_IDS.get(label)
    external = f", or any external ID, such as {example}" if example else ""
    return filter_field(EntityId(label), f"Byline ID, current or retired{external}.")


def _build_resolver(arguments: Arguments, required: Arguments) -> Callable[..., object]:
    """Return a resolver with these arguments, which reads the value of its field from the result of the compiled
    Cypher.
    """

    def read_field(root: Mapping[str, object], info: strawberry.Info, **_: object) -> object:
        if not isinstance(root, dict):  # an object of a service, whose attributes are the fields
            return getattr(root, info.python_name)
        return _enum_member(info.return_type, root[str(info.path.key)])

    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("root", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("info", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=strawberry.Info),
        *(inspect.Parameter(name, kind, annotation=type_) for name, type_ in required.items()),
        *(
            inspect.Parameter(name, kind, annotation=type_.annotation, default=type_.value)
            if isinstance(type_, ArgumentWithDefault)
            else inspect.Parameter(name, kind, annotation=type_, default=strawberry.UNSET)
            for name, type_ in arguments.items()
        ),
    ]
    read_field.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess] Strawberry reads it
    read_field.__annotations__ = {
        parameter.name: parameter.annotation
        for parameter in parameters
        if parameter.annotation is not inspect.Parameter.empty
    }
    return read_field


def _enum_member(type_: object, value: object) -> object:
    """Return the enum member whose name the response contains, or a list of members; other values unchanged."""
    if isinstance(value, list):
        return [_enum_member(type_, item) for item in cast("list[object]", value)]
    while isinstance(type_, StrawberryContainer):
        type_ = type_.of_type
    if isinstance(type_, StrawberryEnumDefinition) and isinstance(value, str):
        return type_.wrapped_cls[value]
    return value
