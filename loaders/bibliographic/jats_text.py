"""Plain text of JATS elements: without footnotes, formulas only once, blocks separated, sections after their titles."""

import re
from collections.abc import Iterator

from loaders.formats.markup import Element

ASIDE = frozenset({"xref", "fn", "tex-math", "inline-graphic", "graphic", "index-term", "label", "object-id"})
"""Elements outside the running text, or that repeat it."""
BLOCKS = frozenset(
    {"p", "sec", "title", "list", "list-item", "disp-formula", "break", "def-list", "def-item", "def", "term"}
)
DOI_LINE = re.compile(r"(?:DOI:?\s*)?(?:https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+", re.IGNORECASE)
"""A paragraph that is only the DOI of the article or of the abstract."""
HEADINGS = frozenset({"abstract", "summary"})
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
HREF = "{http://www.w3.org/1999/xlink}href"


def text(element: Element | None) -> str | None:
    """Return an element's running text with white space normalized, or None if it is empty."""
    return None if element is None else " ".join("".join(_pieces(element)).split()) or None


def child(element: Element | None, path: str) -> str | None:
    """Return the running text of the first match of `path`, or None."""
    return None if element is None else text(element.find(path))


def abstract(element: Element | None) -> str | None:
    """Return an abstract with each section after its title: `Methods: ...`."""
    return None if element is None else " ".join(_sections(element)) or None


def _pieces(element: Element) -> Iterator[str]:
    """Yield the text of an element. The tag of a comment or processing instruction is callable, not a name."""
    yield element.text or ""
    for subelement in element:
        if not callable(subelement.tag) and subelement.tag not in ASIDE:
            separator = " " if subelement.tag in BLOCKS else ""
            yield separator
            yield from _pieces(subelement)
            yield separator
        yield subelement.tail or ""


def _sections(element: Element) -> Iterator[str]:
    """Yield the texts of sections, including nested ones."""
    title: str | None = None
    for subelement in element:
        if subelement.tag == "title":
            title = (text(subelement) or "").rstrip(":. ")
            title = None if title.lower() in HEADINGS else title
        elif subelement.tag == "sec":
            yield from _sections(subelement)
        elif not callable(subelement.tag) and subelement.tag not in ASIDE and (paragraph := text(subelement)):
            if DOI_LINE.fullmatch(paragraph):
                continue
            yield f"{title}: {paragraph}" if title else paragraph
            title = None
