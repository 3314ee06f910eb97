"""Markup as sources have it: the text of elements and of marked-up strings, and what must not stand in them."""

import re
from html import unescape
from typing import TypeAlias

from lxml import etree

from loaders.source import RecordError

INLINE = "i|b|u|sub|sup|em|strong|it|bold|italic|sc|scp|tt|span|font|small|monospace|underline|inline-formula"
BLOCK = "p|br|div|title|sec|label|list|list-item|abstract|disp-formula|section|h[1-6]|ul|ol|li|tr|td"
TAG = re.compile(rf"</?(?:(?:jats:)?({INLINE})|\w+:[\w.-]+|{BLOCK})(?:\s[^<>]*)?/?>", re.IGNORECASE)
"""A tag of HTML, JATS or MathML in a string; anything else between angle brackets is text, such as `p <q and q> r`."""
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
    """
    if "<" in text:
        text = TAG.sub(lambda tag: "" if tag[1] else " ", HEADING.sub("", text))
    return " ".join((unescape(text) if "&" in text else text).split())
