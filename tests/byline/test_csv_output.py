"""CSV cells that a spreadsheet would evaluate as formulas."""

import re
from pathlib import Path

import pytest

from byline.cli.output.csv_output import escape_formula
from byline.cli.output.result_output import print_result

CSV_WRITER = re.compile(r"\bcsv\.(?:Dict)?[Ww]riter\(|\.write_csv\(|\.to_csv\(")


@pytest.mark.parametrize(
    ("cell", "escaped"),
    [
        ("=1+1", "'=1+1"),
        ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
        ("-2+3", "'-2+3"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("\t=1", "'\t=1"),
        ("\r=1", "'\r=1"),
        ("-2.5", "-2.5"),
        ("+1e3", "+1e3"),
        ("A = B", "A = B"),
        ("", ""),
    ],
)
def test_formulas_become_texts(cell: str, escaped: str) -> None:
    """Cells that begin like a formula get an apostrophe; numbers and other cells are unchanged."""
    assert escape_formula(cell) == escaped


@pytest.mark.parametrize(("raw", "cell"), [(False, "'=1+1"), (True, "=1+1")])
def test_results_as_csv_are_escaped_unless_raw(capsys: pytest.CaptureFixture[str], *, raw: bool, cell: str) -> None:
    """`byline examples --format csv` and other commands that print results escape formulas, but not with `--raw`."""
    print_result(["title"], [["=1+1"]], "csv", raw=raw)
    assert capsys.readouterr().out == f"title\n{cell}\n"


def test_every_csv_output_escapes_formulas() -> None:
    """Modules of the product that write CSV for people use `escape_formula`; bulk loads write CSV for Neo4j alone."""
    root = Path(__file__).parents[2]
    writers = {
        path.relative_to(root).as_posix(): text.count("escape_formula") > 1  # imported and used
        for package in ("accounts", "byline", "cypher", "loaders", "normalization", "resolvers", "traversal")
        for path in (root / package).rglob("*.py")
        if CSV_WRITER.search(text := path.read_text("utf-8"))
    }
    assert [path for path, escapes in writers.items() if not escapes and not path.startswith("loaders/bulk/")] == []
    assert len(writers) > 1
