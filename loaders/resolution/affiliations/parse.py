"""Parse affiliation texts: which names of institutions a text may contain, and which places.

A text such as `Dept. of Comput. Sci., Univ. of York, York YO10 5GH, U.K.` names an institution in one of its segments,
in adjacent segments (`University of California, Berkeley`), or in a phrase inside a longer segment. Names are compared
by key (`name_key`). This module does not query the database: the names depend on the text alone, so an institution that
is loaded later still finds the texts that name it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Literal, NamedTuple, TypeAlias

from loaders.resolution.affiliations.cities import city_countries
from loaders.resolution.affiliations.name_keys import (
    acronym_key,
    company_key,
    content_key,
    country_key,
    name_key,
    research_company_key,
    stems,
    unordered_key,
)
from loaders.resolution.affiliations.vocabulary import BODIES, COUNTRIES, ORDINARY, SILENT, STATES, TELLING, WITHIN
from normalization.text import fold

Needs: TypeAlias = Literal["place", "city", "place or parent", "place or education"]
"""Evidence required besides a name: the city or country of the institution in the text; its city; or the city or
country, unless the institution is the parent of all others with the name, or unless it is educational.
"""
CONJUNCTIONS = frozenset(["and", "et", "e", "und", "y", "at"])
NAME_CONTINUES = BODIES | {"project", "campus", "branch"}
"""Stems that extend the name before them to another institution's: "Makerere University Walter Reed Project"."""
MIN_SPECIFIC_WORDS = 5
"""Minimum number of words of a name that is specific although all its words are ordinary."""
MIN_PHRASE_WORDS = 2
"""Minimum number of words of a name that is searched for inside longer text."""
MAX_PHRASE_WORDS = 5
"""Maximum number of words of a name that is searched for inside a segment."""


class NamePhrase(NamedTuple):
    """A name inside a segment: its key, the place that must also occur, and whether it ends the segment."""

    key: str
    needs: Needs | None
    last: bool = False
    places: tuple[str, ...] = ()
    """Places that the name itself contains: Stuttgart University is in Stuttgart."""


def needs(key: str) -> Needs | None:
    """Return the place required next to a name of ordinary words, such as National Hospital or Institute of Chemistry.

    Many towns have an institution of such a name; the longer the name, the fewer. Returns None for a specific name.
    """
    tokens = key.split()
    if len(tokens) >= MIN_SPECIFIC_WORDS or not ORDINARY.issuperset(tokens):
        return None
    return "place" if len(tokens) == MIN_SPECIFIC_WORDS - 1 else "city"


def pieces(tokens: Sequence[str]) -> Iterator[NamePhrase]:
    """Yield the names that a segment, given by its stems, may contain among other words, the longest first."""
    candidates = (*_universities(tokens), *_last(tokens), *_before_country(tokens), *_before_city(tokens))
    yield from (piece for piece in candidates if len(piece.key.split()) >= MIN_PHRASE_WORDS)


def _universities(tokens: Sequence[str]) -> Iterator[NamePhrase]:
    """Yield names that end or begin with "univ", after the name of a department or before a place."""
    for index, word in enumerate(tokens):
        if word != "univ":
            continue
        rest = tokens[index + 1 :]
        footnote = len(rest) == 1 and rest[0].isdigit()
        if not (SILENT & {*rest[:1]}) and (footnote or _may_end(rest)):
            for first in range(max(0, index - MAX_PHRASE_WORDS + 1), index):
                if first == 0 or _parts(tokens[:first]):
                    yield _piece(tokens[first : index + 1], following=() if footnote else rest)
        if index == 0 or (_parts(tokens[:index]) and tokens[index - 1] not in TELLING):
            for end in range(min(len(tokens), index + MAX_PHRASE_WORDS + 1), index + 1, -1):
                if _may_end(tokens[end:]):
                    yield _piece(tokens[index:end], following=tokens[end:])


def _piece(tokens: Sequence[str], *, following: Sequence[str]) -> NamePhrase:
    """Return a name. The words after it must name a subunit; otherwise the text must contain a matching place."""
    key = content_key(tokens)
    return NamePhrase(key, needs(key) or (None if not following or _a_part(following) else "place"), last=not following)


def _a_part(tokens: Sequence[str]) -> bool:
    """Return True if words name a subunit of the name before them: "School of Medicine", "Medical College"."""
    return tokens[0] == "coll" or [*tokens[:2]] == ["med", "coll"] or not WITHIN.isdisjoint(tokens[:3])


def _may_end(tokens: Sequence[str]) -> bool:
    """Return True if a name may end before these words: they name a subunit or a place."""
    return not tokens or _a_part(tokens) or (NAME_CONTINUES.isdisjoint(tokens) and not tokens[0].isdigit())


def _parts(tokens: Sequence[str]) -> bool:
    """Return True if a name may begin after these words: they name a department or end its name.

    A university hospital is not a department.
    """
    return "hosp" not in tokens and (
        bool((WITHIN | BODIES | CONJUNCTIONS) & {*tokens})
        or any(len(token) == 1 for token in tokens)
        or (bool(tokens) and tokens[-1] in ORDINARY - TELLING)
    )


def _last(tokens: Sequence[str]) -> Iterator[NamePhrase]:
    """Yield names at the end of a segment that begins with another: "Laboratory of Optics Beijing Institute of
    Technology".
    """
    for index in range(3, len(tokens)):
        if tokens[index] in BODIES and tokens[index] != "univ" and _parts(tokens[:2]):
            for first in range(max(2, index - 3), index):
                if tokens[first] not in SILENT and tokens[first - 1] not in SILENT:
                    key = content_key(tokens[first:])
                    yield NamePhrase(key, needs(key) or "place", last=True, places=(tokens[first],))


def _before_country(tokens: Sequence[str]) -> Iterator[NamePhrase]:
    for length in (3, 2, 1):
        if length < len(tokens) and country_key(" ".join(tokens[-length:])) in COUNTRIES:
            for end in range(len(tokens) - length, max(MIN_PHRASE_WORDS, len(tokens) - length - 3), -1):
                if tokens[0] not in WITHIN:
                    key = content_key(tokens[:end])
                    yield NamePhrase(key, needs(key) or "place")
            return


def _before_city(tokens: Sequence[str]) -> Iterator[NamePhrase]:
    """Yield names before the last words, which must be the city: "Kaunas Univ. of Technology Kaunas"."""
    if tokens[:1] and tokens[0] not in WITHIN and BODIES & {*tokens}:
        for length in (1, 2):
            if len(tokens) > MIN_PHRASE_WORDS + length and ORDINARY.isdisjoint(tokens[-length:]):
                yield NamePhrase(content_key(tokens[:-length]), "city")


SPLIT = re.compile(
    r"#\w+#|[,;|/\n()\[\]:>]|\s[-+\u2013\u2014]\s|(?<=\w{6})\.\s|\s(?:[A-Z]{1,2}-)?\d{4,6}(?:[-\u2013]\d{3,4})?(?=\s|$)"
)
"""Separators between the segments of an affiliation: punctuation and postcodes."""
COMMA_IN_NAME = re.compile(r",\s+(of|and|&)\b", re.IGNORECASE)
"""A comma inside a name: "Shandong University, of Finance and Economics"."""
CONJUNCTION = re.compile(r"(?<=\S)\s+(?:(?:and|&|at(?: the)?)|(et|e|und|y))\s+", re.IGNORECASE)
CURRENT_ADDRESS = re.compile(r"^\s*(?:current(?:ly)?|present)\s+(?:address|at)\b", re.IGNORECASE)
TRAILING_CODES = re.compile(rf"(?:\s+(?:\d+|{'|'.join(sorted(STATES))}))+\s*$")
"""Trailing text of a segment that does not belong to a place: a footnote, a house number, a state abbreviation."""
NUMBER = re.compile(r"\d")
UNIVERSITY_NUMBER = re.compile(r"\s\d{1,2}$")
"""The number of a university: Lyon 2."""
MAX_SEGMENTS = 12
"""Maximum number of segments that are read."""
MAX_NAMES = 20
"""Maximum number of names per text."""
MAX_PLACES = 14
"""Maximum number of places per text; those of the last segments come first."""
MAX_AMBIGUOUS_ACRONYM = 6
"""Maximum length of an acronym key ("@" included) that needs a matching place; several institutions share short
acronyms.
"""
MIN_EDUCATIONAL_ACRONYM = 5
"""Minimum length of an acronym key ("@" included) that needs no matching place if it is a university's: UCLA."""
MIN_UPPERCASE_LENGTH = 5
"""Minimum length of an uppercase first segment that needs no matching place, even if it is the name of an
institution.
"""
MAX_PLACE_WORDS = 4
"""Maximum number of words of a place name at the end of a segment."""


class Name(NamedTuple):
    """A name that an affiliation may contain: its key, its first and last segment, and the place that must also
    occur.
    """

    key: str
    first: int
    last: int
    needs: Needs | None
    places: tuple[str, ...] = ()
    """Places that the name itself contains."""
    countries: tuple[str, ...] = ()
    """Countries in which the institution may be; any country if empty."""


class ParsedAffiliation(NamedTuple):
    """The names that an affiliation may contain, the widest first, and the places that it names."""

    names: tuple[Name, ...]
    places: tuple[str, ...]


@lru_cache(maxsize=20_000)
def parse_affiliation(text: str) -> ParsedAffiliation:
    """Parse an affiliation text."""
    segments = (part for part in SPLIT.split(COMMA_IN_NAME.sub(r" \1", text)) if fold(part))
    parts = [CURRENT_ADDRESS.sub("", segment) for part in segments for segment in _split_conjunction(part)][
        :MAX_SEGMENTS
    ]
    places = dict.fromkeys(place for part in reversed(parts) for place in _places(part))
    located = [_located(part) for part in parts]
    countries = tuple(dict.fromkeys(part.country for part in reversed(located) if part.country))
    in_names_only = all(part.is_institution for part in located if part.country)
    names: dict[str, Name] = {}
    for name in _names(parts):
        own = _own_countries(located, name) if in_names_only else countries
        names.setdefault(name.key, name._replace(countries=own))
    return ParsedAffiliation(tuple(names.values())[:MAX_NAMES], tuple(places)[:MAX_PLACES])


def _trimmed(part: str) -> str:
    """Return a segment without trailing numbers and state codes; those of an institution ("Lyon 2", "for AI") stay."""
    return part if BODIES & {*stems(part)} else TRAILING_CODES.sub("", part)


def _names(parts: Sequence[str]) -> Iterator[Name]:
    trimmed = [_trimmed(part) for part in parts]
    raw, keys = list(map(name_key, parts)), list(map(name_key, trimmed))
    within = [_is_subunit(stems(part)) for part in parts]
    short = len(parts) > 1 and parts[0].isupper() and len(parts[0].strip()) < MIN_UPPERCASE_LENGTH
    full_names: list[Name] = []
    for width in (3, 2, 1):
        for first in range(len(parts) - width + 1):
            last = first + width - 1
            if key := "" if within[first] else _name([*raw[first:last], keys[last]], begins=first == 0):
                full_names.append(Name(key, first, last, needs(key) or ("place" if short and last == 0 else None)))
    others = any(not BODIES.isdisjoint(stems(part)) for part in parts)
    yield from full_names
    for index, part in enumerate(trimmed):
        if key := acronym_key(part.strip()):
            yield Name(key, index, index, _acronym_needs(key, others=others))
        following = keys[index + 1] if index + 1 < len(parts) else ""
        for piece in pieces(stems(part)):
            if piece.last and following and not NUMBER.search(following):
                yield Name(f"{piece.key} {following}", index, index + 1, piece.needs, piece.places)
            yield Name(piece.key, index, index, piece.needs, piece.places)
    for name in full_names:
        if name.first == name.last:
            if not needs(name.key) and (key := unordered_key(name.key)):
                yield name._replace(key=key, needs="city")
            for key in dict.fromkeys((company_key(name.key), research_company_key(name.key))):
                if key:
                    yield name._replace(key=key, needs="place or parent")


def _acronym_needs(key: str, *, others: bool) -> Needs | None:
    """Return the evidence required besides an acronym: the shorter, the more institutions share it.

    Args:
        key: the key of the acronym.
        others: True if the text has words such as "university". The acronym is then often that of a unit: UFAL of
            Charles University is not the Federal University of Alagoas.

    Returns:
        The evidence, or None if the acronym is enough.
    """
    if len(key) > MAX_AMBIGUOUS_ACRONYM:
        return None
    return "place or education" if len(key) >= MIN_EDUCATIONAL_ACRONYM and not others else "place"


def _is_subunit(tokens: Sequence[str]) -> bool:
    """Return True if a segment, given by its stems, names a subunit of an institution. École Polytechnique is not a
    subunit.
    """
    return not WITHIN.isdisjoint(tokens[:1]) and (tokens[0] != "sch" or not SILENT.isdisjoint(tokens[1:2]))


def _split_conjunction(part: str) -> list[str]:
    """Split a segment at an "and" between two institutions; keep "Institute of Science and Arts" whole."""
    match = CONJUNCTION.search(part)
    if not match or WITHIN & {*stems(part)[:1]}:
        return [part]
    tokens = stems(part[match.end() :])
    first = next((index for index, word in enumerate(tokens) if word in BODIES), None)
    if first is None or (match[1] and first):
        return [part]
    ordinary = ORDINARY.issuperset([*stems(part[: match.start()])[-1:], *tokens[:first]])
    name_continues = first > 0 and ordinary and not SILENT & {*tokens[first + 1 : first + 2]}
    return [part] if name_continues else [part[: match.start()], part[match.end() :]]


def _name(keys: Sequence[str], *, begins: bool) -> str:
    """Return the name that adjacent segments form together, or "" if they form no name."""
    tokens = " ".join(keys).split()
    if not all(keys) or NUMBER.search(UNIVERSITY_NUMBER.sub("", " ".join(tokens))):
        return ""
    if len(keys) == 1 and (keys[0] in COUNTRIES or (len(tokens) < MIN_PHRASE_WORDS and not begins)):
        return ""
    return " ".join(tokens)


def _country(part: str) -> str:
    """Return the country at the end of a segment, or "". New England and New Mexico are not countries."""
    tokens = [word for word in fold(part).split() if not NUMBER.search(word)]
    for index in range(max(0, len(tokens) - MAX_PLACE_WORDS), len(tokens)):
        if (key := country_key(" ".join(tokens[index:]))) in COUNTRIES:
            return "" if tokens[index - 1 : index] == ["new"] else key
    return ""


class LocatedSegment(NamedTuple):
    """The places in a segment."""

    country: str
    """The country at its end, or ""."""
    city_countries: tuple[str, ...]
    """The countries of the cities of its name."""
    is_institution: bool
    """True if it has a word such as "university", so that the country may belong to the name of an institution."""


def _located(part: str) -> LocatedSegment:
    """Return the places in a segment. The name or acronym of an institution is not a city."""
    is_institution = not BODIES.isdisjoint(stems(part))
    city = " ".join(word for word in TRAILING_CODES.sub("", part).split() if not NUMBER.search(word))
    is_acronym = city.isupper() and len(city) < MIN_UPPERCASE_LENGTH
    in_countries = () if is_institution or is_acronym else city_countries(city)
    return LocatedSegment(_country(part), in_countries, is_institution)


def _own_countries(located: Sequence[LocatedSegment], name: Name) -> tuple[str, ...]:
    """Return the countries in which an institution may be if no segment of the text states its country.

    Args:
        located: the segments of the text.
        name: the name of the institution.

    Returns:
        The countries of the cities in and after the name, up to the next segment that names an institution: "The
        Chinese University of Hong Kong, Shenzhen" is in China. Without cities, the countries within the name.
    """
    after = takewhile(lambda part: not part.is_institution, located[name.last + 1 :])
    cities = (*located[name.first + 1 : name.last + 1], *after)
    if in_cities := dict.fromkeys(country for part in cities for country in part.city_countries):
        return tuple(in_cities)
    own = located[name.first : name.last + 1]
    named = own if any(part.is_institution for part in own) else located
    return tuple(dict.fromkeys(part.country for part in named if part.country))


def _places(part: str) -> Iterable[str]:
    """Yield the places that a segment may name: the whole segment and each of its endings."""
    for text in dict.fromkeys((TRAILING_CODES.sub("", part), part)):
        tokens = [word for word in fold(text).split() if not NUMBER.search(word)]
        yield from (" ".join(tokens[index:]) for index in range(max(0, len(tokens) - MAX_PLACE_WORDS), len(tokens)))
