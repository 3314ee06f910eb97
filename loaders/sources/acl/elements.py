"""Elements of the Anthology's XML: what a file begins with, what stands in and around an element."""

from typing import IO

from lxml import etree

from loaders.files.markup import Element, text_of
from loaders.files.xml_words import line_and_words
from loaders.refused import SourceError


def expect_collection(stream: IO[bytes], name: str) -> None:
    """Look at the first element alone. Raises SourceError where it is no collection's."""
    elements = etree.iterparse(stream, events=("start",), resolve_entities=False, no_network=True)
    try:
        for _, element in elements:
            if element.tag != "collection":
                raise SourceError(f"{name}: expected a <collection> of the Anthology; this is a <{element.tag}>.")
            return
    except etree.XMLSyntaxError as error:
        line, said = line_and_words(error, elements.error_log)
        raise SourceError(f"{name}: line {line}: expected the Anthology's XML: {said}.") from error


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
