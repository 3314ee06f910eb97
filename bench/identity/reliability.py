"""Calibration of probabilities: Brier score, and the share of true matches per bin."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bench.identity.likeness import Said

STEPS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


class Bin(NamedTuple):
    """Pairs with a probability from `low` to `high`: their number, mean probability and share of matches."""

    low: float
    high: float
    pairs: int
    said: float
    right: float


class Figures(NamedTuple):
    """The mean squared error of the probabilities, the one of the base rate, and the bins.

    `error` is the mean distance between what a bin says and what is right, by pairs.
    """

    pairs: int
    one: int
    brier: float
    brier_of_share: float
    error: float
    bins: Sequence[Bin]


def measured(found: Said) -> Figures:
    """Compare probabilities with the ground truth. There must be at least one pair."""
    said, true = found
    bins = [one for low, high in pairwise(STEPS) if (one := _bin(low, high, found)).pairs]
    return Figures(
        pairs=len(said),
        one=int(true.sum()),
        brier=float(np.mean((said - true) ** 2)),
        brier_of_share=float(np.var(true)),
        error=sum(one.pairs * abs(one.said - one.right) for one in bins) / len(said),
        bins=bins,
    )


def _bin(low: float, high: float, found: Said) -> Bin:
    said, true = found
    inside = (said >= low) & ((said < high) | (high == STEPS[-1]))
    count = int(inside.sum())
    if not count:
        return Bin(low, high, 0, 0.0, 0.0)
    return Bin(low, high, count, float(said[inside].mean()), float(true[inside].mean()))


def table(found: Figures) -> str:
    """Return the figures and the bins as rows of Markdown."""
    head = (
        f"{found.pairs:,} pairs, {found.one:,} of one person: Brier {found.brier:.4f} "
        f"(of the share alone {found.brier_of_share:.4f}), calibration error {found.error:.4f}"
    )
    rows = [f"| {one.low:.2f} to {one.high:.2f} | {one.pairs:,} | {_shares(one)} |" for one in found.bins]
    return "\n".join([head, "| said | pairs | mean | of one person |", "| --- | --- | --- | --- |", *rows])


def _shares(one: Bin) -> str:
    return f"{one.said:.3f} | {one.right:.3f}"
