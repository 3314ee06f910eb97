"""Train a model on the papers of the graph with topics, and evaluate it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from cypher.driver.client import Graph
from loaders.classify.evaluate import Metrics, measured
from loaders.classify.features import shares_known
from loaders.classify.model import LEAST, Model, fit, label_matrix, topics_to_learn
from loaders.classify.papers import ADVICE, Scheme, pages
from loaders.classify.sample import Labelled, Sample
from loaders.records.errors import SourceFileError

PAPERS = 100_000
"""Default maximum number of training papers, which need 300 MB of memory."""
ENOUGH = 300
"""Minimum number of papers with topics; a tenth of them is used for evaluation."""
TOPICS = 2


class TrainingResult(NamedTuple):
    """Result of training.

    Attributes:
        labelled: Number of papers with topics.
        used: Number of selected papers.
        known: Mean share of known words and word pairs in held-out papers.
    """

    model: Model
    figures: Metrics
    labelled: int
    used: int
    known: float


async def learned(
    graph: Graph, scheme: Scheme, most: int, threshold: float, tell: Callable[[str], None]
) -> TrainingResult:
    """Train on up to `most` papers with topics of a scheme. Raises SourceFileError if there are too few papers.

    Args:
        tell: Receives progress messages.
    """
    sample = Sample(most)
    tell(f"Reading papers with topics of the scheme {scheme.name}.")
    async for page in pages(graph, scheme.name):
        await asyncio.to_thread(sample.take, page)
    return await asyncio.to_thread(train, sample, scheme.name, threshold, tell)


def train(
    sample: Sample, scheme: str, threshold: float, tell: Callable[[str], None] = lambda _: None
) -> TrainingResult:
    """Train and evaluate a model on a sample. Raises SourceFileError if there are too few papers."""
    learning, calibrating, held_out = (sample.part(part_name) for part_name in ("learned", "calibrated", "held out"))
    _enough(sample, scheme, (learning, calibrating, held_out))
    model = fit(learning, calibrating, tell)
    figures = measured(model.probabilities(held_out.rows), held_out.topics, model.topics, threshold)
    known = float(np.mean(shares_known(held_out.rows, model.weights)))
    return TrainingResult(model, figures, sample.seen, len(sample.samples), known)


def _enough(sample: Sample, scheme: str, parts: Sequence[Labelled]) -> None:
    """Raise SourceFileError if the sample is too small for training or evaluation."""
    topics = topics_to_learn(parts[0])
    each_has_some = all(label_matrix(part.topics, topics).any() for part in parts)
    if len(sample.samples) >= ENOUGH and len(topics) >= TOPICS and each_has_some:
        return
    raise SourceFileError(
        f"Too few papers with topics of the scheme {scheme!r}: {len(sample.samples):,} papers, and {len(topics):,} "
        f"topics with at least {LEAST} papers. Required: {ENOUGH:,} papers and {TOPICS} such topics. {ADVICE}"
    )
