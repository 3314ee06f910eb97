"""ORCID's files: a document in XML, or documents in JSON; a record tells of a person and of what the person claims."""

import io
from collections.abc import Iterator
from typing import cast

import msgspec
from lxml import etree

from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Kind, elements
from loaders.files.markup import refuse_entities
from loaders.files.strange import told_by_its_beginning
from loaders.files.xml_words import line_and_words
from loaders.refused import RecordError, Rejected, SourceError, at, clipped
from loaders.source import Item
from loaders.sources.orcid.node import Node, of_json, of_xml
from loaders.sources.orcid.person import BRIEF, SOURCE_NAME, owner_of, person
from loaders.sources.orcid.work import works

FILE = Kind("records of ORCID 3.0, XML or JSON, as its public data file and its API give them", "record of ORCID")
NAMESPACE = "http://www.orcid.org/ns/"
LONGEST = 16 << 20
"""Bytes of an XML document; one with 10,000 works has fewer."""
PARTS = tuple(
    map(
        frozenset,
        (
            ("put-code",),
            ("num-found",),
            ("last-modified-date", "path"),
            ("organization", "start-date"),
            ("title", "type", "external-ids"),
            ("external-id-type", "external-id-value"),
            ("review-group-id",),
            ("group-id", "description"),
            ("proposal", "resource-item"),
        ),
    )
)
"""What stands in ORCID's other documents: answers, lists, places, fundings, works, ids, reviews, groups, resources."""
WHOLE = tuple(map(frozenset, (("bulk",), ("content",), ("country",), ("url",), ("url", "url-name"))))
"""What makes up those that say one thing: lists of works, keywords and other names, countries, links."""
NONE = f"no {FILE.one}."


def read(file: SourceFile) -> Iterator[Item]:
    """Yield the person of each record and the works that the person claims.

    Other documents of ORCID tell nothing that a record does not, and are passed over. Raises SourceError where the file
    is not ORCID's, is no XML or JSON, or goes on for too long.
    """
    if bare(file.name).endswith(".xml"):
        yield from _of_xml(file)
        return
    with file.open() as stream:
        found = (
            item
            for cut in elements(stream, file.shown, FILE)
            for item in ([cut] if isinstance(cut, Rejected) else _of_json(*cut))
        )
        yield from told_by_its_beginning(
            found, lambda item: item.reason == NONE, f"{file.shown}: expected {FILE.whole}."
        )


def _of_xml(file: SourceFile) -> Iterator[Item]:
    with file.open() as stream:
        text = stream.read(LONGEST + 1)
    if len(text) > LONGEST:
        raise SourceError(f"{file.shown}: no document of ORCID ends within {LONGEST >> 20} MiB.")
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    try:
        root = etree.parse(io.BytesIO(text), parser).getroot()
    except etree.XMLSyntaxError as error:
        line, said = line_and_words(error, parser.error_log)
        raise SourceError(f"{file.shown}: line {line}: expected ORCID's XML: {said}.") from error
    if not (etree.QName(root).namespace or "").startswith(NAMESPACE):
        raise SourceError(f"{file.shown}: expected {FILE.whole}; this is a <{etree.QName(root).localname}>.")
    name = etree.QName(root).localname
    try:
        refuse_entities(root)
    except RecordError as error:
        yield Rejected(f"<{name}>", why(error))
        return
    yield from _document(name, of_xml(root), f"<{name}>")


def _of_json(place: str, text: bytes) -> Iterator[Item]:
    try:
        said = msgspec.json.decode(text)
        node = of_json(said)
    except NO_JSON as error:
        yield Rejected(place, why(error))
        return
    names = node.parts.keys()
    if {"record"} == names:
        node, names = node.first("record"), node.first("record").parts.keys()
    if {"error-code", "developer-message"} & names:
        yield from _document("error", node, place)
    elif "orcid-identifier" in names and names & {"person", "history", "activities-summary"}:
        yield from _document("record", node, place)
    elif "orcid-identifier" in names:
        yield from _document("record-summary", node, place)
    elif not _is_another(said):
        yield Rejected(place, NONE)


def _is_another(said: object) -> bool:
    """Tell whether a JSON value is a document of ORCID's that tells nothing a record does not."""
    names = frozenset(cast("dict[str, object]", said)) if isinstance(said, dict) else frozenset[str]()
    return names in WHOLE or any(one <= names for one in PARTS)


def _document(name: str, node: Node, place: str) -> Iterator[Item]:
    match name:
        case "record" | "record-summary":
            said = node.said("orcid-identifier", "path") or node.said("path").strip("/")
            place = at(place, said)
            gone = node.said("history", "deactivation-date")
            if gone:
                yield Rejected(place, "its owner deactivated it.", none=True)
                return
            try:
                owner = owner_of(node)
                yield person(node, owner, SOURCE_NAME if name == "record" else BRIEF)
                yield from works(node, owner)
            except (ValueError, RecordError) as error:
                yield Rejected(place, why(error))
        case "error":
            said = node.said("developer-message") or node.said("user-message")
            yield Rejected(place, f"ORCID answered: {clipped(said, 300)}")
        case _:
            pass
