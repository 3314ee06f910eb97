"""A bundled file that stands in the graph as it is need not be loaded again."""

import re
from pathlib import Path

import pytest

from cypher.driver.client import Graph
from loaders.pipeline import bundled_sample as bundle
from loaders.pipeline.bundled_sample import find_completed_load
from loaders.pipeline.run import LoadOptions, load
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from loaders.unload.remove_records import unload
from tests.loaders.loading import written

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


async def test_the_sample_is_there_only_after_a_whole_load_of_it(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A finished load of the very file counts, and counts no more after other rules, another file or an unload."""
    sample = sources()["sample"]
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()], LoadOptions(dry=True))
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()])
    there = await find_completed_load(empty_graph, sample)
    assert there is not None
    assert there.records == 158
    assert re.match(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", there.finished_at)
    with monkeypatch.context() as patched:
        patched.setattr(bundle, "RULES_VERSION", b"other")
        assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [written(tmp_path, [PaperRecord(source="arxiv", key="k", title="T")])])
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()])
    assert await find_completed_load(empty_graph, sample) is not None
    await unload(empty_graph, "sample")
    assert await find_completed_load(empty_graph, sample) is None


async def test_a_load_that_did_not_end_leaves_no_sample(empty_graph: Graph) -> None:
    """Where the newest load of the sample was broken off, the sample is to be loaded."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle("three-papers")])
    assert await find_completed_load(empty_graph, sample) is None
    await empty_graph.administer(
        "MATCH (load:Load) SET load.bundle = $bundle REMOVE load.finishedAt",
        {"bundle": bundle.bundle_fingerprint(sample, [sample.bundle()])},
    )
    assert await find_completed_load(empty_graph, sample) is None
