"""Conflicts that a bulk load reports for its sources."""

from pathlib import Path

import pytest
from msgspec import structs

from loaders.bulk import pipeline as loads
from loaders.bulk.executors.local import SerialExecutor
from loaders.bulk.pipeline import BulkOptions, prepare
from loaders.bulk.splits import SourceInput
from loaders.sources.base import sources
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import papers


def test_conflicts_are_counted_and_first_are_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bulk load counts all IDs that several records of a source state, and lists no more than a load node."""
    monkeypatch.setattr(loads, "MAX_LIST_LENGTH", 2)
    alike = [structs.replace(one, ids=("doi:10.1000/a",)) for one in papers(4)]
    asked = [SourceInput(sources()["sample"], (write_records(tmp_path, [*alike, *papers(6)[4:]]),))]
    found = prepare(asked, tmp_path / "bulk", BulkOptions(SerialExecutor()))
    (summary,) = found.summaries
    assert summary.conflict_count == 3
    assert summary.conflicts == [f"arxiv:{key} states doi:10.1000/a, which belongs to another record" for key in "12"]
