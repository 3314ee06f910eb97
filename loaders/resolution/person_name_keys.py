"""Names of people: how rare they are, which can belong to one person, and the blocking key of such names.

Rarity is an estimate (`name_frequency`) that does not depend on the loaded data. The graph stores blocking keys derived
from it, so a change needs a new `RULES_VERSION`.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from loaders.resolution.name_frequency import MIN_NAME_LETTERS, family_frequency, name_frequency
from normalization.text import CACHE_SIZE, SUFFIXES

MAX_FREQUENCY_OF_RARE_NAME = 2e-7
"""Maximum share of authors with a name that denotes one person without further evidence."""
MAX_FREQUENCY_IN_VENUE = 2e-5
"""Maximum share of authors with a name that denotes one person within one venue."""
MIN_FREQUENCY_OF_COMMON_FAMILY_NAME = 3e-4
"""Minimum share of authors with a family name whose blocking keys contain the given name in full."""
MAX_NAMES_PER_KEY = 200
"""Maximum number of names under one key for which spelling variants are computed."""


class ParsedName(NamedTuple):
    """A folded name split into given names or initials and the family name, without suffixes such as Jr."""

    given_names: tuple[str, ...]
    family: str


@lru_cache(maxsize=CACHE_SIZE)
def parse_name(folded: str) -> ParsedName:
    """Split a folded name; a single word is a family name."""
    tokens = folded.split()
    while len(tokens) > 1 and tokens[-1] in SUFFIXES:
        tokens.pop()
    *given_names, family = tokens or [""]
    return ParsedName(tuple(given_names), family)


def frequency(folded: str) -> float:
    """Return the share of authors with a folded name, from 0 to 1; 1 if no given name is written out."""
    return name_frequency(*parse_name(folded))


@lru_cache(maxsize=CACHE_SIZE)
def is_rare(folded: str) -> bool:
    """Return True if few people share a folded name: it denotes one person unless evidence contradicts it."""
    return frequency(folded) <= MAX_FREQUENCY_OF_RARE_NAME


def is_rare_in_venue(folded: str) -> bool:
    """Return True if a folded name is not rare, but denotes one person within one venue."""
    return MAX_FREQUENCY_OF_RARE_NAME < frequency(folded) <= MAX_FREQUENCY_IN_VENUE


def has_common_family_name(folded: str) -> bool:
    """Return True if many people share the family name, and a first initial does not distinguish them."""
    return family_frequency(parse_name(folded).family) >= MIN_FREQUENCY_OF_COMMON_FAMILY_NAME


@lru_cache(maxsize=CACHE_SIZE)
def blocking_key(folded: str) -> str:
    """Return the key that all folded names of one person share: "lovelace a" for "ada m lovelace".

    For a common family name, it has the given names in full, or else the initials: "walker marilyn" for "marilyn a
    walker", "wang xiaoming" for "xiao ming wang", "wang xm" for "x m wang".
    """
    given_names, family = parse_name(folded)
    if not given_names:
        return family
    if not has_common_family_name(folded):
        return f"{family} {given_names[0][0]}"
    written = [name for name in given_names if len(name) >= MIN_NAME_LETTERS]
    return f"{family} {''.join(written or given_names)}"


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
        unabbreviated_names: list[str] = []
        for component in variants.components():
            if all(is_variant(left, right) for left, right in combinations(component, 2)):
                representatives.update(dict.fromkeys(component, min(component)))
            else:
                unabbreviated_names += [
                    name for name in component if len(parse_name(name).given_names[0]) >= MIN_NAME_LETTERS
                ]
        remaining = sorted(unabbreviated_names)
    return representatives
