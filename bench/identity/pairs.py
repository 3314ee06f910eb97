"""Agreement of clusters with the ground truth: pairwise and B-cubed precision and recall."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from loaders.records.grouping import group_by_key

Item = TypeVar("Item", bound=Hashable)
ROUNDS = 1_000
"""Number of bootstrap samples."""


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


def bootstrap_intervals(
    truth: Mapping[Item, Hashable], found: Mapping[Item, Hashable], block_of: Mapping[Item, Hashable]
) -> dict[str, tuple[float, float]]:
    """Return the 95 % interval of each measure over pairs and of the B-cubed F1, by resampling blocks.

    Args:
        truth: the true cluster of each item.
        found: the found cluster of each item.
        block_of: the block of each item, such as the family name. Pairs across blocks are ignored.

    Returns:
        The 2.5th and 97.5th percentile of `ROUNDS` samples, by the name of the measure. Source: Efron and Tibshirani,
        "An Introduction to the Bootstrap", 1993.
    """
    items_of_block = group_by_key((block_of[item], item) for item in truth)
    sums = np.array([_block_sums([(truth[item], found[item]) for item in items]) for items in items_of_block.values()])
    chance = np.random.default_rng(0)
    samples = [sums[chance.integers(0, len(sums), len(sums))].sum(axis=0) for _ in range(ROUNDS)]
    right, claimed, true, b3_precision, b3_recall, items = np.array(samples).T
    measures = {
        "precision": right / claimed,
        "recall": right / true,
        "F1": 2 * right / (claimed + true),
        "B-cubed F1": 2 * b3_precision * b3_recall / (b3_precision + b3_recall) / items,
    }
    return {
        name: (float(np.percentile(values, 2.5)), float(np.percentile(values, 97.5)))
        for name, values in measures.items()
    }


def _block_sums(clusters: Sequence[tuple[Hashable, Hashable]]) -> list[float]:
    """Return the sums over a block: right, found and true pairs, B-cubed precision and recall, and items."""
    both = Counter(clusters)
    true, ours = Counter(left for left, _ in clusters), Counter(right for _, right in clusters)
    return [
        sum(map(_pairs, both.values())),
        sum(map(_pairs, ours.values())),
        sum(map(_pairs, true.values())),
        sum(count * count / ours[group] for (_, group), count in both.items()),
        sum(count * count / true[group] for (group, _), count in both.items()),
        len(clusters),
    ]


def _pairs(count: int) -> int:
    return count * (count - 1) // 2


def _mean(one: float, other: float) -> float:
    return 2 * one * other / (one + other) if one + other else 0.0
