"""`byline classify`: learn from papers that sources gave topics, measure, and give topics to those that have none."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import msgspec
from ulid import ULID

from cypher.driver.client import Graph
from loaders.classify.evaluate import Metrics
from loaders.classify.features import Numbers, hash_features, shares_known
from loaders.classify.papers import Paper, chosen, pages
from loaders.classify.train import PAPERS, TrainingResult, learned
from loaders.pipeline.run import finish, update_load_node, utc_now
from loaders.pipeline.summary import set_load_properties_statement
from loaders.records.match_features import RecordRef
from loaders.records.normalize import normalize_record
from loaders.records.parts import TopicUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.records.serialization import content_hash, encoded
from loaders.records.versions import IncomingRecord, classify_changes
from loaders.resolution.blocking.records import find_existing_versions
from loaders.writing.commit import commit
from loaders.writing.lease import WriterLease, write_lease
from loaders.writing.resolve_batch import resolve_batch

AT_MOST = 5
"""Topics of a paper: the likeliest ones."""
DIGITS = 3
"""Decimals of a score: more would tell noise, and make a record differ that says the same."""


def record(
    paper: Paper, scheme: str, topics: Sequence[str], probabilities: Numbers, threshold: float
) -> PaperRecord | None:
    """Return what the classifier says of a paper; None where no topic is likely enough, or no id leads to the paper."""
    likely = sorted(
        (-round(float(probability), DIGITS), topics[index])
        for index, probability in enumerate(probabilities)
        if probability >= threshold
    )
    if not likely or paper.key is None:
        return None
    uses = tuple(
        TopicUse(scheme=scheme, code=code, primary=not place, score=-turned)
        for place, (turned, code) in enumerate(likely[:AT_MOST])
    )
    return PaperRecord(source=BYLINE, key=paper.key, title=paper.title, ids=(paper.key,), topics=uses)


def entry(paper: PaperRecord) -> IncomingRecord:
    """Return a record on its way to the graph."""
    clean = normalize_record(paper)
    statement = encoded(clean)
    return IncomingRecord(RecordRef(clean.source, clean.key, BYLINE), statement, content_hash(statement))


@dataclass(slots=True)
class PredictionWriter:
    """Where records go, and what they came to: new, saying something else, saying the same, taken back.

    Without a turn to write nothing is written, and all is counted.
    """

    graph: Graph
    lease: WriterLease | None
    load: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0

    async def settle(self, page: Sequence[Paper], records: Sequence[PaperRecord]) -> None:
        """Write what the classifier says of a page of papers; what it said before and says no more is taken back."""
        entries = [entry(paper_record) for paper_record in records]
        keys = {page_entry.ref.key for page_entry in entries}
        gone = [RecordRef(BYLINE, key, BYLINE) for paper in page for key in paper.classified if key not in keys]
        there = await find_existing_versions(self.graph, {(BYLINE, key) for key in keys})
        brought = classify_changes(entries, there)
        self.new += brought.new
        self.changed += brought.changed
        self.unchanged += brought.unchanged
        self.removed += len(gone)
        if self.lease is None or not (brought.fresh or gone):
            return
        met = [ref for ref in there if ref in brought.fresh]
        batch, _ = await resolve_batch(self.graph, brought.fresh, [*met, *gone], frozenset(gone))
        read = self.new + self.changed + self.unchanged
        await commit(self.lease, batch, self.load, [set_load_properties_statement(self.load, {"read": read})])


THRESHOLD = 0.7
"""The score that a topic needs, unless said."""


@dataclass(frozen=True, slots=True)
class ClassifyOptions:
    """How to classify: which scheme, the least score, papers to learn from at most, write nothing, whom to tell."""

    scheme: str | None = None
    threshold: float = THRESHOLD
    papers: int = PAPERS
    dry: bool = False
    version: str = ""
    tell: Callable[[str], None] = lambda _: None


class Outcome(msgspec.Struct, frozen=True):
    """What classifying came to.

    `labelled` papers have topics from sources, `used` of them were learned from or measured on. `unfiled` papers have
    none; `classified` of them got some, `unnamed` have no outside id by which a record could find them.
    `known_held_out` and `known_unfiled` are the shares of their words that the model knows, on average. `topics` counts
    what was given.
    """

    scheme: str
    labelled: int
    used: int
    figures: Metrics
    unfiled: int
    classified: int
    unnamed: int
    new: int
    changed: int
    unchanged: int
    removed: int
    known_held_out: float
    known_unfiled: float | None
    topics: dict[str, int]
    dry: bool


@dataclass(slots=True)
class _Count:
    """What the pages so far came to."""

    unfiled: int = 0
    unnamed: int = 0
    known: float = 0.0
    topics: Counter[str] = field(default_factory=Counter[str])


async def classify(graph: Graph, options: ClassifyOptions) -> Outcome:
    """Learn, measure, and write topics for papers that no source gave any.

    Raises SourceError where there is too little to learn from, BusyError where a load is at work, or another
    GraphError. A page is one transaction: broken off, what was written stays, and the next run goes over all anew.
    """
    async with AsyncExitStack() as stack:
        lease = None if options.dry else await stack.enter_async_context(write_lease(graph, "byline classify"))
        scheme = await chosen(graph, options.scheme)
        lesson = await learned(graph, scheme, options.papers, options.threshold, options.tell)
        count, written = await _predict_all(graph, scheme.name, lesson, options, lease)
    return _outcome(scheme.name, lesson, count, written)


async def _predict_all(
    graph: Graph, scheme: str, lesson: TrainingResult, options: ClassifyOptions, lease: WriterLease | None
) -> tuple[_Count, PredictionWriter]:
    """Go over all papers and write what the model says of those without topics."""
    count, to = _Count(), PredictionWriter(graph, lease, f"l_{ULID()}")
    options.tell("Classifying the papers without topics.")
    if lease is not None:
        await update_load_node(
            lease, to.load, {"loader": BYLINE, "version": options.version, "startedAt": utc_now(), "inputs": []}
        )
    async for page in pages(graph, scheme):
        unfiled = [paper for paper in page if not paper.filed]
        records = await asyncio.to_thread(_predict_batch, unfiled, scheme, lesson, options.threshold, count)
        await to.settle(page, records)
    if lease is not None:
        await lease.write(
            set_load_properties_statement(to.load, {"new": to.new, "changed": to.changed, "unchanged": to.unchanged})
        )
        await finish(lease, to.load, lambda step: options.tell(f"Counting ({step})."))
    return count, to


def _predict_batch(
    papers: Sequence[Paper], scheme: str, lesson: TrainingResult, threshold: float, count: _Count
) -> list[PaperRecord]:
    """Return what the model says of papers, and count them."""
    if not papers:
        return []
    model = lesson.model
    rows = hash_features(paper.words for paper in papers)
    count.unfiled += len(papers)
    count.unnamed += sum(paper.key is None for paper in papers)
    count.known += float(shares_known(rows, model.weights).sum())
    scored_papers = zip(papers, model.probabilities(rows), strict=True)
    records = [
        paper_record
        for paper, likely in scored_papers
        if (paper_record := record(paper, scheme, model.topics, likely, threshold))
    ]
    count.topics.update(use.code for paper_record in records for use in paper_record.topics or ())
    return records


def _outcome(scheme: str, lesson: TrainingResult, count: _Count, written: PredictionWriter) -> Outcome:
    return Outcome(
        scheme=scheme,
        labelled=lesson.labelled,
        used=lesson.used,
        figures=lesson.figures,
        unfiled=count.unfiled,
        classified=written.new + written.changed + written.unchanged,
        unnamed=count.unnamed,
        new=written.new,
        changed=written.changed,
        unchanged=written.unchanged,
        removed=written.removed,
        known_held_out=lesson.known,
        known_unfiled=count.known / count.unfiled if count.unfiled else None,
        topics=dict(count.topics.most_common()),
        dry=written.lease is None,
    )
