"""What a source says in passing of one thing, here and there: taken together, whatever the order in which it was read.

A journal is named with each of its articles, a book with each chapter, and each time a little otherwise: now with one
ISSN, now with two, here with its editors, there without. The statements of one key become one. Taking together is
associative, commutative and idempotent, so that files, processes and loads may meet them in any order.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import reduce
from hashlib import blake2b
from typing import TypeVar, cast

import msgspec
from msgspec import structs

from cypher.folding import fold
from loaders.components import grouped
from loaders.recently import Recently
from loaders.records.parts import Author
from loaders.records.record import PaperRecord, PersonRecord, Record
from loaders.records.statement import decoded, encoded

R = TypeVar("R", bound=Record)
MOST = 1_000
"""So many of what a statement lists (ids, editors) are kept, the first by their order."""

_encode = msgspec.json.Encoder(order="deterministic").encode


def told_once(
    records: Iterable[R], lately: Recently, always: tuple[type[Record], ...] = (PaperRecord, PersonRecord)
) -> Iterator[R]:
    """Yield what a work says: itself, and of what it names in passing each statement that was not told lately.

    A statement that says when it was revised is told for its own sake, as those of the kinds `always` are.
    """
    for one in records:
        if isinstance(one, always) or one.revised:
            yield one
        else:
            said = structs.replace(one, in_passing=True)
            if lately.new(blake2b(_encode(said), digest_size=16).digest()):
                yield said


def together(statements: Iterable[bytes]) -> Record:
    """Return what statements in passing of one source, kind and key say together; of one at least."""
    return reduce(combined, map(decoded, statements))


def combined(one: Record, other: Record) -> Record:
    """Return what two statements say together: all that they list, of two texts the longer, of two numbers the less.

    Of statements of two kinds, which only a source that mixes up its keys makes, one counts.
    """
    if type(one) is not type(other):
        return max((one, other), key=lambda said: (type(said).__name__, encoded(said)))
    ours, theirs = structs.asdict(one), structs.asdict(other)
    return structs.replace(one, **{name: _either(ours[name], theirs[name]) for name in _differing(ours, theirs)})


def _differing(ours: Mapping[str, object], theirs: Mapping[str, object]) -> Iterable[str]:
    return (name for name, said in ours.items() if said != theirs[name])


def _either(one: object, other: object) -> object:
    match one, other:
        case (None, said) | (said, None):
            return said
        case tuple(), tuple():
            return _all_of(cast("tuple[Hashable, ...]", one), cast("tuple[Hashable, ...]", other))
        case str(), str():
            return max(one, other, key=lambda said: (len(said), said))
        case bool(), bool():
            return one or other
        case _:
            return min(one, other, key=_encode)


def _all_of(one: tuple[Hashable, ...], other: tuple[Hashable, ...]) -> tuple[object, ...]:
    """Return what either lists: in the order of the one that lists all, sorted where neither does."""
    people = [said for said in (*one, *other) if isinstance(said, Author)]
    by_name = (
        grouped((_name(said), said) for said in _fullest(people))
        if people
        else {said: [said] for said in (*one, *other)}
    )
    in_order = sorted(by_name, key=_encode)
    listed = [list(dict.fromkeys(map(_name, said))) for said in (one, other)]
    whole = [names for names in listed if len(names) == len(by_name) < MOST]
    order = max(whole, key=lambda names: (names != in_order, _encode(names)), default=in_order)
    return tuple(said for name in order for said in by_name[name])[:MOST]


def _name(said: Hashable) -> Hashable:
    """Return what two mentions of one thing in lists share: of a person the folded name."""
    return fold(said.name) or said.name if isinstance(said, Author) else said


def _fullest(people: Iterable[Author]) -> list[Author]:
    """Return everybody once: those of one name whose ids another of that name has too are this one."""
    of_name = grouped((_name(said), said) for said in people)
    found: list[Author] = []
    for alike in of_name.values():
        fullest = {frozenset(said.ids): said for said in sorted(alike, key=_size)}
        found += [said for ids, said in fullest.items() if not any(ids < others for others in fullest)]
    return sorted(found, key=_encode)


def _size(said: object) -> tuple[int, bytes]:
    text = _encode(said)
    return (len(text), text)
