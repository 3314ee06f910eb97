"""Partial records of a bulk load: those with one key are grouped; other records need no memory for their statements."""

from pathlib import Path
from random import Random

from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.work_dir import Columns, PartitionStore

RECORDS = 30_000
STATEMENT_BYTES = 5_000


def test_grouping_partial_records_needs_little_memory(tmp_path: Path) -> None:
    """With 100 MB of memory, 150 MB of full records are read; the two statements of one partial record are found."""
    store = PartitionStore(tmp_path)
    store.begin()
    random = Random(1)  # noqa: S311 no secret is drawn
    full = [random.randbytes(STATEMENT_BYTES) for _ in range(RECORDS)]
    partial = [b"one", b"other", b"one"]
    count = RECORDS + len(partial)
    columns: Columns = {
        "n": range(count),
        "loader": ["made"] * count,
        "source": ["made"] * count,
        "key": [*(f"record {number}" for number in range(RECORDS)), *["partial"] * len(partial)],
        "revised": [""] * count,
        "in_passing": [*[False] * RECORDS, *[True] * len(partial)],
        "kind": ["paper"] * count,
        "statement": [*full, *partial],
        "keys": [list[str]()] * count,
    }
    store.write("read", 0, columns)
    with DuckDBSession(tmp_path, "100MB") as duck:
        duck.set_slice_count(count)
        duck.run("partial_record_groups", read=store.parts("read"))
        groups = duck.query("SELECT key, list_sort(statements) FROM partial_record")
    assert groups == [("partial", [b"one", b"other"])]
