"""Write the tables as CSV for `neo4j-admin database import full`, and say with which arguments.

That tool knows no empty list: it takes one for no value. Rows that hold some are written to files of their own, with
`false` in its place, which `cypher/write/empty_lists.cypher` makes an empty list of once the graph is there.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loaders.bulk.duck import Duck
from loaders.bulk.tables import properties

DELIMITER = "\x1f"
"""Between the values of a list: no text that a record may hold has it."""
HEADERS = {
    "string": "string",
    "int": "long",
    "float": "double",
    "bool": "boolean",
    "list<string>": "string[]",
    "list<int>": "long[]",
}
"""A property's type in the model, and in a header of the import."""
OPTIONS = (
    "--overwrite-destination=true",
    "--id-type=string",
    f"--array-delimiter=U+{ord(DELIMITER):04X}",
    "--trim-strings=false",
)


BUFFER = 4 << 20
"""Bytes of the import's own buffer, unless it is told of another."""


class Empty(NamedTuple):
    """Nodes of a label, or relationships of a type, some of whose lists are empty: which property."""

    name: str
    property: str
    of_relationships: bool


class Exported(NamedTuple):
    """The arguments that name the files, relative to their folder, and the properties that hold empty lists."""

    arguments: list[str]
    several_lines: list[str]
    """Those of the files whose texts hold line breaks: they are read by one thread, and so in more time."""
    empty: list[Empty]
    buffer: int
    """Bytes that the import must hold at once: a value is read whole, its quotes written twice."""

    @property
    def options(self) -> list[str]:
        """All arguments of the import but the database."""
        buffer = f"--read-buffer-size={self.buffer}"
        return [*OPTIONS, buffer, f"--multiline-fields={','.join(self.several_lines) or 'false'}", *self.arguments]


class Table(NamedTuple):
    """A view of `nodes.sql` or `edges.sql`: its name, the label or type, the labels of the ends of a relationship."""

    view: str
    name: str
    ends: tuple[str, ...]

    @property
    def option(self) -> str:
        """How the import is told of its files."""
        return f"--{'relationships' if self.ends else 'nodes'}={self.name}"


def export(duck: Duck, folder: Path, longest: int) -> Exported:
    """Write every table that has rows; `longest` is of the records in bytes. OSError where a file cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    found = Exported([], [], [], max(BUFFER, 2 * longest + BUFFER))
    for table in _tables(duck):
        for number, (columns, empty) in enumerate(_forms(duck, table)):
            header = [_header(table, column, empty) for column in columns]
            stem = f"{table.view}{number or ''}"
            (folder / f"{stem}.header.csv").write_text(",".join(header) + "\n", encoding="utf-8")
            _copy(duck, table, columns, empty, folder / f"{stem}.csv")
            found.arguments.append(f"{table.option}=./{stem}.header.csv,./{stem}.csv")
            if _broken(duck, table):
                found.several_lines.append(f"./{stem}.csv")
            found.empty.extend(
                one for column in empty if (one := Empty(table.name, column, bool(table.ends))) not in found.empty
            )
    return found


def _tables(duck: Duck) -> Iterator[Table]:
    names = [str(row[0]) for row in duck.rows("SELECT view_name FROM duckdb_views() WHERE NOT internal ORDER BY 1")]
    for name in names:
        kind, _, rest = name.partition("_")
        if kind not in {"node", "edge"} or not duck.rows(f'FROM "{name}" LIMIT 1'):
            continue
        what, *ends = rest.rsplit("_", 2) if kind == "edge" else [rest]
        yield Table(name, what, tuple(ends))


def _forms(duck: Duck, table: Table) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """Yield the columns of a table and which lists among them are empty, once for each such choice that has rows."""
    described = duck.rows(f'DESCRIBE "{table.view}"')
    columns = [str(row[0]) for row in described]
    lists = [str(row[0]) for row in described if str(row[1]).endswith("[]")]
    are_empty = ", ".join(f"coalesce(len({_named(one)}) = 0, false)" for one in lists)
    seen = duck.rows(f'SELECT DISTINCT {are_empty} FROM "{table.view}"') if lists else [()]
    for row in sorted(seen, key=str):
        yield columns, tuple(one for one, empty in zip(lists, row, strict=True) if empty)


def _header(table: Table, column: str, empty: Sequence[str]) -> str:
    kinds = properties(table.name)
    if column == "_id":
        return f":ID({table.name})"
    if column in {"_from", "_to"}:
        return f":START_ID({table.ends[0]})" if column == "_from" else f":END_ID({table.ends[1]})"
    return f"{column}:{'boolean' if column in empty else HEADERS[kinds[column]]}"


def _copy(duck: Duck, table: Table, columns: Sequence[str], empty: Sequence[str], path: Path) -> None:
    described = {str(row[0]): str(row[1]) for row in duck.rows(f'DESCRIBE "{table.view}"')}
    lists = [one for one in columns if described[one].endswith("[]")]
    said = ", ".join(_said(column, described[column], empty) for column in columns)
    where = " AND ".join(
        f"len({_named(one)}) = 0" if one in empty else f"coalesce(len({_named(one)}) > 0, true)" for one in lists
    )
    texts = ", ".join(_named(one) for one in columns if described[one] in {"VARCHAR", "VARCHAR[]"} and one not in empty)
    quoted = f", FORCE_QUOTE ({texts})" if texts else ""
    target = str(path).replace("'", "''")
    duck.say(
        f'COPY (SELECT {said} FROM "{table.view}" WHERE {where or "true"}) '
        f"TO '{target}' (FORMAT csv, HEADER false, NULLSTR ''{quoted})"
    )


def _broken(duck: Duck, table: Table) -> bool:
    """Tell whether any text of a table has a line break."""
    texts = [str(row[0]) for row in duck.rows(f'DESCRIBE "{table.view}"') if str(row[1]).startswith("VARCHAR")]
    where = " OR ".join(f"contains({_named(one)}::VARCHAR, chr({at}))" for one in texts for at in (10, 13))
    return bool(texts) and bool(duck.rows(f'FROM "{table.view}" WHERE {where} LIMIT 1'))


def _said(column: str, kind: str, empty: Sequence[str]) -> str:
    if column in empty:
        return f"false AS {_named(column)}"
    if kind.endswith("[]"):
        return f"array_to_string({_named(column)}, chr({ord(DELIMITER)})) AS {_named(column)}"
    return _named(column)


def _named(column: str) -> str:
    return '"' + column + '"'
