"""The Reconciliation Service API 0.2 as strict models of each response."""

# ruff: noqa: D101 a class has the name that the API gives the object

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, RootModel, StrictBool, StrictInt, StrictStr

Template = Annotated[StrictStr, Field(pattern=r"\{\{id\}\}")]
Number = StrictInt | Annotated[float, Field(strict=True)]


class Exact(BaseModel):
    """An object with exactly these members."""

    model_config = ConfigDict(extra="forbid")


class Type(Exact):
    id: Annotated[StrictStr, Field(min_length=1)]
    name: StrictStr


class View(Exact):
    url: Template


class Preview(Exact):
    url: Template
    width: StrictInt
    height: StrictInt


class ServicePath(Exact):
    service_url: StrictStr
    service_path: StrictStr


class Suggest(Exact):
    entity: ServicePath
    property: ServicePath
    type: ServicePath


class Extend(Exact):
    propose_properties: ServicePath


class Manifest(Exact):
    versions: list[StrictStr]
    name: StrictStr
    identifierSpace: StrictStr  # noqa: N815 the API's name
    schemaSpace: StrictStr  # noqa: N815 as above
    serviceVersion: StrictStr  # noqa: N815 as above
    defaultTypes: list[Type]  # noqa: N815 as above
    view: View
    preview: Preview
    suggest: Suggest
    extend: Extend
    batchSize: StrictInt  # noqa: N815 as above


class Feature(Exact):
    id: StrictStr
    value: StrictBool | Number


class Candidate(Exact):
    id: Annotated[StrictStr, Field(min_length=1)]
    name: Annotated[StrictStr, Field(min_length=1)]
    description: StrictStr
    type: list[Type]
    score: Number
    match: StrictBool
    features: list[Feature]


class Result(Exact):
    result: list[Candidate]


class Results(RootModel[dict[str, Result]]):
    """A result batch."""


class Entity(Exact):
    id: StrictStr
    name: StrictStr
    description: StrictStr
    notable: list[Type]


class Entities(Exact):
    result: list[Entity]


class Suggestion(Exact):
    id: StrictStr
    name: StrictStr
    description: StrictStr = ""


class Suggestions(Exact):
    result: list[Suggestion]


class Proposed(Exact):
    type: StrictStr
    properties: list[Suggestion]
    limit: StrictInt | None = None


class Meta(Exact):
    id: StrictStr
    name: StrictStr
    type: Type | None = None


class Reference(Exact):
    id: StrictStr
    name: StrictStr


class Text(Exact):
    str: StrictStr


class Whole(Exact):
    int: StrictInt


class Real(Exact):
    float: Number


class Extended(Exact):
    meta: list[Meta]
    rows: dict[str, dict[str, list[Reference | Text | Whole | Real]]]
