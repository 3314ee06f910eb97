"""Calibration of probabilities: Brier score, and the share of matches per bin."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from bench.identity.match_probability import Predictions

STEPS = (0.0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)


class Bin(NamedTuple):
    """Pairs with a probability from `low` to `high`: their number, mean probability and share of matches."""

    low: float
    high: float
    pairs: int
    mean: float
    match_share: float


class Calibration(NamedTuple):
    """Accuracy of predictions.

    Attributes:
        pairs: number of pairs.
        matches: number of matches.
        brier: mean squared error of the probabilities.
        brier_of_share: mean squared error of the share of matches as a constant prediction.
        error: mean distance between the mean probability and the share of matches of a bin, weighted by pairs.
        bins: bins with pairs.
    """

    pairs: int
    matches: int
    brier: float
    brier_of_share: float
    error: float
    bins: Sequence[Bin]


def evaluate(predictions: Predictions) -> Calibration:
    """Compare probabilities with the ground truth. There must be at least one pair."""
    probabilities, matches = predictions
    bins = [bin_ for low, high in pairwise(STEPS) if (bin_ := _bin(low, high, predictions)).pairs]
    return Calibration(
        pairs=len(probabilities),
        matches=int(matches.sum()),
        brier=float(np.mean((probabilities - matches) ** 2)),
        brier_of_share=float(np.var(matches)),
        error=sum(bin_.pairs * abs(bin_.mean - bin_.match_share) for bin_ in bins) / len(probabilities),
        bins=bins,
    )


def _bin(low: float, high: float, predictions: Predictions) -> Bin:
    probabilities, matches = predictions
    inside = (probabilities >= low) & ((probabilities < high) | (high == STEPS[-1]))
    count = int(inside.sum())
    if not count:
        return Bin(low, high, 0, 0.0, 0.0)
    return Bin(low, high, count, float(probabilities[inside].mean()), float(matches[inside].mean()))


def table(calibration: Calibration) -> str:
    """Return the figures and the bins as rows of Markdown."""
    head = (
        f"{calibration.pairs:,} pairs, {calibration.matches:,} matches: Brier {calibration.brier:.4f} "
        f"(of the share alone {calibration.brier_of_share:.4f}), calibration error {calibration.error:.4f}"
    )
    rows = [
        f"| {bin_.low:.2f} to {bin_.high:.2f} | {bin_.pairs:,} | {bin_.mean:.3f} | {bin_.match_share:.3f} |"
        for bin_ in calibration.bins
    ]
    return "\n".join([head, "| probability | pairs | mean | matches |", "| --- | --- | --- | --- |", *rows])
