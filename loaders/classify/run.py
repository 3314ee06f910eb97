"""`byline classify`: learn from papers that sources gave topics, measure, and give topics to those that have none."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

import msgspec
from ulid import ULID

from cypher.run import Graph
from loaders.classify.features import hashed, shares_known
from loaders.classify.learn import PAPERS, Lesson, learned
from loaders.classify.measure import Figures
from loaders.classify.papers import Paper, chosen, pages
from loaders.classify.write import Writing, record
from loaders.records.record import BYLINE, PaperRecord
from loaders.run import finish, note, now
from loaders.summary import noted
from loaders.writing.lease import Turn, writing

THRESHOLD = 0.7
"""The score that a topic needs, unless said."""


@dataclass(frozen=True, slots=True)
class Wishes:
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
    figures: Figures
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


async def classify(graph: Graph, wishes: Wishes) -> Outcome:
    """Learn, measure, and write topics for papers that no source gave any.

    Raises SourceError where there is too little to learn from, BusyError where a load is at work, or another
    GraphError. A page is one transaction: broken off, what was written stays, and the next run goes over all anew.
    """
    async with AsyncExitStack() as stack:
        turn = None if wishes.dry else await stack.enter_async_context(writing(graph, "byline classify"))
        scheme = await chosen(graph, wishes.scheme)
        lesson = await learned(graph, scheme, wishes.papers, wishes.threshold, wishes.tell)
        count, written = await _given(graph, scheme.name, lesson, wishes, turn)
    return _outcome(scheme.name, lesson, count, written)


async def _given(
    graph: Graph, scheme: str, lesson: Lesson, wishes: Wishes, turn: Turn | None
) -> tuple[_Count, Writing]:
    """Go over all papers and write what the model says of those without topics."""
    count, to = _Count(), Writing(graph, turn, f"l_{ULID()}")
    wishes.tell("Classifying the papers without topics.")
    if turn is not None:
        await note(turn, to.load, {"loader": BYLINE, "version": wishes.version, "startedAt": now(), "inputs": []})
    async for page in pages(graph, scheme):
        unfiled = [paper for paper in page if not paper.filed]
        said = await asyncio.to_thread(_said, unfiled, scheme, lesson, wishes.threshold, count)
        await to.settle(page, said)
    if turn is not None:
        await turn.write(noted(to.load, {"new": to.new, "changed": to.changed, "unchanged": to.unchanged}))
        await finish(turn, to.load, lambda step: wishes.tell(f"Counting ({step})."))
    return count, to


def _said(papers: Sequence[Paper], scheme: str, lesson: Lesson, threshold: float, count: _Count) -> list[PaperRecord]:
    """Return what the model says of papers, and count them."""
    if not papers:
        return []
    model = lesson.model
    rows = hashed(paper.words for paper in papers)
    count.unfiled += len(papers)
    count.unnamed += sum(paper.key is None for paper in papers)
    count.known += float(shares_known(rows, model.weights).sum())
    each = zip(papers, model.probabilities(rows), strict=True)
    said = [one for paper, likely in each if (one := record(paper, scheme, model.topics, likely, threshold))]
    count.topics.update(use.code for one in said for use in one.topics or ())
    return said


def _outcome(scheme: str, lesson: Lesson, count: _Count, written: Writing) -> Outcome:
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
        dry=written.turn is None,
    )
