"""Sort more lines than fit into memory: sorted runs are written to disk and merged."""

import heapq
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from types import TracebackType
from typing import Self, TextIO

RUN = 64 << 20
"""Characters per run."""


class ExternalSorter:
    """Collects lines in any order and yields them sorted by code point; lines must not contain line breaks."""

    def __init__(self, run: int = RUN) -> None:
        self._run, self._held, self._lines = run, 0, list[str]()
        self._stack = ExitStack()
        self._runs: list[TextIO] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.close()

    def add(self, line: str) -> None:
        """Add a line. Raises OSError if the disk is full."""
        self._lines.append(line)
        self._held += len(line)
        if self._held >= self._run:
            self._spill()

    def merged(self) -> Iterator[str]:
        """Yield all lines in order."""
        self._lines.sort()
        for run in self._runs:
            run.seek(0)
        runs = [(line.removesuffix("\n") for line in run) for run in self._runs]
        return heapq.merge(self._lines, *runs)

    def _spill(self) -> None:
        self._lines.sort()
        run = self._stack.enter_context(tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n"))  # noqa: SIM115 closed by the stack
        run.writelines(f"{line}\n" for line in self._lines)
        self._runs.append(run)
        self._lines, self._held = [], 0
