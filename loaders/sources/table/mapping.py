"""Parse a mapping file, and check all of it before any table is read."""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, cast

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.records.errors import SourceFileError, truncate
from loaders.sources.table.allowed_values import IN_ADDRESS, wrong_scheme, wrong_value
from loaders.sources.table.column import Column
from loaders.sources.table.fields import KINDS, Fields
from loaders.sources.table.mapping_model import FORMATS, Table, Tables

NAME = re.compile(r"^[a-z0-9]+(?:-[a-z0-9]+)*$")
OPTIONS = ("files", "format", "delimiter", "empty", "short_rows")
"""Keys of a table section that are not fields."""
TOP = ("name", "license", "schemes", *KINDS)
MAX_BYTES = 100_000
"""Maximum size of a mapping; the parser needs quadratic time for some contents."""


def read_mapping(file: SourceFile, taken: frozenset[str] = frozenset()) -> Tables:
    """Return a mapping.

    Args:
        file: The TOML file.
        taken: Names that the source of the mapping must not have.

    Raises:
        SourceFileError: The mapping is invalid; the message names the file, the key and the allowed values.
    """
    try:
        with file.open() as stream:
            content = stream.read(MAX_BYTES)
            content += stream.read(1)  # of a damaged file, this raises the error
        if len(content) > MAX_BYTES:
            raise SourceFileError(f"{file.display_name}: not a mapping: it is longer than {MAX_BYTES:,} bytes.")
        document = tomllib.loads(content.decode("utf-8-sig"))
    except (*DAMAGED_FILE_ERRORS, ValueError) as error:
        raise SourceFileError(f"{file.display_name}: not a valid mapping in TOML: {error}.") from None
    except RecursionError:
        raise SourceFileError(f"{file.display_name}: not a valid mapping: its values are nested too deeply.") from None
    return _Reading(file.display_name).mapping(document, taken)


class _Reading:
    """Parses one mapping; `_own` are the schemes that it declares in addition to the known ones."""

    def __init__(self, shown: str) -> None:
        self._shown = shown
        self._own: tuple[str, ...] = ()

    def _wrong(self, key: str, why: str) -> SourceFileError:
        return SourceFileError(f"{self._shown}: {key}: {why}")

    def _check(self, key: str, why: str | None) -> None:
        if why:
            raise self._wrong(key, why)

    def mapping(self, document: Mapping[str, Any], taken: frozenset[str]) -> Tables:
        for key in document:
            if key not in TOP:
                raise self._wrong(truncate(key), f"unknown key; known keys are {', '.join(TOP)}.")
        name = document.get("name")
        if not isinstance(name, str) or not NAME.match(name):
            raise self._wrong("name", "expected a source name of lowercase letters, digits and hyphens: my-papers.")
        if name in taken:
            raise self._wrong("name", f"{name} is a built-in source of Byline; choose another name.")
        self._own = (name, *self._texts("schemes", document.get("schemes", [])))
        license_name = document.get("license")
        if license_name is not None and not (isinstance(license_name, str) and license_name.strip()):
            raise self._wrong("license", "expected a text, such as CC-BY-4.0.")
        tables: list[Table] = []
        for kind in KINDS:
            sections = cast("object", document.get(kind, []))
            listed = cast("list[object]", sections) if isinstance(sections, list) else [sections]
            for number, section in enumerate(listed, 1):
                where = f"{kind} {number}" if len(listed) > 1 else kind
                if not isinstance(section, dict):
                    raise self._wrong(where, f"expected a section: [[{kind}]].")
                tables.append(self._table(kind, where, cast("dict[str, object]", section)))
        if not tables:
            sections = ", ".join(f"[[{kind}]]" for kind in KINDS)
            raise self._wrong("sections", f"expected at least one of {sections}.")
        return Tables(name, self._shown, tuple(tables), license_name)

    def _table(self, kind: str, where: str, section: Mapping[str, object]) -> Table:
        fields = KINDS[kind]
        columns: dict[str, Column] = {}
        groups: dict[str, dict[str, Column]] = {}
        for key, entry in section.items():
            if key in OPTIONS:
                continue
            if key in fields.groups:
                groups[key] = self._group(f"{where}.{key}", entry, fields.groups[key])
            elif key in fields.all():
                columns[key] = self._column(f"{where}: {key}", entry, key, fields)
            else:
                known = ", ".join(sorted((*fields.all(), *(f"{group}.*" for group in fields.groups), *OPTIONS)))
                raise self._wrong(where, f"unknown field {truncate(key)!r}; the fields are {known}.")
        for needed in fields.needed:
            if needed not in columns:
                raise self._wrong(where, f"{needed} is missing: assign a column to it.")
        if kind not in ("citations", "topics") and "key" not in columns and not groups.get("ids"):
            raise self._wrong(where, "neither key nor ids is given: assign a column that identifies the records.")
        result = Table(
            kind,
            where,
            columns,
            groups,
            files=self._texts(f"{where}: files", section.get("files", [])),
            format=self._one_of(f"{where}: format", section.get("format"), tuple(FORMATS)),
            delimiter=self._delimiter(f"{where}: delimiter", section.get("delimiter")),
            empty=frozenset(self._texts(f"{where}: empty", section.get("empty", []))),
            short_rows=self._truth(f"{where}: short_rows", section.get("short_rows", False)),
        )
        for entry in ("references", "same_work"):
            if entry in columns and columns[entry].scheme is None and not result.has_own_keys:
                raise self._wrong(f"{where}: {entry}", "set scheme, such as doi: this table has no keys of its own.")
        return result

    def _group(self, where: str, definitions: object, known: tuple[str, ...]) -> dict[str, Column]:
        if not isinstance(definitions, dict):
            raise self._wrong(where, 'expected names and columns, such as ids.doi = "DOI".')
        columns: dict[str, Column] = {}
        for key, definition in cast("dict[str, object]", definitions).items():
            if known and key not in known:
                raise self._wrong(where, f"{truncate(key)!r} is not one of {', '.join(known)}.")
            if not known:
                self._check(f"{where}.{key}", wrong_scheme(key, self._own))
            columns[key] = self._column(f"{where}.{key}", definition, key, Fields(many=(key,), ids=(key,)))
        return columns

    def _column(self, where: str, definition: object, key: str, fields: Fields) -> Column:
        if isinstance(definition, str):
            return Column(where, column=definition, requires_separator=key in fields.looked_for)
        if not isinstance(definition, dict):
            raise self._wrong(where, 'expected a column\'s name, or { column = "...", separator = ";" }.')
        options = cast("dict[str, object]", definition)
        known = fields.options(key)
        for name in options:
            if name not in known:
                raise self._wrong(where, f"unknown option {truncate(name)!r}; the options are {', '.join(known)}.")
        if ("column" in options) == ("value" in options):
            raise self._wrong(where, "expected either column or value.")
        where_option = options.get("where", {})
        if not isinstance(where_option, dict):
            raise self._wrong(f"{where}: where", 'expected columns with allowed values: { kind = ["code"] }.')
        conditions = cast("dict[str, object]", where_option)
        map_ = options.get("map", {})
        if not isinstance(map_, dict) or not all(
            isinstance(mapped_value, str) for mapped_value in cast("dict[str, object]", map_).values()
        ):
            raise self._wrong(f"{where}: map", 'expected texts as values, such as { BP = "Best paper" }.')
        texts = {
            name: self._text(f"{where}: {name}", options.get(name))
            for name in ("column", "value", "separator", "within", "scheme", "otherwise")
        }
        if texts["scheme"] not in (None, IN_ADDRESS) and key != "topics":  # topics have classifications
            self._check(f"{where}: scheme", wrong_scheme(texts["scheme"] or "", self._own))
        value_map = cast("dict[str, str]", map_)
        constants = [(name, texts[name]) for name in ("value", "otherwise")]
        for name, value in [
            *constants,
            *((f"map.{truncate(name)}", mapped_value) for name, mapped_value in value_map.items()),
        ]:
            self._check(f"{where}: {name}", wrong_value(key, value) if value else None)
        return Column(
            where,
            column=texts["column"],
            value=texts["value"],
            separator=texts["separator"],
            inner_separator=texts["within"],
            scheme=texts["scheme"],
            default=texts["otherwise"],
            map=value_map,
            where={name: self._texts(f"{where}: where.{name}", condition) for name, condition in conditions.items()},
            dblp=self._truth(f"{where}: dblp", options.get("dblp", False)),
            markup=self._truth(f"{where}: markup", options.get("markup", False)),
            requires_separator=key in fields.looked_for,
        )

    def _text(self, where: str, value: object) -> str | None:
        if value is None or (isinstance(value, str) and value):
            return value
        if isinstance(value, int | float) and not isinstance(value, bool):
            return str(value)
        raise self._wrong(where, "expected a non-empty text.")

    def _truth(self, where: str, value: object) -> bool:
        if isinstance(value, bool):
            return value
        raise self._wrong(where, "expected true or false.")

    def _texts(self, where: str, value: object) -> tuple[str, ...]:
        listed = cast("list[object]", value) if isinstance(value, list) else [value]
        if all(isinstance(item, str) for item in listed):
            return tuple(cast("list[str]", listed))
        raise self._wrong(where, 'expected a list of texts, such as ["papers*.csv"].')

    def _one_of(self, where: str, value: object, known: tuple[str, ...]) -> str | None:
        if value is None or value in known:
            return cast("str | None", value)
        raise self._wrong(where, f"expected one of {', '.join(known)}.")

    def _delimiter(self, where: str, value: object) -> str | None:
        if value is None or (isinstance(value, str) and len(value) == 1 and value not in '\r\n"'):
            return value
        raise self._wrong(where, 'expected one character, such as ";".')
