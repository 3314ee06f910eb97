"""Papers: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from normalization.text import fold
from resolvers.match import similarity as alike
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.lucene_queries import normalize_and_truncate, texts, title_words
from resolvers.match.person_name_text import name_words
from resolvers.match.scoring import Reason, ScoredCandidate, reason, score_candidate
from schema.match import MatchReasonKind

SCHEMES = {scheme: scheme for scheme in ("doi", "arxiv", "acl", "openalex", "s2", "pmid")}
TEXT_SCHEMES = ("doi", "arxiv", "acl")
MOST_AUTHORS = 50
CUT_FROM = 4
"""White spaces in a title that may have been cut off; after a shorter one only a subtitle may be missing."""
NAMED = 80.0
"""How alike an author's name is at least to be found in a by-line."""
SAME_YEAR, YEAR_BEFORE, YEARS_OFF = 3.0, 0.0, -12.0
"""A year that is equal, one off (a preprint's, a conference's), further off."""
ALL_AUTHORS, NO_AUTHOR = 6.0, -25.0
"""Points if all given authors, or no given author, are in the author list; proportional in between."""
BY_ID = 100.0
SAME_WORK = 80.0
"""Minimum similarity of the title to that of the paper with the given ID; the difference reduces the score."""


class Row(TypedDict):
    """One description, as cypher/graphql/match/papers.cypher and the rule take it."""

    id: str | None
    keys: list[list[str]]
    title: str | None
    begun: str | None
    search_text: str
    folded: str
    main: str
    year: int | None
    authors: list[str]


def row(description: Mapping[str, Any]) -> Row:
    """Return a description as a row."""
    title = normalize_and_truncate(description.get("title"))
    byline = known_id(description, title, "Paper")
    by_text = text_keys(title, TEXT_SCHEMES)
    title = "" if by_text or byline == title else title
    return {
        "id": byline,
        "keys": given_keys(description, SCHEMES, byline) + by_text,
        "title": title or None,
        "begun": title + ("" if title.count(" ") >= CUT_FROM else ":") if title else None,
        "search_text": title_words(title),
        "folded": fold(title),
        "main": main_of(title),
        "year": description.get("year"),
        "authors": [" ".join(name_words(name)) for name in texts(description, "authors", MOST_AUTHORS)],
    }


def main_of(title: str) -> str:
    """Return the folded title before its first colon, question mark or dash; empty where it has no such parts."""
    for sign in (":", "?", " - ", " \u2013 ", " \u2014 "):
        before, separator, after = title.partition(sign)
        if separator and after.strip():
            return fold(before)
    return ""


def score(query: Row, place: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return the evidence for and against a candidate."""
    title = str(facts["title"])
    likeness = alike.titles(query["folded"], query["main"], fold(title), main_of(title)) if query["folded"] else 0.0
    by_id = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    title_reason: Reason | None = None
    if not by_id:
        title_reason = reason(MatchReasonKind.TITLE, likeness, title)
    elif query["folded"]:
        title_reason = reason(MatchReasonKind.TITLE, min(0.0, likeness - SAME_WORK), title)
    return score_candidate(
        place,
        [by_id, title_reason, _year(query["year"], facts["year"]), _authors(query["authors"], facts["authors"])],
        facts["citations"],
        known=facts["known"],
    )


def _year(query_year: int | None, known: int | None) -> Reason | None:
    if query_year is None or known is None:
        return None
    points = {0: SAME_YEAR, 1: YEAR_BEFORE}.get(abs(query_year - known), YEARS_OFF)
    return reason(MatchReasonKind.YEAR, points, known)


def _authors(query_authors: Sequence[str], known: Sequence[str]) -> Reason | None:
    wanted = [name.split() for name in query_authors if name]
    if not wanted or not known:
        return None
    printed = [name_words(name) for name in known]
    match_count = sum(any(alike.names(name, printed_name) >= NAMED for printed_name in printed) for name in wanted)
    points = NO_AUTHOR if not match_count else ALL_AUTHORS * match_count / len(wanted)
    return reason(MatchReasonKind.AUTHORS, points, f"{match_count} of {len(wanted)}")
