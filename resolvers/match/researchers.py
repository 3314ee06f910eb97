"""Researchers: what is asked of the graph for each description, and what speaks for and against a candidate."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from rapidfuzz import fuzz

from cypher.folding import fold
from resolvers.match import alike, words
from resolvers.match.ids import given_keys, known_id, text_keys
from resolvers.match.papers import main_of
from resolvers.match.people import bare, name_words
from resolvers.match.places import spelled_out
from resolvers.match.verdict import ANOTHER, Judged, Reason, judged, reason
from schema.match import MatchReasonKind

SCHEMES = {"orcid": "orcid"}
TEXT_SCHEMES = ("orcid",)
MOST_COAUTHORS = 50
BY_ID = 100.0
SAME_PERSON = 70.0
"""How alike a name is at least to that of the person whom an id names; what is below is taken off."""
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
    """One description, as cypher/read/match/researchers.cypher and the rule take it."""

    id: str | None
    keys: list[list[str]]
    folded: list[str]
    name: list[str]
    full: list[str]
    open: bool
    words: str
    aliases: str
    work: str
    title: str
    main: str
    coauthors: list[str]
    affiliated: bool
    affiliation: str
    orcid: str | None


def row(given: Mapping[str, Any]) -> Row:
    """Return a description as a row."""
    text, work = words.cut(given.get("name")), words.cut(given.get("work"))
    byline = known_id(given, text, "Researcher")
    by_text = text_keys(text, TEXT_SCHEMES)
    keys = given_keys(given, SCHEMES, byline)
    name = [] if byline == text or by_text else name_words(text)
    coauthors = [" ".join(name_words(name)) for name in words.texts(given, "coauthors", MOST_COAUTHORS)]
    affiliation = spelled_out(words.cut(given.get("affiliation")))
    query = words.name_words(name)
    return {
        "id": byline,
        "keys": keys + by_text,
        "folded": _orders(name),
        "name": name,
        "full": [word for word in name if len(word) > 1],
        "open": bare(name),
        "words": query,
        "aliases": words.aliases(query),
        "work": words.title_words(work),
        "title": fold(work),
        "main": main_of(work),
        "coauthors": [one for one in coauthors if one],
        "affiliated": bool(affiliation),
        "affiliation": affiliation,
        "orcid": next((key[1] for key in keys if key[0] == "orcid"), None),
    }


def _orders(name: Sequence[str]) -> list[str]:
    """Return the folded name as it stands, with the last word first and with the first word last."""
    if not name:
        return []
    return list(dict.fromkeys(map(" ".join, (name, [name[-1], *name[:-1]], [*name[1:], name[0]]))))


def judge(asked: Row, place: int, facts: Mapping[str, Any]) -> Judged:
    """Return what speaks for and against one candidate."""
    forms = [str(facts["name"]), *(facts["aliases"] or ())]
    likeness, form = max(((alike.names(asked["name"], name_words(form)), form) for form in forms), default=(0.0, ""))
    by_id = reason(MatchReasonKind.IDENTIFIER, BY_ID, facts["id"]) if facts["known"] else None
    named: Reason | None = None
    if not by_id:
        named = reason(MatchReasonKind.NAME, likeness, form)
    elif asked["name"]:
        named = reason(MatchReasonKind.NAME, min(0.0, likeness - SAME_PERSON), form)
    reasons = [
        by_id,
        named,
        _orcid(asked["orcid"], facts["orcid"]),
        _coauthors(asked["coauthors"], facts["coauthors"]),
        _work(asked, facts["works"]),
        _affiliation(asked["affiliation"], facts["affiliations"]),
    ]
    return judged(place, reasons, facts["papers"], known=facts["known"])


def _orcid(asked: str | None, known: str | None) -> Reason | None:
    if not asked or not known or asked == known:
        return None
    return reason(MatchReasonKind.OTHER_IDENTIFIER, ANOTHER, known)


def _coauthors(asked: Sequence[str], known: Sequence[str]) -> Reason | None:
    if not asked or not known:
        return None
    found = in_common([name.split() for name in asked], known)
    points = max(ONE_COAUTHOR, ALL_COAUTHORS * found / len(asked)) if found else NO_COAUTHOR
    return reason(MatchReasonKind.COAUTHORS, points, f"{found} of {len(asked)}")


def in_common(asked: Sequence[Sequence[str]], known: Sequence[str]) -> int:
    """Return how many of the people asked, by their folded words, are among names in the graph; family names agree."""
    others = [other for name in known if (other := name_words(name))]

    def known_as(name: Sequence[str]) -> bool:
        ends = {name[0], name[-1]}
        return any(ends & {other[0], other[-1]} and alike.names(name, other) >= NAMED for other in others)

    return sum(map(known_as, asked))


def _work(asked: Row, works: Sequence[Mapping[str, Any]]) -> Reason | None:
    if not asked["title"]:
        return None
    meant = [
        work
        for work in works
        if alike.titles(asked["title"], asked["main"], fold(str(work["title"])), main_of(str(work["title"])))
        >= SAME_WORK
    ]
    if not meant:
        return None
    written = next((work for work in meant if work["wrote"]), None)
    return reason(MatchReasonKind.WORK, WROTE if written else DID_NOT_WRITE, (written or meant[0])["title"])


def _affiliation(asked: str, known: Sequence[str]) -> Reason | None:
    if not asked or not known:
        return None
    scored = ((fuzz.token_set_ratio(asked, spelled_out(one)), one) for one in known)
    likeness, form = max(scored)
    if likeness >= SAME_PLACE:
        return reason(MatchReasonKind.AFFILIATION, WORKED_THERE, form)
    return reason(MatchReasonKind.AFFILIATION, WORKED_ELSEWHERE, None) if likeness <= OTHER_PLACE else None
