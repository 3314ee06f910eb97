"""License of each record."""

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.pipeline.run import load
from loaders.records.licenses import spdx
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from tests.loaders.load_helpers import load_records, write_records

OWN = PaperRecord(
    source="acl", key="1", title="One", ids=("doi:10.1000/1",), record_license=" CC-BY-4.0\u00a0", license="MIT"
)
PLAIN = PaperRecord(source="acl", key="2", title="Two", ids=("doi:10.1000/2",))


async def licenses(graph: Graph) -> dict[str, str]:
    """Return the license of each record by its key."""
    rows = (await graph.read("MATCH (one:Record) RETURN one.key, one.license")).rows
    return {str(key): str(name) for key, name in rows}


@pytest.mark.full
@pytest.mark.graph
@pytest.mark.anyio
async def test_record_has_own_or_source_license(empty_graph: Graph, tmp_path: Path) -> None:
    """A record has the license it states or that of its source, also after matches and rewrites."""
    sample = replace(sources()["sample"], license="CC0-1.0")
    await load(empty_graph, sample, [write_records(tmp_path, [OWN, PLAIN])])
    assert await licenses(empty_graph) == {"1": "CC-BY-4.0", "2": "CC0-1.0"}
    others = [structs.replace(one, source="arxiv", key=f"{one.key} too", record_license=None) for one in (OWN, PLAIN)]
    await load(empty_graph, replace(sample, name="other", license="ODbL-1.0"), [write_records(tmp_path, others)])
    joined = {"1": "CC-BY-4.0", "2": "CC0-1.0", "1 too": "ODbL-1.0", "2 too": "ODbL-1.0"}
    assert await licenses(empty_graph) == joined
    await load_records(empty_graph, tmp_path, [structs.replace(OWN, record_license=None)])
    assert await licenses(empty_graph) == joined | {"1": sources()["sample"].license}


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://creativecommons.org/licenses/by/4.0", "CC-BY-4.0"),
        ("http://www.creativecommons.org/licenses/by-nc-sa/3.0/us/", "CC-BY-NC-SA-3.0-US"),
        ("https://creativecommons.org/licenses/by-nd/4.0/legalcode.de", "CC-BY-ND-4.0"),
        ("https://creativecommons.org/publicdomain/zero/1.0/", "CC0-1.0"),
        ("https://creativecommons.org/licenses/by/4.0/else/where", None),
        ("https://press.example/creativecommons.org/licenses/by/4.0/", None),
    ],
)
def test_creative_commons_urls_map_to_spdx_names(address: str, name: str | None) -> None:
    """A Creative Commons license URL in any form maps to its SPDX name; other URLs map to null."""
    assert spdx(address) == name
