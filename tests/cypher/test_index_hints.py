"""Statements of loaders name their indexes, because statistics are those of an empty graph when a load begins."""

import re

from cypher.catalog import catalog

LOOK_UP = re.compile(
    r"^\s*MATCH \((\w+):(Record|Paper|Researcher|Identifier|InstitutionName) \{([^}]*)\}\)\n(.*)$", re.MULTILINE
)


def test_key_lookups_name_their_index() -> None:
    """Each lookup by key in a statement of the loaders has an index hint; without it, an early plan would scan."""
    unnamed = [
        f"{name}: {variable}"
        for name, one in catalog().items()
        if name.startswith(("ingest/", "lookup/")) and "/generate" not in name and "/canonical" not in name
        for variable, _, keys, after in LOOK_UP.findall(one.text)
        if not re.search(r"\$|'", keys) and not after.strip().startswith(f"USING INDEX {variable}:")
    ]
    assert unnamed == []
