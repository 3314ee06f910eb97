"""Run `byline classify`: train, evaluate, and write topics of papers that have no topics."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec
import numpy as np
from ulid import ULID

from cypher.driver.client import Graph
from loaders.classify.evaluate import Metrics, measured
from loaders.classify.features import Numbers, hash_features, kept_shares
from loaders.classify.model import MIN_TRAINING_PAPERS, Model, fit, label_matrix, topics_to_learn
from loaders.classify.papers import ADVICE, Paper, Scheme, choose_scheme, pages
from loaders.classify.sample import Labelled, Sample
from loaders.pipeline.run import finish, update_load_node, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.errors import SourceFileError
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import TopicUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.records.serialization import content_hash, encoded
from loaders.records.versions import IncomingRecord, classify_changes
from loaders.resolution.blocking.records import find_existing_versions
from loaders.resolution.resolve_batch import resolve_batch
from loaders.writing.commit import commit
from loaders.writing.lease import WriterLease, write_lease

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


async def train_on_graph(
    graph: Graph, scheme: Scheme, most: int, threshold: float, report: Callable[[str], None]
) -> TrainingResult:
    """Train on up to `most` papers with topics of a scheme. Raises SourceFileError if there are too few papers.

    Args:
        report: Receives progress messages.
    """
    sample = Sample(most)
    report(f"Reading papers with topics of the scheme {scheme.name}.")
    async for page in pages(graph, scheme.name):
        await asyncio.to_thread(sample.take, page)
    return await asyncio.to_thread(train, sample, scheme.name, threshold, report)


def train(
    sample: Sample, scheme: str, threshold: float, report: Callable[[str], None] = lambda _: None
) -> TrainingResult:
    """Train and evaluate a model on a sample. Raises SourceFileError if there are too few papers."""
    learning, calibrating, held_out = (sample.part(part_name) for part_name in ("learned", "calibrated", "held out"))
    _enough(sample, scheme, (learning, calibrating, held_out))
    model = fit(learning, calibrating, report)
    figures = measured(model.probabilities(held_out.rows), held_out.topics, model.topics, threshold)
    known = float(np.mean(kept_shares(held_out.rows, model.weights)))
    return TrainingResult(model, figures, sample.seen, len(sample.samples), known)


def _enough(sample: Sample, scheme: str, parts: Sequence[Labelled]) -> None:
    """Raise SourceFileError if the sample is too small for training or evaluation."""
    topics = topics_to_learn(parts[0])
    each_has_some = all(label_matrix(part.topics, topics).any() for part in parts)
    if len(sample.samples) >= ENOUGH and len(topics) >= TOPICS and each_has_some:
        return
    raise SourceFileError(
        f"Too few papers with topics of the scheme {scheme!r}: {len(sample.samples):,} papers, and {len(topics):,} "
        f"topics with at least {MIN_TRAINING_PAPERS} papers. Required: {ENOUGH:,} papers and "
        f"{TOPICS} such topics. {ADVICE}"
    )


MAX_TOPICS = 5
"""Maximum number of topics per paper, the most probable ones."""
DIGITS = 3
"""Decimals of a score; more would be noise and would change records without need."""


def record(
    paper: Paper, scheme: str, topics: Sequence[str], probabilities: Numbers, threshold: float
) -> PaperRecord | None:
    """Return the classifier's record of a paper; None if no topic reaches the threshold, or the paper has no external
    ID.
    """
    likely = sorted(
        (-round(float(probability), DIGITS), topics[index])
        for index, probability in enumerate(probabilities)
        if probability >= threshold
    )
    if not likely or paper.key is None:
        return None
    uses = tuple(
        TopicUse(scheme=scheme, code=code, primary=not place, score=-negated)
        for place, (negated, code) in enumerate(likely[:MAX_TOPICS])
    )
    return PaperRecord(source=BYLINE, key=paper.key, title=paper.title, ids=(paper.key,), topics=uses)


def entry(paper: PaperRecord) -> IncomingRecord:
    """Return a record in the form in which loads compare versions."""
    clean = normalize_record(paper)
    statement = encoded(clean)
    return IncomingRecord(RecordRef(clean.source, clean.key, BYLINE), statement, content_hash(statement))


@dataclass(slots=True)
class PredictionWriter:
    """Writes records and counts them by effect; without a lease, it only counts."""

    graph: Graph
    lease: WriterLease | None
    load: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0

    async def write(self, page: Sequence[Paper], records: Sequence[PaperRecord]) -> None:
        """Write the records of a page of papers, and remove the classifier's earlier records that no longer apply."""
        entries = [entry(paper_record) for paper_record in records]
        keys = {page_entry.ref.key for page_entry in entries}
        gone = [RecordRef(BYLINE, key, BYLINE) for paper in page for key in paper.classifier_keys if key not in keys]
        there = await find_existing_versions(self.graph, {(BYLINE, key) for key in keys})
        changes = classify_changes(entries, there)
        self.new += changes.new
        self.changed += changes.changed
        self.unchanged += changes.unchanged
        self.removed += len(gone)
        if self.lease is None or not (changes.new_or_changed or gone):
            return
        met = [ref for ref in there if ref in changes.new_or_changed]
        batch, _ = await resolve_batch(self.graph, changes.new_or_changed, [*met, *gone], frozenset(gone))
        read = self.new + self.changed + self.unchanged
        await commit(self.lease, batch, self.load, [set_load_properties_statement(self.load, {"read": read})])


THRESHOLD = 0.7
"""Default minimum score of a topic."""


@dataclass(frozen=True, slots=True)
class ClassifyOptions:
    """Options of the classifier.

    Attributes:
        scheme: Topic scheme; None for the one with the most topic assignments.
        threshold: Minimum score.
        papers: Maximum number of training papers.
        dry: Write nothing.
        version: Byline's version.
        report: Receives progress messages.
    """

    scheme: str | None = None
    threshold: float = THRESHOLD
    papers: int = PAPERS
    dry: bool = False
    version: str = ""
    report: Callable[[str], None] = lambda _: None


class Outcome(msgspec.Struct, frozen=True):
    """Result of a run.

    Attributes:
        labelled: Papers with source-assigned topics.
        used: Those of them used for training and evaluation.
        unlabelled: Papers without source-assigned topics.
        classified: Those of them with predicted topics.
        without_id: Those of them without an external ID, which are skipped.
        known_held_out: Mean share of known words in held-out papers.
        known_unlabelled: Mean share of known words in papers without topics; None if there are no such papers.
        topics: Number of predictions by topic.
    """

    scheme: str
    labelled: int
    used: int
    figures: Metrics
    unlabelled: int
    classified: int
    without_id: int
    new: int
    changed: int
    unchanged: int
    removed: int
    known_held_out: float
    known_unlabelled: float | None
    topics: dict[str, int]
    dry: bool


@dataclass(slots=True)
class _Count:
    """Counts of the pages so far."""

    unlabelled: int = 0
    without_id: int = 0
    known: float = 0.0
    topics: Counter[str] = field(default_factory=Counter[str])


async def classify(graph: Graph, options: ClassifyOptions) -> Outcome:
    """Train, evaluate, and write topics of papers that have no topics.

    Each page is one transaction: after an interruption, written pages are kept, and the next run starts from the
    beginning. Raises SourceFileError if there are too few training papers, LeaseHeldError if another process writes to
    the graph, or another GraphError.
    """
    async with AsyncExitStack() as stack:
        lease = None if options.dry else await stack.enter_async_context(write_lease(graph, "byline classify"))
        scheme = await choose_scheme(graph, options.scheme)
        training = await train_on_graph(graph, scheme, options.papers, options.threshold, options.report)
        count, written = await _predict_all(graph, scheme.name, training, options, lease)
    return _outcome(scheme.name, training, count, written)


async def _predict_all(
    graph: Graph, scheme: str, training: TrainingResult, options: ClassifyOptions, lease: WriterLease | None
) -> tuple[_Count, PredictionWriter]:
    """Predict and write topics of all papers that have no topics."""
    count, to = _Count(), PredictionWriter(graph, lease, f"l_{ULID()}")
    options.report("Predicting topics of papers that have no topics.")
    if lease is not None:
        await update_load_node(
            lease, to.load, {"loader": BYLINE, "version": options.version, "startedAt": utc_now(), "inputs": []}
        )
    async for page in pages(graph, scheme):
        unlabelled = [paper for paper in page if not paper.has_topics]
        records = await asyncio.to_thread(_predict_batch, unlabelled, scheme, training, options.threshold, count)
        await to.write(page, records)
    if lease is not None:
        await lease.write(
            set_load_properties_statement(to.load, {"new": to.new, "changed": to.changed, "unchanged": to.unchanged})
        )
        await finish(lease, to.load, lambda step: options.report(f"Deriving facts ({step})."))
    return count, to


def _predict_batch(
    papers: Sequence[Paper], scheme: str, training: TrainingResult, threshold: float, count: _Count
) -> list[PaperRecord]:
    """Return the records of a page of papers, and update the counts."""
    if not papers:
        return []
    model = training.model
    rows = hash_features(paper.words for paper in papers)
    count.unlabelled += len(papers)
    count.without_id += sum(paper.key is None for paper in papers)
    count.known += float(kept_shares(rows, model.weights).sum())
    scored_papers = zip(papers, model.probabilities(rows), strict=True)
    records = [
        paper_record
        for paper, likely in scored_papers
        if (paper_record := record(paper, scheme, model.topics, likely, threshold))
    ]
    count.topics.update(use.code for paper_record in records for use in paper_record.topics or ())
    return records


def _outcome(scheme: str, training: TrainingResult, count: _Count, written: PredictionWriter) -> Outcome:
    return Outcome(
        scheme=scheme,
        labelled=training.labelled,
        used=training.used,
        figures=training.figures,
        unlabelled=count.unlabelled,
        classified=written.new + written.changed + written.unchanged,
        without_id=count.without_id,
        new=written.new,
        changed=written.changed,
        unchanged=written.unchanged,
        removed=written.removed,
        known_held_out=training.known,
        known_unlabelled=count.known / count.unlabelled if count.unlabelled else None,
        topics=dict(count.topics.most_common()),
        dry=written.lease is None,
    )
