"""Who is who and what is what: the rules by which records and mentions are taken for one thing or one person.

Every answer is a function of the set of statements alone: candidates are sorted before they are joined, so the order in
which they were loaded cannot matter. Nothing here asks the database.

Papers, institutions, funders, venues (`things`), in this order:
1. Records with one source and key are one record, whichever loader brought them.
2. A shared outside id joins. An id that two records of one source state is a conflict: it stays with the record whose
   key sorts first, the other lists it among its conflicts.
3. Papers alone: one title key (folded title, year, first author's family name) joins records of different sources.
   Where a source has the key twice, nobody is joined by it; nor are two papers that hold different ids of one scheme.
No rule ever joins two records of one source with different keys: a union that would is refused, and reported where an
id asked for it.

People (`people`), in this order:
1. A person id (ORCID, or a source's own). Ids stated together at one place are one person's, unless that would give a
   person two different ids of one scheme.
2. One paper told by several records: one name, or one family name with fitting given names or initials that is the only
   such in both by-lines.
3. Elsewhere: one folded name and a shared co-author's name, or a shared institution. Never a topic.
Mentions without an id that rules 2 and 3 connect are one person, whole components at a time. Such a component belongs
to an identified person where the evidence leads to that one alone; where it leads to several it stays apart, and is
counted as ambiguous. A name written twice in one by-line is two people unless their ids say otherwise: rules 2 and 3
leave such mentions alone, and a component that would hold two places of one by-line is taken apart.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from cypher.identifiers import of_a_preprint, split
from loaders.components import Components, grouped


class Ref(NamedTuple):
    """A record's key in the graph; sorts by source and key first."""

    source: str
    key: str
    loader: str


class Stated(NamedTuple):
    """What the rules for things look at in one record."""

    ref: Ref
    kind: str
    ids: tuple[str, ...]
    title_key: str | None = None


@dataclass(slots=True)
class Thing:
    """One paper, institution, funder or venue: its records in order, its own ids, and how each record joined."""

    kind: str
    refs: list[Ref]
    ids: list[str]
    rules: dict[Ref, str]
    conflicts: dict[Ref, list[str]]


def things(records: Iterable[Stated]) -> list[Thing]:
    """Group records into things. The records must hold everything that any of them could meet."""
    by_node: dict[tuple[str, str], list[Stated]] = defaultdict(list)
    for stated in sorted(records):
        by_node[stated.ref.source, stated.ref.key].append(stated)
    kinds = {node: said[0].kind for node, said in by_node.items()}
    holds = {node: {one for stated in said for one in stated.ids} for node, said in by_node.items()}

    def may_join(ours: list[tuple[str, str]], theirs: list[tuple[str, str]]) -> bool:
        keys = dict(ours)
        return kinds[ours[0]] == kinds[theirs[0]] and all(keys.get(source, key) == key for source, key in theirs)

    parts = Components(by_node, may_join)
    rules: dict[tuple[str, str], str] = {}
    holders = grouped((one, node) for node in by_node for one in holds[node])
    for identifier in sorted(one for one in holders if len(holders[one]) > 1):
        first_of_source = dict(reversed(holders[identifier]))
        for one, other in combinations(sorted(first_of_source.items()), 2):
            if parts.join(one, other):
                scheme = split(identifier)[0]
                rules.setdefault(one, scheme)
                rules.setdefault(other, scheme)
    for nodes in _title_blocks(by_node):
        for one, other in combinations(nodes, 2):
            if not _rival(parts.members(one), parts.members(other), holds) and parts.join(one, other):
                rules.setdefault(one, "title")
                rules.setdefault(other, "title")
    owner = {one: parts.members(node)[0] for node in reversed(by_node) for one in holds[node]}
    return [_thing(sorted(part), by_node, rules, owner, parts) for part in parts.parts()]


def _title_blocks(by_node: dict[tuple[str, str], list[Stated]]) -> list[list[tuple[str, str]]]:
    """Return the records of each title key, in order, where the rule may use it: no source twice."""
    keyed = ((stated.title_key, node) for node, said in by_node.items() for stated in said if stated.title_key)
    blocks = [list(dict.fromkeys(nodes)) for _, nodes in sorted(grouped(keyed).items())]
    return [nodes for nodes in blocks if len(dict(nodes)) == len(nodes) > 1]


def _rival(ours: list[tuple[str, str]], theirs: list[tuple[str, str]], holds: dict[tuple[str, str], set[str]]) -> bool:
    """Tell whether both hold ids of one scheme and none of them is the same; a preprint server's DOI is no rival."""
    sides = [
        grouped((split(one)[0], one) for node in part for one in holds[node] if not of_a_preprint(one))
        for part in (ours, theirs)
    ]
    return any(not set(ids) & set(sides[1][scheme]) for scheme, ids in sides[0].items() if scheme in sides[1])


def _thing(
    part: list[tuple[str, str]],
    by_node: dict[tuple[str, str], list[Stated]],
    rules: dict[tuple[str, str], str],
    owner: dict[str, tuple[str, str]],
    parts: Components[tuple[str, str]],
) -> Thing:
    said = [stated for node in part for stated in by_node[node]]
    own = {one for stated in said for one in stated.ids if parts.together(owner[one], part[0])}
    foreign = {stated.ref: sorted(set(stated.ids) - own) for stated in said}
    return Thing(
        kind=said[0].kind,
        refs=[stated.ref for stated in said],
        ids=sorted(own),
        rules={stated.ref: rules.get(stated.ref[:2], "alone") for stated in said},
        conflicts={ref: lost for ref, lost in foreign.items() if lost},
    )
