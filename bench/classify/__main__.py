"""Measure the classifier: `python -m bench.classify FOLDER`, a folder with paperscape, vispubs and acl_anthology.

It learns arXiv's categories from Paperscape's titles of the nineties, is measured on a tenth of them, then is shown
papers about visualization, of whose field nothing was learned, and the whole ACL Anthology, to which no source gives
topics. Nearly all of that is cs.CL (once cmp-lg); another category as the likeliest is nearly always wrong. A hundred
papers are listed to be judged by a person. No graph is asked.
"""

import resource
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from bench.data_folder import data_folder
from loaders.classify.features import hash_features, kept_shares
from loaders.classify.papers import Paper
from loaders.classify.pipeline import PAPERS, TrainingResult, train
from loaders.classify.sample import Sample, hash_of
from loaders.formats import archive
from loaders.pipeline.chunk_reader import CHUNK
from loaders.records.normalize import normalize_record
from loaders.records.record import PaperRecord
from loaders.sources.base import sources

OWN = "cs.CL"
LISTED = 100
THRESHOLDS = (0.5, 0.7, 0.9)


class Given(NamedTuple):
    """A paper, its most probable topic, and the score of the topic."""

    paper: Paper
    score: float
    topic: str


def main() -> None:
    """Print the figures of held-out papers, then the topics of the Anthology's papers."""
    folder = data_folder("bench.classify", "paperscape", "vispubs", "acl_anthology")
    begun = time.perf_counter()
    sample = Sample(PAPERS)
    for page in _pages("paperscape", folder / "paperscape"):
        sample.take(page)
    found = train(sample, "arxiv", 0.7)
    took = time.perf_counter() - begun
    print(f"paperscape: {found.labelled:,} papers, {len(found.model.topics)} topics, read and learned in {took:.0f} s")
    _held_out(found)
    _strangers(found, "vispubs", folder / "vispubs" / "public")
    _drawn(_strangers(found, "acl", folder / "acl_anthology"), found.figures.threshold)
    peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{time.perf_counter() - begun:.0f} s in all, {peak_mb:,} MB of memory at most, the Anthology held among it")


def _pages(name: str, path: Path) -> Iterator[list[Paper]]:
    """Yield pages of a source's papers in the format of the graph."""
    source, page = sources()[name], list[Paper]()
    with archive.open_files([path], source.accepts) as files:
        reader = source.start(files)
        for file in files:
            for item in reader(file):
                if isinstance(item, PaperRecord):
                    page.append(_paper(normalize_record(item)))
                if len(page) == CHUNK:
                    yield page
                    page = []
    yield page


def _paper(said: PaperRecord) -> Paper:
    topics = tuple(sorted({use.code for use in said.topics or ()}))
    return Paper(said.title, said.abstract or "", topics, bool(topics), tuple(sorted(said.ids)), (), said.key)


def _held_out(found: TrainingResult) -> None:
    figures = found.figures
    print(
        f"  held out: {figures.papers:,}; likeliest right {figures.first:.3f} (commonest topic {figures.guess:.3f})",
        end="",
    )
    print(f", one of three {figures.among_three:.3f}")
    print(f"  at {figures.threshold}: precision {figures.precision:.3f} recall {figures.recall:.3f}", end="")
    print(f" micro F1 {figures.micro_f1:.3f} macro F1 {figures.macro_f1:.3f} papers with a topic {figures.covered:.3f}")
    for one in figures.bins:
        print(f"  scores {one.low} to {one.high}: {one.scores:,}, mean {one.mean_score:.3f}, precision {one.right:.3f}")
    own = next(one for one in figures.per_topic if one.topic == OWN)
    print(f"  {OWN}: {own.papers} held out, precision {own.precision:.3f} recall {own.recall:.3f}")


def _strangers(found: TrainingResult, name: str, path: Path) -> list[Given]:
    """Print the topics of papers without topics of a source; return the most probable topic of each."""
    model, given, known = found.model, list[Given](), 0.0
    for page in _pages(name, path):
        rows = hash_features(paper.words for paper in page)
        likely = model.probabilities(rows)
        known += float(kept_shares(rows, model.weights).sum())
        for row, (paper, at) in enumerate(zip(page, likely.argmax(axis=1).tolist(), strict=True)):
            given.append(Given(paper, float(likely[row, at]), model.topics[at]))
    print(f"{name}: {len(given):,} papers, {sum(bool(one.paper.abstract) for one in given):,} with an abstract", end="")
    print(f"; {known / len(given):.0%} of their words are known, {found.known:.0%} of the held-out papers'")
    for threshold in THRESHOLDS:
        topics = Counter(one.topic for one in given if one.score >= threshold)
        print(f"  at {threshold}: {topics.total():,} papers with a topic; the likeliest ones", end=" ")
        print(", ".join(f"{topic} {count:,}" for topic, count in topics.most_common(6)))
    return given


def _drawn(given: list[Given], threshold: float) -> None:
    """Print a sample of papers, selected by their hashes, with the most probable topic of each."""
    some = sorted((one for one in given if one.score >= threshold), key=lambda one: hash_of(one.paper))
    for one in some[:LISTED]:
        print(f"  {one.paper.id}  {one.topic}  {one.score:.3f}  {one.paper.title[:90]}")


main()
