"""Declarations of fields: a Strawberry field with its mapping to the graph as metadata.

The compiler reads the mapping. The resolver of a field reads the compiled response, for Strawberry's own executor.
"""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, cast

import strawberry
from strawberry.types.base import StrawberryContainer
from strawberry.types.enum import StrawberryEnumDefinition

from schema.field_mapping import AnyId, EntityId, FieldMapping, PartialDateMapping, PropertyMapping, RelationshipFilter

MAPPING = "byline"
"""Metadata key of a field's mapping."""


@dataclass(frozen=True, slots=True)
class Default:
    """An argument with a default value in the schema."""

    annotation: Any
    value: Any


def int_argument(description: str, default: int) -> Default:
    """Return an optional integer argument with a default value."""
    return Default(Annotated[int | None, strawberry.argument(description=description)], default)


Arguments: TypeAlias = Mapping[str, Any]
"""Python name -> annotation of an argument, or `Default`. An argument is optional unless it is in `required`."""


def mapped_field(
    mapping: FieldMapping,
    description: str,
    arguments: Arguments | None = None,
    required: Arguments | None = None,
    name: str | None = None,
) -> Any:  # noqa: ANN401 a field's declared type is its annotation, as with dataclasses.field
    """Return a Strawberry field that lives at `mapping` in the graph."""
    reader = _reader(arguments or {}, required or {})
    return strawberry.field(resolver=reader, name=name, description=description, metadata={MAPPING: mapping})


def prop(name: str, description: str, default: str | float | bool | None = None) -> Any:  # noqa: ANN401, FBT001 as above
    """Return a field that is a property."""
    return mapped_field(PropertyMapping(name, default), description)


def condition(
    mapping: PropertyMapping | PartialDateMapping | EntityId | AnyId | RelationshipFilter, description: str
) -> Any:  # noqa: ANN401 as above
    """Return a field of a filter, with its mapping."""
    return strawberry.field(default=strawberry.UNSET, description=description, metadata={MAPPING: mapping})


def entity_id(label: str) -> Any:  # noqa: ANN401 as above
    """Return the field of a filter on the ID of an entity with this label."""
    return condition(EntityId(label), "Byline ID, current or retired, or any external ID of the entity.")


def _reader(arguments: Arguments, required: Arguments) -> Callable[..., object]:
    """Build a resolver with these arguments that reads the prepared answer under the key that was asked for."""

    def read_root(root: Mapping[str, object], info: strawberry.Info, **_: object) -> object:
        if not isinstance(root, dict):  # what is answered beside the compiled Cypher is no prepared answer
            return getattr(root, info.python_name)
        return _member(info.return_type, root[str(info.path.key)])

    kind = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("root", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        inspect.Parameter("info", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=strawberry.Info),
        *(inspect.Parameter(name, kind, annotation=type_) for name, type_ in required.items()),
        *(
            inspect.Parameter(name, kind, annotation=type_.annotation, default=type_.value)
            if isinstance(type_, Default)
            else inspect.Parameter(name, kind, annotation=type_, default=strawberry.UNSET)
            for name, type_ in arguments.items()
        ),
    ]
    read_root.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess] Strawberry reads it
    read_root.__annotations__ = {
        p.name: p.annotation for p in parameters if p.annotation is not inspect.Parameter.empty
    }
    return read_root


def _member(type_: object, value: object) -> object:
    """Return the enum member whose name the prepared answer has, or a list of them; anything else as it is."""
    if isinstance(value, list):
        return [_member(type_, item) for item in cast("list[object]", value)]
    while isinstance(type_, StrawberryContainer):
        type_ = type_.of_type
    if isinstance(type_, StrawberryEnumDefinition) and isinstance(value, str):
        return type_.wrapped_cls[value]
    return value
