"""Who is who and what is what: the rules by which records and mentions are taken for one thing or one person.

Every answer is a function of the set of statements alone: candidates are sorted before they are joined, so the order in
which they were loaded cannot matter. Nothing here asks the database.

Before any rule stands what people decided (`loaders.matching.verdicts`): what they said to be one is one, and no rule
joins what they said to be apart.

Papers, institutions, funders, venues, volumes (`things`), in this order:
1. Records with one source and key are one record, whichever loader brought them.
2. A shared outside id joins. An id that two records of one source state is a conflict: it stays with the record whose
   key sorts first, the other lists it among its conflicts. Of volumes such an id joins those alone that are called
   alike: that of a set of books is printed in each.
3. Papers alone: one title key (folded title, year, first author's family name) joins records of different sources.
   Where a source has the key twice, nobody is joined by it; nor are two papers that hold different ids of one scheme.
   So are a preprint and a work of the year before or after that has its title, if that is no short one, and all its
   authors, where no source has the title twice in those years and the ones beside.
No rule ever joins two records of one source with different keys: a union that would is refused, and reported where an
id asked for it. But where one of the two says of the other that it is the same work (`PaperRecord.same_work`: a
preprint of this article), they are joined, unless that gave a paper two records of the source that are no preprints.
And where a source tells of both in passing, under one name (`Statement.in_passing`), a shared id joins them: their keys
are made of the ids that it happened to tell.
What Byline's own classifier says takes no part in this: it is of the paper that then owns the id which it names.

People (`people`), in this order:
1. A person id (ORCID, or a source's own). Ids stated together at one place are one person's, unless that would give a
   person two different ids of one scheme.
2. One paper told by several records: one name, or one family name with fitting given names or initials that is the only
   such in both by-lines.
3. Elsewhere: one folded name, or names that fit (`loaders.matching.names`), and a shared co-author's name, or a shared
   institution. Never a topic. All names of one key that share it must fit.
4. A name that few share, and its spellings (`loaders.matching.names`): all who bear it are one person, where nothing
   speaks against it: no two of them in one by-line, no two different ids of one scheme, no names that do not fit,
   nobody ambiguous.
Mentions without an id that rules 2 and 3 connect are one person, whole components at a time. Such a component belongs
to an identified person where the evidence leads to that one alone; where it leads to several it stays apart, and is
counted as ambiguous. A name written twice in one by-line is two people unless their ids say otherwise: rules 2 and 3
leave such mentions alone, and a component that would hold two places of one by-line, or names that do not fit, is taken
apart.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, product

from cypher.identifiers import split
from loaders.components import Components, grouped
from loaders.matching.alike import alike, rival
from loaders.matching.verdicts import Rulings
from loaders.records.record import BYLINE
from loaders.records.stated import Node, Ref, Stated


@dataclass(slots=True)
class Thing:
    """One paper, institution, funder, venue or volume: its records in order, its own ids, how each record joined."""

    kind: str
    refs: list[Ref]
    ids: list[str]
    rules: dict[Ref, str]
    conflicts: dict[Ref, list[str]]


def things(records: Iterable[Stated], ruled: Rulings[Node] | None = None) -> list[Thing]:
    """Group records into things, by what people decided about them and by the rules.

    The records must hold everything that any of them could meet, and the rulings all that speak of any of them.
    """
    records = list(records)
    found = _decided((one for one in records if one.ref.source != BYLINE), ruled or Rulings[Node]())
    guesses = sorted(one for one in records if one.ref.source == BYLINE)
    owner = {(thing.kind, identifier): thing for thing in found for identifier in thing.ids} if guesses else {}
    for guess in guesses:
        named = next((one for one in guess.ids if (guess.kind, one) in owner), None)
        if named is None:
            found.append(Thing(guess.kind, [guess.ref], list(guess.ids), {guess.ref: "alone"}, {}))
            continue
        thing = owner[guess.kind, named]
        thing.refs = sorted([*thing.refs, guess.ref])
        thing.rules[guess.ref] = split(named)[0]
    return found


def _decided(records: Iterable[Stated], ruled: Rulings[Node]) -> list[Thing]:
    by_node: dict[Node, list[Stated]] = defaultdict(list)
    for stated in sorted(records):
        by_node[stated.ref.source, stated.ref.key].append(stated)
    kinds = {node: said[0].kind for node, said in by_node.items()}
    holds = {node: {one for stated in said for one in stated.ids} for node, said in by_node.items()}
    own = {node: holds[node] - {one for stated in said for one in stated.same_work} for node, said in by_node.items()}

    said_to_be_one = sorted(_said_to_be_one_work(by_node, own))
    linked = {frozenset(nodes) for _, *nodes in said_to_be_one}
    preprints = {node for node, said in by_node.items() if all(stated.preprint for stated in said)}
    names = {node: said[0].name for node, said in by_node.items()}
    passing = {node: names[node] if all(one.in_passing for one in said) else None for node, said in by_node.items()}

    def may_join(ours: list[Node], theirs: list[Node]) -> bool:
        if kinds[ours[0]] != kinds[theirs[0]] or ruled.apart(ours, theirs):
            return False
        return all(
            _one_in_passing(_of(source, ours + theirs), passing)
            or (_one_work(ours, theirs, source, linked) and len(_of(source, ours + theirs, preprints)) <= 1)
            for source in {source for source, _ in ours} & {source for source, _ in theirs}
        )

    turn = _turns(by_node, ruled)
    parts = Components(by_node, may_join)
    rules: dict[Node, str] = {}
    for one, other in _tied(by_node, ruled):
        if kinds[one] == kinds[other]:
            parts.force(one, other)
            rules.update({one: "curator", other: "curator"})
    for _, one, other in said_to_be_one:
        if parts.join(one, other):
            rules.setdefault(one, "same work")
            rules.setdefault(other, "same work")
    holders = grouped((one, node) for node in by_node for one in holds[node])
    shared = {identifier: nodes for identifier, nodes in sorted(holders.items()) if len(nodes) > 1}
    called = {node: name for node, name in names.items() if kinds[node] == "volume"}
    of_sources = _of_sources(shared, parts, called, turn)
    for identifier, one, other in chain(_in_passing(shared, passing), of_sources):
        if parts.join(one, other):
            scheme = split(identifier)[0]
            rules.setdefault(one, scheme)
            rules.setdefault(other, scheme)
    for one, other in alike(by_node):
        if not rival(parts.members(one), parts.members(other), holds) and parts.join(one, other):
            rules.setdefault(one, "title")
            rules.setdefault(other, "title")
    last_first = sorted(by_node, key=turn.__getitem__, reverse=True)
    owner = {
        one: parts.members(node)[0] for each in (holds, own) for node in last_first for one in each[node]
    }  # who states an id of its own comes before who only says that another has it
    return [_thing(sorted(part), by_node, rules, owner, parts) for part in parts.parts()]


def _in_passing(
    shared: Mapping[str, list[Node]], passing: Mapping[Node, str | None]
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an id, and two records of one source that state it and name what they tell of alike, in passing."""
    for identifier, nodes in shared.items():
        alike_there = grouped(((node[0], name), node) for node in sorted(nodes) if (name := passing[node]))
        yield from ((identifier, one, other) for found in alike_there.values() for one, other in pairwise(found))


def _of_sources(
    shared: Mapping[str, list[Node]],
    parts: Components[Node],
    called: Mapping[Node, str | None],
    turn: Mapping[Node, tuple[bool, Node]],
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an id, and two records of different sources that state it, the first of each source.

    What is in `called` may not be joined by an id that two things of one source state, but for those that are called
    alike; what is one is looked up as it is asked for.
    """

    def of_two(nodes: list[Node], first_of_source: Mapping[str, Node]) -> bool:
        return not all(parts.together(first_of_source[one[0]], one) for one in nodes)

    for identifier, nodes in shared.items():
        groups = [nodes]
        if nodes[0] in called and of_two(nodes, {node[0]: node for node in reversed(nodes)}):
            groups = list(grouped((called.get(node), node) for node in nodes).values())
        for group in groups:
            first_of_source = {node[0]: node for node in reversed(group)}
            if group is nodes or not of_two(group, first_of_source):
                ordered = sorted(first_of_source.values(), key=turn.__getitem__)
                yield from ((identifier, one, other) for one, other in combinations(ordered, 2))


def _one_in_passing(nodes: Iterable[Node], passing: Mapping[Node, str | None]) -> bool:
    """Tell whether a source told of all these in passing, under one name."""
    names = {passing[node] for node in nodes}
    return len(names) == 1 and None not in names


def _turns(by_node: Iterable[Node], ruled: Rulings[Node]) -> dict[Node, tuple[bool, Node]]:
    """Return when each node is asked: those that a parting took out come last, for what is left there keeps the ids."""
    return {node: (ruled.taken_out(node), node) for node in by_node}


def _tied(by_node: Mapping[Node, object], ruled: Rulings[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield pairs that span what people said to be one."""
    for tie in ruled.ties:
        there = sorted(node for node in tie if node in by_node)
        yield from pairwise(there)


def _said_to_be_one_work(
    by_node: dict[Node, list[Stated]], own: dict[Node, set[str]]
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an id, who says that it is of the same work, and the record of the same source whose own id it is."""
    holders = grouped((one, node) for node in by_node for one in own[node])
    for node, said in by_node.items():
        for identifier in {one for stated in said for one in stated.same_work}:
            others = (one for one in holders.get(identifier, ()) if one != node and one[0] == node[0])
            yield from ((identifier, node, other) for other in others)


def _one_work(ours: list[Node], theirs: list[Node], source: str, linked: set[frozenset[Node]]) -> bool:
    """Tell whether a source says of records on both sides that they are of one work."""
    sides = (_of(source, ours), _of(source, theirs))
    return any(frozenset(nodes) in linked for nodes in product(*sides))


def _of(source: str, nodes: list[Node], without: Collection[Node] = ()) -> list[Node]:
    return [node for node in nodes if node[0] == source and node not in without]


def _thing(
    part: list[Node],
    by_node: dict[Node, list[Stated]],
    rules: dict[Node, str],
    owner: dict[str, Node],
    parts: Components[Node],
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
