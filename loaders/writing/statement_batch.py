"""Collect the statements of one transaction before they are sent."""

from collections.abc import Iterable
from typing import Protocol

from cypher.catalog import statement
from cypher.driver.client import Statement
from cypher.driver.values import Value


class Sink(Protocol):
    """Collects rows by write statement."""

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Add a list of rows for a statement."""


class StatementBatch:
    """The statements of one transaction, in order, without those that have no rows."""

    def __init__(self) -> None:
        self.statements: list[Statement] = []

    def add_rows(self, name: str, parameter: str, values: Iterable[Value], **others: Value) -> None:
        """Add a statement that runs over a list, unless the list is empty."""
        listed = list(values)
        if listed:
            self.statements.append(Statement(statement(f"ingest/{name}").text, {parameter: listed, **others}))
