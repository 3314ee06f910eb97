"""What an earlier fetch brought, for one that asks anew: answers that have not changed since are taken from there."""

import gzip
from array import array
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from loaders.fetch.journal import Journal, Step
from loaders.fetch.service import Form, Kept, Request


class Same(NamedTuple):
    """The records of an answer that has not changed, as they stand in a file, with their keys' numbers."""

    step: Step
    data: bytes
    numbers: "array[int]"


class Earlier:
    """The answers of an earlier fetch that told by what they can be known again."""

    def __init__(self, journal: Path, keys: Path, file: Callable[[int], Path], form: Form) -> None:
        self._keys, self._file, self._form = keys, file, form
        self._steps: dict[Request, tuple[Step, int]] = {}
        held = Journal(journal)
        records = 0
        for step in held.lines():
            if isinstance(step, Step) and not (step.again or step.whole):
                if step.request is not None and step.came == step.records - records:
                    self._steps[step.request] = (step, records)
                records = step.records
        held.close()

    def kept(self, request: Request) -> Kept | None:
        """Return by what the answer to a request can be known again; None where it cannot."""
        step, _ = self._steps.get(request, (None, 0))
        return None if step is None else Kept(step.etag, step.modified)

    def same(self, request: Request) -> Same:
        """Return what the answer to a request was."""
        step, before = self._steps[request]
        numbers = array("Q")
        if step.records == before:
            return Same(step, b"", numbers)
        with self._keys.open("rb") as stream:
            stream.seek(before * 8)
            numbers.frombytes(stream.read((step.records - before) * 8))
        with self._file(step.part).open("rb") as stream:
            stream.seek(step.start)
            data = gzip.decompress(stream.read(step.end - step.start))
        return Same(step, data if step.start else data.removeprefix(self._form.head), numbers)
