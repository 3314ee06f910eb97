"""Find the mentions that a batch can affect, so that only these are clustered again.

Two mentions interact if they share a token: an ID, the family name in one work, evidence under one name key, a rare
name or a spelling variant of it, or the person to whom the graph assigns them. The rules for people
(`loaders.resolution.people`) compare interacting mentions only, so a connected component of interacting mentions is
decided without regard to the others. A component without a mention of the batch was decided by an earlier batch, with
the same result.
"""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping

from loaders.records.grouping import group_by_key
from loaders.resolution.disjoint_set import ConstrainedDisjointSet
from loaders.resolution.mention_evidence import Mention, evidence_tokens
from loaders.resolution.person_name_keys import (
    MAX_NAMES_PER_KEY,
    MIN_NAME_LETTERS,
    blocking_key,
    is_rare,
    parse_name,
)
from normalization.text import family_key


def affected_mentions(
    mentions: Iterable[Mention], earlier: Iterable[Mention], changed: Collection[Hashable]
) -> list[Mention]:
    """Return those of `mentions` that interact with a changed one, directly or over others, in their order.

    Args:
        mentions: a closed set: everything that any of the mentions could match, after the batch.
        earlier: the stored form of the mentions that the batch replaces or removes.
        changed: records whose mentions the batch writes, replaces or removes.
    """
    current = list(mentions)
    every = [*current, *earlier]
    variant_of = _rare_variants({mention.folded for mention in every})
    holders: dict[Hashable, list[int]] = defaultdict(list)
    tokens_of: list[list[Hashable]] = []
    for number, mention in enumerate(every):
        tokens = list(_tokens(mention, variant_of))
        tokens_of.append(tokens)
        for token in tokens:
            holders[token].append(number)
    frontier = [number for number, mention in enumerate(every) if mention.ref in changed]
    reached = set(frontier)
    while frontier:
        tokens = {token for number in frontier for token in tokens_of[number] if token in holders}
        frontier = [number for token in tokens for number in holders.pop(token) if number not in reached]
        frontier = list(dict.fromkeys(frontier))
        reached.update(frontier)
    return [mention for number, mention in enumerate(current) if number in reached]


def _tokens(mention: Mention, variant_of: Mapping[str, str]) -> Iterator[Hashable]:
    key = blocking_key(mention.folded)
    for token in evidence_tokens(mention):
        yield key, token
    yield from mention.ids
    if mention.work:
        yield mention.work, mention.role, family_key(mention.folded)
    if mention.person:
        yield mention.person
    if mention.folded in variant_of:
        yield "rare", key, variant_of[mention.folded]


def _rare_variants(names: Iterable[str]) -> dict[str, str]:
    """Map each rare name and its possible spelling variants to one representative."""
    representatives: dict[str, str] = {}
    for block in group_by_key((blocking_key(name), name) for name in sorted(names)).values():
        if not any(map(is_rare, block)):
            continue
        if len(block) > MAX_NAMES_PER_KEY:  # one name more or less may change all variants
            representatives.update(dict.fromkeys(block, block[0]))
            continue
        components = ConstrainedDisjointSet(block)
        for similar in group_by_key((part, name) for name in block for part in _variant_tokens(name)).values():
            for name in similar[1:]:
                components.union(similar[0], name)
        for component in components.components():
            if any(map(is_rare, component)):
                representatives.update(dict.fromkeys(component, min(component)))
    return representatives


def _variant_tokens(name: str) -> Iterator[Hashable]:
    """Yield given names in full, and all given names joined; two spelling variants share one of these tokens."""
    given_names = parse_name(name).given_names
    yield "".join(given_names)
    for given_name in given_names:
        if len(given_name) >= MIN_NAME_LETTERS:
            yield "full", given_name
