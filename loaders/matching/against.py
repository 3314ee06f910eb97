"""What speaks against several mentions being one person's: a by-line, rival ids, names that do not fit."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import TypeAlias

from cypher.identifiers import split
from loaders.components import Components
from loaders.matching.evidence import Mention
from loaders.matching.names import fits, key
from loaders.records.stated import Ref

Node: TypeAlias = Mention | str
"""What is drawn together: a component of mentions without ids, by its first; an identified person, by the first id."""


def in_one_by_line(part: Iterable[Mention], node_of: Mapping[Mention, Node]) -> bool:
    """Tell whether two nodes of a part hold places in one by-line; a mention that is in no node is one of its own."""
    holder: dict[tuple[Ref, str], Node] = {}
    return any(holder.setdefault((one.ref, one.role), node_of.get(one, one)) != node_of.get(one, one) for one in part)


def unfitting(sides: Iterable[Iterable[str]]) -> bool:
    """Tell whether two of the sides bear names of one key that do not fit; one that both bear is no objection."""
    distinct = {frozenset(side) for side in sides}
    return any(
        key(one) == key(other) and not (one in theirs or other in ours or fits(one, other))
        for ours, theirs in combinations(distinct, 2)
        for one, other in product(ours, theirs)
    )


def rivals(persons: Sequence[str], ids: Components[str]) -> bool:
    """Tell whether identified persons would bring two different ids of one scheme together."""
    parts = {id(members): members for person in persons if (members := ids.members(person))}
    schemes = Counter(scheme for members in parts.values() for scheme in {split(one)[0] for one in members})
    return any(count > 1 for count in schemes.values())
