"""Mentions of people, and what speaks for two being one person: one work, or one name and what stands beside it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeAlias

from cypher.folding import compatible, family_key
from loaders.components import grouped
from loaders.matching import names
from loaders.records.stated import Ref

Place: TypeAlias = tuple[Ref, str, int]
"""What tells a mention from every other: the record, the role, the position."""


class Mention(NamedTuple):
    """One name in one record: a place in a by-line, in a list of editors, or a name of a person's own record.

    `others` are the folded names beside it, `places` its institutions (folded text, or `ror:...`), `work` the thing
    that the record describes, `person` the id of whom it is taken for in the graph now, by which `rule`.
    """

    ref: Ref
    role: str
    position: int
    folded: str
    ids: tuple[str, ...] = ()
    others: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    work: str | None = None
    person: str | None = None
    rule: str | None = None

    @property
    def place(self) -> Place:
        """What tells it from every other mention."""
        return self.ref, self.role, self.position


Pairs: TypeAlias = list[tuple[Mention, Mention]]


def in_one_work(mentions: Sequence[Mention]) -> Pairs:
    """Return the pairs of rule 2: places in two records' by-lines of one work."""
    pairs: Pairs = []
    for members in grouped(((one.work, one.role), one) for one in mentions if one.work).values():
        by_lines = list(grouped((one.ref, one) for one in members).values())
        pairs += [pair for ours, theirs in combinations(by_lines, 2) for pair in _aligned(ours, theirs)]
    return pairs


def _aligned(ours: Sequence[Mention], theirs: Sequence[Mention]) -> Pairs:
    by_name = {one.folded: one for one in theirs}
    pairs = [(one, by_name[one.folded]) for one in ours if one.folded in by_name]
    matched = {mention for pair in pairs for mention in pair}
    families = grouped((family_key(one.folded), one) for one in theirs if one not in matched)
    fitting = [
        (one, other)
        for one in ours
        if one not in matched
        for other in families.get(family_key(one.folded), ())
        if compatible(one.folded, other.folded)
    ]
    count = Counter(mention for pair in fitting for mention in pair)
    return pairs + [pair for pair in fitting if count[pair[0]] == count[pair[1]] == 1]


def of_one_name(mentions: Sequence[Mention]) -> Pairs:
    """Return pairs of rule 3, enough of them to span what it connects: one name, and a co-author or place shared."""
    return _sharing(grouped((one.folded, one) for one in mentions).values())


def of_fitting_names(mentions: Sequence[Mention]) -> Pairs:
    """Return such pairs of names that differ and fit, where all names that share the co-author or place fit too."""
    blocks = grouped((names.key(one.folded), one) for one in mentions).values()
    several = [block for block in blocks if len({one.folded for one in block}) > 1]
    return [(one, other) for one, other in _sharing(several) if one.folded != other.folded]


def _sharing(blocks: Iterable[Sequence[Mention]]) -> Pairs:
    pairs: Pairs = []
    for block in blocks:
        sharing = grouped((token, one) for one in block for token in tokens(one))
        for holders in sharing.values():
            like = names.alike((one.folded for one in holders), names.fits) if len(holders) > 1 else {}
            for same in grouped((like.get(one.folded), one) for one in holders).values():
                loose = [one for one in same if not one.ids]
                named = list({one.ids: one for one in reversed(same) if one.ids}.values())
                pairs += [(loose[0], one) for one in (*loose[1:], *named)] if loose else []
                pairs += combinations(named, 2)
    return [(one, other) for one, other in pairs if one.ref != other.ref]


def tokens(mention: Mention) -> set[str]:
    """Return what a mention may share with another: the keys of the names beside it, and its places."""
    return {*map(names.key, mention.others), *(f"at {place}" for place in mention.places)}
