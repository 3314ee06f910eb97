"""The papers to learn from, and which part each plays: a stable hash of its id decides, so another run parts alike."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal, NamedTuple, TypeAlias

from loaders.classify.features import Rows, hash_features, len_of, select_rows, stack_rows
from loaders.classify.papers import Paper

Part: TypeAlias = Literal["learned", "calibrated", "held out"]

WHOLE = 2**64
TENTHS = 10
CALIBRATED, HELD_OUT = 8, 9
"""The last two tenths: one turns scores into probabilities, on the other both are measured."""


class Labelled(NamedTuple):
    """Papers with their topics: a row of features for each."""

    rows: Rows
    topics: Sequence[tuple[str, ...]]


class LabelledSample(NamedTuple):
    """One kept paper: the hash of its id, its topics, and where its row stands."""

    hash: int
    topics: tuple[str, ...]
    block: int
    row: int


@dataclass(slots=True)
class Sample:
    """Labelled papers up to a number: of more, those whose hash is small, in whatever order they are read."""

    most: int
    seen: int = 0
    below: int = WHOLE
    samples: list[LabelledSample] = field(default_factory=list[LabelledSample])
    blocks: list[Rows] = field(default_factory=list[Rows])

    def take(self, page: Sequence[Paper]) -> None:
        """Take in those papers of a page that sources gave topics."""
        labelled = [paper for paper in page if paper.topics]
        self.seen += len(labelled)
        fitting = [(number, paper) for paper in labelled if (number := hash_of(paper)) < self.below]
        if not fitting:
            return
        self.blocks.append(hash_features(paper.words for _, paper in fitting))
        last = len(self.blocks) - 1
        self.samples += [LabelledSample(number, paper.topics, last, row) for row, (number, paper) in enumerate(fitting)]
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
        """Return the papers that play a part, in the order of their hashes."""
        starts = [0]
        for rows in self.blocks:
            starts.append(starts[-1] + len_of(rows))
        ones = sorted(
            (sample.hash, starts[sample.block] + sample.row, sample.topics)
            for sample in self.samples
            if train_test_part(sample.hash) == wanted
        )
        return Labelled(
            select_rows(stack_rows(self.blocks), [row for _, row, _ in ones]), [topics for _, _, topics in ones]
        )


def hash_of(paper: Paper) -> int:
    """Return a number below 2**64 that depends on the paper's first outside id alone, or its Byline id."""
    name = paper.ids[0] if paper.ids else paper.id
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")


def train_test_part(number: int) -> Part:
    """Return which part a paper plays by its hash: eight tenths are learned, one calibrates, one is held out."""
    tenth = number % TENTHS  # the small hashes of a large graph end in all digits alike
    if tenth == HELD_OUT:
        return "held out"
    return "calibrated" if tenth == CALIBRATED else "learned"
