"""Researchers: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rapidfuzz import fuzz

from normalization.text import fold
from resolvers.match import lucene_queries as words
from resolvers.match import similarity as alike
from resolvers.match.affiliation_text import expand_abbreviations
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.papers import main_of
from resolvers.match.person_name_text import lacks_full_given_name, name_words
from resolvers.match.scoring import ANOTHER, Reason, ScoredCandidate, reason, score_candidate
from schema.match import MatchReasonKind

SCHEMES = {"orcid": "orcid"}
TEXT_SCHEMES = ("orcid",)
MOST_COAUTHORS = 50
BY_ID = 100.0
SAME_PERSON = 70.0
"""Minimum similarity of the name to that of the person with the given ID; the difference reduces the score."""
ALL_COAUTHORS, ONE_COAUTHOR, NO_COAUTHOR = 15.0, 8.0, -8.0
NAMED = 85.0
"""How alike a co-author's name is at least to one in the graph."""
WROTE, DID_NOT_WRITE = 20.0, -20.0
SAME_WORK = 88.0
"""How alike a title is at least to that of the work that is meant."""
WORKED_THERE, WORKED_ELSEWHERE = 10.0, -3.0
SAME_PLACE, OTHER_PLACE = 85.0, 50.0
"""How alike affiliations are at least that are one, and at most that are not."""


class Row(TypedDict):
    """One description, as cypher/graphql/match/researchers.cypher and the rule take it."""

    id: str | None
    keys: list[list[str]]
    folded: list[str]
    name: list[str]
    full: list[str]
    open: bool
    search_text: str
    aliases: str
    work: str
    title: str
    main: str
    coauthors: list[str]
    affiliated: bool
    affiliation: str
    orcid: str | None


def row(description: Mapping[str, Any]) -> Row:
    """Return a description as a row."""
    text, work = (
        words.normalize_and_truncate(description.get("name")),
        words.normalize_and_truncate(description.get("work")),
    )
    byline = known_id(description, text, "Researcher")
    by_text = text_keys(text, TEXT_SCHEMES)
    keys = given_keys(description, SCHEMES, byline)
    name = [] if byline == text or by_text else name_words(text)
    coauthors = [" ".join(name_words(name)) for name in words.texts(description, "coauthors", MOST_COAUTHORS)]
    affiliation = expand_abbreviations(words.normalize_and_truncate(description.get("affiliation")))
    query = words.name_words(name)
    return {
        "id": byline,
        "keys": keys + by_text,
        "folded": _orders(name),
        "name": name,
        "full": [word for word in name if len(word) > 1],
        "open": lacks_full_given_name(name),
        "search_text": query,
        "aliases": words.aliases(query),
        "work": words.title_words(work),
        "title": fold(work),
        "main": main_of(work),
        "coauthors": [coauthor for coauthor in coauthors if coauthor],
        "affiliated": bool(affiliation),
        "affiliation": affiliation,
        "orcid": next((key[1] for key in keys if key[0] == "orcid"), None),
    }


def _orders(name: Sequence[str]) -> list[str]:
    """Return the folded name as it stands, with the last word first and with the first word last."""
    if not name:
        return []
    return list(dict.fromkeys(map(" ".join, (name, [name[-1], *name[:-1]], [*name[1:], name[0]]))))


def judge(query: Row, place: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return the evidence for and against a candidate."""
    forms = [str(facts["name"]), *(facts["aliases"] or ())]
    likeness, form = max(((alike.names(query["name"], name_words(form)), form) for form in forms), default=(0.0, ""))
    by_id = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    named: Reason | None = None
    if not by_id:
        named = reason(MatchReasonKind.NAME, likeness, form)
    elif query["name"]:
        named = reason(MatchReasonKind.NAME, min(0.0, likeness - SAME_PERSON), form)
    reasons = [
        by_id,
        named,
        _orcid(query["orcid"], facts["orcid"]),
        _coauthors(query["coauthors"], facts["coauthors"]),
        _work(query, facts["works"]),
        _affiliation(query["affiliation"], facts["affiliations"]),
    ]
    return score_candidate(place, reasons, facts["papers"], known=facts["known"])


def _orcid(query_orcid: str | None, known: str | None) -> Reason | None:
    if not query_orcid or not known or query_orcid == known:
        return None
    return reason(MatchReasonKind.OTHER_IDENTIFIER, ANOTHER, known)


def _coauthors(query_coauthors: Sequence[str], known: Sequence[str]) -> Reason | None:
    if not query_coauthors or not known:
        return None
    match_count = in_common([name.split() for name in query_coauthors], known)
    points = max(ONE_COAUTHOR, ALL_COAUTHORS * match_count / len(query_coauthors)) if match_count else NO_COAUTHOR
    return reason(MatchReasonKind.COAUTHORS, points, f"{match_count} of {len(query_coauthors)}")


def in_common(query_names: Sequence[Sequence[str]], known: Sequence[str]) -> int:
    """Return how many of the people asked, by their folded words, are among names in the graph; family names agree."""
    others = [known_tokens for name in known if (known_tokens := name_words(name))]

    def known_as(name: Sequence[str]) -> bool:
        ends = {name[0], name[-1]}
        return any(
            ends & {other_tokens[0], other_tokens[-1]} and alike.names(name, other_tokens) >= NAMED
            for other_tokens in others
        )

    return sum(map(known_as, query_names))


def _work(query: Row, works: Sequence[Mapping[str, Any]]) -> Reason | None:
    if not query["title"]:
        return None
    matching_works = [
        work
        for work in works
        if alike.titles(query["title"], query["main"], fold(str(work["title"])), main_of(str(work["title"])))
        >= SAME_WORK
    ]
    if not matching_works:
        return None
    written = next((work for work in matching_works if work["wrote"]), None)
    return reason(MatchReasonKind.WORK, WROTE if written else DID_NOT_WRITE, (written or matching_works[0])["title"])


def _affiliation(query_affiliation: str, known: Sequence[str]) -> Reason | None:
    if not query_affiliation or not known:
        return None
    scored = (
        (fuzz.token_set_ratio(query_affiliation, expand_abbreviations(affiliation)), affiliation)
        for affiliation in known
    )
    likeness, form = max(scored)
    if likeness >= SAME_PLACE:
        return reason(MatchReasonKind.AFFILIATION, WORKED_THERE, form)
    return reason(MatchReasonKind.AFFILIATION, WORKED_ELSEWHERE, None) if likeness <= OTHER_PLACE else None
