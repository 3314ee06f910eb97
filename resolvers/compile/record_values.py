"""Read values from the JSON of records: a member of one record, and whether several records contradict each other."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise
from typing import Any

import orjson

from resolvers.compile.expression_builder import Fragment, Scope
from resolvers.compile.row_decoders import DecodeState
from schema.field_mapping import HasConflict, RecordMember

INCOMPLETE_LISTS = frozenset(
    {"references", "relations", "funding", "topics", "forms", "resources", "notices", "awards", "aliases", "acronyms"}
)
"""Members with lists that sources rarely state completely, or whose items sources word differently."""
ID_LISTS = frozenset({"ids", "venues"})
SINGLE_VALUES = frozenset({"authors", "editors"})
"""Members with lists that are compared as a whole: a byline with one name less is another byline."""


def values_conflict(member: str, values: Sequence[Any]) -> bool:
    """Return True if two values of a member contradict each other.

    IDs contradict if two records have IDs of one scheme but share no ID of it; dates, if two records have dates of one
    kind and no two are compatible (2020 and 2020-03 are); open lists, if one of them is empty; other lists, if each has
    an item that the other lacks; all other values, if they differ.
    """
    if member in ID_LISTS:
        return _share_no_item_of_a_kind(values, lambda identifier: identifier.partition(":")[0], str.__eq__)
    if member == "dates":
        return _share_no_item_of_a_kind(values, lambda date: date.get("kind", "published"), _are_compatible_dates)
    if member in INCOMPLETE_LISTS:
        return len({bool(value) for value in values}) > 1
    if member in SINGLE_VALUES or not all(isinstance(value, list) for value in values):
        return len({_text(value) for value in values}) > 1
    return _are_not_nested({frozenset(map(_text, value)) for value in values})


def _share_no_item_of_a_kind(
    lists: Iterable[Sequence[Any]], kind: Callable[[Any], str], same: Callable[[Any, Any], bool]
) -> bool:
    """Return True if two of the lists have items of one kind, but no common item of that kind."""
    by_kind: dict[str, dict[bytes, list[Any]]] = defaultdict(dict)
    for items in lists:
        items_of_kind: dict[str, list[Any]] = defaultdict(list)
        for item in items:
            items_of_kind[kind(item)].append(item)
        for name, equal_kind_items in items_of_kind.items():
            by_kind[name][_text(equal_kind_items)] = equal_kind_items
    return any(
        not any(same(left, right) for left in left_values for right in right_values)
        for distinct in by_kind.values()
        for left_values, right_values in combinations(distinct.values(), 2)
    )


def _are_compatible_dates(left: Any, right: Any) -> bool:  # noqa: ANN401 any JSON
    """Return True if the dates are equal, or one is the year or month of the other."""
    left_date, right_date = str(left.get("value")), str(right.get("value"))
    return left_date.startswith(right_date) or right_date.startswith(left_date)


def _are_not_nested(sets: Iterable[frozenset[bytes]]) -> bool:
    """Return True if two of the sets each have an item that the other lacks, or only one of them is empty."""
    ordered = sorted(sets, key=len)
    return any(not left or not left <= right for left, right in pairwise(ordered))


def _text(value: Any) -> bytes:  # noqa: ANN401 any JSON
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def compile_record_value(mapping: RecordMember | HasConflict, scope: Scope) -> Fragment:
    """Compile the value in the record of a row, or whether the records of a row contradict each other."""
    if isinstance(mapping, RecordMember):
        properties = (mapping.statement, mapping.member, mapping.plain, mapping.otherwise)
        return Fragment(f"[{', '.join(f'{scope.var}.{name}' for name in properties)}]", _record_value)
    return Fragment(
        f"[s IN {scope.var}.{mapping.rows} | [s.statement, s.member, s.stated, s.otherwise, s.leads]]", _differ
    )


def _record_value(row: Sequence[Any], _state: DecodeState) -> Any:  # noqa: ANN401 any JSON
    statement, name, plain, otherwise = row
    if plain is not None:
        return plain
    return orjson.loads(statement).get(name, otherwise) if statement is not None else None


def _differ(rows: Sequence[Sequence[Any]], state: DecodeState) -> bool:
    """Return True if values of records contradict each other; references are compared by their entities."""
    values = [(parsed, leads) for *row, leads in rows if (parsed := _record_value(row, state)) is not None]
    if (
        values and str(rows[0][1]) == "appeared_in"
    ):  # a record that states only the journal does not contradict a volume
        return values_conflict(
            "volume", [leads or value["volume"] for value, leads in values if not value.get("unnumbered")]
        )
    return len(values) > 1 and values_conflict(str(rows[0][1]), [value for value, _ in values])
