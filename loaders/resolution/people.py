"""Cluster mentions into people. This module does not query the database.

Curators' decisions take precedence over every rule. The rules, in order:

1. A person ID (ORCID iD, or a source's own ID). IDs stated together at one position belong to one person, unless that
   person would get two different IDs of one scheme.
2. One paper described by several records: equal names, or one family name with compatible given names or initials, if
   that pair is unique in both bylines.
3. Other papers: equal folded names, or compatible names (`person_name_keys`), and a shared co-author's name,
   institution or, for names that are rare in a venue, venue; never a topic. All names of one key that share the
   evidence must be compatible.
4. A rare name and its spelling variants (`person_name_keys`): all mentions are one person unless evidence contradicts
   it: two of them in one byline, two different IDs of one scheme, incompatible names, or an ambiguous mention.

Mentions without an ID that rules 2 and 3 connect are one person. Such a component is attached to an identified person
if the evidence points to that person alone. If it points to several, the component stays separate and is marked as
ambiguous. A name that occurs twice in one byline is two people unless IDs state otherwise: rules 2 and 3 ignore such
mentions. A component with two positions of one byline, or with incompatible names, is split.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.records.record import DecisionRecord
from loaders.resolution.constraints.apply import ConstrainedMentions, apply_decisions
from loaders.resolution.constraints.decisions import CONSTRAINT_PREFIX
from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from loaders.resolution.mention_evidence import (
    Mention,
    Node,
    Pairs,
    have_conflicting_ids,
    have_incompatible_names,
    pairs_in_same_work,
    pairs_with_evidence,
    share_byline,
)
from loaders.resolution.person_name_keys import blocking_key, is_rare, is_spelling_variant, spelling_variants
from normalization.identifiers import split_id


@dataclass(slots=True)
class Person:
    """One person: the mentions in order, the IDs, the rule that joined each mention, and IDs that were rejected."""

    mentions: list[Mention]
    ids: list[str]
    rules: dict[Mention, str]
    rejected_ids: list[tuple[RecordRef, str]]
    ambiguous: bool = False


def cluster_people(mentions: Iterable[Mention], decisions: Iterable[DecisionRecord] = ()) -> list[Person]:
    """Group mentions into people, by curators' decisions and by the rules.

    Args:
        mentions: a closed set: everything that any of the mentions could match.
        decisions: all decisions that refer to any of the mentions, including revoked ones.
    """
    constrained = apply_decisions(sorted(mentions, key=_order), decisions)
    all_mentions = constrained.mentions
    ids = _cluster_by_id(all_mentions, constrained.must_link)
    written = Counter(_name_in_byline(mention) for mention in all_mentions if mention.may_be_repeated)
    unrepeated = [
        mention for mention in all_mentions if not mention.may_be_repeated or written[_name_in_byline(mention)] == 1
    ]
    same_work = pairs_in_same_work([mention for mention in unrepeated if mention.role != "person"])
    same_name, compatible_names = pairs_with_evidence(unrepeated)
    node_of: dict[Mention, Node] = {
        mention: min(ids.members(min(mention.ids))) for mention in all_mentions if mention.ids
    }
    for part in _cluster_without_id(
        [mention for mention in all_mentions if not mention.ids], same_work, same_name, compatible_names
    ):
        node_of.update(dict.fromkeys(part, part[0]))
    groups = _merge_rare_names(
        _attach_to_identified(all_mentions, node_of, ids, same_work + same_name + compatible_names), node_of, ids
    )
    persons = _persons(groups, ids, same_work, same_name + compatible_names)
    return [_without_constraint_ids(person, constrained) for person in persons] if constrained.before else persons


def _without_constraint_ids(person: Person, constrained: ConstrainedMentions) -> Person:
    """Return a person with the mentions as their sources state them, without the IDs that represent decisions."""
    own = [id_ for id_ in person.ids if not id_.startswith(CONSTRAINT_PREFIX)]
    mentions = [constrained.original(mention) for mention in person.mentions]
    rules = dict(zip(mentions, (person.rules[mention] for mention in person.mentions), strict=True))
    rejected_ids = [(mention.ref, lost) for mention in mentions for lost in sorted(set(mention.ids) - {*own})]
    return Person(mentions, own, rules, rejected_ids, person.ambiguous)


def _name_in_byline(mention: Mention) -> tuple[RecordRef, str, str]:
    return mention.ref, mention.role, mention.folded_name


def _order(mention: Mention) -> tuple[RecordRef, str, int]:
    return mention.mention_key


def _cluster_by_id(mentions: Sequence[Mention], must_link: Iterable[Sequence[str]]) -> ConstrainedDisjointSet[str]:
    """Join IDs by must-link ties, and IDs stated together unless a person would get two different IDs of one scheme."""

    def may_join(left: list[str], right: list[str]) -> bool:
        return not {split_id(identifier)[0] for identifier in left} & {split_id(identifier)[0] for identifier in right}

    components = ConstrainedDisjointSet(sorted({id_ for mention in mentions for id_ in mention.ids}), may_join)
    for first, *others in must_link:
        for other_id in others:
            components.force_union(first, other_id)
    for one_id, other_id in sorted({pair for mention in mentions for pair in combinations(sorted(mention.ids), 2)}):
        components.union(one_id, other_id)
    return components


def _cluster_without_id(
    mentions: Sequence[Mention], same_work: Pairs, same_name: Pairs, compatible_names: Pairs
) -> list[list[Mention]]:
    """Return the components of mentions without IDs.

    A component with two positions of one byline is rebuilt with fewer kinds of evidence, and so is one with
    incompatible names that only compatible names connect.
    """
    clusters: list[list[Mention]] = []
    remaining, compare = list(mentions), bool(compatible_names)
    nothing: Pairs = []
    for pairs in (same_work + same_name + compatible_names, same_work + same_name, same_work, nothing):
        left = set(remaining)
        components = ConstrainedDisjointSet(remaining)
        for first, second in pairs:
            if first in left and second in left:
                components.union(first, second)
        retry: list[Mention] = []
        for part in components.components():
            if len(part) == 1:
                clusters.append(part)
            elif share_byline(part, {}) or (
                compare and have_incompatible_names((mention.folded_name,) for mention in part)
            ):
                retry += part
            else:
                clusters.append(sorted(part, key=_order))
        remaining, compare = sorted(retry, key=_order), False
    return clusters


def _names(mentions: Iterable[Mention]) -> set[str]:
    return {mention.folded_name for mention in mentions}


def _attach_to_identified(
    all_mentions: Sequence[Mention], node_of: dict[Mention, Node], ids: ConstrainedDisjointSet[str], pairs: Pairs
) -> list[tuple[list[Mention], bool]]:
    """Attach components without IDs to identified people if all evidence points to the same person.

    Returns groups of mentions, each with True if it stayed separate because it is ambiguous.
    """
    members = group_by_key((node_of[mention], mention) for mention in all_mentions)
    neighbors: dict[Node, set[str]] = defaultdict(set)
    components = ConstrainedDisjointSet(list(dict.fromkeys(node_of.values())))
    for left, right in {(node_of[left], node_of[right]) for left, right in pairs}:
        if isinstance(left, str) and isinstance(right, str) and have_conflicting_ids([left, right], ids):
            continue
        if isinstance(left, str) or isinstance(right, str):
            components.union(left, right)
            neighbors[left] |= {right} if isinstance(right, str) else set()
            neighbors[right] |= {left} if isinstance(left, str) else set()
    groups: list[tuple[list[Mention], bool]] = []
    for part in components.components():
        if len(part) == 1:
            groups.append((members[part[0]], False))
            continue
        mentions = sorted((mention for node in part for mention in members[node]), key=_order)
        identified_nodes = [node for node in part if isinstance(node, str)]
        compatible_names = not have_incompatible_names(_names(members[node]) for node in part)
        if compatible_names and not have_conflicting_ids(identified_nodes, ids) and not share_byline(mentions, node_of):
            groups.append((mentions, False))
            continue
        identified = {node: list(members[node]) for node in identified_nodes}
        for node in sorted((node for node in part if not isinstance(node, str)), key=_order):
            person_mentions = identified[next(iter(neighbors[node]))] if len(neighbors[node]) == 1 else None
            own_mentions = members[node]
            if (
                person_mentions is None
                or share_byline([*person_mentions, *own_mentions], node_of)
                or have_incompatible_names((_names(person_mentions), _names(own_mentions)))
            ):
                groups.append((own_mentions, True))
            else:
                person_mentions += own_mentions
        groups += [
            (sorted(person_mentions, key=_order), len(neighbors[node]) > 1 and _only_constraint_ids(ids.members(node)))
            for node, person_mentions in identified.items()
        ]
    return groups


def _only_constraint_ids(ids: Iterable[str]) -> bool:
    """Return True if all IDs represent decisions, which state only that people are the same or distinct."""
    return all(id_.startswith(CONSTRAINT_PREFIX) for id_ in ids)


def _merge_rare_names(
    groups: list[tuple[list[Mention], bool]], node_of: dict[Mention, Node], ids: ConstrainedDisjointSet[str]
) -> list[tuple[list[Mention], bool]]:
    """Join the groups of each rare name and its spelling variants, in the order of the names, unless evidence
    contradicts it.

    Contradicting evidence is: two positions in one byline, two different IDs of one scheme, incompatible names, or an
    ambiguous group. In that case, the groups of each single spelling are joined if nothing contradicts that.
    """
    blocks = group_by_key(
        (blocking_key(name), name) for name in {mention.folded_name for mentions, _ in groups for mention in mentions}
    )
    variant_of = {
        name: first
        for block in blocks.values()
        if any(map(is_rare, block))
        for name, first in spelling_variants(block, is_spelling_variant).items()
    }
    sharing: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, (mentions, _) in enumerate(groups):
        for name in dict.fromkeys(mention.folded_name for mention in mentions if is_rare(mention.folded_name)):
            sharing[variant_of[name],].append(number)
            sharing[variant_of[name], name].append(number)
    components = ConstrainedDisjointSet(range(len(groups)))
    for _, numbers in sorted((names, numbers) for names, numbers in sharing.items() if len(numbers) > 1):
        group_numbers = list(dict.fromkeys(member for number in numbers for member in components.members(number)))
        mentions = [mention for number in group_numbers for mention in groups[number][0]]
        named = [node for mention in mentions if isinstance(node := node_of[mention], str)]
        contradicted = any(groups[number][1] for number in group_numbers) or share_byline(mentions, node_of)
        if (
            not contradicted
            and not have_conflicting_ids(named, ids)
            and not have_incompatible_names(_names(groups[number][0]) for number in group_numbers)
        ):
            for number in numbers[1:]:
                components.union(numbers[0], number)
    return [
        (
            sorted((mention for number in part for mention in groups[number][0]), key=_order),
            any(groups[n][1] for n in part),
        )
        for part in map(sorted, components.components())
    ]


def _persons(
    groups: list[tuple[list[Mention], bool]], ids: ConstrainedDisjointSet[str], same_work: Pairs, same_name: Pairs
) -> list[Person]:
    group_of = {mention: number for number, (mentions, _) in enumerate(groups) for mention in mentions}
    rules: dict[Mention, str] = {}
    for rule, pairs in (("work", same_work), ("name", same_name)):
        for left, right in pairs:
            if group_of[left] == group_of[right]:
                rules.setdefault(left, rule)
                rules.setdefault(right, rule)
    persons: list[Person] = []
    for mentions, ambiguous in groups:
        default_rule = "ambiguous" if ambiguous else "alone"
        shared = Counter(mention.name_key for mention in mentions if is_rare(mention.folded_name))
        own = {identifier for mention in mentions if mention.ids for identifier in ids.members(min(mention.ids))}
        persons.append(
            Person(
                mentions=mentions,
                ids=sorted(own),
                rules={
                    mention: _by_id(mention)
                    if mention.ids and not (ambiguous and _only_constraint_ids(mention.ids))
                    else rules.get(mention, "rare name" if shared[mention.name_key] > 1 else default_rule)
                    for mention in mentions
                },
                rejected_ids=[(mention.ref, lost) for mention in mentions for lost in sorted(set(mention.ids) - own)],
                ambiguous=ambiguous,
            )
        )
    return persons


def _by_id(mention: Mention) -> str:
    """Return the rule of a mention with IDs: the scheme of the first ID, or "curator"."""
    first = min(mention.ids)
    return "curator" if first.startswith(CONSTRAINT_PREFIX) else split_id(first)[0]
