"""Agreement of clusters with the ground truth: pairwise and B-cubed precision and recall."""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Score:
    """Shares from 0 to 1 over `items` in `groups` true clusters; `pairs` of items belong to the same true cluster."""

    items: int
    groups: int
    pairs: int
    precision: float
    recall: float
    b3_precision: float
    b3_recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall over pairs."""
        return _mean(self.precision, self.recall)

    @property
    def b3_f1(self) -> float:
        """The harmonic mean of B-cubed precision and recall."""
        return _mean(self.b3_precision, self.b3_recall)


def score(truth: Mapping[Item, Hashable], found: Mapping[Item, Hashable]) -> Score:
    """Compare two clusterings of the items of `truth`; `found` must contain each item.

    Pairs: of those found together, how many are truly so, and the other way round. B-cubed: for each item the share of
    its group that is truly with it, and of its true group that was found with it; the means over all items.
    Source: Bagga and Baldwin, "Entity-Based Cross-Document Coreferencing Using the Vector Space Model", 1998.
    """
    both = Counter((truth[item], found[item]) for item in truth)
    true = Counter(truth.values())
    ours = Counter(found[item] for item in truth)
    right = sum(map(_pairs, both.values()))
    claimed, meant = sum(map(_pairs, ours.values())), sum(map(_pairs, true.values()))
    size = len(truth)
    return Score(
        items=size,
        groups=len(true),
        pairs=meant,
        precision=right / claimed if claimed else 1.0,
        recall=right / meant if meant else 1.0,
        b3_precision=sum(count * count / ours[group] for (_, group), count in both.items()) / size,
        b3_recall=sum(count * count / true[group] for (group, _), count in both.items()) / size,
    )


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0
