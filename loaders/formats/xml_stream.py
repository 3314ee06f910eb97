"""Split a large XML file into records one at a time, with bounded memory.

Nothing outside the file is read: no DTD, no network. Entities that a file declares are not expanded, and a record that
contains one is rejected.
"""

import re
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html.entities import html5
from typing import IO

from lxml import etree

from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.markup import Element, refuse_entities
from loaders.formats.parse_errors import format_xml_error
from loaders.records.errors import DeletedRecordError, InvalidRecordError, RejectedItem, SourceFileError, truncate
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.record import Item

NAME = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
MAX_ENTITY_BYTES = 33
"""Maximum bytes of an entity's name with its ampersand, which the end of a chunk may divide."""
OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
"""Entities that need no DTD."""


def is_xml_file(name: str) -> bool:
    """Return True if a file is XML by its name, compressed or not."""
    return strip_suffixes(name).endswith(".xml")


class NamedEntities:
    """A stream of XML in which known named entities are replaced by numeric ones; unknown names stay unchanged.

    The encoding must contain ASCII unchanged, as UTF-8 and the ISO 8859 family do.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._held = b""

    def read(self, size: int = -1) -> bytes:
        """Return about `size` bytes, or no bytes at the end of the stream."""
        while chunk := self._stream.read(size):
            text = self._held + chunk
            start = text.rfind(b"&", len(text) - MAX_ENTITY_BYTES) if len(text) > MAX_ENTITY_BYTES else text.rfind(b"&")
            cut = len(text) if start < 0 or b";" in text[start:] else start
            self._held = text[cut:]
            if cut:
                return NAME.sub(_number, text[:cut])
        rest, self._held = self._held, b""
        return rest

    def close(self) -> None:
        """Close the underlying stream."""
        self._stream.close()


def _number(entity: re.Match[bytes]) -> bytes:
    name = entity[1].decode("ascii")
    signs = None if name in OF_XML else html5.get(f"{name};")
    return "".join(f"&#{ord(sign)};" for sign in signs).encode("ascii") if signs else entity[0]


LAST_LINE = 65_535
"""Maximum line number that libxml2 reports."""
TOO_DEEP, DEEPEST = "Excessive depth", 256
"""libxml2's message for deeper nesting, which ends parsing. Raising the limit would also allow XML bombs."""


@dataclass(frozen=True, slots=True)
class XmlFormat:
    """An XML format: its description for messages (`expected`), and the names of its root and record elements."""

    expected: str
    roots: frozenset[str]
    records: tuple[str, ...]
    decode_named_entities: bool = False
    """True if named entities such as `&uuml;`, which an external DTD declares, are decoded."""
    strip_namespaces: bool = False
    """True if names within records are returned without their namespaces."""


@dataclass(slots=True)
class _Read:
    """Number of records read from a file, and the parser."""

    records: int = 0
    by: "etree.iterparse[Element] | None" = None


@contextmanager
def _translate_parser_errors(file: SourceFile, xml_format: XmlFormat) -> Generator[_Read]:
    """Raise SourceFileError for a truncated file, invalid XML, or nesting that is too deep for the parser."""
    read_records = _Read()
    try:
        yield read_records
    except etree.XMLSyntaxError as error:
        line, message = format_xml_error(error, read_records.by.error_log if read_records.by else None)
        if TOO_DEEP in message:
            raise SourceFileError(
                f"{file.display_name}: record {read_records.records + 1}, line {line}: its elements nest more than "
                f"{DEEPEST} deep, so the rest of the file is not read. Remove this record to read the rest."
            ) from error
        raise SourceFileError(
            f"{file.display_name}: line {line}: expected {xml_format.expected}: {message}."
        ) from error


def local_name(element: Element) -> str:
    """Return an element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def elements(file: SourceFile, xml_format: XmlFormat) -> Iterator[Element]:
    """Yield the element of each record in file order; before the next one, it is cleared and removed from the tree.

    Nested records are returned with the outermost.

    Raises:
        SourceFileError: the file begins otherwise, is not XML, or is truncated; the message names file and line.
    """
    with file.open() as stream, _translate_parser_errors(file, xml_format) as read:
        read.by = beginning = etree.iterparse(_through(stream, xml_format), events=("start",), **CAREFUL)
        for _, element in beginning:
            if local_name(element) not in xml_format.roots:
                raise SourceFileError(
                    f"{file.display_name}: expected {xml_format.expected}; this is a <{truncate(local_name(element))}>."
                )
            break
    with file.open() as stream, _translate_parser_errors(file, xml_format) as read:
        names = tuple(f"{{*}}{name}" for name in xml_format.records)
        depth = 0
        read.by = events = etree.iterparse(_through(stream, xml_format), events=("start", "end"), tag=names, **CAREFUL)
        for event, element in events:
            depth += 1 if event == "start" else -1
            if depth == 0:
                yield _without_namespaces(element) if xml_format.strip_namespaces else element
                read.records += 1
                _free_element(element)


def _through(stream: IO[bytes], xml_format: XmlFormat) -> IO[bytes] | NamedEntities:
    return NamedEntities(stream) if xml_format.decode_named_entities else stream


CAREFUL = {"resolve_entities": False, "no_network": True, "load_dtd": False, "huge_tree": False}


def _without_namespaces(element: Element) -> Element:
    for node in element.iter(etree.Element):
        if "}" in str(node.tag):
            node.tag = local_name(node)
    return element


def _free_element(element: Element) -> None:
    """Clear an element, and remove all elements before it."""
    element.clear()
    for node in (element, *element.iterancestors()):
        parent = node.getparent()
        while parent is not None and node.getprevious() is not None:
            del parent[0]


def read(
    file: SourceFile,
    xml_format: XmlFormat,
    items: Callable[[Element], Iterable[Item]],
    key: Callable[[Element], str | None],
) -> Iterator[Item]:
    """Yield the items of each record of a file; of partial records those that were not yielded recently.

    A record for which `items` raises ValueError or InvalidRecordError is rejected by its number, line and key, and
    reading continues. After DeletedRecordError, the reject is intentional.

    Args:
        xml_format: Format of the file.
        items: Return the records of a record's element: journal, topics and funders first, then the paper.
        key: Return the key in a record's element, for rejects.

    Raises:
        SourceFileError: as `elements` does.
    """
    recent_keys = RecentKeys()
    for number, element in enumerate(elements(file, xml_format), 1):
        try:
            refuse_entities(element)
            records = list(items(element))
        except (ValueError, InvalidRecordError) as error:
            record_key = error.record_key if isinstance(error, InvalidRecordError) else None
            place = _place(number, element, key(element))
            yield RejectedItem(place, str(error), record_key, isinstance(error, DeletedRecordError))
            continue
        for record in records:
            if isinstance(record, RejectedItem):
                yield record
            else:
                yield from deduplicate_partials((record,), recent_keys)


def _place(number: int, element: Element, key: str | None) -> str:
    line = element.sourceline or LAST_LINE
    parts = (f"record {number}", f"line {line}" if line < LAST_LINE else "", truncate(key or ""))
    return ", ".join(filter(None, parts))
