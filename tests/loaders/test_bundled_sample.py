"""A bundled file that is already in the graph need not be loaded again."""

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
from tests.loaders.load_helpers import write_records

pytestmark = [pytest.mark.graph, pytest.mark.anyio]


async def test_sample_counts_as_loaded_only_after_complete_load(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A complete load of the same file counts, but not after other rules, another file or an unload."""
    sample = sources()["sample"]
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()], LoadOptions(dry_run=True))
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()])
    there = await find_completed_load(empty_graph, sample)
    assert there is not None
    assert there.records == 158
    assert re.match(r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ", there.finished_at)
    with monkeypatch.context() as patched:
        patched.setattr(bundle, "RULES_VERSION", b"other")
        assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [write_records(tmp_path, [PaperRecord(source="arxiv", key="k", title="T")])])
    assert await find_completed_load(empty_graph, sample) is None
    await load(empty_graph, sample, [sample.bundle()])
    assert await find_completed_load(empty_graph, sample) is not None
    await unload(empty_graph, "sample")
    assert await find_completed_load(empty_graph, sample) is None


async def test_incomplete_load_does_not_count_as_loaded(empty_graph: Graph) -> None:
    """If the newest load of the sample was aborted, the sample must be loaded."""
    sample = sources()["sample"]
    await load(empty_graph, sample, [sample.bundle("three-papers")])
    assert await find_completed_load(empty_graph, sample) is None
    await empty_graph.administer(
        "MATCH (load:Load) SET load.bundle = $bundle REMOVE load.finishedAt",
        {"bundle": bundle.bundle_fingerprint(sample, [sample.bundle()])},
    )
    assert await find_completed_load(empty_graph, sample) is None
