"""Markup as sources have it: the text of elements and of marked-up strings, and what must not stand in them."""

import re
from html import unescape
from typing import TypeAlias

from lxml import etree

from loaders.refused import RecordError

EMPHASIS = (
    "b|bold|em|emph|font|i|it|italic|monospace|roman|s|sans-serif|sc|scp|small|small-caps|smallcaps|strike|strong"
)
WITHIN = "a|abbr|code|del|email|ext-link|fixed-case|inline-formula|ins|named-content|q|span|styled-content|tt|uri|xref"
INLINE = f"{EMPHASIS}|{WITHIN}|inf|overline|ovl|sub|sup|u|underline"
LISTS = "label|li|list|list-item|ol|td|tr|ul"
BLOCK = f"abstract|blockquote|br|break|center|disp-formula|div|h[1-6]|hr|{LISTS}|p|sec|section|title"
TAG = re.compile(rf"<(/?)(?:(?:jats:)?({INLINE})|\w+:[\w.-]+|({BLOCK}))(\s+[\w:.-]+\s*=[^<>]*)?\s*/?>", re.IGNORECASE)
"""A tag of HTML, JATS, MathML or of what publishers write for these; else `<` is text, as in `p <q and q> r`."""
CLOSED = re.compile(r"</(\w)\s*>")
"""The end of an element whose name is one letter."""
WORD = re.compile(r"\w")
HEADING = re.compile(r"^\s*<jats:title>\s*(abstract|summary)\W*</jats:title>", re.IGNORECASE)

Element: TypeAlias = etree._Element  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] lxml's own name for its type


def text_of(element: Element | None) -> str:
    """Return an element's text with all markup folded away."""
    if element is None:
        return ""
    return (element.text or "").strip() if len(element) == 0 else "".join(map(str, element.itertext())).strip()


def folded_text(element: Element) -> str | None:
    """Return an element's text with white space folded, for titles are broken over lines; None where there is none."""
    return " ".join("".join(map(str, element.itertext())).split()) or None


def child_text(element: Element, tag: str) -> str | None:
    """Return the folded text of the first child with a tag; None where there is none."""
    found = element.find(tag)
    return None if found is None else folded_text(found)


def refuse_entities(element: Element) -> None:
    """Raise RecordError where an entity stands in the element: it is never expanded, and its name is no text."""
    found = next(element.iter(etree.Entity), None)
    if found is not None:
        raise RecordError(f"the entity {found.text} stands in it, and entities are not expanded.")


def plain(text: str) -> str:
    """Return a string without its markup: tags of HTML, JATS and MathML go, entities become what they stand for.

    Words in blocks of their own, such as paragraphs, do not run together; a heading that only says Abstract goes too.
    What is no tag stays: `p < 0.05`, and `a<b>c`, where nothing closes the b.
    """
    if "<" in text:
        text = HEADING.sub("", text)
        closed = frozenset(CLOSED.findall(text.lower()))
        text = TAG.sub(lambda tag: _folded(tag, closed), text)
    return " ".join((unescape(text) if "&" in text else text).split())


def _folded(tag: re.Match[str], closed: frozenset[str]) -> str:
    """Return what stands for a tag; a name of one letter that nothing ends is compared with something: it is text."""
    name = (tag[2] or tag[3] or "").lower()
    if len(name) == 1 and not tag[1] and not tag[4] and name not in closed:
        before, after = tag.string[: tag.start()][-1:], tag.string[tag.end() :][:1]
        # paragraphs are often left open, but none begins within a word
        if name != "p" or (WORD.match(before) and WORD.match(after)):
            return tag[0]
    return "" if tag[2] else " "
