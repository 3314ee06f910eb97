"""Who is who: the rules for people, in the order that `loaders.identity` states. Nothing here asks the database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

from cypher.identifiers import split
from loaders.components import Components, grouped
from loaders.decisions import OWN, Ruled, ruled
from loaders.evidence import Mention, Pairs, in_one_work, of_one_name
from loaders.identity import Ref
from loaders.names import rare
from loaders.record import DecisionRecord


@dataclass(slots=True)
class Person:
    """One person: the mentions in order, the ids, the rule that brought each mention here, ids that were refused."""

    mentions: list[Mention]
    ids: list[str]
    rules: dict[Mention, str]
    refused: list[tuple[Ref, str]]
    ambiguous: bool = False


Node: TypeAlias = Mention | str
"""What is drawn together: a component of mentions without ids, by its first; an identified person, by the first id."""


def people(mentions: Iterable[Mention], decisions: Iterable[DecisionRecord] = ()) -> list[Person]:
    """Group mentions into persons, by what people decided about them and by the rules.

    The mentions must hold everything that any of them could meet, and the decisions all that speak of any of them.
    """
    taken = ruled(sorted(mentions, key=_order), decisions)
    everyone = taken.mentions
    ids = _id_parts(everyone, taken.ties)
    written = Counter((one.ref, one.role, one.folded) for one in everyone)
    once = [one for one in everyone if written[one.ref, one.role, one.folded] == 1]
    same_work = in_one_work([one for one in once if one.role != "person"])
    same_name = of_one_name(once)
    node_of: dict[Mention, Node] = {one: min(ids.members(min(one.ids))) for one in everyone if one.ids}
    for part in _loose_parts([one for one in everyone if not one.ids], same_work, same_name):
        node_of.update(dict.fromkeys(part, part[0]))
    groups = _of_rare_names(_drawn_together(everyone, node_of, ids, same_work + same_name), node_of, ids)
    persons = _persons(groups, ids, same_work, same_name)
    return [_as_stated(person, taken) for person in persons] if taken.before else persons


def _as_stated(person: Person, taken: Ruled) -> Person:
    """Return a person by the mentions as their sources have them, without the ids that stand for decisions."""
    own = [one for one in person.ids if not one.startswith(OWN)]
    mentions = [taken.original(one) for one in person.mentions]
    rules = dict(zip(mentions, (person.rules[one] for one in person.mentions), strict=True))
    refused = [(one.ref, lost) for one in mentions for lost in sorted(set(one.ids) - {*own})]
    return Person(mentions, own, rules, refused, person.ambiguous)


def _order(mention: Mention) -> tuple[Ref, str, int]:
    return mention.place


def _id_parts(mentions: Sequence[Mention], ties: Iterable[Sequence[str]]) -> Components[str]:
    """Join ids that are tied, or stand together unless a person would get two different ids of one scheme."""

    def may_join(ours: list[str], theirs: list[str]) -> bool:
        return not {split(one)[0] for one in ours} & {split(one)[0] for one in theirs}

    parts = Components(sorted({one for mention in mentions for one in mention.ids}), may_join)
    for first, *others in ties:
        for other in others:
            parts.force(first, other)
    for one, other in sorted({pair for mention in mentions for pair in combinations(sorted(mention.ids), 2)}):
        parts.join(one, other)
    return parts


def _loose_parts(mentions: Sequence[Mention], same_work: Pairs, same_name: Pairs) -> list[list[Mention]]:
    """Return the components of mentions without ids; one that holds two places of a by-line is taken apart."""
    settled: list[list[Mention]] = []
    rest = list(mentions)
    for pairs in (same_work + same_name, same_work, []):
        left = set(rest)
        parts = Components(rest)
        for one, other in pairs:
            if one in left and other in left:
                parts.join(one, other)
        found = [sorted(part, key=_order) for part in parts.parts()]
        settled += [part for part in found if _sound(part, {})]
        rest = [one for part in found if not _sound(part, {}) for one in part]
    return settled


def _sound(part: Iterable[Mention], node_of: dict[Mention, Node]) -> bool:
    """Tell whether no two nodes of a part hold places in one by-line."""
    holder: dict[tuple[Ref, str], Node] = {}
    return all(holder.setdefault((one.ref, one.role), node_of.get(one, one)) == node_of.get(one, one) for one in part)


def _drawn_together(
    everyone: Sequence[Mention], node_of: dict[Mention, Node], ids: Components[str], pairs: Pairs
) -> list[tuple[list[Mention], bool]]:
    """Join loose components and identified persons along the evidence between them, where it is of one mind.

    Returns groups of mentions, each with whether it stayed apart for being ambiguous.
    """
    members = grouped((node_of[one], one) for one in everyone)
    beside: dict[Node, set[str]] = defaultdict(set)
    whole = Components(list(dict.fromkeys(node_of.values())))
    for one, other in {(node_of[one], node_of[other]) for one, other in pairs}:
        if isinstance(one, str) and isinstance(other, str) and _rivals([one, other], ids):
            continue
        if isinstance(one, str) or isinstance(other, str):
            whole.join(one, other)
            beside[one] |= {other} if isinstance(other, str) else set()
            beside[other] |= {one} if isinstance(one, str) else set()
    groups: list[tuple[list[Mention], bool]] = []
    for part in whole.parts():
        mentions = sorted((one for node in part for one in members[node]), key=_order)
        if not _rivals([node for node in part if isinstance(node, str)], ids) and _sound(mentions, node_of):
            groups.append((mentions, False))
            continue
        identified = {node: list(members[node]) for node in part if isinstance(node, str)}
        for node in sorted((node for node in part if not isinstance(node, str)), key=_order):
            home = identified[next(iter(beside[node]))] if len(beside[node]) == 1 else None
            if home is not None and _sound([*home, *members[node]], node_of):
                home += members[node]
            else:
                groups.append((members[node], True))
        groups += [(sorted(home, key=_order), False) for home in identified.values()]
    return groups


def _of_rare_names(
    groups: list[tuple[list[Mention], bool]], node_of: dict[Mention, Node], ids: Components[str]
) -> list[tuple[list[Mention], bool]]:
    """Join the groups of each rare name, in the order of the names, where nothing speaks against it.

    Against it speak a place beside another in one by-line, two different ids of one scheme, and a group that is
    ambiguous: then all groups of that name stay apart.
    """
    sharing: dict[str, list[int]] = defaultdict(list)
    for number, (mentions, _) in enumerate(groups):
        for name in dict.fromkeys(one.folded for one in mentions if rare(one.folded)):
            sharing[name].append(number)
    parts = Components(range(len(groups)))
    for _, numbers in sorted(sharing.items()):
        whole = list(dict.fromkeys(other for number in numbers for other in parts.members(number)))
        mentions = [one for number in whole for one in groups[number][0]]
        named = [node for one in mentions if isinstance(node := node_of[one], str)]
        if not any(groups[number][1] for number in whole) and _sound(mentions, node_of) and not _rivals(named, ids):
            for number in numbers[1:]:
                parts.join(numbers[0], number)
    return [
        (sorted((one for number in part for one in groups[number][0]), key=_order), any(groups[n][1] for n in part))
        for part in map(sorted, parts.parts())
    ]


def _rivals(persons: Sequence[str], ids: Components[str]) -> bool:
    """Tell whether identified persons would bring two different ids of one scheme together."""
    parts = {id(members): members for person in persons if (members := ids.members(person))}
    schemes = Counter(scheme for members in parts.values() for scheme in {split(one)[0] for one in members})
    return any(count > 1 for count in schemes.values())


def _persons(
    groups: list[tuple[list[Mention], bool]], ids: Components[str], same_work: Pairs, same_name: Pairs
) -> list[Person]:
    group_of = {one: number for number, (mentions, _) in enumerate(groups) for one in mentions}
    rules: dict[Mention, str] = {}
    for rule, pairs in (("work", same_work), ("name", same_name)):
        for one, other in pairs:
            if group_of[one] == group_of[other]:
                rules.setdefault(one, rule)
                rules.setdefault(other, rule)
    persons: list[Person] = []
    for mentions, ambiguous in groups:
        apart = "ambiguous" if ambiguous else "alone"
        shared = Counter(one.folded for one in mentions if rare(one.folded))
        own = {other for one in mentions if one.ids for other in ids.members(min(one.ids))}
        persons.append(
            Person(
                mentions=mentions,
                ids=sorted(own),
                rules={
                    one: _by_id(one) if one.ids else rules.get(one, "rare name" if shared[one.folded] > 1 else apart)
                    for one in mentions
                },
                refused=[(one.ref, lost) for one in mentions for lost in sorted(set(one.ids) - own)],
                ambiguous=ambiguous,
            )
        )
    return persons


def _by_id(mention: Mention) -> str:
    """Return the rule of a mention with ids: the scheme of the first, or that a person decided."""
    first = min(mention.ids)
    return "curator" if first.startswith(OWN) else split(first)[0]
