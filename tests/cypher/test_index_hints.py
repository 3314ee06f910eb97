"""Statements of loaders name their indexes, because statistics are those of an empty graph when a load begins."""

import re

import pytest

from cypher.catalog import catalog, grouped_text
from cypher.driver.client import Graph
from tests.cypher.test_plans import scans

LABELS = (
    "Record|Paper|Researcher|Identifier|InstitutionName|Topic|Volume|Venue|Institution|Funder|Tombstone"
    "|FormerIdentifier|RestoredEntity|Resource"
)
LOOK_UP = re.compile(rf"^\s*(?:OPTIONAL )?MATCH \((\w*):(?:{LABELS}) \{{([^}}]*)\}}\).*\n(.*)$", re.MULTILINE)
STATEMENTS = {
    name: one
    for name, one in catalog().items()
    if name.startswith(("ingest/", "lookup/")) and "/generate" not in name and "/canonical" not in name
}


def test_key_lookups_name_their_index() -> None:
    """Each lookup by key in a statement of the loaders has a hint for a seek; without it, an early plan would scan."""
    unnamed = [
        f"{name}: {variable}"
        for name, one in STATEMENTS.items()
        for variable, keys, after in LOOK_UP.findall(one.text)
        if "$" not in keys and not after.strip().startswith(f"USING INDEX SEEK {variable}:")
    ]
    assert unnamed == []


def test_grouped_parameters_are_read_from_one_map() -> None:
    """The grouped text of each statement has one parameter, and keeps comments and strings."""
    for name, one in STATEMENTS.items():
        names = {param.name for param in one.params}
        text = grouped_text(name)
        assert set(re.findall(r"\$p\.(\w+)", text)) == names
        assert re.sub(r"\$p\.", "$", text) == one.text


@pytest.mark.graph
@pytest.mark.full
async def test_plans_of_empty_graph_do_not_scan(empty_graph: Graph) -> None:
    """The plans that Neo4j makes for an empty graph, and keeps during a load, scan nothing without a reason."""
    for name, one in STATEMENTS.items():
        if not one.scan:
            assert (name, scans(await empty_graph.explain(grouped_text(name), {"p": {}}))) == (name, [])
