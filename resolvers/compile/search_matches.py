"""Matches of a search: the parts of a text that match its words, and a corrected search text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rapidfuzz.distance import OSA

from resolvers.compile.arguments import Given
from resolvers.compile.expression_builder import ExpressionBuilder, Fragment, Scope
from resolvers.compile.row_decoders import Decoder, DecodeState
from resolvers.compile.row_source import RowSource
from resolvers.compile.search import OPTIONAL_TERMS, SIMILAR_FROM, TERM, TWO_EDITS_FROM, fold_query, search_terms
from resolvers.compile.service_root import Written
from schema.enums import HighlightField

CORRECTION_SOURCES = 5
"""Number of best results whose words can correct the search text."""
MAX_ALIASES = 20
"""Number of aliases of an entity that are compared with the words of a search."""


UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
"""Characters of Chinese and Japanese, which are written without spaces: a search finds them within a word."""
MAX_AUTHORS = 100
"""Maximum number of authors of a paper that are compared. Equals the bound in `cypher/graphql/search.cypher`."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a text, and whether it matches."""

    text: str
    matched: bool


@dataclass(frozen=True, slots=True)
class MatchedText:
    """A text of an entity with at least one match."""

    field: HighlightField
    segments: list[Segment]


def highlights(builder: ExpressionBuilder, to_json: Written, node: str, query: Given | None) -> Fragment:
    """Return the texts of a node that match a search; none without a search. `to_json` selects their fields."""
    if query is None:
        return Fragment("[]", _empty)
    parameter = builder.names.parameter(query, search_terms)
    values = f"{node}.title, {node}.name, {node}.aliases[..{MAX_ALIASES}], {node}.acronym, {node}.acronyms, {node}.code"

    def decode_highlights(texts: Sequence[Any], state: DecodeState) -> Any:  # noqa: ANN401 a Reader
        *own_texts, authors = texts
        terms = state.parameters[parameter.removeprefix("$")]
        found = matching_texts(own_texts, terms)
        return to_json([*found, *matching_authors(_names_in_order(authors), found, terms)])

    return Fragment(f"[{values}, {_authors(builder, node)}]", decode_highlights)


def _authors(builder: ExpressionBuilder, node: str) -> str:
    """Return the expression of the authors of a paper, each [position, printed name], in no order."""
    written, author = builder.names.variable("w"), builder.names.variable("a")
    return (
        f"[({node})<-[{written}:AUTHORED]-({author}) WHERE {author}.optedOut IS NULL"
        f" | [coalesce({written}.position, 0), coalesce({written}.nameAsWritten, {author}.name, '')]]"
    )


def _names_in_order(authors: Sequence[tuple[int, str]]) -> list[str]:
    return [name for _, name in sorted(authors)[:MAX_AUTHORS]]


def _empty(_value: Any, _state: DecodeState) -> list[Any]:  # noqa: ANN401 a Reader
    return []


FIELDS = (
    HighlightField.TITLE,
    HighlightField.NAME,
    HighlightField.ALIASES,
    HighlightField.ACRONYM,
    HighlightField.ACRONYM,
    HighlightField.CODE,
)
"""Fields of the values of `highlights`, in their order."""
NAMES = frozenset({HighlightField.NAME, HighlightField.ALIASES})
"""Fields in which a single letter is an initial."""


def matching_texts(values: Sequence[str | Sequence[str] | None], terms: Sequence[str]) -> list[MatchedText]:
    """Return the texts with at least one word that matches a term."""
    found: list[MatchedText] = []
    for field, value in zip(FIELDS, values, strict=True):
        of_field = terms if field in NAMES else [term for term in terms if len(term) > 1 or UNSPACED.match(term)]
        for text in [value] if isinstance(value, str) else value or ():
            segments = split_matches(text, of_field)
            if any(segment.matched for segment in segments):
                found.append(MatchedText(field, segments))
    return found


def matching_authors(names: Sequence[str], matches: Sequence[MatchedText], terms: Sequence[str]) -> list[MatchedText]:
    """Return the names of authors that match a term of at least two letters that no other text of the paper matches."""
    matched = [fold_query(segment.text) for match in matches for segment in match.segments if segment.matched]
    missing = [
        term
        for term in terms
        if len(term) > 1 and term not in OPTIONAL_TERMS and not any(resembles(word, term) for word in matched)
    ]
    if not missing:
        return []
    segmented = [split_matches(name, missing) for name in names]
    return [
        MatchedText(HighlightField.AUTHOR, segments)
        for segments in segmented
        if any(segment.matched for segment in segments)
    ]


def split_matches(text: str, terms: Sequence[str]) -> list[Segment]:
    """Split a text into segments that match a term and segments that do not."""
    segments: list[Segment] = []
    end = 0
    for word in TERM.finditer(text):
        for start, stop in _matched_ranges(word[0], terms):
            if word.start() + start > end:
                segments.append(Segment(text[end : word.start() + start], matched=False))
            end = word.start() + stop
            segments.append(Segment(text[word.start() + start : end], matched=True))
    if end < len(text):
        segments.append(Segment(text[end:], matched=False))
    return segments


def _matched_ranges(word: str, terms: Sequence[str]) -> list[tuple[int, int]]:
    """Return the start and end of each part of a word that matches a term: the whole word if it is not `UNSPACED`."""
    within = [term for term in terms if UNSPACED.search(term)]
    folded = fold_query(word)
    if any(resembles(folded, term) for term in terms if term not in within):
        return [(0, len(word))]
    if not within:
        return []
    pieces = [fold_query(character) for character in word]  # one character can fold to several
    places = [place for place, piece in enumerate(pieces) for _ in piece]
    longest_first = sorted(within, key=len, reverse=True)
    ranges: list[tuple[int, int]] = []
    for match in re.finditer("|".join(map(re.escape, longest_first)), "".join(pieces)):
        start, end = places[match.start()], places[match.end() - 1] + 1
        if ranges and start <= ranges[-1][1]:  # next to the match before: one match
            start = ranges.pop()[0]
        ranges.append((start, end))
    return ranges


def resembles(word: str, term: str) -> bool:
    """Return True if a word of a text is equal to a term, begins with it, or is similar, as in the search."""
    if word.startswith(term):
        return True
    if any(part.startswith(term) for part in word.replace(".", "'").replace(":", "'").split("'")):
        return True
    edits = allowed_edits(term)
    return edits > 0 and OSA.distance(word, term, score_cutoff=edits) <= edits


def allowed_edits(term: str) -> int:
    """Return the number of edits by which a similar word may differ from a term."""
    if len(term) < SIMILAR_FROM or not term.isascii():
        return 0
    return 2 if len(term) >= TWO_EDITS_FROM else 1


def correction(builder: ExpressionBuilder, source: RowSource, scope: Scope) -> Fragment:
    """Return the corrected search text of a list; null without a search."""
    if source.query is None:
        return Fragment("null", None)
    node, edge = source.order.node, source.order.edge
    parameter = builder.names.parameter(source.query, search_terms)
    texts = f"[[{node}.title, {node}.name], {_authors(builder, node)}]"
    variable, clause = builder.collect_rows(
        scope.var,
        f"{source.match} WITH {node}, {edge} ORDER BY {edge}.score DESC, {node}.id LIMIT {CORRECTION_SOURCES}",
        Fragment(texts, None),
    )
    return Fragment(variable, _corrected(parameter.removeprefix("$")), clause)


def _corrected(parameter: str) -> Decoder:
    def decode_correction(rows: Sequence[Sequence[Any]], state: DecodeState) -> str | None:
        texts = [text for names, _ in rows for text in names if text]
        authors = [name for _, authors in rows for name in _names_in_order(authors)]
        return corrected(texts, authors, state.parameters[parameter])

    return decode_correction


def corrected(texts: Sequence[str], authors: Sequence[str], terms: Sequence[str]) -> str | None:
    """Return the search text with each misspelled word replaced by the most similar word of the texts.

    Words that begin a word of the texts or of the names of authors are correct. Returns None if no word is replaced.
    """
    words, names = _words_of(texts), _words_of(authors)
    replaced = [term if any(name.startswith(term) for name in names) else _closest(term, words) for term in terms]
    return " ".join(replaced) if replaced != list(terms) else None


def _words_of(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(word for text in texts for word in TERM.findall(fold_query(text))))


def _closest(term: str, words: Sequence[str]) -> str:
    edits = allowed_edits(term)
    if not edits or any(word.startswith(term) for word in words):
        return term
    distances = [(OSA.distance(word, term, score_cutoff=edits), place) for place, word in enumerate(words)]
    best = min(distances, default=(edits + 1, 0))
    return words[best[1]] if best[0] <= edits else term
