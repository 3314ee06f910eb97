"""Texts of JATS and of what has its elements: no footnotes, formulas once, blocks apart, sections after titles."""

from collections.abc import Iterator

from loaders.files.markup import Element

ASIDE = frozenset({"xref", "fn", "tex-math", "inline-graphic", "graphic", "index-term", "label"})
"""What is no part of the running text, or says the same another time."""
BLOCKS = frozenset(
    {"p", "sec", "title", "list", "list-item", "disp-formula", "break", "def-list", "def-item", "def", "term"}
)
HEADINGS = frozenset({"abstract", "summary"})
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
HREF = "{http://www.w3.org/1999/xlink}href"


def text(element: Element | None) -> str | None:
    """Return an element's running text with white space folded; None where there is none."""
    return None if element is None else " ".join("".join(_pieces(element)).split()) or None


def child(element: Element | None, path: str) -> str | None:
    """Return the running text of the first that is found; None where there is none."""
    return None if element is None else text(element.find(path))


def abstract(said: Element | None) -> str | None:
    """Return an abstract, each section after its title: `Methods: ...`."""
    return None if said is None else " ".join(_sections(said)) or None


def _pieces(element: Element) -> Iterator[str]:
    """Yield what is text; the tag of a comment or an instruction is no name but callable."""
    yield element.text or ""
    for one in element:
        if not callable(one.tag) and one.tag not in ASIDE:
            apart = " " if one.tag in BLOCKS else ""
            yield apart
            yield from _pieces(one)
            yield apart
        yield one.tail or ""


def _sections(said: Element) -> Iterator[str]:
    """Yield the texts of sections, deeper ones too."""
    title: str | None = None
    for one in said:
        if one.tag == "title":
            title = (text(one) or "").rstrip(":. ")
            title = None if title.lower() in HEADINGS else title
        elif one.tag == "sec":
            yield from _sections(one)
        elif not callable(one.tag) and one.tag not in ASIDE and (found := text(one)):
            yield f"{title}: {found}" if title else found
            title = None
