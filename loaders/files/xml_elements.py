"""The records of a large XML file cut out one at a time, so that memory does not grow with it.

Nothing outside a file is ever looked at: no DTD, no network. An entity that a file declares is not expanded; where one
stands in a record, that record is refused.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from lxml import etree

from loaders.files.archive import SourceFile
from loaders.files.markup import Element, refuse_entities
from loaders.files.named_entities import NamedEntities
from loaders.files.xml_words import line_and_words
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.refused import RecordError, Rejected, SourceError, clipped
from loaders.source import Item

LAST_LINE = 65_535
"""libxml2 counts lines no farther."""
TOO_DEEP, DEEPEST = "Excessive depth", 256
"""What libxml2 says where elements nest deeper, and ends: to lift the limit would lift those against XML bombs too."""


@dataclass(frozen=True, slots=True)
class Form:
    """What a file is: `whole` says so in messages, `roots` and `records` are names of elements without namespaces."""

    whole: str
    roots: frozenset[str]
    records: tuple[str, ...]
    named: bool = False
    """Whether named entities such as `&uuml;` are known, which a DTD elsewhere declares."""
    bare: bool = False
    """Whether names within records are wanted without their namespaces."""


@dataclass(slots=True)
class _Read:
    """How many records of a file were read, and by which parser."""

    records: int = 0
    by: "etree.iterparse[Element] | None" = None


@contextmanager
def _told(file: SourceFile, form: Form) -> Generator[_Read]:
    """Tell what breaks off, is no XML, or nests so deep that the parser gives up, as SourceError."""
    read = _Read()
    try:
        yield read
    except etree.XMLSyntaxError as error:
        line, said = line_and_words(error, read.by.error_log if read.by else None)
        if TOO_DEEP in said:
            raise SourceError(
                f"{file.shown}: record {read.records + 1}, line {line}: its elements nest more than "
                f"{DEEPEST} deep, and nothing is read from there on. Take it out: the rest can be read without it."
            ) from error
        raise SourceError(f"{file.shown}: line {line}: expected {form.whole}: {said}.") from error


def local(element: Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def elements(file: SourceFile, form: Form) -> Iterator[Element]:
    """Yield each record's element in file order; it is emptied, and what stands before it dropped, before the next.

    Records in records come with the outermost. Raises SourceError, naming file and line, where the file begins
    otherwise, is no XML or breaks off.
    """
    with file.open() as stream, _told(file, form) as read:
        read.by = beginning = etree.iterparse(_through(stream, form), events=("start",), **CAREFUL)
        for _, element in beginning:
            if local(element) not in form.roots:
                raise SourceError(f"{file.shown}: expected {form.whole}; this is a <{clipped(local(element))}>.")
            break
    with file.open() as stream, _told(file, form) as read:
        names = tuple(f"{{*}}{name}" for name in form.records)
        depth = 0
        read.by = whole = etree.iterparse(_through(stream, form), events=("start", "end"), tag=names, **CAREFUL)
        for event, element in whole:
            depth += 1 if event == "start" else -1
            if depth == 0:
                yield _without_namespaces(element) if form.bare else element
                read.records += 1
                _forget(element)


def _through(stream: IO[bytes], form: Form) -> IO[bytes] | NamedEntities:
    return NamedEntities(stream) if form.named else stream


CAREFUL = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}


def _without_namespaces(element: Element) -> Element:
    for one in element.iter(etree.Element):
        if "}" in str(one.tag):
            one.tag = local(one)
    return element


def _forget(element: Element) -> None:
    """Empty an element, and drop all that stands before it."""
    element.clear()
    for one in (element, *element.iterancestors()):
        parent = one.getparent()
        while parent is not None and one.getprevious() is not None:
            del parent[0]


def read(
    file: SourceFile,
    form: Form,
    items: Callable[[Element], Iterable[Item]],
    key: Callable[[Element], str | None],
) -> Iterator[Item]:
    """Yield what `items` makes of each record of a file; of journals, topics and funders what was not told lately.

    A record of which it raises ValueError or RecordError is rejected by its number, line and key, and the file goes on.
    Raises SourceError as `elements` does.
    """
    lately = Recently()
    for number, element in enumerate(elements(file, form), 1):
        try:
            refuse_entities(element)
            found = list(items(element))
        except (ValueError, RecordError) as error:
            yield Rejected(_place(number, element, key(element)), str(error))
            continue
        for one in found:
            if isinstance(one, Rejected):
                yield one
            else:
                yield from told_once((one,), lately)


def _place(number: int, element: Element, key: str | None) -> str:
    line = element.sourceline or LAST_LINE
    said = (f"record {number}", f"line {line}" if line < LAST_LINE else "", clipped(key or ""))
    return ", ".join(filter(None, said))
