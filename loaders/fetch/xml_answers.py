"""What the answers of XML services have in common: nothing outside of them is looked at, and no entity is expanded."""

from lxml import etree

from loaders.fetch.service import BrokenError
from loaders.files.markup import Element


def root(body: bytes, tag: str, whole: str) -> Element:
    """Return the root of an answer. Raises XMLSyntaxError where it is no XML, BrokenError where it is another."""
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    found = etree.fromstring(body, parser)
    if found.tag != tag:
        raise BrokenError(f"expected {whole}, came <{etree.QName(found).localname}>")
    if found.getroottree().docinfo.internalDTD is not None:
        raise BrokenError(f"expected {whole}, came one with a document type of its own")
    return found


def text(element: Element) -> bytes:
    """Return an element as it stands in a file."""
    element.tail = "\n"
    return etree.tostring(element, encoding="utf-8", xml_declaration=False)
