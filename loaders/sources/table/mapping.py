"""A mapping file: which column of which table says what. Everything wrong with it is told when it is read."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, cast

from loaders.files.archive import SourceFile
from loaders.refused import SourceError, clipped
from loaders.sources.table.column import Column
from loaders.sources.table.fields import KINDS, Fields
from loaders.sources.table.sections import FORMATS, Table, Tables
from loaders.sources.table.values import IN_ADDRESS, wrong_scheme, wrong_value

NAME = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
OPTIONS = ("files", "format", "delimiter", "empty", "short_rows")
"""What a table's section says beside its fields."""
TOP = ("name", "licence", "schemes", *KINDS)
LARGEST = 1 << 20
"""Bytes; no mapping has more."""


def read_mapping(file: SourceFile, taken: frozenset[str] = frozenset()) -> Tables:
    """Return a mapping. Raises SourceError naming file, key and what it may be; a name in `taken` is refused."""
    try:
        with file.open() as stream:
            said = tomllib.loads(stream.read(LARGEST).decode("utf-8-sig"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{file.shown}: this is no mapping in TOML: {error}.") from None
    return _Reading(file.shown).mapping(said, taken)


class _Reading:
    """One mapping being read; `_own` are the schemes that it names beside the known ones."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._own: tuple[str, ...] = ()

    def _wrong(self, key: str, why: str) -> SourceError:
        return SourceError(f"{self._shown}: {key}: {why}")

    def _check(self, key: str, why: str | None) -> None:
        if why:
            raise self._wrong(key, why)

    def mapping(self, said: Mapping[str, Any], taken: frozenset[str]) -> Tables:
        for key in said:
            if key not in TOP:
                raise self._wrong(clipped(key), f"there is no such key; there are {', '.join(TOP)}.")
        name = said.get("name")
        if not isinstance(name, str) or not NAME.match(name):
            raise self._wrong("name", "expected the source's name, of small letters, digits and hyphens: my-papers.")
        if name in taken:
            raise self._wrong("name", f"{name} is a source that comes with Byline; give yours a name of its own.")
        self._own = (name, *self._texts("schemes", said.get("schemes", [])))
        licence = said.get("licence")
        if licence is not None and not (isinstance(licence, str) and licence.strip()):
            raise self._wrong("licence", "expected a text, such as CC-BY-4.0.")
        tables: list[Table] = []
        for kind in KINDS:
            sections = cast("object", said.get(kind, []))
            listed = cast("list[object]", sections) if isinstance(sections, list) else [sections]
            for number, section in enumerate(listed, 1):
                where = f"{kind} {number}" if len(listed) > 1 else kind
                if not isinstance(section, dict):
                    raise self._wrong(where, f"expected a section: [[{kind}]].")
                tables.append(self._table(kind, where, cast("dict[str, object]", section)))
        if not tables:
            sections = ", ".join(f"[[{kind}]]" for kind in KINDS)
            raise self._wrong("sections", f"there is none. Expected at least one of {sections}.")
        return Tables(name, self._shown, tuple(tables), licence)

    def _table(self, kind: str, where: str, said: Mapping[str, object]) -> Table:
        fields = KINDS[kind]
        columns: dict[str, Column] = {}
        groups: dict[str, dict[str, Column]] = {}
        for key, one in said.items():
            if key in OPTIONS:
                continue
            if key in fields.groups:
                groups[key] = self._group(f"{where}.{key}", one, fields.groups[key])
            elif key in fields.all():
                columns[key] = self._column(f"{where}: {key}", one, key, fields)
            else:
                known = ", ".join(sorted((*fields.all(), *(f"{one}.*" for one in fields.groups), *OPTIONS)))
                raise self._wrong(where, f"{clipped(key)!r} is no field; the fields are {known}.")
        for needed in fields.needed:
            if needed not in columns:
                raise self._wrong(where, f"{needed} is missing: which column has it?")
        if kind not in ("citations", "topics") and "key" not in columns and not groups.get("ids"):
            raise self._wrong(where, "neither key nor ids is given: by what are the records told apart?")
        found = Table(
            kind,
            where,
            columns,
            groups,
            files=self._texts(f"{where}: files", said.get("files", [])),
            format=self._one_of(f"{where}: format", said.get("format"), tuple(FORMATS)),
            delimiter=self._delimiter(f"{where}: delimiter", said.get("delimiter")),
            empty=frozenset(self._texts(f"{where}: empty", said.get("empty", []))),
            short_rows=self._truth(f"{where}: short_rows", said.get("short_rows", False)),
        )
        for one in ("references", "same_work"):
            if one in columns and columns[one].scheme is None and not found.has_own_keys:
                raise self._wrong(f"{where}: {one}", "say scheme, such as doi: this table has no keys of its own.")
        return found

    def _group(self, where: str, said: object, known: tuple[str, ...]) -> dict[str, Column]:
        if not isinstance(said, dict):
            raise self._wrong(where, 'expected names with their columns, such as ids.doi = "DOI".')
        found: dict[str, Column] = {}
        for key, one in cast("dict[str, object]", said).items():
            if known and key not in known:
                raise self._wrong(where, f"{clipped(key)!r} is none of {', '.join(known)}.")
            if not known:
                self._check(f"{where}.{key}", wrong_scheme(key, self._own))
            found[key] = self._column(f"{where}.{key}", one, key, Fields(many=(key,), ids=(key,)))
        return found

    def _column(self, where: str, said: object, key: str, fields: Fields) -> Column:
        if isinstance(said, str):
            return Column(where, column=said, many=key in fields.looked_for)
        if not isinstance(said, dict):
            raise self._wrong(where, 'expected a column\'s name, or { column = "...", separator = ";" }.')
        given = cast("dict[str, object]", said)
        known = fields.options(key)
        for name in given:
            if name not in known:
                raise self._wrong(where, f"{clipped(name)!r} is no option here; there are {', '.join(known)}.")
        if ("column" in given) == ("value" in given):
            raise self._wrong(where, "expected either column or value.")
        where_said = given.get("where", {})
        if not isinstance(where_said, dict):
            raise self._wrong(f"{where}: where", 'expected columns with what has to stand there: { kind = ["code"] }.')
        beside = cast("dict[str, object]", where_said)
        map_ = given.get("map", {})
        if not isinstance(map_, dict) or not all(
            isinstance(one, str) for one in cast("dict[str, object]", map_).values()
        ):
            raise self._wrong(f"{where}: map", 'expected texts for texts, such as { BP = "Best paper" }.')
        texts = {
            name: self._text(f"{where}: {name}", given.get(name))
            for name in ("column", "value", "separator", "within", "scheme", "otherwise")
        }
        if texts["scheme"] not in (None, IN_ADDRESS) and key != "topics":  # those are classifications
            self._check(f"{where}: scheme", wrong_scheme(texts["scheme"] or "", self._own))
        meant = cast("dict[str, str]", map_)
        said_values = [(name, texts[name]) for name in ("value", "otherwise")]
        for name, one in [*said_values, *((f"map.{clipped(name)}", one) for name, one in meant.items())]:
            self._check(f"{where}: {name}", wrong_value(key, one) if one else None)
        return Column(
            where,
            **texts,
            map=meant,
            where={name: self._texts(f"{where}: where.{name}", one) for name, one in beside.items()},
            dblp=self._truth(f"{where}: dblp", given.get("dblp", False)),
            markup=self._truth(f"{where}: markup", given.get("markup", False)),
            many=key in fields.looked_for,
        )

    def _text(self, where: str, said: object) -> str | None:
        if said is None or (isinstance(said, str) and said):
            return said
        if isinstance(said, int | float) and not isinstance(said, bool):
            return str(said)
        raise self._wrong(where, "expected a text that is not empty.")

    def _truth(self, where: str, said: object) -> bool:
        if isinstance(said, bool):
            return said
        raise self._wrong(where, "expected true or false.")

    def _texts(self, where: str, said: object) -> tuple[str, ...]:
        listed = cast("list[object]", said) if isinstance(said, list) else [said]
        if all(isinstance(one, str) for one in listed):
            return tuple(cast("list[str]", listed))
        raise self._wrong(where, 'expected a list of texts, such as ["papers*.csv"].')

    def _one_of(self, where: str, said: object, known: tuple[str, ...]) -> str | None:
        if said is None or said in known:
            return cast("str | None", said)
        raise self._wrong(where, f"expected one of {', '.join(known)}.")

    def _delimiter(self, where: str, said: object) -> str | None:
        if said is None or (isinstance(said, str) and len(said) == 1 and said not in '\r\n"'):
            return said
        raise self._wrong(where, 'expected one sign, such as ";".')
