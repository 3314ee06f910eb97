"""Names of people: which few share, which may be one person's, and the key under which those that may be are looked up.

Family names that very many people bear are listed, as they are written in Latin letters, folded: from China, Korea and
Vietnam, where few family names are shared by most, and the most frequent of other countries. Who bears one of these, or
signs with initials, is told from namesakes by evidence alone. The list is fixed: what a name says must not depend on
what is loaded, and the graph keeps keys that follow from it (a change needs a migration that makes them anew).
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from cypher.folding import SUFFIXES
from loaders.components import Components

SHARED = frozenset((Path(__file__).parent / "shared_family_names.txt").read_text("utf-8").split())
ALSO_GIVEN = frozenset(
    {"anderson", "davis", "harris", "jackson", "lewis", "martin", "taylor", "thomas", "walker", "wilson"}
)
"""Those of them that are given names too: at the beginning of a name they are no family name."""
LEAST = 2
"""Letters of a name written out; one is an initial."""
LEAST_GIVEN = 7
"""Letters of two or more given names that tell people of a listed family name apart."""
MOST_NAMES = 200
"""Where more names than that have one key, none of them is taken for another's spelling."""


class Parted(NamedTuple):
    """A folded name: the given names or initials, and the family name, Jr. and the like left out."""

    given: tuple[str, ...]
    family: str
    listed: bool
    """Whether very many bear the family name, which may come first or last."""


@lru_cache(maxsize=400_000)
def parted(folded: str) -> Parted:
    """Part a folded name; a single word is a family name."""
    words = folded.split()
    while len(words) > 1 and words[-1] in SUFFIXES:
        words.pop()
    *given, family = words or [""]
    first = given[0] if given and given[0] not in ALSO_GIVEN else None
    return Parted(tuple(given), family, family in SHARED or first in SHARED)


def rare(folded: str) -> bool:
    """Tell whether few share a folded name: a given name written out, or several where many bear the family name."""
    given, family, listed = parted(folded)
    if not given or min(len(given[0]), len(family)) < LEAST:
        return False
    written_out = len(given) > 1 and min(map(len, given)) >= LEAST and sum(map(len, given)) >= LEAST_GIVEN
    return written_out or not listed


def key(folded: str) -> str:
    """Return what all folded names have in common that may be one person's: "lovelace a" for "ada m lovelace".

    Where very many bear the family name it is the whole name, however it is spaced: "weiwang".
    """
    given, family, listed = parted(folded)
    return f"{family} {given[0][0]}" if given and not listed else folded.replace(" ", "")


def fits(one: str, other: str) -> bool:
    """Tell whether two folded names of one key may be one person's: given names equal, joined, initials or left out."""
    ours, theirs = parted(one).given, parted(other).given
    if "".join(ours) == "".join(theirs):
        return True
    return bool(ours and theirs) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(ours, theirs, strict=False)
    )


def spelt_alike(one: str, other: str) -> bool:
    """Tell whether two folded names of one key are one name: as many given names that fit, one of them written in both.

    "ada m lovelace" and "ada mary lovelace" are; "ada lovelace" and "a m lovelace" only fit.
    """
    ours, theirs = parted(one).given, parted(other).given
    if "".join(ours) == "".join(theirs):
        return True
    both = {name for name in ours if len(name) >= LEAST} & set(theirs)
    return len(ours) == len(theirs) > 1 and bool(both) and fits(one, other)


def alike(names: Iterable[str], like: Callable[[str, str], bool]) -> dict[str, str]:
    """Return for each folded name of one key the first of those that it is one with.

    Names that are alike, directly or by others between them, are one where each is like each. Else those that begin
    with an initial are left aside, and the rest is looked at again.
    """
    found = {one: one for one in sorted(set(names))}
    rest = list(found) if len(found) <= MOST_NAMES else []
    for _ in range(2):
        parts = Components(rest)
        for one, other in combinations(rest, 2):
            if like(one, other):
                parts.join(one, other)
        doubtful: list[str] = []
        for part in parts.parts():
            if all(like(one, other) for one, other in combinations(part, 2)):
                found.update(dict.fromkeys(part, min(part)))
            else:
                doubtful += [one for one in part if len(parted(one).given[0]) >= LEAST]
        rest = sorted(doubtful)
    return found
