"""The pieces of a Cypher text in the making: fresh names and parameters.

Names and parameters are numbered in the order of the document's fields, so that documents which differ only in aliases,
literals and variables' names give one text, and Neo4j plans it once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from resolvers.compile.arguments import ArgumentGroup, ArgumentValue, Given, JsonLiteral, Listed, Variables

Convert: TypeAlias = Callable[[Any], Any]
"""Converts a client's value to a Neo4j parameter. Raises RequestError for an invalid value."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a compiled text: where its value comes from, and how it is made fit."""

    name: str
    source: ArgumentValue | Listed | ArgumentGroup | JsonLiteral
    convert: Convert | None

    def bind(self, variables: Variables) -> Any:  # noqa: ANN401 what a client sent
        """Return the value for these variables. Raises RequestError."""
        value = self.source.evaluate(variables)
        return value if self.convert is None else self.convert(value)


@dataclass(slots=True)
class NameAllocator:
    """Names and parameters handed out so far."""

    parameters: list[Parameter] = field(default_factory=list[Parameter])
    names: int = 0

    def name(self, stem: str) -> str:
        """Return a fresh variable name. Files in cypher/read do not use names of this form."""
        self.names += 1
        return f"{stem}_{self.names}"

    def parameter(
        self,
        source: Given | ArgumentGroup | None,
        convert: Convert | None = None,
        default: Any = None,  # noqa: ANN401
    ) -> str:
        """Return a fresh parameter, with its dollar sign; `default` where the argument was left out."""
        if not isinstance(source, ArgumentValue | Listed | ArgumentGroup | JsonLiteral):
            source = ArgumentValue(default)
        made = Parameter(f"p{len(self.parameters)}", source, convert)
        self.parameters.append(made)
        return f"${made.name}"

    def bind(self, variables: Variables) -> Mapping[str, Any]:
        """Return every parameter's value. Raises RequestError."""
        return {parameter.name: parameter.bind(variables) for parameter in self.parameters}
