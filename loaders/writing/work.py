"""The statements of one transaction, put together before anything is sent."""

from collections.abc import Iterable
from typing import Protocol

from cypher.catalog import statement
from cypher.run import Statement
from cypher.values import Value


class Sink(Protocol):
    """What takes rows by the statement that writes them."""

    def on(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Take a list that a statement runs over."""


class Work:
    """The statements of one transaction, in order; one without rows is left out."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def on(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Add a statement that runs over a list."""
        listed = list(values)
        if listed:
            self.statements.append(Statement(statement(f"write/{name}").text, {parameter: listed, **others}))
