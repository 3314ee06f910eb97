"""CSV cells that a spreadsheet would evaluate as formulas."""

import pytest

from byline.cli.output.csv_output import escape_formula


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
