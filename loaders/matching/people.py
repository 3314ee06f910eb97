"""Who is who: the rules for people, in the order that `identity` states. Nothing here asks the database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from cypher.identifiers import split
from loaders.components import Components, grouped
from loaders.matching.against import Node, in_one_by_line, rivals, unfitting
from loaders.matching.decisions import OWN
from loaders.matching.evidence import Mention, Pairs, in_one_work, of_fitting_names, of_one_name
from loaders.matching.names import alike, key, rare, spelt_alike
from loaders.matching.ruled import Ruled, ruled
from loaders.records.record import DecisionRecord
from loaders.records.stated import Ref


@dataclass(slots=True)
class Person:
    """One person: the mentions in order, the ids, the rule that brought each mention here, ids that were refused."""

    mentions: list[Mention]
    ids: list[str]
    rules: dict[Mention, str]
    refused: list[tuple[Ref, str]]
    ambiguous: bool = False


def people(mentions: Iterable[Mention], decisions: Iterable[DecisionRecord] = ()) -> list[Person]:
    """Group mentions into persons, by what people decided about them and by the rules.

    The mentions must hold everything that any of them could meet, and the decisions all that speak of any of them,
    undone ones too.
    """
    taken = ruled(sorted(mentions, key=_order), decisions)
    everyone = taken.mentions
    ids = _id_parts(everyone, taken.ties)
    written = Counter((one.ref, one.role, one.folded) for one in everyone)
    once = [one for one in everyone if written[one.ref, one.role, one.folded] == 1]
    same_work = in_one_work([one for one in once if one.role != "person"])
    same_name = of_one_name(once)
    fitting = of_fitting_names(once)
    node_of: dict[Mention, Node] = {one: min(ids.members(min(one.ids))) for one in everyone if one.ids}
    for part in _loose_parts([one for one in everyone if not one.ids], same_work, same_name, fitting):
        node_of.update(dict.fromkeys(part, part[0]))
    groups = _of_rare_names(_drawn_together(everyone, node_of, ids, same_work + same_name + fitting), node_of, ids)
    persons = _persons(groups, ids, same_work, same_name + fitting)
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


def _loose_parts(
    mentions: Sequence[Mention], same_work: Pairs, same_name: Pairs, fitting: Pairs
) -> list[list[Mention]]:
    """Return the components of mentions without ids; one that holds two places of a by-line is taken apart.

    So is one that names which only fit hold together, where they do not all fit.
    """
    settled: list[list[Mention]] = []
    rest, doubted = list(mentions), bool(fitting)
    nothing: Pairs = []
    for pairs in (same_work + same_name + fitting, same_work + same_name, same_work, nothing):
        left = set(rest)
        parts = Components(rest)
        for one, other in pairs:
            if one in left and other in left:
                parts.join(one, other)
        again: list[Mention] = []
        for part in parts.parts():
            if in_one_by_line(part, {}) or (doubted and unfitting((one.folded,) for one in part)):
                again += part
            else:
                settled.append(sorted(part, key=_order))
        rest, doubted = sorted(again, key=_order), False
    return settled


def _names(mentions: Iterable[Mention]) -> set[str]:
    return {one.folded for one in mentions}


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
        if isinstance(one, str) and isinstance(other, str) and rivals([one, other], ids):
            continue
        if isinstance(one, str) or isinstance(other, str):
            whole.join(one, other)
            beside[one] |= {other} if isinstance(other, str) else set()
            beside[other] |= {one} if isinstance(one, str) else set()
    groups: list[tuple[list[Mention], bool]] = []
    for part in whole.parts():
        mentions = sorted((one for node in part for one in members[node]), key=_order)
        named = [node for node in part if isinstance(node, str)]
        fitting = not unfitting(_names(members[node]) for node in part)
        if fitting and not rivals(named, ids) and not in_one_by_line(mentions, node_of):
            groups.append((mentions, False))
            continue
        identified = {node: list(members[node]) for node in named}
        for node in sorted((node for node in part if not isinstance(node, str)), key=_order):
            home = identified[next(iter(beside[node]))] if len(beside[node]) == 1 else None
            mine = members[node]
            if home is None or in_one_by_line([*home, *mine], node_of) or unfitting((_names(home), _names(mine))):
                groups.append((mine, True))
            else:
                home += mine
        groups += [
            (sorted(home, key=_order), len(beside[node]) > 1 and _decided_alone(ids.members(node)))
            for node, home in identified.items()
        ]
    return groups


def _decided_alone(ids: Iterable[str]) -> bool:
    """Tell whether all that identifies somebody is what people decided: that says who they are not, or are with."""
    return all(one.startswith(OWN) for one in ids)


def _of_rare_names(
    groups: list[tuple[list[Mention], bool]], node_of: dict[Mention, Node], ids: Components[str]
) -> list[tuple[list[Mention], bool]]:
    """Join the groups of each rare name and its spellings, in the order of the names, where nothing speaks against it.

    Against it speak a place beside another in one by-line, two different ids of one scheme, names that do not fit, and
    a group that is ambiguous: then those of one spelling are joined where nothing speaks against that.
    """
    blocks = grouped((key(name), name) for name in {one.folded for mentions, _ in groups for one in mentions})
    like = {name: first for block in blocks.values() for name, first in alike(block, spelt_alike).items()}
    sharing: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, (mentions, _) in enumerate(groups):
        for name in dict.fromkeys(one.folded for one in mentions if rare(one.folded)):
            sharing[like[name],].append(number)
            sharing[like[name], name].append(number)
    parts = Components(range(len(groups)))
    for _, numbers in sorted(sharing.items()):
        whole = list(dict.fromkeys(other for number in numbers for other in parts.members(number)))
        mentions = [one for number in whole for one in groups[number][0]]
        named = [node for one in mentions if isinstance(node := node_of[one], str)]
        doubted = any(groups[number][1] for number in whole) or in_one_by_line(mentions, node_of)
        if not doubted and not rivals(named, ids) and not unfitting(_names(groups[number][0]) for number in whole):
            for number in numbers[1:]:
                parts.join(numbers[0], number)
    return [
        (sorted((one for number in part for one in groups[number][0]), key=_order), any(groups[n][1] for n in part))
        for part in map(sorted, parts.parts())
    ]


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
        shared = Counter(key(one.folded) for one in mentions if rare(one.folded))
        own = {other for one in mentions if one.ids for other in ids.members(min(one.ids))}
        persons.append(
            Person(
                mentions=mentions,
                ids=sorted(own),
                rules={
                    one: _by_id(one)
                    if one.ids and not (ambiguous and _decided_alone(one.ids))
                    else rules.get(one, "rare name" if shared[key(one.folded)] > 1 else apart)
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
