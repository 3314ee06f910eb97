"""Counts and stored rejects of the read step of a bulk load."""

from pathlib import Path

import msgspec
import pytest

from loaders.bulk import extract as take
from loaders.bulk.executors.local import SerialExecutor
from loaders.bulk.extract import extract_sources
from loaders.bulk.splits import SourceInput
from loaders.bulk.work_dir import PartitionStore
from loaders.sources.base import sources
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records


def test_rejects_are_counted_by_source_and_written_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The read step counts the rejects of each source in source order and writes them to disk in parts."""
    refused = [{"record": "paper", "source": "s", "key": f"k{number}", "title": ""} for number in range(5_000)]
    (tmp_path / "bad.json").write_bytes(msgspec.json.encode(refused))
    (tmp_path / "bad.bib").write_text("@article{one, title = {}}\n" + "@article{two, title = {A title}}\n", "utf-8")
    write_records(tmp_path, many_records(40), "good.json")
    monkeypatch.setattr(take, "REJECTS_PER_PART", 1_000)
    asked = [SourceInput(sources()["sample"], (tmp_path / "bad.json", tmp_path / "good.json"))]
    asked.append(SourceInput(sources()["bibtex"], (tmp_path / "bad.bib",)))
    shelf = PartitionStore(tmp_path / "bulk")
    shelf.begin()
    sample, bibtex = extract_sources(asked, shelf, SerialExecutor(), lambda _: None)
    assert (sample.read, sample.rejected, sample.new, len(sample.rejects)) == (5_040, 5_000, 40, 5_000)
    assert [one.place for one in sample.rejects[:2]] == ["s:k0", "s:k1"]
    assert (bibtex.read, bibtex.rejected, bibtex.new) == (2, 1, 1)
    assert len(list((tmp_path / "bulk/rejects").glob("0*"))) > 3
