"""What a bulk load tells of its sources."""

from pathlib import Path

import pytest
from msgspec import structs

from loaders.bulk import loads
from loaders.bulk.asked import Asked
from loaders.bulk.hands import Own
from loaders.bulk.prepare import How, prepare
from loaders.source import sources
from tests.loaders.loading import written
from tests.loaders.test_broken_off import papers


def test_conflicts_are_counted_and_the_first_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of ids that several records of one source state all are counted, and no more kept than a load's node keeps."""
    monkeypatch.setattr(loads, "KEPT", 2)
    alike = [structs.replace(one, ids=("doi:10.1000/a",)) for one in papers(4)]
    asked = [Asked(sources()["sample"], (written(tmp_path, [*alike, *papers(6)[4:]]),))]
    found = prepare(asked, tmp_path / "bulk", How(Own()))
    (summary,) = found.summaries
    assert summary.conflict_count == 3
    assert summary.conflicts == [f"arxiv:{key} states doi:10.1000/a, which another record holds" for key in ("1", "2")]
