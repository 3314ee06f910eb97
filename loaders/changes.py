"""What a batch adds or changes, for the feed of changes.

A thing has changed where a record of it is new, says something else or is gone, or where records moved between things.
A person has changed where a by-line does that names them, now or before. A relationship that comes or goes is told by
one of its ends at least: who cites a paper that is new has not changed, the paper is told; who wrote from an
institution that gets a namesake has not either, but both institutions have. What is derived (counts, collaborations)
is no change: who follows the feed asks for it again.
"""

from collections import defaultdict
from collections.abc import Iterable

from cypher.values import Value
from loaders.batch import Batch
from loaders.record import TopicRecord
from loaders.stated import Ref

LISTS = {"paper": "papers", "institution": "institutions", "funder": "funders", "venue": "venues", "volume": "volumes"}


def changed(batch: Batch, citing: Iterable[str]) -> dict[str, Value]:
    """Return what of each kind has changed: ids, [scheme, code] of topics; `citing` are papers too."""
    before: dict[str, set[Ref]] = defaultdict(set)
    for ref, held in batch.earlier.items():
        if held.entity:
            before[held.entity].add(ref)
    found: dict[str, set[str]] = {name: set() for name in LISTS.values()}
    found["papers"].update(citing)
    for identifier, thing in batch.things:
        if batch.fresh.intersection(thing.refs) or before[identifier] != set(thing.refs):
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


def _people(batch: Batch) -> set[str]:
    casting = batch.casting
    named = {person for (ref, _, _), (person, _) in casting.person_of.items() if ref in batch.fresh}
    moved = {person for _, person, _ in casting.moved}
    return named | moved | casting.exchanged | casting.born | casting.dealt_otherwise | set(casting.retired.values())
