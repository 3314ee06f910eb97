"""Researchers: query parameters of a description, and the evidence for and against a candidate."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rapidfuzz import fuzz

from normalization.text import fold
from resolvers.match import lucene_queries
from resolvers.match.affiliation_text import expand_abbreviations
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.papers import main_of
from resolvers.match.person_name_text import lacks_full_given_name, name_words
from resolvers.match.scoring import OTHER_IDENTIFIER_POINTS, Reason, ScoredCandidate, reason, score_candidate
from resolvers.match.similarity import name_similarity, title_similarity
from schema.match import MatchReasonKind

SCHEMES = {"orcid": "orcid"}
TEXT_SCHEMES = ("orcid",)
MOST_COAUTHORS = 50
BY_ID = 100.0
MIN_NAME_OF_ID = 70.0
"""Minimum similarity of the name to that of the person with the given ID; if it is lower, so is the score."""
ALL_COAUTHORS, ONE_COAUTHOR, NO_COAUTHOR = 15.0, 8.0, -8.0
MIN_COAUTHOR_SIMILARITY = 85.0
"""Minimum similarity of two names of one co-author."""
WROTE, DID_NOT_WRITE = 20.0, -20.0
MIN_WORK_SIMILARITY = 88.0
"""Minimum similarity of two titles of one work."""
WORKED_THERE, WORKED_ELSEWHERE = 10.0, -3.0
SAME_AFFILIATION, OTHER_AFFILIATION = 85.0, 50.0
"""Minimum similarity of two texts of one affiliation, and maximum similarity of two affiliations."""


class Row(TypedDict):
    """A description as a row: input of `cypher/graphql/match/researchers.cypher` and of `score`."""

    id: str | None
    keys: list[list[str]]
    folded: list[str]
    name: list[str]
    full_words: list[str]
    has_initials_only: bool
    search_text: str
    aliases: str
    work: str
    title: str
    main: str
    coauthors: list[str]
    has_affiliation: bool
    affiliation: str
    orcid: str | None


def row(description: Mapping[str, Any]) -> Row:
    """Convert a description to a row."""
    text, work = (
        lucene_queries.normalize_and_truncate(description.get("name")),
        lucene_queries.normalize_and_truncate(description.get("work")),
    )
    byline_id = known_id(description, text, "Researcher")
    ids_in_text = text_keys(text, TEXT_SCHEMES)
    keys = given_keys(description, SCHEMES, byline_id)
    name = [] if byline_id == text or ids_in_text else name_words(text)
    coauthors = [" ".join(name_words(name)) for name in lucene_queries.texts(description, "coauthors", MOST_COAUTHORS)]
    affiliation = expand_abbreviations(lucene_queries.normalize_and_truncate(description.get("affiliation")))
    query = lucene_queries.name_query(name)
    return {
        "id": byline_id,
        "keys": keys + ids_in_text,
        "folded": _orders(name),
        "name": name,
        "full_words": [word for word in name if len(word) > 1],
        "has_initials_only": lacks_full_given_name(name),
        "search_text": query,
        "aliases": lucene_queries.alias_query(query),
        "work": lucene_queries.title_query(work),
        "title": fold(work),
        "main": main_of(work),
        "coauthors": [coauthor for coauthor in coauthors if coauthor],
        "has_affiliation": bool(affiliation),
        "affiliation": affiliation,
        "orcid": next((key[1] for key in keys if key[0] == "orcid"), None),
    }


def _orders(name: Sequence[str]) -> list[str]:
    """Return the folded name in three orders: as given, with the last word first, and with the first word last."""
    if not name:
        return []
    return list(dict.fromkeys(map(" ".join, (name, [name[-1], *name[:-1]], [*name[1:], name[0]]))))


def score(query: Row, index: int, facts: Mapping[str, Any]) -> ScoredCandidate:
    """Return a candidate with the reasons for and against it."""
    forms = [str(facts["name"]), *(facts["aliases"] or ())]
    similarity, form = max(
        ((name_similarity(query["name"], name_words(form)), form) for form in forms), default=(0.0, "")
    )
    identifier = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    name_reason: Reason | None = None
    if not identifier:
        name_reason = reason(MatchReasonKind.NAME, similarity, form)
    elif query["name"]:
        name_reason = reason(MatchReasonKind.NAME, min(0.0, similarity - MIN_NAME_OF_ID), form)
    reasons = [
        identifier,
        name_reason,
        _orcid(query["orcid"], facts["orcid"]),
        _coauthors(query["coauthors"], facts["coauthors"]),
        _work(query, facts["works"]),
        _affiliation(query["affiliation"], facts["affiliations"]),
    ]
    return score_candidate(index, reasons, facts["papers"], known=facts["known"])


def _orcid(query_orcid: str | None, known: str | None) -> Reason | None:
    if not query_orcid or not known or query_orcid == known:
        return None
    return reason(MatchReasonKind.OTHER_IDENTIFIER, OTHER_IDENTIFIER_POINTS, known)


def _coauthors(query_coauthors: Sequence[str], known: Sequence[str]) -> Reason | None:
    if not query_coauthors or not known:
        return None
    match_count = count_common_people([name.split() for name in query_coauthors], known)
    points = max(ONE_COAUTHOR, ALL_COAUTHORS * match_count / len(query_coauthors)) if match_count else NO_COAUTHOR
    return reason(MatchReasonKind.COAUTHORS, points, f"{match_count} of {len(query_coauthors)}")


def count_common_people(query_names: Sequence[Sequence[str]], known: Sequence[str]) -> int:
    """Return how many of the queried people are among these names in the graph.

    The names must share the first or the last word, which is the family name.
    """
    others = [known_tokens for name in known if (known_tokens := name_words(name))]

    def is_known(name: Sequence[str]) -> bool:
        ends = {name[0], name[-1]}
        return any(
            ends & {other_tokens[0], other_tokens[-1]}
            and name_similarity(name, other_tokens) >= MIN_COAUTHOR_SIMILARITY
            for other_tokens in others
        )

    return sum(map(is_known, query_names))


def _work(query: Row, works: Sequence[Mapping[str, Any]]) -> Reason | None:
    if not query["title"]:
        return None
    matching_works = [
        work
        for work in works
        if title_similarity(query["title"], query["main"], fold(str(work["title"])), main_of(str(work["title"])))
        >= MIN_WORK_SIMILARITY
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
    similarity, form = max(scored)
    if similarity >= SAME_AFFILIATION:
        return reason(MatchReasonKind.AFFILIATION, WORKED_THERE, form)
    return reason(MatchReasonKind.AFFILIATION, WORKED_ELSEWHERE, None) if similarity <= OTHER_AFFILIATION else None
