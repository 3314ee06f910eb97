"""Fields that entries inherit from other entries: `crossref` from the containing book or software, `xdata` all fields.

Only inheritable fields of referenced entries are kept. IDs, abstracts, pages, notes and authors of a book belong to the
book and are never inherited (BibLaTeX would inherit its DOI).
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError
from loaders.sources.bibtex.entry_scanner import Block, Macro, blocks
from loaders.sources.bibtex.values import STANDARD, value

FROM_BOOK = (
    *("booktitle", "booksubtitle", "editor", "publisher", "organization", "address", "location", "series", "volume"),
    *("number", "isbn", "issn", "year", "month", "day", "date", "journal", "journaltitle", "shortjournal", "issue"),
)
FROM_SOFTWARE = ("title", "subtitle", "author", "editor", "publisher", "organization", "institution", "license", "year")
"""Fields that a version of a software inherits from the entry of the software (the BibLaTeX package `software`)."""
SOFTWARE_PARTS = frozenset({"softwareversion", "softwaremodule", "codefragment"})
DATES = ("date", "year", "month", "day")
DEEPEST = 5
"""Maximum length of a chain of crossref or xdata references; chains can be circular."""
MAX_PARENTS = 100
"""Maximum number of entries from which one entry inherits, directly or through others. Lists of `xdata` could otherwise
take time that grows exponentially with the depth.
"""
COMMA = ","
LEADS = re.compile(rb"@\s*string\b|\bcrossref\b|\bxdata\b", re.IGNORECASE)
"""Matches macros, and entries that reference other entries."""
HEAD = re.compile(rb"@\s*\w+\s*[{(]\s*([^\s,]+)\s*,")


class Shared:
    """Values that the entries of several files share: macros and referenced entries."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._macros = dict(STANDARD)
        parent_keys: set[str] = set()
        for entry in _all(files, LEADS.search):
            if isinstance(entry, Macro):
                self._define(entry)
            else:
                parent_keys.update(self._names(entry))
        self._parents: dict[tuple[str, str], dict[str, str]] = {}
        self._anywhere: dict[str, dict[str, str]] = {}
        self._parent_count = 0
        for _ in range(DEEPEST):  # a parent may have a parent
            if not parent_keys:
                break
            more: set[str] = set()
            for file in files:
                for entry in _all([file], partial(_has_one_of, frozenset(parent_keys))):
                    if isinstance(entry, Block) and (key := entry.key.lower()) in parent_keys:
                        fields = {**self.read_entry(entry, strict=False), "": entry.kind}
                        self._parents.setdefault((file.name, key), fields)
                        self._anywhere.setdefault(key, fields)
                        more.update(self._names(entry))
            parent_keys = more - self._anywhere.keys()

    def _define(self, macro: Macro) -> None:
        try:
            self._macros[macro.name] = value(macro.value, self._macros)
        except InvalidRecordError:
            self._macros.pop(macro.name, None)

    def _names(self, block: Block) -> Iterator[str]:
        for field in ("crossref", "xdata"):
            if field in block.fields:
                yield from _keys(value_or_none(block.fields[field], self._macros))

    def read_entry(self, block: Block, *, strict: bool = True) -> dict[str, str]:
        """Return the fields of an entry as text.

        Raises:
            InvalidRecordError: A field cannot be read, and `strict` is true. Otherwise the field is left out.
        """
        fields: dict[str, str] = {}
        for name, raw in block.fields.items():
            try:
                fields[name] = value(raw, self._macros)
            except InvalidRecordError as error:
                if strict:
                    raise InvalidRecordError(f"{name}: {error}") from None
        return fields

    def resolve_entry(self, file: SourceFile, block: Block) -> dict[str, str]:
        """Return the fields of an entry with the inherited ones; referenced entries in the same file take
        precedence.

        Raises:
            InvalidRecordError: A field cannot be read, or the entry inherits from too many entries.
        """
        self._parent_count = 0
        return self._with_parents(file.name, block.kind, self.read_entry(block), DEEPEST)

    def _with_parents(self, file: str, kind: str, own: Mapping[str, str], depth: int) -> dict[str, str]:
        fields = dict(own)
        if not depth:
            return fields
        for key in _keys(own.get("xdata")):
            for name, text in self._parent(file, key, depth).items():
                fields.setdefault(name, text)
        for key in _keys(own.get("crossref")):
            dated = any(fields.get(name) for name in DATES)  # never combine parts of two dates
            for name, text in _of_book(kind, self._parent(file, key, depth)).items():
                if not fields.get(name) and not (dated and name in DATES):
                    fields[name] = text
        return fields

    def _parent(self, file: str, key: str, depth: int) -> dict[str, str]:
        self._parent_count += 1
        if self._parent_count > MAX_PARENTS:
            raise InvalidRecordError(f"it inherits from more than {MAX_PARENTS} entries.")
        parent = self._parents.get((file, key)) or self._anywhere.get(key) or {}
        parent_fields = {name: text for name, text in parent.items() if name}
        return self._with_parents(file, parent.get("", ""), parent_fields, depth - 1)


def _of_book(kind: str, book: Mapping[str, str]) -> dict[str, str]:
    """Return the fields that an entry of this type inherits from its container; the container's title becomes
    `booktitle` or `journaltitle`.
    """
    if kind in SOFTWARE_PARTS:
        return {name: book[name] for name in FROM_SOFTWARE if name in book}
    fields = {name: book[name] for name in FROM_BOOK if name in book}
    title = "journaltitle" if kind in ("article", "suppperiodical") else "booktitle"
    if "title" in book and title not in fields and not (title == "journaltitle" and "journal" in fields):
        fields[title] = book["title"]
        if "subtitle" in book and title == "booktitle":
            fields.setdefault("booksubtitle", book["subtitle"])
    if kind == "inbook" and "author" in book:
        fields["author"] = book["author"]
    return fields


def _keys(text: str | None) -> Iterable[str]:
    return [key.strip().lower() for key in (text or "").split(COMMA) if key.strip()]


def value_or_none(raw: str, macros: Mapping[str, str]) -> str | None:
    """Return the text of a value, if it can be read."""
    try:
        return value(raw, macros)
    except InvalidRecordError:
        return None


def _has_one_of(keys: Container[str], text: bytes) -> bool:
    """Return True if the text contains the head of an entry with one of these keys."""
    return any(key.decode("utf-8", "replace").lower() in keys for key in HEAD.findall(text))


def _all(files: Sequence[SourceFile], predicate: Callable[[bytes], object]) -> Iterator[Block | Macro]:
    for file in files:
        try:
            for entry in blocks(file, predicate):
                if not isinstance(entry, RejectedItem):
                    yield entry
        except (SourceFileError, *DAMAGED_FILE_ERRORS):
            continue  # the reader reports it
