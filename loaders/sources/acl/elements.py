"""Elements of the Anthology's XML: what a file begins with, what stands in and around an element."""

from typing import IO

from lxml import etree

from loaders.markup import Element, text_of
from loaders.source import SourceError


def expect_collection(stream: IO[bytes], name: str) -> None:
    """Look at the first element alone. Raises SourceError where it is no collection's."""
    try:
        for _, element in etree.iterparse(stream, events=("start",), resolve_entities=False, no_network=True):
            if element.tag != "collection":
                raise SourceError(f"{name}: expected a <collection> of the Anthology; this is a <{element.tag}>.")
            return
    except etree.XMLSyntaxError as error:
        raise SourceError(f"{name}: line {error.lineno}: expected the Anthology's XML: {error.msg}") from error


def parent_of(element: Element) -> Element:
    """Return the element that this one stands in. Raises ValueError."""
    parent = element.getparent()
    if parent is None:
        raise ValueError(f"<{element.tag}> stands alone.")
    return parent


def by_tag(element: Element) -> dict[str, list[Element]]:
    """Return an element's children by their tags, in order."""
    found: dict[str, list[Element]] = {}
    for child in element:
        found.setdefault(str(child.tag), []).append(child)
    return found


def one_of(said: dict[str, list[Element]], tag: str) -> str:
    """Return the text of the first child with a tag, empty where there is none."""
    return text_of(said[tag][0]) if tag in said else ""
