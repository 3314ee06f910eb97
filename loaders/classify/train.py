"""Learn from the papers of a graph that have topics, and measure what was learned."""

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
"""Papers to learn from at most, unless said: 300 MB of memory."""
ENOUGH = 300
"""Papers with topics below which nothing is learned: a tenth of them measures it."""
TOPICS = 2


class TrainingResult(NamedTuple):
    """What came of learning: the model, its figures, how many papers have topics, how many of them were looked at.

    `known` is the share of words and pairs that the model knows, of the held-out papers on average.
    """

    model: Model
    figures: Metrics
    labelled: int
    used: int
    known: float


async def learned(
    graph: Graph, scheme: Scheme, most: int, threshold: float, tell: Callable[[str], None]
) -> TrainingResult:
    """Learn a scheme's topics from up to `most` papers. Raises SourceError where there are too few.

    `tell` hears what is done.
    """
    sample = Sample(most)
    tell(f"Reading the papers with topics of the scheme {scheme.name}.")
    async for page in pages(graph, scheme.name):
        await asyncio.to_thread(sample.take, page)
    return await asyncio.to_thread(train, sample, scheme.name, threshold, tell)


def train(
    sample: Sample, scheme: str, threshold: float, tell: Callable[[str], None] = lambda _: None
) -> TrainingResult:
    """Learn from a sample of papers with topics of a scheme, and measure. Raises SourceError for too few."""
    learning, calibrating, held_out = (sample.part(part_name) for part_name in ("learned", "calibrated", "held out"))
    _enough(sample, scheme, (learning, calibrating, held_out))
    model = fit(learning, calibrating, tell)
    figures = measured(model.probabilities(held_out.rows), held_out.topics, model.topics, threshold)
    known = float(np.mean(shares_known(held_out.rows, model.weights)))
    return TrainingResult(model, figures, sample.seen, len(sample.samples), known)


def _enough(sample: Sample, scheme: str, parts: Sequence[Labelled]) -> None:
    """Raise SourceError where nothing can be learned or measured, saying what there is and what is needed."""
    topics = topics_to_learn(parts[0])
    each_has_some = all(label_matrix(part.topics, topics).any() for part in parts)
    if len(sample.samples) >= ENOUGH and len(topics) >= TOPICS and each_has_some:
        return
    raise SourceFileError(
        f"Too few papers have topics of the scheme {scheme!r}: there are {len(sample.samples):,}, and {len(topics):,} "
        f"of their topics have the {LEAST} papers that it takes to learn one. Needed are {ENOUGH:,} papers and "
        f"{TOPICS} such topics. {ADVICE}"
    )
