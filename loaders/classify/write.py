"""What the classifier says of a paper as a record, and a page of such records written like those of any source."""

from collections.abc import Sequence
from dataclasses import dataclass

from cypher.run import Graph
from loaders.classify.features import Numbers
from loaders.classify.papers import Paper
from loaders.matching.closure import known
from loaders.records.normalise import cleaned
from loaders.records.parts import TopicUse
from loaders.records.record import BYLINE, PaperRecord
from loaders.records.revisions import Entry, by_what_is_there
from loaders.records.stated import Ref
from loaders.records.statement import content_hash, encoded
from loaders.summary import noted
from loaders.writing.lease import Turn
from loaders.writing.settle import decide
from loaders.writing.write import commit

AT_MOST = 5
"""Topics of a paper: the likeliest ones."""
DIGITS = 3
"""Decimals of a score: more would tell noise, and make a record differ that says the same."""


def record(
    paper: Paper, scheme: str, topics: Sequence[str], probabilities: Numbers, threshold: float
) -> PaperRecord | None:
    """Return what the classifier says of a paper; None where no topic is likely enough, or no id leads to the paper."""
    likely = sorted(
        (-round(float(one), DIGITS), topics[at]) for at, one in enumerate(probabilities) if one >= threshold
    )
    if not likely or paper.key is None:
        return None
    uses = tuple(
        TopicUse(scheme=scheme, code=code, primary=not place, score=-turned)
        for place, (turned, code) in enumerate(likely[:AT_MOST])
    )
    return PaperRecord(source=BYLINE, key=paper.key, title=paper.title, ids=(paper.key,), topics=uses)


def entry(said: PaperRecord) -> Entry:
    """Return a record on its way to the graph."""
    clean = cleaned(said)
    statement = encoded(clean)
    return Entry(Ref(clean.source, clean.key, BYLINE), statement, content_hash(statement))


@dataclass(slots=True)
class Writing:
    """Where records go, and what they came to: new, saying something else, saying the same, taken back.

    Without a turn to write nothing is written, and all is counted.
    """

    graph: Graph
    turn: Turn | None
    load: str
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0

    async def settle(self, page: Sequence[Paper], said: Sequence[PaperRecord]) -> None:
        """Write what the classifier says of a page of papers; what it said before and says no more is taken back."""
        entries = [entry(one) for one in said]
        keys = {one.ref.key for one in entries}
        gone = [Ref(BYLINE, key, BYLINE) for paper in page for key in paper.classified if key not in keys]
        there = await known(self.graph, {(BYLINE, key) for key in keys})
        brought = by_what_is_there(entries, there)
        self.new += brought.new
        self.changed += brought.changed
        self.unchanged += brought.unchanged
        self.removed += len(gone)
        if self.turn is None or not (brought.fresh or gone):
            return
        met = [ref for ref in there if ref in brought.fresh]
        batch, _ = await decide(self.graph, brought.fresh, [*met, *gone], frozenset(gone))
        read = self.new + self.changed + self.unchanged
        await commit(self.turn, batch, self.load, [noted(self.load, {"read": read})])
