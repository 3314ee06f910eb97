"""Papers: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from normalization.text import fold
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.lucene_queries import normalize_and_truncate, texts, title_query
from resolvers.match.person_name_text import name_words
from resolvers.match.scoring import Reason, ScoredCandidate, reason, score_candidate
from resolvers.match.similarity import name_similarity, title_similarity
from schema.match import MatchReasonKind

SCHEMES = {scheme: scheme for scheme in ("doi", "arxiv", "acl", "openalex", "s2", "pmid")}
TEXT_SCHEMES = ("doi", "arxiv", "acl")
MOST_AUTHORS = 50
MIN_SPACES_OF_TRUNCATED = 4
"""Minimum number of spaces of a title that may be truncated. A shorter title may only lack its subtitle."""
MIN_AUTHOR_SIMILARITY = 80.0
"""Minimum similarity of two names of one author."""
SAME_YEAR, ADJACENT_YEAR, OTHER_YEAR = 3.0, 0.0, -12.0
"""Points for an equal year, a difference of one year (as for preprints), and a greater difference."""
ALL_AUTHORS, NO_AUTHOR = 6.0, -25.0
"""Points if all given authors, or no given author, are in the author list; proportional in between."""
BY_ID = 100.0
MIN_TITLE_OF_ID = 80.0
"""Minimum similarity of the title to that of the paper with the given ID; if it is lower, so is the score."""


class Row(TypedDict):
    """A description as a row: input of `cypher/graphql/match/papers.cypher` and of `score`."""

    id: str | None
    keys: list[list[str]]
    title: str | None
    title_prefix: str | None
    search_text: str
    folded: str
    main: str
    year: int | None
    authors: list[str]


def row(description: Mapping[str, Any]) -> Row:
    """Convert a description to a row."""
    title = normalize_and_truncate(description.get("title"))
    byline_id = known_id(description, title, "Paper")
    ids_in_text = text_keys(title, TEXT_SCHEMES)
    title = "" if ids_in_text or byline_id == title else title
    return {
        "id": byline_id,
        "keys": given_keys(description, SCHEMES, byline_id) + ids_in_text,
        "title": title or None,
        "title_prefix": title + ("" if title.count(" ") >= MIN_SPACES_OF_TRUNCATED else ":") if title else None,
        "search_text": title_query(title),
        "folded": fold(title),
        "main": main_of(title),
        "year": description.get("year"),
        "authors": [" ".join(name_words(name)) for name in texts(description, "authors", MOST_AUTHORS)],
    }


def main_of(title: str) -> str:
    """Return the folded title before its first colon, question mark or dash; empty without a subtitle."""
    for mark in (":", "?", " - ", " \u2013 ", " \u2014 "):
        before, separator, after = title.partition(mark)
        if separator and after.strip():
            return fold(before)
    return ""


def score(query: Row, index: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return a candidate with the reasons for and against it."""
    title = str(facts["title"])
    similarity = (
        title_similarity(query["folded"], query["main"], fold(title), main_of(title)) if query["folded"] else 0.0
    )
    identifier = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    title_reason: Reason | None = None
    if not identifier:
        title_reason = reason(MatchReasonKind.TITLE, similarity, title)
    elif query["folded"]:
        title_reason = reason(MatchReasonKind.TITLE, min(0.0, similarity - MIN_TITLE_OF_ID), title)
    return score_candidate(
        index,
        [identifier, title_reason, _year(query["year"], facts["year"]), _authors(query["authors"], facts["authors"])],
        facts["citations"],
        known=facts["known"],
    )


def _year(query_year: int | None, known: int | None) -> Reason | None:
    if query_year is None or known is None:
        return None
    points = {0: SAME_YEAR, 1: ADJACENT_YEAR}.get(abs(query_year - known), OTHER_YEAR)
    return reason(MatchReasonKind.YEAR, points, known)


def _authors(query_authors: Sequence[str], known: Sequence[str]) -> Reason | None:
    wanted = [name.split() for name in query_authors if name]
    if not wanted or not known:
        return None
    printed = [name_words(name) for name in known]
    match_count = sum(
        any(name_similarity(name, printed_name) >= MIN_AUTHOR_SIMILARITY for printed_name in printed) for name in wanted
    )
    points = NO_AUTHOR if not match_count else ALL_AUTHORS * match_count / len(wanted)
    return reason(MatchReasonKind.AUTHORS, points, f"{match_count} of {len(wanted)}")
