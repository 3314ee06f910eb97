"""Files of works in JSON: an array, a service's answer or a work a line; each work is told with its place."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from loaders.files.archive import SourceFile, bare
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Cut, Kind, elements
from loaders.files.strange import told_by_its_beginning
from loaders.recently import Recently
from loaders.records.in_passing import told_once
from loaders.records.record import Record
from loaders.refused import RecordError, Rejected, at
from loaders.source import Item

W = TypeVar("W")


def wanted(name: str) -> bool:
    """Tell whether a file is JSON by its name, packed or not."""
    return bare(name).endswith((".json", ".jsonl", ".ndjson"))


@dataclass(frozen=True, slots=True)
class Works(Generic[W]):
    """How a source's works are read."""

    kind: Kind
    decoded: Callable[[bytes], W | None]
    """What an element is, None where it is something else. Raises ValueError where it is out of form."""
    key: Callable[[W], str | None]
    """What a work is called where it is refused."""
    records: Callable[[W], Iterable[Record]]
    """What it says: its journal and volume or its book, who paid, then the work; nothing where it is no work by itself.

    Raises ValueError or RecordError saying what is wrong.
    """

    @property
    def none(self) -> str:
        """Why an element is refused that is something else."""
        return f"no {self.kind.one}."

    def read(self, file: SourceFile) -> Iterator[Item]:
        """Yield each work in file order, before it what it speaks of besides, where that was not told lately.

        A work that is out of form is rejected, and the file goes on. Raises SourceError where nothing is a work, and
        where the file breaks off.
        """
        with file.open() as stream:
            found = self._items(elements(stream, file.shown, self.kind))
            wrong = f"{file.shown}: expected {self.kind.whole}."
            yield from told_by_its_beginning(found, lambda item: item.reason == self.none, wrong)

    def _items(self, cuts: Iterable[Cut | Rejected]) -> Iterator[Item]:
        lately = Recently()
        for cut in cuts:
            if isinstance(cut, Rejected):
                yield cut
                continue
            place, text = cut
            try:
                work = self.decoded(text)
                if work is None:
                    yield Rejected(place, self.none)
                    continue
                place = at(place, self.key(work))
                records = list(self.records(work))
            except (*NO_JSON, RecordError) as error:
                yield Rejected(place, why(error), error.whose if isinstance(error, RecordError) else None)
                continue
            yield from told_once(records, lately)
