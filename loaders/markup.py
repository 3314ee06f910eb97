"""Elements of XML as sources read them: their text, and what must not stand in them."""

from typing import TypeAlias

from lxml import etree

from loaders.source import RecordError

Element: TypeAlias = etree._Element  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] lxml's own name for its type


def text_of(element: Element | None) -> str:
    """Return an element's text with all markup folded away."""
    if element is None:
        return ""
    return (element.text or "").strip() if len(element) == 0 else "".join(map(str, element.itertext())).strip()


def folded_text(element: Element) -> str | None:
    """Return an element's text with white space folded, for titles are broken over lines; None where there is none."""
    return " ".join("".join(map(str, element.itertext(with_tail=False))).split()) or None


def child_text(element: Element, tag: str) -> str | None:
    """Return the folded text of the first child with a tag; None where there is none."""
    found = element.find(tag)
    return None if found is None else folded_text(found)


def refuse_entities(element: Element) -> None:
    """Raise RecordError where an entity stands in the element: it is never expanded, and its name is no text."""
    found = next(element.iter(etree.Entity), None)
    if found is not None:
        raise RecordError(f"the entity {found.text} stands in it, and entities are not expanded.")
