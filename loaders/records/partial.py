"""Merge partial records: the statements that a source makes about an entity while describing others.

A source names a journal with each article and a book with each chapter, each time with different details: now one ISSN,
now two, with or without editors. The partial records of one key are merged into one. The merge is associative,
commutative and idempotent, so files, processes and loads may process them in any order.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import reduce
from hashlib import blake2b
from typing import TypeVar, cast

import msgspec
from msgspec import structs

from loaders.records.grouping import RecentKeys, group_by_key
from loaders.records.parts import Author
from loaders.records.record import PaperRecord, PersonRecord, Record
from loaders.records.serialization import decoded, encoded
from normalization.text import fold

R = TypeVar("R", bound=Record)
MOST = 1_000
"""Maximum number of entries of a list in a merged record (IDs, editors); the first in sort order are kept."""

_encode = msgspec.json.Encoder(order="deterministic").encode


def deduplicate_partials(
    records: Iterable[R], lately: RecentKeys, always: tuple[type[Record], ...] = (PaperRecord, PersonRecord)
) -> Iterator[R]:
    """Yield the records of a work, and each partial record that was not yielded recently, marked as partial.

    Args:
        always: kinds of records that are never partial. A record with a revision date is not partial either.
    """
    for record in records:
        if isinstance(record, always) or record.revised:
            yield record
        else:
            marked_record = structs.replace(record, in_passing=True)
            if lately.add_if_new(blake2b(_encode(marked_record), digest_size=16).digest()):
                yield marked_record


def merge_all(statements: Iterable[bytes]) -> Record:
    """Return the merge of the partial records of one source, kind and key; there must be at least one."""
    return reduce(merge, map(decoded, statements))


def merge(left: Record, right: Record) -> Record:
    """Return the merge of two partial records: the union of lists, the longer of two texts, the smaller of two numbers.

    If the records are of different kinds, which only happens if a source confuses its keys, one of them is returned.
    """
    if type(left) is not type(right):
        return max((left, right), key=lambda record: (type(record).__name__, encoded(record)))
    left_fields, right_fields = structs.asdict(left), structs.asdict(right)
    return structs.replace(
        left, **{name: _either(left_fields[name], right_fields[name]) for name in _differing(left_fields, right_fields)}
    )


def _differing(left: Mapping[str, object], right: Mapping[str, object]) -> Iterable[str]:
    return (name for name, value in left.items() if value != right[name])


def _either(left: object, right: object) -> object:
    match left, right:
        case (None, value) | (value, None):
            return value
        case tuple(), tuple():
            return _all_of(cast("tuple[Hashable, ...]", left), cast("tuple[Hashable, ...]", right))
        case str(), str():
            return max(left, right, key=lambda text: (len(text), text))
        case bool(), bool():
            return left or right
        case _:
            return min(left, right, key=_encode)


def _all_of(left: tuple[Hashable, ...], right: tuple[Hashable, ...]) -> tuple[object, ...]:
    """Return the union of two lists: in the order of the list that contains all entries, sorted if neither does."""
    people = [value for value in (*left, *right) if isinstance(value, Author)]
    by_name = (
        group_by_key((_name(author), author) for author in _most_complete(people))
        if people
        else {value: [value] for value in (*left, *right)}
    )
    in_order = sorted(by_name, key=_encode)
    listed = [list(dict.fromkeys(map(_name, side))) for side in (left, right)]
    complete_lists = [names for names in listed if len(names) == len(by_name) < MOST]
    order = max(complete_lists, key=lambda names: (names != in_order, _encode(names)), default=in_order)
    return tuple(value for name in order for value in by_name[name])[:MOST]


def _name(value: Hashable) -> Hashable:
    """Return the key of a list entry: the folded name of a person, or the value."""
    return fold(value.name) or value.name if isinstance(value, Author) else value


def _most_complete(people: Iterable[Author]) -> list[Author]:
    """Return each person once: an entry is dropped if another with the same name has all its IDs and more."""
    of_name = group_by_key((_name(person), person) for person in people)
    authors: list[Author] = []
    for same_name in of_name.values():
        fullest = {frozenset(author.ids): author for author in sorted(same_name, key=_size)}
        authors += [author for ids, author in fullest.items() if not any(ids < others for others in fullest)]
    return sorted(authors, key=_encode)


def _size(value: object) -> tuple[int, bytes]:
    text = _encode(value)
    return (len(text), text)
