"""Institutions: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, TypedDict

from rapidfuzz import fuzz

from normalization.text import fold
from resolvers.match.affiliation_text import country, expand_abbreviations, is_acronym, is_subunit, parts
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.lucene_queries import affiliation_query, alias_query, normalize_and_truncate
from resolvers.match.scoring import OTHER_IDENTIFIER_POINTS, Reason, ScoredCandidate, reason, score_candidate
from schema.match import MatchReasonKind

SCHEMES = {"ror": "ror"}
TEXT_SCHEMES = ("ror",)
BY_ID = 100.0
MIN_NAME_OF_ID = 50.0
"""Minimum similarity of the name to that of the institution with the given ID; if it is lower, so is the score."""
REORDERED = 0.97
"""Factor of the similarity of the same words in another order."""
CONTAINED = 92.0
"""Similarity of a part that contains the whole name, such as "Stanford University Medical School"."""
ACRONYM = 88.0
"""Similarity of a part that is an acronym of the institution."""
DEPARTMENT = 0.8
"""Factor of the similarity of a department, if another part may name the institution."""
NEAR_EQUAL, NOT_NEAR_EQUAL = 95.0, 0.9
"""Similarities below the first value are multiplied by the second, because names of universities share most letters."""
SAME_COUNTRY, OTHER_COUNTRY = 5.0, -15.0
SAME_CITY = 5.0
MIN_CONTAINED_WORDS = 2
"""Minimum number of words of a name for `CONTAINED`; a name of one word must be a whole part."""
JOINED = 106.0
"""Similarity if adjacent parts together are the name: "Jacobs (Spain)" is another company than Jacobs."""


class Row(TypedDict):
    """A description as a row: input of `cypher/graphql/match/institutions.cypher` and of `score`."""

    id: str | None
    keys: list[list[str]]
    folded: list[str]
    other_names: list[str]
    search_text: str
    aliases: str
    acronym_query: str
    parts: list[str]
    joined: list[str]
    acronyms: list[str]
    places: list[str]
    country: str
    ror: str | None


def row(description: Mapping[str, Any]) -> Row:
    """Convert a description to a row."""
    text = normalize_and_truncate(description.get("name"))
    byline_id = known_id(description, text, "Institution")
    ids_in_text = text_keys(text, TEXT_SCHEMES)
    keys = given_keys(description, SCHEMES, byline_id)
    pieces = [] if byline_id == text or ids_in_text else [piece for piece in parts(text) if expand_abbreviations(piece)]
    pairs = list(map(" ".join, pairwise(pieces)))
    full_names = [" ".join(pieces)] if len(pairs) > 1 else []
    first = next((piece for piece in pieces if not is_subunit(expand_abbreviations(piece))), None)
    name_parts = [*([first] if first else []), *pairs, *full_names]
    query = _query(pieces)
    return {
        "id": byline_id,
        "keys": keys + ids_in_text,
        "folded": _spellings(name_parts),
        "other_names": _spellings([piece for piece in pieces if piece != first]),
        "search_text": query,
        "aliases": alias_query(query).replace("~1", ""),
        "acronym_query": " ".join(f'acronyms:"{piece}"' for piece in pieces if is_acronym(piece)),
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
    name_parts = [part for part in spelled if not is_subunit(part)] or spelled
    return affiliation_query(name_parts[0], " ".join(name_parts[1:])) if name_parts else ""


def _spellings(pieces: Sequence[str]) -> list[str]:
    """Return the folded forms that the graph may have of these names."""
    forms: dict[str, None] = {}
    for piece in pieces:
        spelled = expand_abbreviations(piece)
        forms |= dict.fromkeys((fold(piece), spelled, f"the {spelled}", spelled.replace("center", "centre")))
    return [form for form in forms if form]


def score(query: Row, index: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return a candidate with the reasons for and against it."""
    similarity, form = _name(query, facts)
    identifier = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    name_reason: Reason | None = None
    if not identifier:
        name_reason = reason(MatchReasonKind.NAME, similarity, form)
    elif query["parts"]:
        name_reason = reason(MatchReasonKind.NAME, min(0.0, similarity - MIN_NAME_OF_ID), form)
    other_id = None
    if query["ror"] and facts["ror"] and query["ror"] != facts["ror"]:
        other_id = reason(MatchReasonKind.OTHER_IDENTIFIER, OTHER_IDENTIFIER_POINTS, facts["ror"])
    reasons = [identifier, name_reason, other_id, _country(query, facts), _city(query, facts)]
    return score_candidate(index, reasons, facts["papers"], known=facts["known"])


def _name(query: Row, facts: Mapping[str, Any]) -> tuple[float, str]:
    best, shown = 0.0, str(facts["name"])
    if not query["parts"]:
        return best, shown
    only_subunits = all(map(is_subunit, query["parts"]))
    for form in dict.fromkeys([str(facts["name"]), *(facts["aliases"] or ())]):
        known = expand_abbreviations(form)
        for part in (*query["parts"], *query["joined"]):
            score = _name_similarity(part, known) * (DEPARTMENT if is_subunit(part) and not only_subunits else 1.0)
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
    if f" {known} " in f" {part} " and len(known.split()) >= MIN_CONTAINED_WORDS:
        return CONTAINED
    if sorted(part.split()) == sorted(known.split()):
        return REORDERED * 100.0
    in_order, reordered = fuzz.ratio(part, known), fuzz.token_sort_ratio(part, known)
    score = max(in_order, REORDERED * reordered)
    return score if score >= NEAR_EQUAL else NOT_NEAR_EQUAL * score


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
