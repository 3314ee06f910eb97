"""Person mentions, and the evidence that two mentions are one person: one work, or one name in a shared context."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from loaders.records.grouping import group_by_key
from loaders.records.match_features import RecordRef
from loaders.resolution import person_name_keys as names
from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from loaders.resolution.person_name_keys import blocking_key, have_compatible_given_names
from normalization.identifiers import split_id
from normalization.text import are_compatible_names, family_key

MentionKey: TypeAlias = tuple[RecordRef, str, int]
"""The key of a mention: record, role, position."""


@dataclass(slots=True, eq=False)
class Mention:
    """One name in one record: in a byline, in a list of editors, or a name in a person's own record.

    Mentions are compared by identity, and a change makes a new one with `dataclasses.replace`: a batch uses tens of
    thousands of them as keys.

    Attributes:
        coauthor_keys: the blocking keys of co-authors.
        institution_keys: the institutions, each as folded text or `ror:...`.
        work: the entity that the record describes.
        person: the ID of the person that the graph assigns to the mention now, by `rule`.
        venue_ids: the IDs of the venue, if the name is rare in a venue; else empty, because no rule uses them.
        name_key: the blocking key of the name; computed if it is not given.
        mention_key: the key that distinguishes it from every other mention of the graph.
        evidence_tokens: the tokens that it may share with another mention: the blocking keys of its co-authors, its
            institutions, and the IDs of its venue. Each occurs once.
    """

    ref: RecordRef
    role: str
    position: int
    folded_name: str
    ids: tuple[str, ...] = ()
    coauthor_keys: tuple[str, ...] = ()
    institution_keys: tuple[str, ...] = ()
    work: str | None = None
    person: str | None = None
    rule: str | None = None
    venue_ids: tuple[str, ...] = ()
    name_key: str = ""
    mention_key: MentionKey = field(init=False)
    evidence_tokens: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        """Compute the keys."""
        self.mention_key = (self.ref, self.role, self.position)
        self.name_key = self.name_key or blocking_key(self.folded_name)
        places = (f"at {place}" for place in self.institution_keys)
        venues = (f"in {venue}" for venue in self.venue_ids)
        tokens = tuple(dict.fromkeys((*self.coauthor_keys, *places, *venues)))
        self.evidence_tokens = self.coauthor_keys if tokens == self.coauthor_keys else tokens  # one tuple in memory

    @property
    def may_be_repeated(self) -> bool:
        """True if the byline may have the same name at another position."""
        return self.name_key in self.evidence_tokens or not self.coauthor_keys


Pairs: TypeAlias = list[tuple[Mention, Mention]]


def pairs_in_same_work(mentions: Sequence[Mention]) -> Pairs:
    """Return the pairs of rule 2: positions in the bylines of two records of one work."""
    pairs: Pairs = []
    for members in group_by_key(
        ((mention.work, mention.role), mention) for mention in mentions if mention.work
    ).values():
        by_lines = list(group_by_key((member.ref, member) for member in members).values())
        pairs += [pair for left, right in combinations(by_lines, 2) for pair in _aligned(left, right)]
    return pairs


def _aligned(left: Sequence[Mention], right: Sequence[Mention]) -> Pairs:
    by_name = {mention.folded_name: mention for mention in right}
    pairs = [(mention, by_name[mention.folded_name]) for mention in left if mention.folded_name in by_name]
    matched = {mention for pair in pairs for mention in pair}
    families = group_by_key((family_key(mention.folded_name), mention) for mention in right if mention not in matched)
    matching_pairs = [
        (mention, other_mention)
        for mention in left
        if mention not in matched
        for other_mention in families.get(family_key(mention.folded_name), ())
        if are_compatible_names(mention.folded_name, other_mention.folded_name)
    ]
    count = Counter(mention for pair in matching_pairs for mention in pair)
    return pairs + [pair for pair in matching_pairs if count[pair[0]] == count[pair[1]] == 1]


class NamePairs(NamedTuple):
    """Pairs of mentions under one blocking key that share a co-author, an institution or a venue: enough to connect
    all such mentions.
    """

    same_name: Pairs
    """Pairs with equal names."""
    compatible_names: Pairs
    """Pairs with different compatible names, if all names that share the evidence are compatible."""


def pairs_with_evidence(mentions: Iterable[Mention]) -> NamePairs:
    """Return the pairs of rule 3."""
    pairs = NamePairs([], [])
    for block in group_by_key((mention.name_key, mention) for mention in mentions).values():
        sharing = group_by_key((token, mention) for mention in block for token in mention.evidence_tokens)
        variants_of: dict[frozenset[str], dict[str, str]] = {}
        for holders in {tuple(holders) for holders in sharing.values() if len(holders) > 1}:
            by_name = group_by_key((holder.folded_name, holder) for holder in holders)
            for same_name in by_name.values():
                if len(same_name) > 1:
                    pairs.same_name.extend(_spanning_pairs(same_name))
            if len(by_name) == 1:
                continue
            distinct_names = frozenset(by_name)
            if (variants := variants_of.get(distinct_names)) is None:
                variants = names.spelling_variants(distinct_names, names.have_compatible_given_names)
                variants_of[distinct_names] = variants
            if len({*variants.values()}) == len(variants):
                continue
            for compatible in group_by_key((variants[holder.folded_name], holder) for holder in holders).values():
                pairs.compatible_names.extend(
                    (left, right)
                    for left, right in _spanning_pairs(compatible)
                    if left.folded_name != right.folded_name
                )
    return pairs


def _spanning_pairs(mentions: Sequence[Mention]) -> Iterator[tuple[Mention, Mention]]:
    """Yield pairs that connect mentions of different records: those without IDs, and one for each set of IDs."""
    unidentified = [mention for mention in mentions if not mention.ids]
    identified = list({mention.ids: mention for mention in reversed(mentions) if mention.ids}.values())
    if unidentified:
        first = unidentified[0]
        yield from ((first, other) for other in (*unidentified[1:], *identified) if first.ref != other.ref)
    yield from ((left, right) for left, right in combinations(identified, 2) if left.ref != right.ref)


Node: TypeAlias = Mention | str
"""A node of the person graph: the first mention of a component without IDs, or the first ID of an identified person."""


def share_byline(component: Iterable[Mention], node_of: Mapping[Mention, Node]) -> bool:
    """Return True if two nodes of a component have positions in one byline; a mention without a node is its own
    node.
    """
    holder: dict[tuple[RecordRef, str], Node] = {}
    return any(
        holder.setdefault((mention.ref, mention.role), node_of.get(mention, mention)) != node_of.get(mention, mention)
        for mention in component
    )


def have_incompatible_names(sides: Iterable[Iterable[str]]) -> bool:
    """Return True if two sides have incompatible names under one key, unless one of them occurs on both sides."""
    distinct = {frozenset(side) for side in sides}
    return any(
        blocking_key(left) == blocking_key(right)
        and not (left in right_names or right in left_names or have_compatible_given_names(left, right))
        for left_names, right_names in combinations(distinct, 2)
        for left, right in product(left_names, right_names)
    )


def have_conflicting_ids(persons: Sequence[str], ids: ConstrainedDisjointSet[str]) -> bool:
    """Return True if the union of identified persons would have two different IDs of one scheme."""
    components = {id(members): members for person in persons if (members := ids.members(person))}
    schemes = Counter(
        scheme for members in components.values() for scheme in {split_id(member)[0] for member in members}
    )
    return any(count > 1 for count in schemes.values())
