"""Protect CSV cells that a spreadsheet would evaluate as formulas.

A title or name from a source can begin with `=`, and a formula can send the contents of a sheet elsewhere. Such a cell
gets an apostrophe, which spreadsheets treat as the mark of a text (https://owasp.org/www-community/attacks/CSV_Injection).
"""

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
RAW_HELP = "In CSV, do not put an apostrophe before cells that begin with = + - @, which spreadsheets evaluate."


def escape_formula(cell: str) -> str:
    """Return a cell that spreadsheets show as text; numbers are unchanged."""
    return f"'{cell}" if cell.startswith(FORMULA_STARTS) and not _is_number(cell) else cell


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return cell == cell.strip()
