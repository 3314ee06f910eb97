"""Affiliations as people write them, taken apart: which names of institutions a text may hold, and in which places.

A text such as `Dept. of Comput. Sci., Univ. of York, York YO10 5GH, U.K.` names an institution in one of its parts, in
neighbouring ones together (`University of California, Berkeley`), or in a piece of a part that says more. Names are
compared by their key (`name_key`). Nothing here asks the database: what a text may name is a function of the text
alone, so that an institution that is loaded later finds the texts that name it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cypher.folding import fold
from loaders.abbreviations import COUNTRIES, OTHER_COUNTRIES, SILENT, STEMS, WITHIN

ORDINARY = frozenset(STEMS.values())
SPLIT = re.compile(r"#\w+#|[,;|/\n()\[\]:]|\s[-\u2013\u2014]\s|(?<=\w{6})\.\s")
GOES_ON = re.compile(r",\s+(of|and|&)\b", re.IGNORECASE)
"""A comma in the midst of a name: "Shandong University, of Finance and Economics"."""
AND = re.compile(r"(?<=\S)\s+(?:and|&)\s+", re.IGNORECASE)
ACRONYM = re.compile(r"^[A-Z]{3,8}$")
BODIES = frozenset(["univ", "inst", "coll", "hosp"])
NUMBER = re.compile(r"\d")
MOST_PARTS = 10
"""Parts that are looked at."""
MOST_NAMES = 12
"""Names that one text may hold."""
MOST_PLACES = 12
"""Places that one text may name; the last parts come first."""
LONG_NAME = 2
"""Words of a name that is looked for beside others."""
PIECE = 5
"""Words of the longest name that is looked for inside a part."""
KINDS = frozenset(
    [
        "med",
        "techl",
        "tech",
        "natl",
        "state",
        "normal",
        "agr",
        "federal",
        "int",
        "polytech",
        "metropol",
        "christian",
        "catholic",
        "open",
    ]
)
"""What stands before university in a name that began further left."""


class Name(NamedTuple):
    """A name that an affiliation may hold: its key, and the first and last part in which it stands."""

    key: str
    first: int
    last: int
    common: bool
    """Whether the text must name its city or country too: many a town has a National Hospital, and what is only the
    beginning of a part may go on."""


class TakenApart(NamedTuple):
    """The names that an affiliation may hold, the widest first; the places that it names; the countries among these."""

    names: tuple[Name, ...]
    places: tuple[str, ...]
    countries: tuple[str, ...]


def name_key(name: str) -> str:
    """Return the key of an institution's name: "The University of Science & Technology" -> "univ sci tech".

    Folded; an abbreviation and the word for it have one stem, so have the words of several languages for university and
    the like; small words are left out. Empty where nothing is left.
    """
    return _told(_stems(name))


def _stems(text: str) -> list[str]:
    return [STEMS.get(word, word) for word in fold(text.replace("&", " and ")).split()]


def _told(words: Iterable[str]) -> str:
    return " ".join(word for word in words if word not in SILENT)


def acronym_key(text: str) -> str:
    """Return the key of an acronym, which is no name's; empty for what is none."""
    return f"@{text.lower()}" if ACRONYM.match(text) and country_key(text) not in COUNTRIES else ""


def country_key(name: str) -> str:
    """Return a country's folded name, under one of its names."""
    folded = fold(name).removeprefix("the ")
    return OTHER_COUNTRIES.get(folded, folded)


def taken_apart(text: str) -> TakenApart:
    """Take an affiliation apart."""
    said = (part for part in SPLIT.split(GOES_ON.sub(r" \1", text)) if fold(part))
    parts = [one for part in said for one in _both(part)][:MOST_PARTS]
    places = dict.fromkeys(place for part in reversed(parts) for place in _places(part))
    keys = list(map(name_key, parts))
    found: dict[str, Name] = {}
    for width in (3, 2, 1):
        for first in range(len(parts) - width + 1):
            if key := _name(keys[first : first + width], begins=first == 0):
                found.setdefault(key, Name(key, first, first + width - 1, set(key.split()) <= ORDINARY))
    for at, part in enumerate(parts):
        if key := acronym_key(part.strip()):
            found.setdefault(key, Name(key, at, at, common=True))
        for piece, whole in _pieces(_stems(part)):
            if len(piece.split()) < LONG_NAME:
                continue
            found.setdefault(piece, Name(piece, at, at, not whole or set(piece.split()) <= ORDINARY))
    countries = dict.fromkeys(key for place in places if (key := country_key(place)) in COUNTRIES)
    return TakenApart(tuple(found.values())[:MOST_NAMES], tuple(places)[:MOST_PLACES], tuple(countries))


def _both(part: str) -> list[str]:
    """Return the two institutions that an "and" connects, else the part alone: an Institute of Science and Arts."""
    sides = AND.split(part, maxsplit=1)
    two = len(sides) > 1 and BODIES & {*_stems(sides[1])} and not WITHIN & {*_stems(sides[0])[:1]}
    return sides if two else [part]


def _name(keys: Sequence[str], *, begins: bool) -> str:
    """Return the name that neighbouring parts are together; empty where they are none."""
    words = " ".join(keys).split()
    if not words or words[0] in WITHIN or any(NUMBER.search(key) for key in keys):
        return ""
    if len(keys) == 1 and (keys[0] in COUNTRIES or (len(words) < LONG_NAME and not begins)):
        return ""
    return " ".join(words)


def _pieces(words: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield the names that a part may hold beside other words, the longest first, and whether each must end there.

    What ends or begins with university, behind a department's name or before a place; what stands before a country.
    """
    for at, word in enumerate(words):
        if word != "univ":
            continue
        if {*words[at + 1 : at + 2]}.isdisjoint(SILENT):
            yield from ((_told(words[first : at + 1]), True) for first in range(max(0, at - PIECE + 1), at))
        if at == 0 or ((WITHIN | BODIES) & {*words[:at]} and words[at - 1] not in KINDS):
            last = min(len(words), at + PIECE + 1)
            yield from ((_told(words[at:end]), end == len(words)) for end in range(last, at + 1, -1))
    for long in (3, 2, 1):
        if long < len(words) and country_key(" ".join(words[-long:])) in COUNTRIES:
            ends = range(len(words) - long, max(LONG_NAME, len(words) - long - 3), -1)
            yield from ((_told(words[:end]), False) for end in ends if words[0] not in WITHIN)
            return


def _places(part: str) -> Iterable[str]:
    """Yield the places that a part may name: all of it, and what it ends with."""
    words = [word for word in fold(part).split() if not NUMBER.search(word)]
    return (" ".join(words[at:]) for at in range(max(0, len(words) - 3), len(words)))
