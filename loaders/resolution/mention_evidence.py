"""Person mentions, and the evidence that two mentions are one person: one work, or one name in a shared context."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
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


class Mention(NamedTuple):
    """One name in one record: in a byline, in a list of editors, or a name in a person's own record.

    Attributes:
        coauthor_names: the folded names of co-authors.
        institution_keys: the institutions, each as folded text or `ror:...`.
        work: the entity that the record describes.
        person: the ID of the person that the graph assigns to the mention now, by `rule`.
        venue_ids: the IDs of the venue, if the name is rare in a venue; else empty, because no rule uses them.
    """

    ref: RecordRef
    role: str
    position: int
    folded_name: str
    ids: tuple[str, ...] = ()
    coauthor_names: frozenset[str] = frozenset()
    institution_keys: frozenset[str] = frozenset()
    work: str | None = None
    person: str | None = None
    rule: str | None = None
    venue_ids: frozenset[str] = frozenset()

    @property
    def mention_key(self) -> MentionKey:
        """The key that distinguishes it from every other mention."""
        return self.ref, self.role, self.position


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


def pairs_with_same_name(mentions: Sequence[Mention]) -> Pairs:
    """Return pairs of rule 3, enough to span each component: one name, and a shared co-author, institution or venue."""
    return _evidence_pairs(group_by_key((mention.folded_name, mention) for mention in mentions).values())


def pairs_with_compatible_names(mentions: Sequence[Mention]) -> Pairs:
    """Return pairs of rule 3 with different compatible names, if all names that share the evidence are compatible."""
    blocks = group_by_key((names.blocking_key(mention.folded_name), mention) for mention in mentions).values()
    mixed_blocks = [block for block in blocks if len({mention.folded_name for mention in block}) > 1]
    return [(left, right) for left, right in _evidence_pairs(mixed_blocks) if left.folded_name != right.folded_name]


def _evidence_pairs(blocks: Iterable[Sequence[Mention]]) -> Pairs:
    pairs: Pairs = []
    for block in blocks:
        sharing = group_by_key((token, mention) for mention in block for token in evidence_tokens(mention))
        for holders in sharing.values():
            if len(holders) == 1:
                continue
            variants = names.spelling_variants(
                (holder.folded_name for holder in holders), names.have_compatible_given_names
            )
            for same_name in group_by_key((variants.get(holder.folded_name), holder) for holder in holders).values():
                unidentified = [mention for mention in same_name if not mention.ids]
                identified = list({mention.ids: mention for mention in reversed(same_name) if mention.ids}.values())
                pairs += (
                    [(unidentified[0], mention) for mention in (*unidentified[1:], *identified)] if unidentified else []
                )
                pairs += combinations(identified, 2)
    return [(left, right) for left, right in pairs if left.ref != right.ref]


def evidence_tokens(mention: Mention) -> frozenset[str]:
    """Return the tokens that a mention may share with another: the name keys of its co-authors, its institutions, and
    the IDs of its venue.
    """
    return _evidence_tokens(mention.coauthor_names, mention.institution_keys, mention.venue_ids)


@lru_cache(maxsize=1 << 16)
def _evidence_tokens(others: frozenset[str], places: frozenset[str], venues: frozenset[str]) -> frozenset[str]:
    """Return the tokens of co-authors, institutions and venues. A batch needs those of a mention three times."""
    return frozenset(
        (
            *map(names.blocking_key, others),
            *(f"at {place}" for place in places),
            *(f"in {venue}" for venue in venues),
        )
    )


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
