"""The declared graph model: labels and relationship types of `model.toml` with their properties and meanings."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

MODEL = Path(__file__).parent / "model.toml"
_PATTERN = re.compile(r"\(:([\w|]+)\)-\[:\w+\]-(>?)\(:([\w|]+)\)")


class Property(NamedTuple):
    """A property of a label or relationship type; the type is one of the model, such as `list<string>`."""

    name: str
    type: str
    meaning: str


class ModelElement(NamedTuple):
    """A label or relationship type.

    Of a relationship type, `pattern` is the Cypher pattern, `ends` has the labels of the start and end node, one pair
    for each combination, and `directed` is False if its direction has no meaning. A label has no pattern and no ends.
    """

    name: str
    meaning: str
    properties: tuple[Property, ...]
    pattern: str = ""
    ends: tuple[tuple[str, str], ...] = ()
    directed: bool = True


@cache
def labels() -> Mapping[str, ModelElement]:
    """Return the labels by name, in the order of the model."""
    return {name: _element(name, definition) for name, definition in _load_model()["label"].items()}


@cache
def relationship_types() -> Mapping[str, ModelElement]:
    """Return the relationship types by name, in the order of the model."""
    return {name: _element(name, definition) for name, definition in _load_model()["relationship"].items()}


@cache
def _load_model() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    return tomllib.loads(MODEL.read_text("utf-8"))


def _element(name: str, definition: Mapping[str, Any]) -> ModelElement:
    properties = tuple(
        Property(key, type_, meaning) for key, (type_, meaning) in definition.get("properties", {}).items()
    )
    pattern = str(definition.get("pattern", ""))
    patterns = _PATTERN.findall(pattern)
    ends = tuple((start, end) for starts, _, ends in patterns for start in starts.split("|") for end in ends.split("|"))
    directed = all(arrow for _, arrow, _ in patterns)
    return ModelElement(name, str(definition["meaning"]), properties, pattern, ends, directed)
