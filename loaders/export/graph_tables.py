"""Tables of the graph: the labels and relationship types of an export, with their columns and their rows.

Each label is a table with the column `id`, each relationship type a table with the columns `fromId` and `toId`; the
other columns are properties. Records, loads, accounts and acts of users are in no table.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing
from difflib import get_close_matches
from typing import NamedTuple

from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.model import ModelElement, Property, labels, relationship_types
from cypher.queries.lookup import ExportedRow
from loaders.export.canonical_export import EXPORT_S, require_no_writer, require_unchanged

LABELS = (
    "Paper",
    "Researcher",
    "Institution",
    "Topic",
    "Venue",
    "Volume",
    "Funder",
    "Resource",
    "Manifestation",
    "Identifier",
)
"""Labels that can be exported."""
INTERNAL = frozenset({"ord", "rid", "pid", "tid", "iid", "fid", "addedIn", "changedIn", "collaborationsChangedIn"})
"""Properties that are left out: sort keys, copies of IDs for indexes, and positions in the change feed."""
HIDDEN_TYPES = frozenset({"HIDES_AFFILIATION_WITH"})
"""Relationship types that are not exported because a person hides them."""
PAGE_ROWS = 5_000
"""Maximum number of rows in memory at a time."""


class SelectionError(Exception):
    """A selected label or relationship type cannot be exported; the message lists those that can."""


class Table(NamedTuple):
    """A table of an export: one label or one relationship type. `labels` restricts the ends of relationships."""

    element: ModelElement
    columns: tuple[Property, ...]
    labels: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The label or relationship type."""
        return self.element.name

    @property
    def keys(self) -> int:
        """Number of leading columns that are IDs: 1 for a label, 2 for a relationship type."""
        return 2 if self.element.ends else 1


class TablePage(NamedTuple):
    """Rows of a table. Each table has at least one page, which is empty if the table is."""

    table: Table
    rows: Sequence[Sequence[Value]]


def select_tables(chosen_labels: Sequence[str] = (), chosen_types: Sequence[str] = ()) -> tuple[Table, ...]:
    """Return the tables of an export, labels first.

    Args:
        chosen_labels: Labels. Empty: those that the relationship types connect, or all.
        chosen_types: Relationship types. Empty: all that connect the labels.

    Raises:
        SelectionError: A name is unknown, or a relationship type does not connect the labels.
    """
    exported_types = _exported_types()
    _require_known("label", chosen_labels, LABELS)
    _require_known("relationship type", chosen_types, tuple(exported_types))
    ends = {label for name in chosen_types for pair in exported_types[name].ends for label in pair}
    selected = [label for label in LABELS if label in chosen_labels or (not chosen_labels and label in ends)]
    selected = selected or list(LABELS)
    tables = [_node_table(labels()[name]) for name in selected]
    for name, element in exported_types.items():
        connected = any(start in selected and end in selected for start, end in element.ends)
        if connected and (not chosen_types or name in chosen_types):
            tables.append(_relationship_table(element, selected))
        elif name in chosen_types:
            patterns = ", ".join(f"{start} and {end}" for start, end in element.ends)
            raise SelectionError(
                f"Relationship type {name} connects {patterns}, but the selected labels are {', '.join(selected)}. "
                "Select both labels, or no label."
            )
    return tuple(tables)


async def iter_table_pages(graph: Graph, tables: Sequence[Table]) -> AsyncIterator[TablePage]:
    """Yield the rows of the tables page by page, table after table.

    Raises ConcurrentWriteError if another process writes to the graph meanwhile, or another GraphError.
    """
    before = await require_no_writer(graph)
    for table in tables:
        name = table.name.lower()
        name = f"exported_relationships_{name}" if table.element.ends else f"exported_nodes_{name}"
        query = Query(f"lookup/{name}", ExportedRow)
        parameters: dict[str, Value] = {"properties": [column.name for column in table.columns[table.keys :]]}
        if table.element.ends:
            parameters["labels"] = list(table.labels)
        empty = True
        async with aclosing(graph.stream(query.text, parameters, size=PAGE_ROWS, timeout_s=EXPORT_S)) as pages:
            async for page in pages:
                empty = False
                yield TablePage(table, [row.values for row in query.typed_rows(page)])
        if empty:
            yield TablePage(table, [])
    await require_unchanged(graph, before)


def _exported_types() -> dict[str, ModelElement]:
    """Return the relationship types that are not hidden and connect only labels that can be exported."""
    return {
        name: element
        for name, element in relationship_types().items()
        if name not in HIDDEN_TYPES and all(label in LABELS for pair in element.ends for label in pair)
    }


def _require_known(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            spelled = {option.casefold(): option for option in known}
            close = [spelled[match] for match in get_close_matches(name.casefold(), spelled, n=1, cutoff=0.75)]
            suggestion = f" Did you mean {close[0]}?" if close else ""
            raise SelectionError(f"Cannot export {kind} {name!r}.{suggestion} Expected one of: {', '.join(known)}.")


def _node_table(element: ModelElement) -> Table:
    key = Property("id", "string", "ID, unique in the export.")
    stated = next((column for column in element.properties if column.name == "id"), key)
    return Table(element, (stated, *(column for column in _visible(element) if column.name != "id")))


def _relationship_table(element: ModelElement, selected: Sequence[str]) -> Table:
    starts = "|".join(dict.fromkeys(start for start, _ in element.ends))
    ends = "|".join(dict.fromkeys(end for _, end in element.ends))
    keys = (
        Property("fromId", "string", f"ID of the {starts}."),
        Property("toId", "string", f"ID of the {ends}."),
    )
    complete = all(label in selected for pair in element.ends for label in pair)
    return Table(element, (*keys, *_visible(element)), () if complete else tuple(selected))


def _visible(element: ModelElement) -> list[Property]:
    return [column for column in element.properties if column.name not in INTERNAL]
