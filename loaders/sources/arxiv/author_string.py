"""Parse bylines as authors typed them: `A. One (1), B. Two (1 and 2) ((1) Here, (2) There)`.

Only unambiguous data is extracted: names, and the text in parentheses after a name. Numbers in parentheses refer to a
list of affiliations at the end, which is resolved if it is well-formed.

Source: https://info.arxiv.org/help/prep.html#author
"""

import re
from collections.abc import Iterator

from loaders.bibliographic.tex_accents import decode_accents
from loaders.records.parts import Affiliation, Author

GAP = re.compile(r"\s*(?:,\s*and\s+|,|;|:|\s+and\s+|\s*&\s+)\s*", re.IGNORECASE)
SUFFIX = re.compile(r"^(?:Jr|Sr|I{1,3}|IV|VI{0,3})\.?$", re.IGNORECASE)
POINTER = re.compile(r"^[\s\d,;*and&]+$|^[a-z](?:\s*,\s*[a-z])*$")
PLACE = re.compile(r"\(\s*([0-9]{1,3}|[a-z])\s*\)\s*([^()]*(?:\([^()]*\)[^()]*)*?)(?=\(\s*(?:[0-9]{1,3}|[a-z])\s*\)|$)")
WORDS = re.compile(r"[0-9]+|\b[a-z]\b")
FOR = re.compile(r"^(?:for|on behalf of)\s+", re.IGNORECASE)


def authors(text: str) -> tuple[Author, ...] | None:
    """Return the authors of a byline, if it has any."""
    parts = list(_parts(" ".join(decode_accents(text).replace("~", " ").split())))
    places = _places(parts)
    people: list[Author] = []
    for name, brackets in parts:
        cleaned_name = FOR.sub("", name).strip(" .,;") if FOR.match(name) else name.strip(" ,;")
        if people and SUFFIX.match(cleaned_name):
            people[-1] = Author(name=f"{people[-1].name} {cleaned_name}", affiliations=_where(brackets, places))
        elif cleaned_name:
            people.append(Author(name=cleaned_name, affiliations=_where(brackets, places)))
    return tuple(people) or None


def _parts(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the texts between commas and `and`, each with the texts in parentheses after it."""
    name, brackets = "", list[str]()
    for depth, piece in _pieces(text):
        if depth:
            brackets.append(piece)
            continue
        first, *more_names = GAP.split(piece)
        name += first
        for other_name in more_names:
            yield name, tuple(brackets)
            name, brackets = other_name, []
    if name.strip() or brackets:
        yield name, tuple(brackets)


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Yield (is inside, text) for the text outside and inside the outermost parentheses, in order.

    An unclosed parenthesis ends with the text.
    """
    depth, start = 0, 0
    for place, sign in enumerate(text):
        if sign == "(":
            if depth == 0:
                yield False, text[start:place]
                start = place + 1
            depth += 1
        elif sign == ")" and depth:
            depth -= 1
            if depth == 0:
                yield True, text[start:place]
                start = place + 1
    yield depth > 0, text[start:]


def _places(parts: list[tuple[str, tuple[str, ...]]]) -> dict[str, str]:
    """Return the affiliations in the list at the end, by number; empty if there is no well-formed list."""
    last = parts[-1][1][-1] if parts and parts[-1][1] else ""
    return {number: place.strip(" ,;.") for number, place in PLACE.findall(last)} if last.startswith("(") else {}


def _where(brackets: tuple[str, ...], places: dict[str, str]) -> tuple[Affiliation, ...] | None:
    texts: list[str] = []
    for bracket in brackets:
        if bracket.startswith("(") and places:
            continue
        if POINTER.match(bracket):
            texts += [places[number] for number in WORDS.findall(bracket) if places.get(number)]
        else:
            texts.append(bracket.strip())
    return tuple(Affiliation(text=text) for text in dict.fromkeys(texts) if text) or None
