"""The steps of a bulk load as a person sees them, and where the time went."""

import time
from dataclasses import dataclass, field

from byline.commands.manners import say
from loaders.streaming.progress import Progress
from loaders.streaming.spent import Spent

READING, IMPORTING = "reading", "importing into Neo4j"
COUNTING = ("joining and counting", "writing the files for the import")


@dataclass(slots=True)
class Steps:
    """The steps of a bulk load as they are said, and how long each took."""

    began: float = field(default_factory=time.monotonic)
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    now: str = ""

    def begin(self, step: str) -> None:
        """Say a step and time it."""
        self.end()
        self.now, self.began = step, time.monotonic()
        say(f"{step} ...")

    def end(self) -> None:
        """Take the time of the step that is under way."""
        if self.now:
            self.seconds[self.now] = self.seconds.get(self.now, 0.0) + time.monotonic() - self.began
        self.now = ""

    def tell(self, progress: Progress) -> None:
        """Say how far the reading is."""
        counts = progress.counts
        say(f"{progress.read:,} records so far, {counts.files:,} of {counts.of_files:,} files read")

    def spent(self) -> Spent:
        """Return where the time went."""
        self.end()
        reading, neo4j = self.seconds.pop(READING, 0.0), self.seconds.pop(IMPORTING, 0.0)
        counting = sum(self.seconds.pop(one, 0.0) for one in COUNTING)
        return Spent(reading_s=reading, settling_s=sum(self.seconds.values()), neo4j_s=neo4j, counting_s=counting)
