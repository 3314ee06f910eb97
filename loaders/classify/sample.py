"""Select the training papers and assign them to training, calibration or evaluation by a stable hash of their ID."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal, NamedTuple, TypeAlias

from loaders.classify.features import Rows, hash_features, row_count, select_rows, stack_rows
from loaders.classify.papers import Paper

Part: TypeAlias = Literal["learned", "calibrated", "held out"]

WHOLE = 2**64
TENTHS = 10
CALIBRATED, HELD_OUT = 8, 9
"""Last two of ten parts: one for calibration, one for evaluation."""


class Labelled(NamedTuple):
    """Papers with their topics, and a row of features for each."""

    rows: Rows
    topics: Sequence[tuple[str, ...]]


class LabelledSample(NamedTuple):
    """A selected paper: hash of its ID, topics, and the position of its row."""

    hash: int
    topics: tuple[str, ...]
    block: int
    row: int


@dataclass(slots=True)
class Sample:
    """A sample of at most `most` papers with topics: those with the smallest hashes, independent of the reading
    order.
    """

    most: int
    seen: int = 0
    below: int = WHOLE
    samples: list[LabelledSample] = field(default_factory=list[LabelledSample])
    blocks: list[Rows] = field(default_factory=list[Rows])

    def take(self, page: Sequence[Paper]) -> None:
        """Add the papers with topics of a page."""
        labelled = [paper for paper in page if paper.topics]
        self.seen += len(labelled)
        sampled_papers = [(number, paper) for paper in labelled if (number := hash_of(paper)) < self.below]
        if not sampled_papers:
            return
        self.blocks.append(hash_features(paper.words for _, paper in sampled_papers))
        last = len(self.blocks) - 1
        self.samples += [
            LabelledSample(number, paper.topics, last, row) for row, (number, paper) in enumerate(sampled_papers)
        ]
        while len(self.samples) > self.most:
            self._halve()

    def _halve(self) -> None:
        self.below //= 2
        staying = [sample for sample in self.samples if sample.hash < self.below]
        by_block: list[list[LabelledSample]] = [[] for _ in self.blocks]
        for one in staying:
            by_block[one.block].append(one)
        self.blocks = [
            select_rows(rows, [sample.row for sample in ones]) for rows, ones in zip(self.blocks, by_block, strict=True)
        ]
        self.samples = [sample._replace(row=row) for ones in by_block for row, sample in enumerate(ones)]

    def part(self, wanted: Part) -> Labelled:
        """Return the papers of a part, sorted by hash."""
        starts = [0]
        for rows in self.blocks:
            starts.append(starts[-1] + row_count(rows))
        ones = sorted(
            (sample.hash, starts[sample.block] + sample.row, sample.topics)
            for sample in self.samples
            if train_test_part(sample.hash) == wanted
        )
        return Labelled(
            select_rows(stack_rows(self.blocks), [row for _, row, _ in ones]), [topics for _, _, topics in ones]
        )


def hash_of(paper: Paper) -> int:
    """Return a number below 2**64 that depends only on the paper's first external ID, or else its Byline ID."""
    name = paper.ids[0] if paper.ids else paper.id
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def train_test_part(number: int) -> Part:
    """Return the part of a paper by its hash: 80% training, 10% calibration, 10% evaluation."""
    tenth = number % TENTHS  # last digits are equally distributed, even if only small hashes are selected
    if tenth == HELD_OUT:
        return "held out"
    return "calibrated" if tenth == CALIBRATED else "learned"
