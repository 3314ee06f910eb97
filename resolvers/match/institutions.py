"""Institutions: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypedDict

from rapidfuzz import fuzz

from normalization.text import fold
from resolvers.match.affiliation_text import country, expand_abbreviations, is_acronym, is_within, parts
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.lucene_queries import aliases, normalize_and_truncate, place_words
from resolvers.match.scoring import ANOTHER, Reason, ScoredCandidate, reason, score_candidate
from schema.match import MatchReasonKind

SCHEMES = {"ror": "ror"}
TEXT_SCHEMES = ("ror",)
BY_ID = 100.0
SAME_NAME = 50.0
"""Minimum similarity of the name to that of the institution with the given ID; the difference reduces the score."""
TURNED = 0.97
"""How much the same words in another order count."""
CONTAINED = 92.0
"""A part holds the whole name and more: "Stanford University Medical School"."""
ACRONYM = 88.0
DEPARTMENT = 0.8
"""How much the name of a department counts where another part may name the institution."""
NEARLY, LOOSE = 95.0, 0.9
"""Similarities below this value are reduced further, because names of universities share most letters."""
SAME_COUNTRY, OTHER_COUNTRY = 5.0, -15.0
SAME_CITY = 5.0
LONG_NAME = 2
"""Words of a name that a part may merely hold."""
JOINED = 106.0
"""The name is several neighbouring parts: "Jacobs (Spain)" is not Jacobs, "MSU, General Santos" not all of the MSU."""


class Row(TypedDict):
    """One description, as cypher/graphql/match/institutions.cypher and the rule take it."""

    id: str | None
    keys: list[list[str]]
    folded: list[str]
    besides: list[str]
    search_text: str
    aliases: str
    called: str
    parts: list[str]
    joined: list[str]
    acronyms: list[str]
    places: list[str]
    country: str
    ror: str | None


def row(description: Mapping[str, Any]) -> Row:
    """Return a description as a row."""
    text = normalize_and_truncate(description.get("name"))
    byline = known_id(description, text, "Institution")
    by_text = text_keys(text, TEXT_SCHEMES)
    keys = given_keys(description, SCHEMES, byline)
    pieces = [] if byline == text or by_text else [piece for piece in parts(text) if expand_abbreviations(piece)]
    pairs = list(map(" ".join, pairwise(pieces)))
    full_names = [" ".join(pieces)] if len(pieces) > LONG_NAME else []
    first = next((piece for piece in pieces if not is_within(expand_abbreviations(piece))), None)
    named = [*([first] if first else []), *pairs, *full_names]
    query = _query(pieces)
    return {
        "id": byline,
        "keys": keys + by_text,
        "folded": _spellings(named),
        "besides": _spellings([piece for piece in pieces if piece != first]),
        "search_text": query,
        "aliases": aliases(query).replace("~1", ""),
        "called": " ".join(f'acronyms:"{piece}"' for piece in pieces if is_acronym(piece)),
        "parts": list(dict.fromkeys(map(expand_abbreviations, pieces))),
        "joined": list(dict.fromkeys(map(expand_abbreviations, [*pairs, *full_names]))),
        "acronyms": [fold(piece) for piece in pieces if is_acronym(piece)],
        "places": [country(piece) for piece in pieces[1:]],
        "country": country(normalize_and_truncate(description.get("country"))),
        "ror": next((key[1] for key in keys if key[0] == "ror"), None),
    }


def _query(pieces: Sequence[str]) -> str:
    """Return the query for an affiliation; the first segment that is not a department has more weight."""
    spelled = [expand_abbreviations(piece) for piece in pieces]
    named = [part for part in spelled if not is_within(part)] or spelled
    return place_words(named[0], " ".join(named[1:])) if named else ""


def _spellings(pieces: Sequence[str]) -> list[str]:
    """Return the folded forms under which names may stand in the graph."""
    forms: dict[str, None] = {}
    for piece in pieces:
        spelled = expand_abbreviations(piece)
        forms |= dict.fromkeys((fold(piece), spelled, f"the {spelled}", spelled.replace("center", "center")))
    return [form for form in forms if form]


def judge(query: Row, place: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return the evidence for and against a candidate."""
    likeness, form = _name(query, facts)
    by_id = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    named: Reason | None = None
    if not by_id:
        named = reason(MatchReasonKind.NAME, likeness, form)
    elif query["parts"]:
        named = reason(MatchReasonKind.NAME, min(0.0, likeness - SAME_NAME), form)
    other_id = None
    if query["ror"] and facts["ror"] and query["ror"] != facts["ror"]:
        other_id = reason(MatchReasonKind.OTHER_IDENTIFIER, ANOTHER, facts["ror"])
    reasons = [by_id, named, other_id, _country(query, facts), _city(query, facts)]
    return score_candidate(place, reasons, facts["papers"], known=facts["known"])


def _name(query: Row, facts: Mapping[str, Any]) -> tuple[float, str]:
    best, shown = 0.0, str(facts["name"])
    if not query["parts"]:
        return best, shown
    only_subunits = all(map(is_within, query["parts"]))
    for form in dict.fromkeys([str(facts["name"]), *(facts["aliases"] or ())]):
        known = expand_abbreviations(form)
        for part in (*query["parts"], *query["joined"]):
            score = _name_similarity(part, known) * (DEPARTMENT if is_within(part) and not only_subunits else 1.0)
            if score > best:
                best, shown = score, form
        if known in query["joined"]:
            best, shown = JOINED, form
    for form in facts["acronyms"] or ():
        if fold(form) in query["acronyms"] and best < ACRONYM:
            best, shown = ACRONYM, form
    return best, shown


def _name_similarity(part: str, known: str) -> float:
    if part == known:
        return 100.0
    if not known:
        return 0.0
    if f" {known} " in f" {part} " and len(known.split()) >= LONG_NAME:
        return CONTAINED
    if sorted(part.split()) == sorted(known.split()):
        return TURNED * 100.0
    straight, turned = fuzz.ratio(part, known), fuzz.token_sort_ratio(part, known)
    score = max(straight, TURNED * turned)
    return score if score >= NEARLY else LOOSE * score


def _country(query: Row, facts: Mapping[str, Any]) -> Reason | None:
    if not facts["country"]:
        return None
    known = {country(str(facts["country"])), country(str(facts["countryCode"] or ""))}
    if query["country"]:
        points = SAME_COUNTRY if query["country"] in known else OTHER_COUNTRY
        return reason(MatchReasonKind.COUNTRY, points, facts["country"])
    return reason(MatchReasonKind.COUNTRY, SAME_COUNTRY, facts["country"]) if known & set(query["places"]) else None


def _city(query: Row, facts: Mapping[str, Any]) -> Reason | None:
    city = fold(str(facts["city"] or ""))
    if not city or not any(f" {city} " in f" {place} " for place in query["places"]):
        return None
    return reason(MatchReasonKind.CITY, SAME_CITY, facts["city"])


def countries(rows: Sequence[Mapping[str, Any]]) -> set[str]:
    """Return the countries of candidates."""
    return {country(str(facts["country"])) for facts in rows if facts["country"]}
