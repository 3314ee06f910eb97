"""Convert elements and strings with markup to plain text."""

import re
from html import unescape
from typing import TypeAlias

from lxml import etree

from loaders.records.errors import InvalidRecordError

EMPHASIS = (
    "b|bold|em|emph|font|i|it|italic|monospace|roman|s|sans-serif|sc|scp|small|small-caps|smallcaps|strike|strong"
)
WITHIN = "a|abbr|code|del|email|ext-link|fixed-case|inline-formula|ins|named-content|q|span|styled-content|tt|uri|xref"
INLINE = f"{EMPHASIS}|{WITHIN}|inf|overline|ovl|sub|sup|u|underline"
LISTS = "label|li|list|list-item|ol|td|tr|ul"
BLOCK = f"abstract|blockquote|br|break|center|disp-formula|div|h[1-6]|hr|{LISTS}|p|sec|section|title"
TAG = re.compile(rf"<(/?)(?:(?:jats:)?({INLINE})|\w+:[\w.-]+|({BLOCK}))(\s+[\w:.-]+\s*=[^<>]*)?\s*/?>", re.IGNORECASE)
"""A tag of HTML, JATS, MathML or publishers' variants; any other `<` is text, as in `p <q and q> r`."""
CLOSED = re.compile(r"</(\w)\s*>")
"""The end tag of an element with a one-letter name."""
WORD = re.compile(r"\w")
HEADING = re.compile(r"^\s*<jats:title>\s*(abstract|summary)\W*</jats:title>", re.IGNORECASE)

Element: TypeAlias = etree._Element  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] lxml's own name for its type


def text_of(element: Element | None) -> str:
    """Return an element's text without markup."""
    if element is None:
        return ""
    return (element.text or "").strip() if len(element) == 0 else "".join(map(str, element.itertext())).strip()


def folded_text(element: Element) -> str | None:
    """Return an element's text with white space normalized, because titles contain line breaks; None if it is empty."""
    return " ".join("".join(map(str, element.itertext())).split()) or None


def child_text(element: Element, tag: str) -> str | None:
    """Return the normalized text of the first child with a tag, or None."""
    child = element.find(tag)
    return None if child is None else folded_text(child)


def refuse_entities(element: Element) -> None:
    """Raise InvalidRecordError if the element contains an entity: entities are not expanded, and their names are not
    text.
    """
    entity = next(element.iter(etree.Entity), None)
    if entity is not None:
        raise InvalidRecordError(f"it contains the entity {entity.text}, and entities are not expanded.")


def strip_markup(text: str) -> str:
    """Return a string without markup: tags of HTML, JATS and MathML are removed, entities are decoded.

    Blocks such as paragraphs are separated by spaces, and a heading "Abstract" is removed. Text that is not a tag
    stays: `p < 0.05`, and `a<b>c` without a closing `</b>`.
    """
    if "<" in text:
        text = HEADING.sub("", text)
        closed = frozenset(CLOSED.findall(text.lower()))
        text = TAG.sub(lambda tag: _folded(tag, closed), text)
    return " ".join((unescape(text) if "&" in text else text).split())


def _folded(tag: re.Match[str], closed: frozenset[str]) -> str:
    """Return the replacement of a tag. A one-letter tag that is never closed is a comparison, and stays as text."""
    name = (tag[2] or tag[3] or "").lower()
    if len(name) == 1 and not tag[1] and not tag[4] and name not in closed:
        before, after = tag.string[: tag.start()][-1:], tag.string[tag.end() :][:1]
        # paragraphs often have no end tag, but never begin within a word
        if name != "p" or (WORD.match(before) and WORD.match(after)):
            return tag[0]
    return "" if tag[2] else " "
