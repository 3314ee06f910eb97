"""What a batch adds or changes, for the feed of changes.

A thing has changed where a record of it is new, says something else or is gone, or where records or ids moved between
things.
A person has changed where a by-line does that names them, now or before. A relationship that comes or goes is told by
one of its ends at least: who cites a paper that is new has not changed, the paper is told; who wrote from an
institution that gets a namesake has not either, but both institutions have. What is derived (counts, collaborations)
is no change: who follows the feed asks for it again.
"""

from collections import defaultdict
from collections.abc import Iterable

from cypher.values import Value
from loaders.matching.identity import Thing
from loaders.records.record import TopicRecord
from loaders.records.stated import Ref
from loaders.records.statement import thing_ids
from loaders.writing.batch import Batch

LISTS = {"paper": "papers", "institution": "institutions", "funder": "funders", "venue": "venues", "volume": "volumes"}


def changed(batch: Batch, citing: Iterable[str]) -> dict[str, Value]:
    """Return what of each kind has changed: ids, [scheme, code] of topics; `citing` are papers too."""
    before: dict[str, set[Ref]] = defaultdict(set)
    ids_before: dict[str, set[str]] = defaultdict(set)
    for ref, held in batch.earlier.items():
        if held.entity:
            before[held.entity].add(ref)
            ids_before[held.entity] |= {*thing_ids(held.record)} - {*held.conflicts}
    found: dict[str, set[str]] = {name: set() for name in LISTS.values()}
    found["papers"].update(citing)
    for identifier, thing in batch.things:
        ids = {one for ref in thing.refs for one in _own(thing, ref, batch)}
        fresh = not batch.fresh.isdisjoint(thing.refs)
        if fresh or before[identifier] != set(thing.refs) or ids_before[identifier] != ids:
            found[LISTS[thing.kind]].add(identifier)
    said = [batch.held[ref] for ref in batch.fresh] + [
        held for ref, held in batch.earlier.items() if ref in batch.removed
    ]
    topics = {(one.scheme, one.code) for held in said if isinstance(one := held.record, TopicRecord)}
    return {
        **{name: sorted(ids) for name, ids in found.items()},
        "people": sorted(_people(batch)),
        "topics": [list(code) for code in sorted(topics)],
    }


def _own(thing: Thing, ref: Ref, batch: Batch) -> set[str]:
    """Return the ids that a record states and nobody else holds."""
    return {*thing_ids(batch.held[ref].record)} - {*thing.conflicts.get(ref, ())}


def _people(batch: Batch) -> set[str]:
    casting = batch.casting
    named = {person for (ref, _, _), (person, _) in casting.person_of.items() if ref in batch.fresh}
    moved = {person for _, person, _ in casting.moved}
    return named | moved | casting.exchanged | casting.born | casting.dealt_otherwise | set(casting.retired.values())
