"""Fresh names and parameters for a Cypher text that is being compiled.

Names and parameters are numbered in the order of the document's fields, so that documents which differ only in aliases,
literals and variables' names give one text, and Neo4j plans it once.
"""

import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from resolvers.compile.arguments import (
    ArgumentGroup,
    ArgumentValue,
    Given,
    JsonLiteral,
    Listed,
    Variables,
    ViewerId,
)
from resolvers.errors import Code, RequestError

NAME = re.compile(r"\w+")
OWN_ID = "byline"
"""Scheme of Byline IDs in the Identifier nodes of merged entities."""
Converter: TypeAlias = Callable[[Any], Any]
"""Converts a client's value to a Neo4j parameter. Raises RequestError for an invalid value."""


@dataclass(frozen=True, slots=True)
class ArgumentSource:
    """The value of a file's parameter: an argument of the field, converted.

    Attributes:
        argument: name of the argument, or a path such as `orderBy.field`; None if no argument is needed.
        convert: conversion of the value.
        default: value if the argument is absent.
        is_id_list: True if `convert` returns the [scheme, value] of IDs; the parameter has the IDs of their entities.
    """

    argument: str | None
    convert: Converter | None = None
    default: Any = None
    is_id_list: bool = False


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a compiled text: the source of its value, and its conversion."""

    name: str
    source: ArgumentValue | Listed | ArgumentGroup | JsonLiteral | ViewerId
    convert: Converter | None
    path: tuple[str, ...] = ()
    """Response keys that lead to the field whose argument this is."""
    argument: str = ""
    """Argument of the field, such as `where.authors.some.node.id.eq`. An invalid value is reported with it."""

    def bind(self, variables: Variables) -> Any:  # noqa: ANN401 value from the client
        """Return the value for these variables. Raises RequestError with the path of the field."""
        value = self.source.evaluate(variables)
        if self.convert is None:
            return value
        try:
            return self.convert(value)
        except RequestError as error:
            error.path = error.path or self.path
            error.message = self._with_argument(error)
            raise

    def _with_argument(self, error: RequestError) -> str:
        """Return the message of an error with the whole path of the argument, such as `where.title.matches`."""
        member = self.argument.rpartition(".")[2]
        if member and error.message.startswith((f"{member}:", f"{member} ")):
            return self.argument + error.message.removeprefix(member)
        return f"{self.argument}: {error.message}" if member and error.code is Code.BAD_ID else error.message


@dataclass(frozen=True, slots=True)
class ComputedParameter:
    """A parameter that a service computes before the query runs. `inputs` are names of parameters that it replaces, by
    their names in the service's `file`.
    """

    name: str
    file: str
    inputs: Mapping[str, str]


@dataclass(slots=True)
class NameAllocator:
    """Allocates names and parameters."""

    parameters: list[Parameter] = field(default_factory=list[Parameter])
    computed: list[ComputedParameter] = field(default_factory=list[ComputedParameter])
    lookups: dict[str, str] = field(default_factory=dict[str, str])
    """Variables that the statement binds first, and the clause of each."""
    count: int = 0
    """Number of allocated variables."""
    path: tuple[str, ...] = ()
    """Response keys that lead to the field that is being compiled."""
    argument: str = ""
    """The argument that is being compiled."""

    @contextmanager
    def argument_at(self, path: str) -> Generator[None]:
        """Compile an argument: parameters inside get its path."""
        outer, self.argument = self.argument, path
        try:
            yield
        finally:
            self.argument = outer

    @contextmanager
    def field(self, key: str) -> Generator[None]:
        """Compile a field: errors and parameters inside get its path."""
        outer = self.path
        self.path = (*outer, key)
        try:
            yield
        except RequestError as error:
            error.path = error.path or self.path
            raise
        finally:
            self.path = outer

    def variable(self, stem: str) -> str:
        """Return a fresh variable. `.cypher` files use no names of this form."""
        self.count += 1
        return f"{stem}_{self.count}"

    def parameter(
        self,
        source: Given | ArgumentGroup | ViewerId | None,
        convert: Converter | None = None,
        default: Any = None,  # noqa: ANN401
    ) -> str:
        """Return a fresh parameter, with its dollar sign; `default` if the argument is absent."""
        if not isinstance(source, ArgumentValue | Listed | ArgumentGroup | JsonLiteral | ViewerId):
            source = ArgumentValue(default)
        parameter = Parameter(f"p{len(self.parameters)}", source, convert, self.path, self.argument)
        self.parameters.append(parameter)
        return f"${parameter.name}"

    def computed_parameter(self, file: str, inputs: Mapping[str, str]) -> str:
        """Return a fresh parameter, with its dollar sign, that a service computes from those of a file."""
        parameter = self.parameter(None)
        names = {own: parameter.removeprefix("$") for own, parameter in inputs.items()}
        self.computed.append(ComputedParameter(parameter.removeprefix("$"), file, names))
        return parameter

    def entity_ids(self, keys: str) -> str:
        """Return a fresh variable with the Byline IDs of entities, which a clause at the start of the statement binds.

        Args:
            keys: parameter with the [scheme, value] of each ID: external IDs, Byline IDs and retired ones.
        """
        variable = self.variable("ids")
        self.lookups[variable] = (
            f"CALL () {{ UNWIND {keys} AS key "
            "MATCH (:Identifier {scheme: key[0], value: key[1]})-[:IDENTIFIES]->(known) "
            f"RETURN collect(known.id) + [own IN {keys} WHERE own[0] = '{OWN_ID}' | own[1]] AS {variable} }}"
        )
        return variable

    def call(self, outer: str, body: str) -> str:
        """Return a subquery that imports the variable `outer` and the variables of `lookups` that its body reads."""
        names = set(NAME.findall(body)) if self.lookups else ()
        return (
            f"CALL ({', '.join(filter(None, [outer, *(name for name in self.lookups if name in names)]))}) {{ {body} }}"
        )

    def bind(self, variables: Variables) -> dict[str, Any]:
        """Return the value of every parameter. Raises RequestError."""
        return {parameter.name: parameter.bind(variables) for parameter in self.parameters}
