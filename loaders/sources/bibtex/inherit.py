"""What entries take from others: `crossref` from the book that they are in, `xdata` whatever stands there.

Of an entry that others name only what they may take is kept. Ids, abstracts, pages, notes and authors are never taken
from a book (BibLaTeX would take its DOI): they are the book's.
"""

import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from functools import partial

from loaders.files.archive import TORN, SourceFile
from loaders.refused import RecordError, Rejected, SourceError
from loaders.sources.bibtex.blocks import Block, Macro, blocks
from loaders.sources.bibtex.values import STANDARD, value

FROM_BOOK = (
    *("booktitle", "booksubtitle", "editor", "publisher", "organization", "address", "location", "series", "volume"),
    *("number", "isbn", "issn", "year", "month", "day", "date", "journal", "journaltitle", "shortjournal", "issue"),
)
DATES = ("date", "year", "month", "day")
DEEPEST = 5
"""Steps of crossref or xdata that are followed: they may lead round in a circle."""
COMMA = ","
LEADS = re.compile(rb"@\s*string\b|\bcrossref\b|\bxdata\b", re.IGNORECASE)
"""What stands in macros, and in entries that name others."""
HEAD = re.compile(rb"@\s*\w+\s*[{(]\s*([^\s,]+)\s*,")


class Shared:
    """What the entries of some files may use of one another: macros, and the entries that others name."""

    def __init__(self, files: Sequence[SourceFile]) -> None:
        self._macros = dict(STANDARD)
        named: set[str] = set()
        for one in _all(files, LEADS.search):
            if isinstance(one, Macro):
                self._define(one)
            else:
                named.update(self._names(one))
        self._parents: dict[tuple[str, str], dict[str, str]] = {}
        self._anywhere: dict[str, dict[str, str]] = {}
        while named:  # a parent may have a parent
            more: set[str] = set()
            for file in files:
                for one in _all([file], partial(_has_one_of, frozenset(named))):
                    if isinstance(one, Block) and (key := one.key.lower()) in named:
                        fields = {**self.read(one, strict=False), "": one.kind}
                        self._parents.setdefault((file.name, key), fields)
                        self._anywhere.setdefault(key, fields)
                        more.update(self._names(one))
            named = more - self._anywhere.keys()

    def _define(self, macro: Macro) -> None:
        try:
            self._macros[macro.name] = value(macro.value, self._macros)
        except RecordError:
            self._macros.pop(macro.name, None)

    def _names(self, block: Block) -> Iterator[str]:
        for field in ("crossref", "xdata"):
            if field in block.fields:
                yield from _keys(value_or_none(block.fields[field], self._macros))

    def read(self, block: Block, *, strict: bool = True) -> dict[str, str]:
        """Return the fields of an entry read. Raises RecordError where one cannot be, unless that is left out."""
        found: dict[str, str] = {}
        for name, raw in block.fields.items():
            try:
                found[name] = value(raw, self._macros)
            except RecordError as error:
                if strict:
                    raise RecordError(f"{name}: {error}") from None
        return found

    def whole(self, file: SourceFile, block: Block) -> dict[str, str]:
        """Return the fields of an entry with what it takes from others, those of its own file first."""
        return self._with_parents(file.name, block.kind, self.read(block), DEEPEST)

    def _with_parents(self, file: str, kind: str, own: Mapping[str, str], depth: int) -> dict[str, str]:
        found = dict(own)
        if not depth:
            return found
        for key in _keys(own.get("xdata")):
            for name, text in self._parent(file, key, depth).items():
                found.setdefault(name, text)
        for key in _keys(own.get("crossref")):
            dated = any(found.get(name) for name in DATES)  # a date is taken whole or not at all
            for name, text in _of_book(kind, self._parent(file, key, depth)).items():
                if not found.get(name) and not (dated and name in DATES):
                    found[name] = text
        return found

    def _parent(self, file: str, key: str, depth: int) -> dict[str, str]:
        said = self._parents.get((file, key)) or self._anywhere.get(key) or {}
        own = {name: text for name, text in said.items() if name}
        return self._with_parents(file, said.get("", ""), own, depth - 1)


def _of_book(kind: str, book: Mapping[str, str]) -> dict[str, str]:
    """Return what an entry of a kind takes from what it is in; the title of that is its `booktitle` or journal."""
    found = {name: book[name] for name in FROM_BOOK if name in book}
    title = "journaltitle" if kind in ("article", "suppperiodical") else "booktitle"
    if "title" in book and title not in found and not (title == "journaltitle" and "journal" in found):
        found[title] = book["title"]
        if "subtitle" in book and title == "booktitle":
            found.setdefault("booksubtitle", book["subtitle"])
    if kind == "inbook" and "author" in book:
        found["author"] = book["author"]
    return found


def _keys(said: str | None) -> Iterable[str]:
    return [key.strip().lower() for key in (said or "").split(COMMA) if key.strip()]


def value_or_none(raw: str, macros: Mapping[str, str]) -> str | None:
    """Return the text of a value, None where it is none."""
    try:
        return value(raw, macros)
    except RecordError:
        return None


def _has_one_of(keys: Container[str], text: bytes) -> bool:
    """Tell whether an entry, by how it begins, has one of these keys."""
    return any(key.decode("utf-8", "replace").lower() in keys for key in HEAD.findall(text))


def _all(files: Sequence[SourceFile], told: Callable[[bytes], object]) -> Iterator[Block | Macro]:
    for file in files:
        try:
            for one in blocks(file, told):
                if not isinstance(one, Rejected):
                    yield one
        except (SourceError, *TORN):
            continue  # the reader tells
