"""Evaluate a model on held-out papers."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import msgspec
import numpy as np
from numpy.typing import NDArray

from loaders.classify.features import Numbers
from loaders.classify.model import label_matrix

STEPS = (0.1, 0.3, 0.5, 0.7, 0.9, 1.0)
"""Bounds of the score bins of the calibration table."""


class Bin(msgspec.Struct, frozen=True):
    """Scores from `low` up to `high`: their number, their mean, and the share of correct predictions."""

    low: float
    high: float
    scores: int
    mean_score: float | None
    right: float | None


class TopicMetrics(msgspec.Struct, frozen=True):
    """Held-out papers of a topic, with precision and recall at the threshold; precision is None without predictions."""

    topic: str
    papers: int
    precision: float | None
    recall: float


class Metrics(msgspec.Struct, frozen=True):
    """Accuracy on held-out papers, from 0 to 1; topics too rare to be learned count as missed.

    Attributes:
        first: Share of papers whose most probable topic is correct.
        among_three: Share of papers with a correct topic among the three most probable ones.
        guess: Share of papers with the most frequent topic, as the baseline of any classifier.
        covered: Share of papers with a topic whose score reaches `threshold`.
        per_topic: Learned topics, the least accurate first.
    """

    papers: int
    topics: int
    first: float
    among_three: float
    guess: float
    threshold: float
    precision: float | None
    recall: float
    micro_f1: float
    macro_f1: float
    covered: float
    bins: tuple[Bin, ...]
    per_topic: tuple[TopicMetrics, ...]


def measured(
    probabilities: Numbers, labels: Sequence[tuple[str, ...]], topics: Sequence[str], threshold: float
) -> Metrics:
    """Compare predictions with source-assigned topics. Requires at least one paper and one topic."""
    truth = label_matrix(labels, topics)
    claimed = probabilities >= threshold
    right = claimed & truth
    likeliest = np.argsort(-probabilities, axis=1, kind="stable")[:, :3]
    hits = np.take_along_axis(truth, likeliest, axis=1)
    per_topic = [
        _of_topic(topic, right[:, index], claimed[:, index], truth[:, index]) for index, topic in enumerate(topics)
    ]
    met = [
        (topic_figures, _f1(topic_figures.precision or 0.0, topic_figures.recall))
        for topic_figures in per_topic
        if topic_figures.papers
    ]
    total = sum(map(len, labels))
    precision, recall = _share(right.sum(), claimed.sum()), float(right.sum() / total)
    commonest = Counter(topic for paper_topics in labels for topic in paper_topics).most_common(1)[0][1]
    return Metrics(
        papers=len(labels),
        topics=len(topics),
        first=float(hits[:, 0].mean()),
        among_three=float(hits.any(axis=1).mean()),
        guess=commonest / len(labels),
        threshold=threshold,
        precision=precision,
        recall=recall,
        micro_f1=_f1(precision or 0.0, recall),
        macro_f1=float(np.mean([f1 for _, f1 in met])) if met else 0.0,
        covered=float(claimed.any(axis=1).mean()),
        bins=tuple(_bin(low, high, probabilities, truth) for low, high in pairwise(STEPS)),
        per_topic=tuple(sorted(per_topic, key=lambda one: (_f1(one.precision or 0.0, one.recall), one.topic))),
    )


def _of_topic(
    topic: str, right: NDArray[np.bool_], claimed: NDArray[np.bool_], truth: NDArray[np.bool_]
) -> TopicMetrics:
    recall = _share(right.sum(), truth.sum())
    return TopicMetrics(topic, int(truth.sum()), _share(right.sum(), claimed.sum()), recall or 0.0)


def _bin(low: float, high: float, probabilities: Numbers, truth: NDArray[np.bool_]) -> Bin:
    inside = (probabilities >= low) & ((probabilities < high) | (high == STEPS[-1]))
    count = int(inside.sum())
    if not count:
        return Bin(low, high, 0, None, None)
    return Bin(low, high, count, float(probabilities[inside].mean()), float(truth[inside].mean()))


def _share(part: np.intp | int, total: np.intp | int) -> float | None:
    return float(part / total) if total else None


def _f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
