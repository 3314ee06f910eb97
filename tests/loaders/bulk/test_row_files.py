"""Row files of a bulk load: DuckDB reads rows of any size, and small rows in little memory."""

from pathlib import Path

import orjson

from loaders.bulk.duckdb_session import DuckDBSession
from loaders.bulk.row_schemas import ROWS, create_row_views
from loaders.bulk.work_dir import ORDINARY_LINE_BYTES, PartitionStore

STATEMENT = "code_links"


def test_small_rows_of_all_statements_fit_into_little_memory(tmp_path: Path) -> None:
    """An allocation for rows of 256 MB, as an earlier form made for each scan, does not fit."""
    store = PartitionStore(tmp_path)
    store.begin()
    for name in ROWS:
        with store.open_row_file(name, 0) as file:
            file.write_row(orjson.dumps(dict.fromkeys(ROWS[name])))
    with DuckDBSession(tmp_path, "200MB") as duck:
        create_row_views(duck, store)
        assert [len(duck.query(f"FROM row_{name}")) for name in ROWS] == [1] * len(ROWS)


def test_row_longer_than_an_ordinary_line_is_read(tmp_path: Path) -> None:
    """A row of any size is read, as are files with short rows."""
    store = PartitionStore(tmp_path)
    store.begin()
    name = "x" * (ORDINARY_LINE_BYTES + 1)
    with store.open_row_file(STATEMENT, 0) as file:
        file.write_row(orjson.dumps({"paper": "p", "url": "u", "name": name, "source": "s"}))
    with store.open_row_file(STATEMENT, 1) as file:
        file.write_row(orjson.dumps({"paper": "q", "url": "u", "name": "short", "source": "s"}))
    assert store.longest_line(STATEMENT) > len(name)
    with DuckDBSession(tmp_path, "1GB") as duck:
        create_row_views(duck, store)
        rows = sorted(duck.query(f"FROM row_{STATEMENT}"))
    assert [(paper, len(str(text))) for paper, _, text, _ in rows] == [("p", len(name)), ("q", 5)]
