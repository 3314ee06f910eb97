"""Affiliations as people write them, taken apart: which names of institutions a text may hold, and in which places.

A text such as `Dept. of Comput. Sci., Univ. of York, York YO10 5GH, U.K.` names an institution in one of its parts, in
neighbouring ones together (`University of California, Berkeley`), or in a piece of a part that says more. Names are
compared by their key (`name_key`). Nothing here asks the database: what a text may name is a function of the text
alone, so that an institution that is loaded later finds the texts that name it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from cypher.folding import fold
from loaders.matching.abbreviations import BODIES, COUNTRIES, ORDINARY, SILENT, STATES, WITHIN
from loaders.matching.institution_names import acronym_key, company_key, country_key, name_key, stems, unordered_key
from loaders.matching.pieces import LONG_NAME, Needs, needs, pieces

SPLIT = re.compile(
    r"#\w+#|[,;|/\n()\[\]:>]|\s[-+\u2013\u2014]\s|(?<=\w{6})\.\s|\s(?:[A-Z]{1,2}-)?\d{4,6}(?:[-\u2013]\d{3,4})?(?=\s|$)"
)
"""What parts an affiliation: signs, and postcodes."""
GOES_ON = re.compile(r",\s+(of|and|&)\b", re.IGNORECASE)
"""A comma in the midst of a name: "Shandong University, of Finance and Economics"."""
AND = re.compile(r"(?<=\S)\s+(?:(?:and|&|at(?: the)?)|(et|e|und|y))\s+", re.IGNORECASE)
NOW = re.compile(r"^\s*(?:current(?:ly)?|present)\s+(?:address|at)\b", re.IGNORECASE)
TAIL = re.compile(rf"(?:\s+(?:\d+|{'|'.join(sorted(STATES))}))+\s*$")
"""What is no place's at a part's end: a footnote, a house number, the letters for a state."""
NUMBER = re.compile(r"\d")
LAST = re.compile(r"\s\d{1,2}$")
"""The number of a university: Lyon 2."""
MOST_PARTS = 12
"""Parts that are looked at."""
MOST_NAMES = 20
"""Names that one text may hold."""
MOST_PLACES = 14
"""Places that one text may name; the last parts come first."""
LONG_ACRONYM = 6
"""Letters of an acronym that speaks for itself; a shorter one is often several institutions'."""
SHORT = 5
"""Letters that are several institutions' initials: fewer need a place even where an institution has that as a name."""
LONGEST_PLACE = 4
"""Words of the longest name of a place that is looked for at a part's end."""


class Name(NamedTuple):
    """A name that an affiliation may hold: its key, the first and last part in which it stands, what else it needs."""

    key: str
    first: int
    last: int
    needs: Needs | None
    places: tuple[str, ...] = ()
    """Places that the name itself says."""


class TakenApart(NamedTuple):
    """The names that an affiliation may hold, the widest first; the places that it names; the countries among these."""

    names: tuple[Name, ...]
    places: tuple[str, ...]
    countries: tuple[str, ...]


@lru_cache(maxsize=20_000)
def taken_apart(text: str) -> TakenApart:
    """Take an affiliation apart."""
    said = (part for part in SPLIT.split(GOES_ON.sub(r" \1", text)) if fold(part))
    parts = [NOW.sub("", one) for part in said for one in _both(part)][:MOST_PARTS]
    places = dict.fromkeys(place for part in reversed(parts) for place in _places(part))
    countries = dict.fromkeys(key for part in reversed(parts) if (key := _country(part)))
    names: dict[str, Name] = {}
    for name in _names(parts):
        names.setdefault(name.key, name)
    return TakenApart(tuple(names.values())[:MOST_NAMES], tuple(places)[:MOST_PLACES], tuple(countries))


def _trimmed(part: str) -> str:
    """Return a part without what is no place's at its end; a university's number and an institute "for AI" stay."""
    return part if BODIES & {*stems(part)} else TAIL.sub("", part)


def _names(parts: Sequence[str]) -> Iterator[Name]:
    trimmed = [_trimmed(part) for part in parts]
    raw, keys = list(map(name_key, parts)), list(map(name_key, trimmed))
    within = [_within(stems(part)) for part in parts]
    short = len(parts) > 1 and parts[0].isupper() and len(parts[0].strip()) < SHORT
    whole: list[Name] = []
    for width in (3, 2, 1):
        for first in range(len(parts) - width + 1):
            last = first + width - 1
            if key := "" if within[first] else _name([*raw[first:last], keys[last]], begins=first == 0):
                whole.append(Name(key, first, last, needs(key) or ("place" if short and last == 0 else None)))
    yield from whole
    for at, part in enumerate(trimmed):
        if key := acronym_key(part.strip()):
            yield Name(key, at, at, None if len(key) > LONG_ACRONYM else "place")
        following = keys[at + 1] if at + 1 < len(parts) else ""
        for one in pieces(stems(part)):
            if one.last and following and not NUMBER.search(following):
                yield Name(f"{one.key} {following}", at, at + 1, one.needs, one.places)
            yield Name(one.key, at, at, one.needs, one.places)
    for name in whole:
        if name.first == name.last:
            if not needs(name.key) and (key := unordered_key(name.key)):
                yield name._replace(key=key, needs="city")
            if key := company_key(name.key):
                yield name._replace(key=key, needs="place")


def _within(words: Sequence[str]) -> bool:
    """Tell whether a part, given by its stems, names a part of an institution: no École Polytechnique."""
    return not WITHIN.isdisjoint(words[:1]) and (words[0] != "sch" or not SILENT.isdisjoint(words[1:2]))


def _both(part: str) -> list[str]:
    """Return the two institutions that an "and" connects, else the part alone: an Institute of Science and Arts."""
    found = AND.search(part)
    if not found or WITHIN & {*stems(part)[:1]}:
        return [part]
    words = stems(part[found.end() :])
    first = next((at for at, word in enumerate(words) if word in BODIES), None)
    if first is None or (found[1] and first):
        return [part]
    ordinary = ORDINARY.issuperset([*stems(part[: found.start()])[-1:], *words[:first]])
    goes_on = first > 0 and ordinary and not SILENT & {*words[first + 1 : first + 2]}
    return [part] if goes_on else [part[: found.start()], part[found.end() :]]


def _name(keys: Sequence[str], *, begins: bool) -> str:
    """Return the name that neighbouring parts are together; empty where they are none."""
    words = " ".join(keys).split()
    if not all(keys) or NUMBER.search(LAST.sub("", " ".join(words))):
        return ""
    if len(keys) == 1 and (keys[0] in COUNTRIES or (len(words) < LONG_NAME and not begins)):
        return ""
    return " ".join(words)


def _country(part: str) -> str:
    """Return the country with which a part ends; none for New England and New Mexico."""
    words = [word for word in fold(part).split() if not NUMBER.search(word)]
    for at in range(max(0, len(words) - LONGEST_PLACE), len(words)):
        if (key := country_key(" ".join(words[at:]))) in COUNTRIES:
            return "" if words[at - 1 : at] == ["new"] else key
    return ""


def _places(part: str) -> Iterable[str]:
    """Yield the places that a part may name: all of it, and what it ends with."""
    for said in dict.fromkeys((TAIL.sub("", part), part)):
        words = [word for word in fold(said).split() if not NUMBER.search(word)]
        yield from (" ".join(words[at:]) for at in range(max(0, len(words) - LONGEST_PLACE), len(words)))
