"""Names of people: how rare they are, which can belong to one person, and the blocking key of such names.

shared_family_names.txt lists very frequent family names, folded, in Latin letters: those of China, Korea and Vietnam,
where most people share few family names, and the most frequent of other countries. A person with a listed name, or one
with initials only, is distinguished from namesakes by evidence only. The list is fixed, because a key must not depend
on the loaded data. The graph stores keys derived from it, so a change needs a migration that recomputes them.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from normalization.text import SUFFIXES

SHARED_FAMILY_NAMES = frozenset((Path(__file__).parent / "shared_family_names.txt").read_text("utf-8").split())
FAMILY_AND_GIVEN_NAMES = frozenset({
    "ahmad", "ahmed", "ali", "anderson", "davis", "harris", "hasan", "hassan", "hossain", "hussain", "ibrahim",
    "ismail", "jackson", "kumar", "lewis", "mahmoud", "malik", "martin", "mohamed", "mohammad", "mohammed", "mustafa",
    "prasad", "raj", "roy", "saleh", "taylor", "thomas", "walker", "wilson",
})  # fmt: skip
"""Listed family names that are given names too; at the beginning of a name they are not read as a family name."""
MIN_NAME_LETTERS = 2
"""Minimum number of letters of a name that is written out; a single letter is an initial."""
MIN_GIVEN_LETTERS = 7
"""Minimum letters of two or more given names that distinguish people with a listed family name."""
MAX_NAMES_PER_KEY = 200
"""Maximum number of names under one key for which spelling variants are computed."""


class ParsedName(NamedTuple):
    """A folded name split into given names or initials and the family name, without suffixes such as Jr."""

    given_names: tuple[str, ...]
    family: str
    listed: bool
    """True if the family name, which may come first or last, is on the list of frequent names."""


@lru_cache(maxsize=400_000)
def parse_name(folded: str) -> ParsedName:
    """Split a folded name; a single word is a family name."""
    tokens = folded.split()
    while len(tokens) > 1 and tokens[-1] in SUFFIXES:
        tokens.pop()
    *given_names, family = tokens or [""]
    first = given_names[0] if given_names and given_names[0] not in FAMILY_AND_GIVEN_NAMES else None
    return ParsedName(tuple(given_names), family, family in SHARED_FAMILY_NAMES or first in SHARED_FAMILY_NAMES)


def is_rare(folded: str) -> bool:
    """Return True if few people share a folded name.

    That holds if a given name is written out, in first place or after an initial; for a listed family name, several
    given names must be.
    """
    given_names, family, listed = parse_name(folded)
    if not given_names or min(max(map(len, given_names)), len(family)) < MIN_NAME_LETTERS:
        return False
    written_out = (
        len(given_names) > 1
        and min(map(len, given_names)) >= MIN_NAME_LETTERS
        and sum(map(len, given_names)) >= MIN_GIVEN_LETTERS
    )
    return written_out or not listed


@lru_cache(maxsize=200_000)
def blocking_key(folded: str) -> str:
    """Return the key that all folded names of one person share: "lovelace a" for "ada m lovelace".

    For a listed family name, it is the full name without spaces: "weiwang".
    """
    given_names, family, listed = parse_name(folded)
    return f"{family} {given_names[0][0]}" if given_names and not listed else folded.replace(" ", "")


def have_compatible_given_names(left: str, right: str) -> bool:
    """Return True if two folded names with one blocking key can belong to one person.

    Their given names must be equal, or equal when joined, or abbreviated to initials, or partly omitted at the end.
    """
    left_given, right_given = parse_name(left).given_names, parse_name(right).given_names
    if "".join(left_given) == "".join(right_given):
        return True
    return bool(left_given and right_given) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(left_given, right_given, strict=False)
    )


def is_spelling_variant(left: str, right: str) -> bool:
    """Return True if two folded names of one key are variants of one name.

    Both must have the same number of compatible given names, at least two, with one written out in both. "ada m
    lovelace" and "ada mary lovelace" are variants; "ada lovelace" and "a m lovelace" are only compatible.
    """
    left_given, right_given = parse_name(left).given_names, parse_name(right).given_names
    if "".join(left_given) == "".join(right_given):
        return True
    both = {name for name in left_given if len(name) >= MIN_NAME_LETTERS} & set(right_given)
    return len(left_given) == len(right_given) > 1 and bool(both) and have_compatible_given_names(left, right)


def spelling_variants(names: Iterable[str], is_variant: Callable[[str, str], bool]) -> dict[str, str]:
    """Map each folded name of one key to the representative of its variants, the first in sort order.

    `is_variant` tells whether two names are variants. Names that it connects, directly or through other names, are
    variants of each other if it accepts every pair of them. Otherwise, the names that begin with an initial are left
    out, and the remaining names are grouped once more.
    """
    representatives = {name: name for name in sorted(set(names))}
    if len(representatives) == 1:
        return representatives
    remaining = list(representatives) if len(representatives) <= MAX_NAMES_PER_KEY else []
    for _ in range(2):
        variants = ConstrainedDisjointSet(remaining)
        for left, right in combinations(remaining, 2):
            if is_variant(left, right):
                variants.union(left, right)
        ambiguous_names: list[str] = []
        for component in variants.components():
            if all(is_variant(left, right) for left, right in combinations(component, 2)):
                representatives.update(dict.fromkeys(component, min(component)))
            else:
                ambiguous_names += [
                    name for name in component if len(parse_name(name).given_names[0]) >= MIN_NAME_LETTERS
                ]
        remaining = sorted(ambiguous_names)
    return representatives
