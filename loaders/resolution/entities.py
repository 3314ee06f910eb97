"""Cluster records into entities: papers, institutions, funders, venues and volumes.

The result depends only on the set of records: candidates are sorted before they are joined, so load order has no
effect. This module does not query the database.

Curators' decisions take precedence over every rule (`constraints.model`): entities that they merged stay merged, and no
rule joins entities that they keep apart.

The rules, in order:

1. Records with one source and key are one record, whichever loader wrote them.
2. A shared external ID joins. An ID that two records of one source state is a conflict: it stays with the record that
   sorts first by key, and the other record lists it among its conflicts. For volumes, such an ID joins only those with
   the same name, because each volume of a set of books prints the ID of the set.
3. Papers only: an equal title key (folded title, year, family name of the first author) joins records of different
   sources. It does not join if a source has the key twice, or if the papers have different IDs of one scheme.
4. Papers only: a preprint is joined with a work of the previous or next year that has the same title and the same
   authors. The title must have at least 20 letters (`normalization.text.MIN_TITLE_LETTERS`), and no source may have it
   twice in these years or the adjacent ones.

No rule joins two records of one source with different keys. Such a union is rejected, and reported if an ID asked for
it. There are two exceptions:

- One record states that the other is the same work (`PaperRecord.same_work`: a preprint of this article). They are
  joined unless the paper would then have two records of the source that are not preprints.
- Both are partial records under one name (`MatchFeatures.in_passing`): a shared ID joins them, because their keys
  consist of the IDs that the source happened to state.

Records of Byline's own classifier are not matched; each belongs to the paper that owns the ID in the record.

The rules for people are in `loaders.resolution.people`.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, pairwise, product

from loaders.records.grouping import group_by_key
from loaders.records.match_features import MatchFeatures, Node, RecordRef
from loaders.records.record import BYLINE
from loaders.resolution.constraints.model import ConstraintSet
from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from normalization.identifiers import is_preprint_doi, split_id
from normalization.text import adjacent_year_keys


def title_candidate_pairs(by_node: dict[Node, list[MatchFeatures]]) -> Iterator[tuple[Node, Node]]:
    """Yield pairs of records that may be one work by title, year and people, in order."""
    blocks = (combinations(nodes, 2) for nodes in _title_blocks(by_node))
    return chain(chain.from_iterable(blocks), _preprint_pairs(by_node))


def _title_blocks(by_node: dict[Node, list[MatchFeatures]]) -> list[list[Node]]:
    """Return the records of each title key, in order, if no source has the key twice."""
    keyed = ((record.title_key, node) for node, records in by_node.items() for record in records if record.title_key)
    blocks = [list(dict.fromkeys(nodes)) for _, nodes in sorted(group_by_key(keyed).items())]
    return [nodes for nodes in blocks if len(dict(nodes)) == len(nodes) > 1]


def _preprint_pairs(by_node: dict[Node, list[MatchFeatures]]) -> Iterator[tuple[Node, Node]]:
    """Yield each preprint with the work of the previous or next year that has its title and all its authors.

    Skip a title that a source has twice in the two years and the adjacent ones: it recurs every year.
    """
    keyed = group_by_key(
        (record.title_key, record) for records in by_node.values() for record in records if record.title_key
    )
    for key, earlier in sorted(keyed.items()):
        for after in adjacent_year_keys(key)[1:]:
            later = keyed.get(after, [])
            years = {*adjacent_year_keys(key), *adjacent_year_keys(after)}
            nodes = {record.ref[:2] for year in years for record in keyed.get(year, ())}
            if len(dict(nodes)) == len(nodes):
                yield from (
                    (left.ref[:2], right.ref[:2])
                    for left, right in product(sorted(earlier), sorted(later))
                    if left.preprint != right.preprint and left.by_line and left.by_line == right.by_line
                )


def have_conflicting_ids(left: list[Node], right: list[Node], ids_of_node: dict[Node, set[str]]) -> bool:
    """Return True if both sides have IDs of one scheme but share no ID of it, ignoring DOIs of preprint servers."""
    sides = [
        group_by_key(
            (split_id(identifier)[0], identifier)
            for node in part
            for identifier in ids_of_node[node]
            if not is_preprint_doi(identifier)
        )
        for part in (left, right)
    ]
    return any(not set(ids) & set(sides[1][scheme]) for scheme, ids in sides[0].items() if scheme in sides[1])


@dataclass(slots=True)
class EntityCluster:
    """One entity: its records in order, its own IDs, the rule that joined each record, and ID conflicts per record."""

    kind: str
    refs: list[RecordRef]
    ids: list[str]
    rules: dict[RecordRef, str]
    conflicts: dict[RecordRef, list[str]]


def cluster_entities(
    records: Iterable[MatchFeatures], constraints: ConstraintSet[Node] | None = None
) -> list[EntityCluster]:
    """Group records into entities, by curators' decisions and by the rules.

    Args:
        records: a closed set: everything that any of the records could match.
        constraints: the constraints of all decisions that refer to any of the records.
    """
    records = list(records)
    entities = _cluster_by_rules(
        (record for record in records if record.ref.source != BYLINE), constraints or ConstraintSet[Node]()
    )
    classified_records = sorted(record for record in records if record.ref.source == BYLINE)
    owner = (
        {(entity.kind, identifier): entity for entity in entities for identifier in entity.ids}
        if classified_records
        else {}
    )
    for classified in classified_records:
        owned_id = next((id_ for id_ in classified.ids if (classified.kind, id_) in owner), None)
        if owned_id is None:
            rules = {classified.ref: "alone"}
            entities.append(EntityCluster(classified.kind, [classified.ref], list(classified.ids), rules, {}))
            continue
        entity_of_id = owner[classified.kind, owned_id]
        entity_of_id.refs = sorted([*entity_of_id.refs, classified.ref])
        entity_of_id.rules[classified.ref] = split_id(owned_id)[0]
    return entities


def _cluster_by_rules(records: Iterable[MatchFeatures], constraints: ConstraintSet[Node]) -> list[EntityCluster]:
    """Group records other than those of the classifier: by decisions, then by each rule in order."""
    by_node: dict[Node, list[MatchFeatures]] = defaultdict(list)
    for record in sorted(records):
        by_node[record.ref.source, record.ref.key].append(record)
    kinds = {node: records[0].kind for node, records in by_node.items()}
    ids_of_node = {node: {id_ for record in records for id_ in record.ids} for node, records in by_node.items()}
    own_ids = {
        node: ids_of_node[node] - {identifier for record in records for identifier in record.same_work}
        for node, records in by_node.items()
    }

    same_work_pairs = sorted(_asserted_same_work(by_node, own_ids))
    linked = {frozenset(nodes) for _, *nodes in same_work_pairs}
    preprints = {node for node, records in by_node.items() if all(record.preprint for record in records)}
    names = {node: records[0].name for node, records in by_node.items()}
    partial_names = {
        node: names[node] if all(record.in_passing for record in records) else None for node, records in by_node.items()
    }

    def may_join(left: list[Node], right: list[Node]) -> bool:
        if kinds[left[0]] != kinds[right[0]] or constraints.cannot_link(left, right):
            return False
        return all(
            _all_partial_from_one_source(_nodes_of_source(source, left + right), partial_names)
            or (
                _is_asserted_same_work(left, right, source, linked)
                and len(_nodes_of_source(source, left + right, preprints)) <= 1
            )
            for source in {source for source, _ in left} & {source for source, _ in right}
        )

    priority = _union_priority(by_node, constraints)
    components = ConstrainedDisjointSet(by_node, may_join)
    rules: dict[Node, str] = {}
    for left_node, right_node in _must_link_pairs(by_node, constraints):
        if kinds[left_node] == kinds[right_node]:
            components.force_union(left_node, right_node)
            rules.update({left_node: "curator", right_node: "curator"})
    for _, left_node, right_node in same_work_pairs:
        if components.union(left_node, right_node):
            rules.setdefault(left_node, "same work")
            rules.setdefault(right_node, "same work")
    holders = group_by_key((identifier, node) for node in by_node for identifier in ids_of_node[node])
    shared = {identifier: nodes for identifier, nodes in sorted(holders.items()) if len(nodes) > 1}
    volume_names = {node: name for node, name in names.items() if kinds[node] == "volume"}
    shared_id_pairs = _shared_id_pairs(shared, components, volume_names, priority)
    for identifier, left_node, right_node in chain(_partial_record_pairs(shared, partial_names), shared_id_pairs):
        if components.union(left_node, right_node):
            scheme = split_id(identifier)[0]
            rules.setdefault(left_node, scheme)
            rules.setdefault(right_node, scheme)
    for left_node, right_node in title_candidate_pairs(by_node):
        if not have_conflicting_ids(
            components.members(left_node), components.members(right_node), ids_of_node
        ) and components.union(left_node, right_node):
            rules.setdefault(left_node, "title")
            rules.setdefault(right_node, "title")
    last_first = sorted(by_node, key=priority.__getitem__, reverse=True)
    owner = {
        identifier: components.members(node)[0]
        for ids_by_node in (ids_of_node, own_ids)
        for node in last_first
        for identifier in ids_by_node[node]
    }  # a record that states an ID of its own overrides one that states it as the ID of the same work
    return [_cluster(sorted(part), by_node, rules, owner, components) for part in components.components()]


def _partial_record_pairs(
    shared: Mapping[str, list[Node]], partial_names: Mapping[Node, str | None]
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an ID and two partial records of one source that state it under the same name."""
    for identifier, nodes in shared.items():
        same_name = group_by_key(((node[0], name), node) for node in sorted(nodes) if (name := partial_names[node]))
        yield from ((identifier, left, right) for nodes in same_name.values() for left, right in pairwise(nodes))


def _shared_id_pairs(
    shared: Mapping[str, list[Node]],
    parts: ConstrainedDisjointSet[Node],
    volume_names: Mapping[Node, str | None],
    priority: Mapping[Node, tuple[bool, Node]],
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an ID and two records of different sources that state it, the first record of each source.

    For nodes in `volume_names`, an ID that one source states for two entities joins only those with the same name.
    Connectivity is checked lazily, as the pairs are consumed.
    """

    def has_two_entities(nodes: list[Node], first_of_source: Mapping[str, Node]) -> bool:
        return not all(parts.connected(first_of_source[node[0]], node) for node in nodes)

    for identifier, nodes in shared.items():
        groups = [nodes]
        if nodes[0] in volume_names and has_two_entities(nodes, {node[0]: node for node in reversed(nodes)}):
            groups = list(group_by_key((volume_names.get(node), node) for node in nodes).values())
        for group in groups:
            first_of_source = {node[0]: node for node in reversed(group)}
            if group is nodes or not has_two_entities(group, first_of_source):
                ordered = sorted(first_of_source.values(), key=priority.__getitem__)
                yield from ((identifier, left, right) for left, right in combinations(ordered, 2))


def _all_partial_from_one_source(nodes: Iterable[Node], partial_names: Mapping[Node, str | None]) -> bool:
    """Return True if all nodes are partial records with one name."""
    names = {partial_names[node] for node in nodes}
    return len(names) == 1 and None not in names


def _union_priority(by_node: Iterable[Node], constraints: ConstraintSet[Node]) -> dict[Node, tuple[bool, Node]]:
    """Return the sort key of each node. Nodes that a decision split off come last, because the remaining part keeps the
    IDs.
    """
    return {node: (constraints.was_split_off(node), node) for node in by_node}


def _must_link_pairs(by_node: Mapping[Node, object], constraints: ConstraintSet[Node]) -> Iterator[tuple[Node, Node]]:
    """Yield pairs of nodes that span each must-link set."""
    for linked_nodes in constraints.must_link:
        present = sorted(node for node in linked_nodes if node in by_node)
        yield from pairwise(present)


def _asserted_same_work(
    by_node: dict[Node, list[MatchFeatures]], own: dict[Node, set[str]]
) -> Iterator[tuple[str, Node, Node]]:
    """Yield an ID, the node that states it as the same work, and the node of the same source that has the ID."""
    holders = group_by_key((identifier, node) for node in by_node for identifier in own[node])
    for node, records in by_node.items():
        for identifier in {same_id for record in records for same_id in record.same_work}:
            others = (holder for holder in holders.get(identifier, ()) if holder != node and holder[0] == node[0])
            yield from ((identifier, node, other_node) for other_node in others)


def _is_asserted_same_work(left: list[Node], right: list[Node], source: str, linked: set[frozenset[Node]]) -> bool:
    """Return True if the source asserts that a record on each side describes one work."""
    sides = (_nodes_of_source(source, left), _nodes_of_source(source, right))
    return any(frozenset(nodes) in linked for nodes in product(*sides))


def _nodes_of_source(source: str, nodes: list[Node], without: Collection[Node] = ()) -> list[Node]:
    return [node for node in nodes if node[0] == source and node not in without]


def _cluster(
    part: list[Node],
    by_node: dict[Node, list[MatchFeatures]],
    rules: dict[Node, str],
    owner: dict[str, Node],
    parts: ConstrainedDisjointSet[Node],
) -> EntityCluster:
    records = [record for node in part for record in by_node[node]]
    own = {id_ for record in records for id_ in record.ids if parts.connected(owner[id_], part[0])}
    foreign = {record.ref: sorted(set(record.ids) - own) for record in records}
    return EntityCluster(
        kind=records[0].kind,
        refs=[record.ref for record in records],
        ids=sorted(own),
        rules={record.ref: rules.get(record.ref[:2], "alone") for record in records},
        conflicts={ref: lost for ref, lost in foreign.items() if lost},
    )
