"""What a source is to the loaders, and how they find it.

A source is one module of `loaders/sources` that ends in

    SOURCE = Source(
        name="ror",
        title="Research Organization Registry",
        licence="CC0-1.0",
        address="https://ror.org",
        gives=("names, aliases and acronyms", "places", "parents and successors"),
        lacks=("who works there",),
        example="byline load ror v1.50-ror-data.zip",
        expects="a dump of the registry, .json or the .zip that it comes in",
        wants=lambda name: name.lower().endswith(".json"),
        start=start,
    )

    def start(files: Sequence[SourceFile]) -> Reader: ...

Nothing else lists it. `wants` picks files by their name inside the folder or archive that the person gave, whatever the
case of its ending (a file named outright is always taken). `start` gets all of them in the order in which they will be
read, may look into some for side tables, and returns a reader: `reader(file)` yields the file's records in file order,
the same each time, for a load that was broken off goes on at the n-th item of a file. A record that cannot be read is
yielded as `Rejected`; a file that cannot be read, or not to its end, raises `SourceError`: what it yielded before is
loaded. A side table's own file is wanted too and yields what records it has, or none. Where each file is read
by itself, `start=each_alone(read)` says it all.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import loaders.sources
from loaders.files.archive import SourceFile
from loaders.files.file_names import legible
from loaders.files.members import LeftOut
from loaders.records.record import Record
from loaders.refused import Rejected, SourceError
from loaders.registry import listed

Item: TypeAlias = Record | Rejected
Reader: TypeAlias = Callable[[SourceFile], Iterator[Item]]
Start: TypeAlias = Callable[[Sequence[SourceFile]], Reader]


def each_alone(read: Reader) -> Start:
    """Return the `start` of a source that reads each file by itself."""
    return lambda _: read


@dataclass(frozen=True, slots=True)
class Source:
    """One source.

    `licence` is that of its records, but for those that name their own (`record_licence`). `gives` and `lacks` are what
    they say and do not say, `expects` is what files it reads, in a reader's words.
    """

    name: str
    title: str
    licence: str
    address: str
    gives: tuple[str, ...]
    lacks: tuple[str, ...]
    example: str
    expects: str
    wants: Callable[[str], bool]
    start: Start
    several: bool = False
    """Whether its files name the source whose word they are, so that the loader's records are of several."""
    bundled: bool = False
    """Whether files come with Byline, in the source's own package: read where no path is given."""

    def none_among(self, paths: Sequence[Path], left_out: Sequence[LeftOut]) -> SourceError:
        """Return what to raise where no file of the source is at the paths, but perhaps some that cannot be read."""
        why = "".join(f" {one.name}: {one.why}" for one in left_out[:1])
        given = ", ".join(map(legible, paths))
        return SourceError(f"{given}: no file of {self.title} is there.{why} Expected: {self.expects}.")

    def bundle(self, only: str | None = None) -> Path:
        """Return the bundled file or folder: the one named like the source, or like `only` (three-papers).

        Raises SourceError where there is none, naming those that there are.
        """
        folder = Path(str(loaders.sources.__path__[0])) / self.name
        stem = (only or self.name).replace("-", "_")
        for path in (folder / f"{stem}.json", folder / stem):
            if self.bundled and path.exists():
                return path
        names = sorted(path.stem.replace("_", "-") for path in folder.glob("*.json"))
        raise SourceError(
            f"{only or self.name}: {self.name} has no such bundled file; it has {', '.join(names) or 'none'}."
        )


@cache
def sources() -> dict[str, Source]:
    """Return every source by name, sorted."""
    return listed(loaders.sources, "SOURCE", Source)
