"""Whether what several records state of one value contradict one another, or one merely knows more than another."""

from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import orjson

ORDERED = frozenset({"authors", "editors"})
"""Lists that are one statement as a whole: a by-line with one name less is another by-line."""


def contradict(member: str, values: Sequence[Any]) -> bool:
    """Tell whether two of the values of a record's member say different things.

    Two lists do where each holds what the other lacks, or one is empty, which says that there is none; ids where two
    records have some of one scheme and share none of these; everything else where it is not the same.
    """
    if member == "ids":
        return _ids_contradict(values)
    if member in ORDERED or not all(isinstance(one, list) for one in values):
        return len({_text(one) for one in values}) > 1
    return _apart({frozenset(map(_text, one)) for one in values})


def _ids_contradict(values: Iterable[Sequence[str]]) -> bool:
    by_scheme: dict[str, set[frozenset[str]]] = {}
    for ids in values:
        for scheme in {one.partition(":")[0] for one in ids}:
            same = frozenset(one for one in ids if one.partition(":")[0] == scheme)
            by_scheme.setdefault(scheme, set()).add(same)
    return any(
        not frozenset[str].intersection(*sets) and any(not a & b for a, b in combinations(sets, 2))
        for sets in by_scheme.values()
    )


def _apart(sets: Iterable[frozenset[bytes]]) -> bool:
    """Tell whether some set neither holds the smaller ones nor is empty where they are not."""
    ordered = sorted(sets, key=len)
    return any(not one or not one <= other for one, other in pairwise(ordered))


def _text(value: Any) -> bytes:  # noqa: ANN401 any JSON
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
