"""Settle one batch: what its records meet, what and whom they speak of, and all that follows.

The graph is a function of the set of records. A batch takes everything that its records may touch back to the records,
lets the rules decide anew, and writes the answer; what it left untouched cannot have changed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from cypher.run import Graph
from loaders.matching import identity
from loaders.matching.casting import cast
from loaders.matching.closure import closure
from loaders.matching.dealing import Claims, dealt
from loaders.matching.decided import Decided
from loaders.matching.decisions import about_things
from loaders.matching.evidence import Mention
from loaders.matching.given_back import GivenBack
from loaders.matching.identity import Thing
from loaders.matching.meant import Meant, meant
from loaders.matching.mentions import mentions_of, with_evidence
from loaders.matching.minting import minted
from loaders.matching.verdicts import Rulings
from loaders.records.record import BYLINE, InstitutionRecord, Record, TopicRecord
from loaders.records.stated import Node, Ref
from loaders.records.statement import THINGS, Held, kind, natural_key, stated
from loaders.writing import placing
from loaders.writing.batch import Batch

CUT_OVER = 100
"""A by-line of more people adds no collaborations: `cypher/derive/papers.cypher`."""


@dataclass(slots=True)
class Outcome:
    """What a batch came to."""

    merged: int = 0
    """Records that joined a thing which another record describes."""
    conflicts: list[tuple[Ref, str]] = field(default_factory=list[tuple[Ref, str]])
    ambiguous: int = 0
    authorships: int = 0
    """Places in the by-lines of the fresh records."""
    authorship_edges: int = 0
    """People in those by-lines, each by-line counted by itself."""
    collaborations_cut: int = 0
    """Papers of those by-lines that add no collaborations."""


async def decide(
    graph: Graph | None, fresh: Mapping[Ref, Record], there: Sequence[Ref], removed: frozenset[Ref] = frozenset()
) -> tuple[Batch, Outcome]:
    """Decide what new and changed records come to, and what is left once the removed ones are gone.

    `there` are records in the graph to begin with: earlier forms of fresh ones, the same keys under other loaders, and
    those to remove. `graph` is None where it holds nothing that a record could meet. Nothing is written:
    `loaders.writing.write` does that. What the classifier says of a paper goes with the last record of anybody else.
    """
    decided = Decided(graph, fresh, removed)
    earlier = await closure(graph, fresh, there, decided)
    held = {ref: one for ref, one in earlier.items() if ref not in removed}
    for ref, record in fresh.items():
        held[ref] = Held(ref, record, earlier[ref].entity if ref in earlier else None)
    held = dict(sorted(held.items()))
    things, alone = things_of(held.values(), about_things(decided.every()))
    fresh = {ref: record for ref, record in fresh.items() if ref not in alone}
    removed |= alone & earlier.keys()
    held = {ref: one for ref, one in held.items() if ref not in alone}
    batch = Batch(
        held=held,
        fresh=set(fresh),
        earlier=earlier,
        removed=removed,
        alone=graph is None,
        given_back=GivenBack(graph),
    )
    await _place_things(batch, things, await meant(graph, decided))
    place_natural(batch)
    mine = [mention for one in held.values() for mention in mentions_of(one, batch.entity_of.get(one.ref))]

    def full(ref: Ref) -> list[Mention]:
        return with_evidence(batch.held[ref], batch.entity_of.get(ref))

    batch.casting = await cast(graph, mine, sorted(earlier), full, decided)
    outcome = Outcome(
        merged=sum(_joined(thing, fresh, earlier) for thing in things),
        conflicts=[(ref, one) for thing in things for ref, ids in thing.conflicts.items() for one in ids]
        + batch.casting.refused,
        ambiguous=batch.casting.ambiguous,
    )
    written = [one for one in mine if one.role == "author" and one.ref in fresh]
    outcome.authorships = len(written)
    named = {(one.ref, batch.casting.person_of[one.place][0]) for one in written}
    outcome.authorship_edges = len(named)
    by_lines = Counter(ref for ref, _ in named)
    outcome.collaborations_cut = len({batch.entity_of[ref] for ref, people in by_lines.items() if people > CUT_OVER})
    return batch, outcome


def things_of(held: Iterable[Held], ruled: Rulings[Node]) -> tuple[list[Thing], set[Ref]]:
    """Group records into things; return also the classifier's records that go, for nobody else speaks of theirs."""
    found = identity.things(stated(one for one in held if kind(one.record) in THINGS), ruled)
    alone = {ref for thing in found if all(ref.source == BYLINE for ref in thing.refs) for ref in thing.refs}
    return [thing for thing in found if alone.isdisjoint(thing.refs)], alone


def _joined(thing: Thing, fresh: Mapping[Ref, Record], earlier: Mapping[Ref, Held]) -> int:
    """Count the fresh records of a thing that found it there, or made by another of the batch."""
    new = sum(ref in fresh for ref in thing.refs)
    return new if any(ref in earlier and ref not in fresh for ref in thing.refs) else max(new - 1, 0)


async def _place_things(batch: Batch, things: Sequence[Thing], wished: Meant) -> None:
    """Give every thing the oldest id that one of its records goes by; other ids lead to it from now on.

    Where a person decided, the id that they meant comes first; what was taken out and comes back has the id of before.
    """
    claims = [
        Claims(
            own=sorted({one for ref in thing.refs if ref in batch.earlier and (one := batch.earlier[ref].entity)}),
            wish=wished.of_records(thing.refs, batch.earlier),
            outside=thing.ids,
        )
        for thing in things
    ]
    kept = await dealt(claims, range(len(things)), wished, batch.given_back)
    for number, thing in enumerate(things):
        identifier = kept.get(number) or minted(THINGS[thing.kind])
        batch.things.append((identifier, thing))
        batch.entity_of.update(dict.fromkeys(thing.refs, identifier))
    taken = set(kept.values())
    for each, thing in zip(claims, things, strict=True):
        for old in each.own:
            if old not in taken:
                batch.retired.setdefault(old, (thing.kind, batch.entity_of[thing.refs[0]]))


def place_natural(batch: Batch) -> None:
    """Lay out topics, which go by their own key, and the places that institutions name."""
    for ref, held in batch.held.items():
        record = held.record
        if isinstance(record, TopicRecord):
            batch.entity_of[ref] = natural_key(record)
            batch.topics.setdefault((record.scheme, record.code), []).append(record)
    old = [one.record for one in batch.earlier.values() if isinstance(one.record, InstitutionRecord)]
    new = [one.record for one in batch.held.values() if isinstance(one.record, InstitutionRecord)]
    batch.place_names = placing.names([*old, *new])
    batch.place_rors = {one for record in (*old, *new) for one in record.ids if one.startswith("ror:")}
