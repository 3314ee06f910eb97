"""Whether what several records state of one value contradict one another, or one merely knows more than another."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import orjson

OPEN = frozenset(
    {"references", "relations", "funding", "topics", "forms", "resources", "notices", "awards", "aliases", "acronyms"}
)
"""Lists that no source claims to be the whole of, or that each makes in words of its own."""
BY_SCHEME = frozenset({"ids", "venues"})
WHOLE = frozenset({"authors", "editors"})
"""Lists that are one statement as a whole: a by-line with one name less is another by-line."""


def contradict(member: str, values: Sequence[Any]) -> bool:
    """Tell whether two of the values of a record's member say different things.

    Ids do where two records have some of one scheme and share none of these, dates where two have some of one kind and
    none that agree, as 2020 and 2020-03 do. Of lists that are open two do where one is empty, which says that there is
    none, of others where each holds what the other lacks; everything else where it is not the same.
    """
    if member in BY_SCHEME:
        return _part(values, lambda one: one.partition(":")[0], str.__eq__)
    if member == "dates":
        return _part(values, lambda one: one.get("kind", "published"), _agree)
    if member in OPEN:
        return len({bool(one) for one in values}) > 1
    if member in WHOLE or not all(isinstance(one, list) for one in values):
        return len({_text(one) for one in values}) > 1
    return _apart({frozenset(map(_text, one)) for one in values})


def _part(values: Iterable[Sequence[Any]], sort: Callable[[Any], str], same: Callable[[Any, Any], bool]) -> bool:
    """Tell whether of one sort two lists hold some, and nothing in the one is the same as anything in the other."""
    by_sort: dict[str, dict[bytes, list[Any]]] = defaultdict(dict)
    for listed in values:
        of_sort: dict[str, list[Any]] = defaultdict(list)
        for one in listed:
            of_sort[sort(one)].append(one)
        for name, some in of_sort.items():
            by_sort[name][_text(some)] = some
    return any(
        not any(same(one, other) for one in ours for other in theirs)
        for distinct in by_sort.values()
        for ours, theirs in combinations(distinct.values(), 2)
    )


def _agree(one: Any, other: Any) -> bool:  # noqa: ANN401 any JSON
    """Tell whether one date is the other, or its year or month."""
    ours, theirs = str(one.get("value")), str(other.get("value"))
    return ours.startswith(theirs) or theirs.startswith(ours)


def _apart(sets: Iterable[frozenset[bytes]]) -> bool:
    """Tell whether some set neither holds the smaller ones nor is empty where they are not."""
    ordered = sorted(sets, key=len)
    return any(not one or not one <= other for one, other in pairwise(ordered))


def _text(value: Any) -> bytes:  # noqa: ANN401 any JSON
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
