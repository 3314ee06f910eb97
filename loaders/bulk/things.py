"""One partition of records: which are of one thing, and whom each names.

What a partition holds is closed: no record elsewhere shares an id or a title with one of it.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from cypher.folding import compatible, family_key
from loaders.bulk.shelf import Shelf
from loaders.components import grouped
from loaders.matching import names
from loaders.matching.evidence import Mention
from loaders.matching.identity import Thing
from loaders.matching.mentions import WIDEST, is_open, mentions_of, named, token
from loaders.matching.minting import minted
from loaders.matching.verdicts import Rulings
from loaders.records.record import TopicRecord
from loaders.records.stated import Ref
from loaders.records.statement import THINGS, Held, decoded, natural_key
from loaders.writing.settle import things_of


class Partition(NamedTuple):
    """Records by number, in the order of their keys; the things that they are of."""

    held: Mapping[int, Held]
    things: list[Thing]


def partition(shelf: Shelf, number: int) -> Partition:
    """Read a partition and group its records, but those of the classifier that nobody else's stand beside."""
    rows = shelf.partition("records", number, ("n", "source", "key", "loader", "statement"))
    found: dict[int, Held] = {}
    for n, source, key, loader, statement in rows:
        if isinstance(n, int) and isinstance(statement, bytes):
            found[n] = Held(Ref(str(source), str(key), str(loader)), decoded(statement))
    ordered = dict(sorted(found.items(), key=lambda one: one[1].ref))
    things, alone = things_of(ordered.values(), Rulings())
    return Partition({n: one for n, one in ordered.items() if one.ref not in alone}, things)


def settle(shelf: Shelf, number: int) -> int:
    """Write what each record of a partition is of, and its mentions; return how many records joined another's thing."""
    held, things = partition(shelf, number)
    entity_of: dict[Ref, str] = {}
    for thing in things:
        entity_of.update(dict.fromkeys(thing.refs, minted(THINGS[thing.kind])))
    for one in held.values():
        if isinstance(one.record, TopicRecord):
            entity_of[one.ref] = natural_key(one.record)
    works = {n: entity_of.get(one.ref) for n, one in held.items()}
    shelf.write("things", number, {"n": list(works), "entity": list(works.values())})
    _mentions(shelf, number, held, works)
    return sum(len(thing.refs) - 1 for thing in things)


def _mentions(shelf: Shelf, number: int, held: Mapping[int, Held], works: Mapping[int, str | None]) -> None:
    named_by: list[tuple[int, Mention, list[str]]] = []
    for n, one in held.items():
        for mention, places in zip(mentions_of(one, works[n]), _places(one), strict=True):
            named_by.append((n, mention, places))
    shelf.write(
        "named",
        number,
        {
            "n": [n for n, _, _ in named_by],
            "role": [one.role for _, one, _ in named_by],
            "position": [one.position for _, one, _ in named_by],
            "folded": [one.folded for _, one, _ in named_by],
            "name_key": [names.key(one.folded) for _, one, _ in named_by],
            "ids": [one.ids for _, one, _ in named_by],
            "places": [places for _, _, places in named_by],
            "work": [one.work for _, one, _ in named_by],
            "open": [is_open(one) for _, one, _ in named_by],
        },
    )
    beside = {key: [one.folded for one in found] for key, found in _by_lines(named_by).items() if len(found) <= WIDEST}
    said = {"n": [n for n, _ in beside], "role": [role for _, role in beside], "names": list(beside.values())}
    shelf.write("by_line", number, said)
    pairs = sorted(_leading(one for _, one, _ in named_by if one.work))
    shelf.write("one_name", number, {"one": [one for one, _ in pairs], "other": [other for _, other in pairs]})


def _by_lines(named_by: Iterable[tuple[int, Mention, list[str]]]) -> dict[tuple[int, str], list[Mention]]:
    """Return the names beside one another, by record and role, in order."""
    return grouped(((n, one.role), one) for n, one, _ in named_by if one.role != "person")


def _leading(mentions: Iterable[Mention]) -> set[tuple[str, str]]:
    """Return the keys of names in two records of one work that may be one person's, as `Circle` follows them."""
    families = grouped(((one.work, family_key(one.folded)), one) for one in mentions)
    return {
        (names.key(one.folded), names.key(other.folded))
        for family in families.values()
        if len({one.ref for one in family}) > 1
        for one, other in combinations({each.folded: each for each in family}.values(), 2)
        if names.key(one.folded) != names.key(other.folded) and compatible(one.folded, other.folded)
    }


def _places(held: Held) -> Iterator[list[str]]:
    """Yield the places that each name of a record wrote from."""
    for one in named(held.record):
        yield [found for place in one.author.affiliations or () if (found := token(place))]
