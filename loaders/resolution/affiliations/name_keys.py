"""Keys of institution names, by which affiliations find institutions: equal for the spellings of one name."""

import re
from collections.abc import Iterable, Iterator

from loaders.records.limits import place_key
from loaders.records.record import InstitutionRecord, Record
from loaders.resolution.affiliations.vocabulary import (
    BODIES,
    COUNTRIES,
    FORMS,
    OTHER_COUNTRIES,
    RESEARCH_UNITS,
    SILENT,
    STEMS,
    UNIVERSITY_SYSTEMS,
)
from normalization.identifiers import split_id
from normalization.text import fold

ACRONYM = re.compile(r"^[A-Z]{3,12}$")
INITIALS = re.compile(r"^(?:[A-Z]\.\s*)+(?=\w{2})")
"""Initials before a name: "V. G. Khlopin Radium Institute"."""
SYSTEM = " System"
"""Suffix of the name of a system of universities."""
SHORTEST = 2
"""Maximum letters of a key that is too short to be a name."""
COUNTRY = re.compile(r"\s*\(([^()]+)\)$")
"""The country that the registry appends to a company's name: "Quest Diagnostics (United States)"."""
IN_HONOUR = re.compile(r",?\s+(?:named (?:after|for)|n\.\s?a\.)\s.*$", re.IGNORECASE)
"""A dedication after the name: "Ryazan State Medical University named after Academician I.P. Pavlov"."""


def name_key(name: str) -> str:
    """Return the key of an institution's name: "The University of Science & Technology" -> "univ sci tech".

    The name is folded, abbreviations and translations of frequent words get one stem, and stop words are removed.
    Returns an empty string if no word is left.
    """
    return content_key(stems(name))


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order."""
    return [STEMS.get(word, word) for word in fold(text.replace("&", " and ")).split()]


def content_key(tokens: Iterable[str]) -> str:
    """Return the key of a sequence of stems: the stems without stop words."""
    return " ".join(word for word in tokens if word not in SILENT)


def unordered_key(key: str) -> str:
    """Return the key that the names of one university share in any word order; "" if it is not a university's name.

    "Tech. Univ. Delft" and "Delft University of Technology" share it. It starts with "~", so it never equals a name
    key.
    """
    tokens = sorted("tech" if word == "techl" else word for word in key.split())
    return f"~{' '.join(tokens)}" if "univ" in tokens and len(tokens) > 1 else ""


def company_key(key: str) -> str:
    """Return the key that a company's name has with and without its legal form; "" for a university, institute and the
    like.

    It starts with "$", so it never equals a name key.
    """
    tokens = key.split()
    return " ".join(["$", *(word for word in tokens if word not in FORMS)]) if BODIES.isdisjoint(tokens) else ""


def research_company_key(key: str) -> str:
    """Return the key of a company (`company_key`) from the name of its research, such as "Microsoft Research".

    Returns "" for other names.
    """
    tokens = key.split()
    return company_key(" ".join(tokens[:-1])) if len(tokens) > 1 and tokens[-1] in RESEARCH_UNITS else ""


def acronym_key(text: str) -> str:
    """Return the key of an acronym, which starts with "@"; "" if the text is not an acronym or is a country's."""
    return f"@{text.lower()}" if ACRONYM.match(text) and country_key(text) not in COUNTRIES else ""


def country_key(name: str) -> str:
    """Return the folded name of a country, with known variants replaced by the main name."""
    folded = fold(name).removeprefix("the ")
    return OTHER_COUNTRIES.get(folded, folded)


def keys(record: InstitutionRecord) -> Iterator[str]:
    """Yield the names and keys by which affiliations can name an institution: folded names, keys, and keys of acronyms.

    The name of a university system without "System" ("University of California") identifies the system only if it is
    the whole affiliation, so only its folded text is yielded. The acronyms of `UNIVERSITY_SYSTEMS` are not yielded,
    because in a longer text they denote one of the system's universities.
    """
    is_listed = record.name in UNIVERSITY_SYSTEMS
    is_system = is_listed or record.name.endswith(SYSTEM)
    of_a_system = name_key(record.name.removesuffix(SYSTEM)) if is_system else None
    in_any_order = unordered_key(of_a_system) if of_a_system and is_listed else ""
    for name in (record.name, *record.aliases):
        if not place_key(name):
            continue
        for variant in (name, IN_HONOUR.sub("", name), INITIALS.sub("", name)):
            key = name_key(variant)
            if key == of_a_system or (in_any_order and unordered_key(key) == in_any_order):
                yield from (place_key(variant), place_key(record.name.removesuffix(SYSTEM)))
            elif len(key) > SHORTEST:
                yield from filter(None, (place_key(variant), key, unordered_key(key)))
        yield from filter(None, (acronym_key(name), company_key(name_key(_without_country(name)))))
    yield from filter(None, map(acronym_key, () if is_listed else record.acronyms))


def institution_names(records: Iterable[Record]) -> set[str]:
    """Return the names and keys (`keys`) of all institutions among the records."""
    return {name for record in records if isinstance(record, InstitutionRecord) for name in keys(record)}


def ror_parents(records: Iterable[Record], own: object) -> tuple[str, ...]:
    """Return the parents that an institution's records state.

    Args:
        records: the institution's records.
        own: the institution's ROR ID, which is never its parent.

    Returns:
        ROR IDs without the scheme, sorted.
    """
    targets = {
        split_id(relation.target)
        for record in records
        if isinstance(record, InstitutionRecord)
        for relation in record.relations
        if relation.kind == "parent"
    }
    return tuple(sorted(value for scheme, value in targets if scheme == "ror" and value != own))


def is_educational(records: Iterable[Record]) -> bool:
    """Return True if any of an institution's records has the type `education`: a university, college or school."""
    return any("education" in record.types for record in records if isinstance(record, InstitutionRecord))


def _without_country(name: str) -> str:
    match = COUNTRY.search(name)
    return name[: match.start()] if match and country_key(match[1]) in COUNTRIES else name
