"""Helpers for parsing the responses of services: raw records from JSON lists and XML elements, batches and next
pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import msgspec
from lxml import etree

from loaders.fetch.service import InvalidResponseError, RawRecord, Request
from loaders.formats.markup import Element


def line(raw: msgspec.Raw | bytes) -> bytes:
    """Return a JSON value on one line. Raw line breaks in JSON occur only between tokens."""
    return bytes(raw).replace(b"\r", b" ").replace(b"\n", b" ") + b"\n"


def raw_records(raws: Iterable[msgspec.Raw], name: str) -> list[RawRecord]:
    """Return the records of a list, with the value of field `name` as key; null entries are skipped."""
    keyed = msgspec.json.Decoder(dict[str, msgspec.Raw])
    records: list[RawRecord] = []
    for raw in raws:
        if bytes(raw).strip() == b"null":
            continue
        raw_key = keyed.decode(raw).get(name)
        key = msgspec.json.decode(raw_key) if raw_key is not None else None
        records.append(RawRecord(str(key) if key is not None else bytes(raw).decode("utf-8", "replace"), line(raw)))
    return records


def batches(ids: Sequence[str], size: int) -> Iterator[tuple[str, ...]]:
    """Split a list of IDs into batches of at most `size`."""
    rest = iter(ids)
    while part := tuple(islice(rest, size)):
        yield part


def following(request: Request, name: str, start: int, received: int, total: int) -> tuple[Request, ...]:
    """Return the request for the next page of a list with numeric offsets; empty at the end of the list.

    If the list became shorter since the last request, later records may have moved to offsets before this page, so the
    next request starts earlier by the difference.
    """
    removed = max(0, (request.total or 0) - total)
    offset = max(0, start - removed) if removed else start + received
    if offset >= total:
        return ()
    params = (*(pair for pair in request.params if pair[0] != name), (name, str(offset)))
    return (Request(request.path, params, later=True, total=total),)


def root(body: bytes, tag: str, expected: str) -> Element:
    """Return the root element. Raises XMLSyntaxError if the body is not XML, InvalidResponseError if it is another
    document.
    """
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    element = etree.fromstring(body, parser)
    if element.tag != tag:
        raise InvalidResponseError(f"expected {expected}, received <{etree.QName(element).localname}>")
    if element.getroottree().docinfo.internalDTD is not None:
        raise InvalidResponseError(f"expected {expected}, received a document with an internal DTD")
    return element


def text(element: Element) -> bytes:
    """Return an element as text for a file."""
    element.tail = "\n"
    return etree.tostring(element, encoding="utf-8", xml_declaration=False)
