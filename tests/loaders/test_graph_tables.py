"""Tables of an export of the graph."""

import pytest

from cypher.catalog import catalog
from loaders.export.graph_tables import HIDDEN_TYPES, SelectionError, select_tables


def test_each_table_has_statement() -> None:
    """Each label and relationship type of an export without options has a statement that reads it."""
    names = [
        f"lookup/exported_{'relationships' if table.element.ends else 'nodes'}_{table.name.lower()}"
        for table in select_tables()
    ]
    assert [name for name in names if name not in catalog()] == []


@pytest.mark.parametrize("name", sorted(HIDDEN_TYPES))
def test_hidden_types_cannot_be_exported(name: str) -> None:
    """Relationships that a person hides are in no export, and cannot be selected."""
    assert name not in {table.name for table in select_tables()}
    with pytest.raises(SelectionError, match=f"Cannot export relationship type '{name}'"):
        select_tables((), [name])
