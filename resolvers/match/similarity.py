"""How alike two texts are, 0 to 100: titles and people's names, both folded before."""

import re
from collections.abc import Sequence

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA

NUMBER = re.compile(r"\d+")
ROMAN = frozenset({"i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"})
OTHER_NUMBER = 15.0
"""Penalty for a different number in a title: "Task 2" is not "Task 3"."""
PART_OF_TITLE, BIT_OF_TITLE = 0.94, 0.88
"""How much a title counts that lacks its subtitle, has one more, or was cut off; and where it is so short that it may
as well be another's."""
WORDS_OF_MAIN, WORDS_OF_CUT = 2, 8
"""Words from which on it is not so short: before a subtitle, and where it was cut off."""
SWAPPED = 0.97
"""How much the same words in another order count."""
ONE_LETTER = ((9, 90.0), (7, 78.0), (5, 76.0), (4, 72.0), (3, 60.0))
"""Letters of the shorter word, and how alike words are that differ by one letter.

Yixin and Yixing are two people: only a long word that is misspelt leaves a name a match by itself."""
TWO_LETTERS = ((9, 76.0), (7, 71.0))
"""The same for two letters."""
INITIAL = 75.0
"""How alike an initial is to a name that begins with it."""
BEGUN = 78.0
"""How alike a name is to another that begins with it: Alex and Alexander."""
BEGINNING = 3
"""Letters that a beginning has at least."""
INITIAL_LEFT_OUT, NAME_LEFT_OUT = 6.0, 22.0
"""Penalties for an initial and for a given name that one name lacks: Chao Liu is not Chao-Lin Liu."""
NO_GIVEN = 40.0
"""Similarity of given names if one name has no given name."""
FAMILY = 70.0
"""How alike family names are at least in one person's names."""
STRANGERS = 40.0
"""How alike names of different families are at most."""


def titles(query: str, main: str, known: str, known_main: str) -> float:
    """Compare folded titles; `main` is the part before the colon, or empty."""
    if query == known:
        return 100.0
    plain, known_plain = query.replace(" ", ""), known.replace(" ", "")
    if plain == known_plain:
        return 99.0
    score = max(fuzz.ratio(query, known), fuzz.ratio(plain, known_plain), SWAPPED * fuzz.token_sort_ratio(query, known))
    if known_main:
        score = max(score, _part(query, WORDS_OF_MAIN) * fuzz.ratio(query, known_main))
    if main:
        score = max(score, _part(known, WORDS_OF_MAIN) * fuzz.ratio(main, known))
    if len(query) < len(known) and query.count(" ") >= WORDS_OF_MAIN:
        score = max(score, _part(query, WORDS_OF_CUT) * fuzz.ratio(query, known[: len(query)]))
    return score - (OTHER_NUMBER if _numbers_differ(query, known) else 0.0)


def _part(text: str, enough: int) -> float:
    return PART_OF_TITLE if text.count(" ") + 1 >= enough else BIT_OF_TITLE


def _numbers_differ(left: str, right: str) -> bool:
    left_numbers, right_numbers = _numbers(left), _numbers(right)
    return not (left_numbers <= right_numbers or right_numbers <= left_numbers)


def _numbers(text: str) -> set[str]:
    last = text.rpartition(" ")[2]
    return {*NUMBER.findall(text), *({last} & ROMAN)}


def names(query: Sequence[str], known: Sequence[str]) -> float:
    """Compare a person's names as folded words, the given names first in most."""
    if not query or not known:
        return 0.0
    if list(query) == list(known):
        return 100.0 if any(len(word) > 1 for word in query[:-1]) or len(query) == 1 else (INITIAL + 100.0) / 2
    if "".join(query) == "".join(known):
        return 98.0
    straight = _ordered(query, known)
    turned = max(_ordered([*query[1:], query[0]], known), _ordered([query[-1], *query[:-1]], known))
    return max(straight, SWAPPED * turned if len(query) > 1 else 0.0)


def _ordered(query: Sequence[str], known: Sequence[str]) -> float:
    family = word(query[-1], known[-1])
    given_score = _given_name_similarity(tuple(query[:-1]), tuple(known[:-1]))
    score = (family + given_score) / 2
    return score if family >= FAMILY else min(score, STRANGERS)


def _given_name_similarity(query: tuple[str, ...], known: tuple[str, ...]) -> float:
    """Compare given names in order; a missing name reduces the similarity slightly."""
    if query == known:
        return 100.0 if any(len(name) > 1 for name in query) or not query else INITIAL
    if not query or not known:
        return NO_GIVEN
    if "".join(query) == "".join(known):
        return 97.0
    short, long = sorted((query, known), key=len)

    def assignment_score(chosen: tuple[int, ...]) -> float:
        left = sum(
            INITIAL_LEFT_OUT if len(name) == 1 else NAME_LEFT_OUT for i, name in enumerate(long) if i not in chosen
        )
        return sum(map(_name, short, (long[i] for i in chosen))) / len(short) - left

    return max(0.0, *map(assignment_score, _choices(len(short), len(long))))


def _choices(size: int, among: int) -> list[tuple[int, ...]]:
    """Return ways to align a few names in order with more: from the first on, or from the second."""
    starts = range(min(among - size, 1) + 1)
    choices = [tuple(range(start, start + size)) for start in starts]
    if size > 1 and among > size:
        choices.append((*range(size - 1), among - 1))
    return choices


def _name(left: str, right: str) -> float:
    if left == right:
        return INITIAL if len(left) == 1 else 100.0
    short, long = sorted((left, right), key=len)
    if long.startswith(short):
        if len(short) == 1:
            return INITIAL
        if len(short) >= BEGINNING:
            return BEGUN
    return word(left, right)


def word(left: str, right: str) -> float:
    """Compare two words: alike where at most two letters differ, and the less the longer they are."""
    if left == right:
        return 100.0
    apart = OSA.distance(left, right, score_cutoff=2)
    steps = {1: ONE_LETTER, 2: TWO_LETTERS}.get(apart, ())
    size = min(len(left), len(right))
    return next((alike for least, alike in steps if size >= least), 0.0)
