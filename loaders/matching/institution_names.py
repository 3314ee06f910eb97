"""Names of institutions by which affiliations find them: the keys under which spellings of one name are one."""

import re
from collections.abc import Iterable, Iterator

from cypher.folding import fold
from loaders.matching.abbreviations import BODIES, COUNTRIES, FORMS, OTHER_COUNTRIES, SILENT, STEMS
from loaders.records.limits import place_key
from loaders.records.record import InstitutionRecord

ACRONYM = re.compile(r"^[A-Z]{3,12}$")
INITIALS = re.compile(r"^(?:[A-Z]\.\s*)+(?=\w{2})")
"""Initials before a name: "V. G. Khlopin Radium Institute"."""
SYSTEM = " System"
"""What the name of several universities together ends with."""
SHORTEST = 2
"""Letters that are no name."""
COUNTRY = re.compile(r"\s*\(([^()]+)\)$")
"""The country that the registry writes behind a company's name: "Quest Diagnostics (United States)"."""
IN_HONOUR = re.compile(r",?\s+(?:named (?:after|for)|n\.\s?a\.)\s.*$", re.IGNORECASE)
"""Whom a name is given to: "Ryazan State Medical University named after Academician I.P. Pavlov"."""


def name_key(name: str) -> str:
    """Return the key of an institution's name: "The University of Science & Technology" -> "univ sci tech".

    Folded; an abbreviation and the word for it have one stem, so have the words of several languages for university and
    the like; small words are left out. Empty where nothing is left.
    """
    return told(stems(name))


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order."""
    return [STEMS.get(word, word) for word in fold(text.replace("&", " and ")).split()]


def told(words: Iterable[str]) -> str:
    """Return the key that stems make: those that tell places apart."""
    return " ".join(word for word in words if word not in SILENT)


def unordered_key(key: str) -> str:
    """Return what keys of a university's name share in whatever order, which is no name's; empty for another's.

    "Tech. Univ. Delft" and "Delft University of Technology" share it.
    """
    words = sorted("tech" if word == "techl" else word for word in key.split())
    return f"~{' '.join(words)}" if "univ" in words and len(words) > 1 else ""


def company_key(key: str) -> str:
    """Return what keys of a company's name share with and without its legal form, which is no name's.

    Empty for what says that it is no company, but a university, an institute.
    """
    words = key.split()
    return " ".join(["$", *(word for word in words if word not in FORMS)]) if BODIES.isdisjoint(words) else ""


def acronym_key(text: str) -> str:
    """Return the key of an acronym, which is no name's; empty for what is none."""
    return f"@{text.lower()}" if ACRONYM.match(text) and country_key(text) not in COUNTRIES else ""


def country_key(name: str) -> str:
    """Return a country's folded name, under one of its names."""
    folded = fold(name).removeprefix("the ")
    return OTHER_COUNTRIES.get(folded, folded)


def keys(record: InstitutionRecord) -> Iterator[str]:
    """Yield the names by which affiliations may name an institution, folded and as keys, and acronyms, as keys alone.

    By the name of a system of universities ("University of California") such a system is meant only where nothing else
    stands in the text.
    """
    of_a_system = name_key(record.name.removesuffix(SYSTEM)) if record.name.endswith(SYSTEM) else None
    for name in (record.name, *record.aliases):
        if not place_key(name):
            continue
        for one in (name, IN_HONOUR.sub("", name), INITIALS.sub("", name)):
            key = name_key(one)
            if key == of_a_system:
                yield from (place_key(one), place_key(record.name.removesuffix(SYSTEM)))
            elif len(key) > SHORTEST:
                yield from filter(None, (place_key(one), key, unordered_key(key)))
        yield from filter(None, (acronym_key(name), company_key(name_key(_without_country(name)))))
    yield from filter(None, map(acronym_key, record.acronyms))


def _without_country(name: str) -> str:
    found = COUNTRY.search(name)
    return name[: found.start()] if found and country_key(found[1]) in COUNTRIES else name
