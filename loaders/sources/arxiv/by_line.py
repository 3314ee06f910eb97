"""By-lines as authors typed them: `A. One (1), B. Two (1 and 2) ((1) Here, (2) There)`.

Only what is plain is read out of one: the names, and what stands in brackets behind a name. Numbers in brackets point
to a list of places at the end, which is resolved where it is in order.

Source: https://info.arxiv.org/help/prep.html#author
"""

import re
from collections.abc import Iterator

from loaders.records.parts import Affiliation, Author
from loaders.works.tex_accents import plainly

GAP = re.compile(r"\s*(?:,\s*and\s+|,|;|:|\s+and\s+|\s*&\s+)\s*", re.IGNORECASE)
SUFFIX = re.compile(r"^(?:Jr|Sr|I{1,3}|IV|VI{0,3})\.?$", re.IGNORECASE)
POINTER = re.compile(r"^[\s\d,;*and&]+$|^[a-z](?:\s*,\s*[a-z])*$")
PLACE = re.compile(r"\(\s*([0-9]{1,3}|[a-z])\s*\)\s*([^()]*(?:\([^()]*\)[^()]*)*?)(?=\(\s*(?:[0-9]{1,3}|[a-z])\s*\)|$)")
WORDS = re.compile(r"[0-9]+|\b[a-z]\b")
FOR = re.compile(r"^(?:for|on behalf of)\s+", re.IGNORECASE)


def authors(text: str) -> tuple[Author, ...] | None:
    """Return the authors of a by-line, None where it is empty."""
    parts = list(_parts(" ".join(plainly(text).replace("~", " ").split())))
    places = _places(parts)
    found: list[Author] = []
    for name, brackets in parts:
        said = FOR.sub("", name).strip(" .,;") if FOR.match(name) else name.strip(" ,;")
        if found and SUFFIX.match(said):
            found[-1] = Author(name=f"{found[-1].name} {said}", affiliations=_where(brackets, places))
        elif said:
            found.append(Author(name=said, affiliations=_where(brackets, places)))
    return tuple(found) or None


def _parts(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what stands between commas and `and`, each with what stands in brackets behind it."""
    name, brackets = "", list[str]()
    for depth, piece in _pieces(text):
        if depth:
            brackets.append(piece)
            continue
        first, *others = GAP.split(piece)
        name += first
        for other in others:
            yield name, tuple(brackets)
            name, brackets = other, []
    if name.strip() or brackets:
        yield name, tuple(brackets)


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """Yield what stands outside and within the outermost brackets, in order; a bracket left open ends with the text."""
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
    """Return the list of places at the end, by their numbers; empty where there is none in order."""
    last = parts[-1][1][-1] if parts and parts[-1][1] else ""
    return {number: place.strip(" ,;.") for number, place in PLACE.findall(last)} if last.startswith("(") else {}


def _where(brackets: tuple[str, ...], places: dict[str, str]) -> tuple[Affiliation, ...] | None:
    said: list[str] = []
    for one in brackets:
        if one.startswith("(") and places:
            continue
        if POINTER.match(one):
            said += [places[number] for number in WORDS.findall(one) if places.get(number)]
        else:
            said.append(one.strip())
    return tuple(Affiliation(text=text) for text in dict.fromkeys(said) if text) or None
