"""Who the people of a batch are: the rules for people applied to what the batch names and what that may meet."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from cypher.identifiers import split
from cypher.run import Graph
from loaders.matching.circle import Circle, open_names, owners
from loaders.matching.dealing import Claims, dealt
from loaders.matching.decided import Decided
from loaders.matching.evidence import Mention, Place
from loaders.matching.given_back import GivenBack
from loaders.matching.meant import Meant, meant
from loaders.matching.mentions import is_open
from loaders.matching.minting import minted
from loaders.matching.names import key
from loaders.matching.names_meant import callings
from loaders.matching.people import Person, people
from loaders.matching.spelt import Spelt
from loaders.records.stated import Ref


@dataclass(slots=True)
class Casting:
    """The answer for a batch, ready to be written."""

    person_of: dict[Place, tuple[str, str]] = field(default_factory=dict[Place, tuple[str, str]])
    """The person at each place of the batch, and by which rule."""
    ids: dict[str, str] = field(default_factory=dict[str, str])
    """Who owns each person id of the batch from now on."""
    new_ids: set[str] = field(default_factory=set[str])
    """Those of them that the graph does not say so of yet."""
    born: set[str] = field(default_factory=set[str])
    """People who are not in the graph yet."""
    met_as: dict[str, Mention] = field(default_factory=dict[str, Mention])
    """Every person of the batch with a mention to be named after for the time being."""
    dealt_anew: list[str] = field(default_factory=list[str])
    """People whose ids are taken back first."""
    dealt_otherwise: set[str] = field(default_factory=set[str])
    """People whose ids are others than before: what follows from these is due anew."""
    moved: list[tuple[Mention, str, str]] = field(default_factory=list[tuple[Mention, str, str]])
    """Mentions outside the batch that are somebody else's now, or by another rule: the person and the rule."""
    exchanged: set[str] = field(default_factory=set[str])
    """People who lost a mention to another, and those others."""
    retired: dict[str, str] = field(default_factory=dict[str, str])
    """People who turned out to be another."""
    refused: list[tuple[Ref, str]] = field(default_factory=list[tuple[Ref, str]])
    """Ids that a record states and somebody else holds."""
    several: dict[Ref, set[str]] = field(default_factory=dict[Ref, set[str]])
    """Records outside the batch that state several ids at one place, and all ids that they state so."""
    opened: set[Place] = field(default_factory=set[Place])
    """Places of which a decision speaks by name: a rule of names may join them to somebody, whatever ids they state."""
    given_back: GivenBack = field(default_factory=GivenBack)
    ambiguous: int = 0
    """People without an id for whom the evidence leads to several who have one."""


async def cast(
    graph: Graph | None,
    mine: Sequence[Mention],
    left: Sequence[Ref],
    full: Callable[[Ref], list[Mention]],
    decided: Decided,
) -> Casting:
    """Say who each mention of the batch is.

    `mine` are all mentions of the records that the batch writes, `left` the records that it rewrites or removes;
    `full` gives a record's mentions with what the rules of names look at.
    """
    casting = Casting(given_back=GivenBack(graph))
    keys = {key(one.folded) for one in mine}
    opening = {key(one.folded) for one in mine if is_open(one)} | await open_names(graph, keys, left)
    circle = Circle(graph, mine, frozenset(left) | {one.ref for one in mine}, full, decided)
    await circle.widen(opening)
    mentions = circle.mentions.values()
    spoken = (anchor for one in decided.in_force() for anchor in (*one.one, *one.other))
    casting.opened = set(callings(mentions, spoken))
    await _deal(casting, circle, people(mentions, decided.every()), await meant(graph, decided))
    await _closed(casting, mine, graph)
    return casting


async def _closed(casting: Casting, mine: Sequence[Mention], graph: Graph | None) -> None:
    """Say who those are whose one id says it."""
    closed = [one for one in mine if one.place not in casting.person_of]
    unknown = {one.ids[0] for one in closed} - casting.ids.keys()
    found = (await owners(graph, unknown)).person_of if unknown else {}
    casting.ids.update({one: who for one, who in found.items() if one in unknown})
    new = sorted(unknown - casting.ids.keys())
    casting.new_ids.update(new)
    had = await casting.given_back.to({number: [one] for number, one in enumerate(new)})
    for number, identifier in enumerate(new):
        casting.ids[identifier] = had.get(number) or minted("r")
        casting.born.add(casting.ids[identifier])
    for one in closed:
        identifier = one.ids[0]
        casting.person_of[one.place] = (casting.ids[identifier], split(identifier)[0])
        casting.met_as.setdefault(casting.ids[identifier], one)


async def _deal(casting: Casting, circle: Circle, persons: Sequence[Person], wished: Meant) -> None:
    """Give every person of the circle an id of theirs, the oldest, and note what changes.

    Where a person decided, the id that they meant comes first; who was taken out and comes back has the id of before.
    """
    spelt = Spelt(circle)
    names = wished.callings(circle.mentions.values())
    claims = [
        Claims(
            own=sorted(_candidates(person, spelt, circle)),
            wish=wished.of_person(person, circle.before, names),
            outside=person.ids,
            likely={who for one in person.mentions for who in spelt.fitting(one)},
        )
        for person in persons
    ]
    order = sorted(
        range(len(persons)),
        key=lambda number: (not persons[number].ids, persons[number].mentions[0].place),
    )
    dealt_ids = await dealt(claims, order, wished, casting.given_back)
    taken = set(dealt_ids.values())
    kept: dict[int, str] = {}
    for number in order:
        kept[number] = dealt_ids.get(number) or minted("r")
        casting.new_ids.update(persons[number].ids)
        if kept[number] not in claims[number].own and kept[number] not in claims[number].likely:
            casting.born.add(kept[number])
    for number in order:
        for old in claims[number].own:
            if old not in taken:
                casting.retired.setdefault(old, kept[number])
    casting.dealt_anew = sorted({one for claim in claims for one in (*claim.own, *(taken & {*claim.likely}))})
    for number, person in enumerate(persons):
        casting.ids.update(dict.fromkeys(person.ids, kept[number]))
    for identifier, before in circle.person_of.items():
        now = casting.ids.get(identifier)
        if now != before:
            casting.dealt_otherwise.update(owner for owner in (before, now) if owner)
    for number, person in enumerate(persons):
        casting.met_as.setdefault(kept[number], person.mentions[0])
        casting.refused += person.refused
        casting.ambiguous += person.ambiguous
        for one in person.mentions:
            _place(casting, circle, one, (kept[number], person.rules[one]))


def _place(casting: Casting, circle: Circle, one: Mention, now: tuple[str, str]) -> None:
    """Note who a mention names, by which rule, and what that changes."""
    casting.person_of[one.place] = now
    before = circle.before.get(one.place)
    if before and before.person and before.person != now[0]:
        casting.exchanged |= {before.person, now[0]}
    if one.person is not None and len(one.ids) > 1:
        casting.several.setdefault(one.ref, set()).update(one.ids)
    if one.person is not None and (one.person, one.rule) != now:
        casting.moved.append((one, *now))


def _candidates(person: Person, spelt: Spelt, circle: Circle) -> set[str]:
    """Return the ids that a person may go by: of the mentions as they stand in the graph, and of the outside ids."""
    was = {who for one in person.mentions for who in spelt.same(one)}
    return was | {circle.person_of[one] for one in person.ids if one in circle.person_of}
