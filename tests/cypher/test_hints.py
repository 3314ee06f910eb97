"""What loaders write by is never left to statistics: these are of a graph that was empty when the load began."""

import re

from cypher.catalog import catalog

LOOK_UP = re.compile(
    r"^\s*MATCH \((\w+):(Record|Paper|Researcher|Identifier|InstitutionName) \{([^}]*)\}\)\n(.*)$", re.MULTILINE
)


def test_look_ups_by_a_key_name_their_index() -> None:
    """Every look-up of rows by a key in cypher/write names the index: plans made early in a load would scan later."""
    unnamed = [
        f"{name}: {variable}"
        for name, one in catalog().items()
        if name.startswith(("ingest/", "lookup/")) and "/generate" not in name and "/canonical" not in name
        for variable, _, keys, after in LOOK_UP.findall(one.text)
        if not re.search(r"\$|'", keys) and not after.strip().startswith(f"USING INDEX {variable}:")
    ]
    assert unnamed == []
