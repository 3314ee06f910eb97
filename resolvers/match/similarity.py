"""Similarity of two folded texts, from 0 to 100: titles, and names of people."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

NUMBER = re.compile(r"\d+")
ROMAN = frozenset({"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"})
NUMBER_PENALTY = 15.0
"""Penalty for a different number in a title: "Task 2" is not "Task 3"."""
TITLE_PART, SHORT_TITLE_PART = 0.94, 0.88
"""Factors of the similarity of titles if only one has a subtitle, or one is truncated: for a long common part, and for
a short one, which may be of another title."""
MIN_MAIN_WORDS, MIN_TRUNCATED_WORDS = 2, 8
"""Minimum words of a long enough part: before a subtitle, and of a truncated title."""
REORDERED = 0.97
"""Factor of the similarity of the same words in another order."""
ONE_LETTER = ((9, 90.0), (7, 78.0), (5, 76.0), (4, 72.0), (3, 60.0))
"""Minimum letters of the shorter word -> similarity of two words that differ in one letter.

Yixin and Yixing are two people, so a misspelled name is similar enough for a match only if the word is long.
"""
TWO_LETTERS = ((9, 76.0), (7, 71.0))
"""The same for words that differ in two letters."""
INITIAL = 75.0
"""Similarity of an initial and a name that begins with it."""
PREFIX = 78.0
"""Similarity of a name and a longer name that begins with it, such as Alex and Alexander."""
MIN_PREFIX_LETTERS = 3
"""Minimum letters of the shorter name."""
MISSING_INITIAL_PENALTY, MISSING_NAME_PENALTY = 6.0, 22.0
"""Penalties for an initial and for a given name that only one name has: Chao Liu is not Chao-Lin Liu."""
NO_GIVEN = 40.0
"""Similarity of given names if one name has no given name."""
MIN_FAMILY = 70.0
"""Minimum similarity of the family names of one person."""
MAX_OTHER_FAMILY = 40.0
"""Maximum similarity of names with different family names."""


def title_similarity(query: str, main: str, known: str, known_main: str) -> float:
    """Return the similarity of two folded titles; `main` is the part before the colon, or empty."""
    if query == known:
        return 100.0
    plain, known_plain = query.replace(" ", ""), known.replace(" ", "")
    if plain == known_plain:
        return 99.0
    score = max(
        fuzz.ratio(query, known), fuzz.ratio(plain, known_plain), REORDERED * fuzz.token_sort_ratio(query, known)
    )
    if known_main:
        score = max(score, _part(query, MIN_MAIN_WORDS) * fuzz.ratio(query, known_main))
    if main:
        score = max(score, _part(known, MIN_MAIN_WORDS) * fuzz.ratio(main, known))
    if len(query) < len(known) and query.count(" ") >= MIN_MAIN_WORDS:
        score = max(score, _part(query, MIN_TRUNCATED_WORDS) * fuzz.ratio(query, known[: len(query)]))
    return score - (NUMBER_PENALTY if _numbers_differ(query, known) else 0.0)


def _part(text: str, min_words: int) -> float:
    return TITLE_PART if text.count(" ") + 1 >= min_words else SHORT_TITLE_PART


def _numbers_differ(left: str, right: str) -> bool:
    left_numbers, right_numbers = _numbers(left), _numbers(right)
    return not (left_numbers <= right_numbers or right_numbers <= left_numbers)


def _numbers(text: str) -> set[str]:
    last = text.rpartition(" ")[2]
    return {*NUMBER.findall(text), *({last} & ROMAN)}


def name_similarity(query: Sequence[str], known: Sequence[str]) -> float:
    """Return the similarity of two names of people, given as folded words; usually the given names come first."""
    if not query or not known:
        return 0.0
    if list(query) == list(known):
        return 100.0 if any(len(word) > 1 for word in query[:-1]) or len(query) == 1 else (INITIAL + 100.0) / 2
    if "".join(query) == "".join(known):
        return 98.0
    in_order = _ordered(query, known)
    reordered = max(_ordered([*query[1:], query[0]], known), _ordered([query[-1], *query[:-1]], known))
    return max(in_order, REORDERED * reordered if len(query) > 1 else 0.0)


def _ordered(query: Sequence[str], known: Sequence[str]) -> float:
    family = word_similarity(query[-1], known[-1])
    given_score = _given_name_similarity(tuple(query[:-1]), tuple(known[:-1]))
    score = (family + given_score) / 2
    return score if family >= MIN_FAMILY else min(score, MAX_OTHER_FAMILY)


def _given_name_similarity(query: tuple[str, ...], known: tuple[str, ...]) -> float:
    """Return the similarity of given names in order; a missing name reduces it slightly."""
    if query == known:
        return 100.0 if any(len(name) > 1 for name in query) or not query else INITIAL
    if not query or not known:
        return NO_GIVEN
    if "".join(query) == "".join(known):
        return 97.0
    short, long = sorted((query, known), key=len)

    def assignment_score(chosen: tuple[int, ...]) -> float:
        left = sum(
            MISSING_INITIAL_PENALTY if len(name) == 1 else MISSING_NAME_PENALTY
            for i, name in enumerate(long)
            if i not in chosen
        )
        return sum(map(_name, short, (long[i] for i in chosen))) / len(short) - left

    return max(0.0, *map(assignment_score, _choices(len(short), len(long))))


def _choices(size: int, total: int) -> list[tuple[int, ...]]:
    """Return ways to align `size` names, in order, with `total` names: their positions among these."""
    starts = range(min(total - size, 1) + 1)
    choices = [tuple(range(start, start + size)) for start in starts]
    if size > 1 and total > size:
        choices.append((*range(size - 1), total - 1))
    return choices


def _name(left: str, right: str) -> float:
    if left == right:
        return INITIAL if len(left) == 1 else 100.0
    short, long = sorted((left, right), key=len)
    if long.startswith(short):
        if len(short) == 1:
            return INITIAL
        if len(short) >= MIN_PREFIX_LETTERS:
            return PREFIX
    return word_similarity(left, right)


def word_similarity(left: str, right: str) -> float:
    """Return the similarity of two words: 0 if more than two letters differ, else higher for longer words."""
    if left == right:
        return 100.0
    edits = OSA.distance(left, right, score_cutoff=2)
    steps = {1: ONE_LETTER, 2: TWO_LETTERS}.get(edits, ())
    size = min(len(left), len(right))
    return next((similarity for least, similarity in steps if size >= least), 0.0)
