"""The interface between a source and the loaders, and the discovery of all sources.

A source is a module of `loaders/sources` that ends in

    SOURCE = Source(
        name="ror",
        title="Research Organization Registry",
        license="CC0-1.0",
        address="https://ror.org",
        provides=("names, aliases and acronyms", "places", "parents and successors"),
        omits=("employees",),
        example="byline load ror v1.50-ror-data.zip",
        expected_files="a dump of the registry, .json or the .zip that it comes in",
        accepts=lambda name: name.lower().endswith(".json"),
        start=start,
    )

    def start(files: Sequence[SourceFile]) -> Reader: ...

`sources()` discovers it; no other registration is needed. `start=read_each_file(read)` is enough if the source reads
each file independently.

The contract:

- `accepts` selects files by name inside the given folder or archive, ignoring the case of the extension. A file that is
  named explicitly is always read.
- `start` receives all files in reading order, may read some of them in advance as lookup tables, and returns a reader.
- `reader(file)` yields the records of the file in file order, identically on every run, because `--resume` continues at
  the n-th item of a file.
- The reader turns every malformed item into a `RejectedItem` and continues.
- For an item that the source deleted, it yields a `RejectedItem` with `intentional=True` and without a `record_key`:
  `byline unload NAME --missing-from FILES` then removes the earlier version. In functions that `Works` (JSON) or `read`
  (XML) call, raise `DeletedRecordError`.
- If the file cannot be read, or not to its end, the reader raises `SourceFileError`; items that it yielded before are
  loaded.
- `accepts` must also select the file of a lookup table; its reader yields the records that the file has, if any.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TypeAlias

import loaders.sources
from loaders.formats.archive import SourceFile
from loaders.formats.archive_members import SkippedFile
from loaders.plugin_registry import discover
from loaders.records.errors import SourceFileError, printable_path
from loaders.records.record import Item

Reader: TypeAlias = Callable[[SourceFile], Iterator[Item]]
Start: TypeAlias = Callable[[Sequence[SourceFile]], Reader]


def read_each_file(read: Reader) -> Start:
    """Return the `start` of a source that reads each file by itself."""
    return lambda _: read


@dataclass(frozen=True, slots=True)
class Source:
    """A source: its description and its reader.

    Attributes:
        license: License of its records, except of records that state their own (`record_license`).
        provides: Kinds of data that the source provides, as text for users.
        omits: Kinds of data that the source does not provide, as text for users.
        example: A command line that loads the source.
        expected_files: The files that the source reads, as text for error messages.
        accepts: Return True if a file of this name belongs to the source.
        start: Return the reader for a list of files.
    """

    name: str
    title: str
    license: str
    address: str
    provides: tuple[str, ...]
    omits: tuple[str, ...]
    example: str
    expected_files: str
    accepts: Callable[[str], bool]
    start: Start
    multiple_sources: bool = False
    """True if the files name the source of each record, so that the records of one load can belong to several
    sources.
    """
    bundled: bool = False
    """True if the source's package contains files that are read when no path is given."""

    def no_matching_files_error(self, paths: Sequence[Path], skipped: Sequence[SkippedFile]) -> SourceFileError:
        """Return the error to raise if the paths contain no file of the source.

        The message includes the reason for the first skipped file, if there is one.
        """
        reason = "".join(f" {file.name}: {file.reason}" for file in skipped[:1])
        path_list = ", ".join(map(printable_path, paths))
        return SourceFileError(f"{path_list}: no file of {self.title} found.{reason} Expected: {self.expected_files}.")

    def bundle(self, only: str | None = None) -> Path:
        """Return the path of a bundled file or folder: the default of the source, or the one named `only`
        (`three-papers`).

        Raises:
            SourceFileError: There is no such bundled file; the message lists the available names.
        """
        folder = Path(str(loaders.sources.__path__[0])) / self.name
        stem = (only or self.name).replace("-", "_")
        for path in (folder / f"{stem}.json", folder / stem):
            if self.bundled and path.exists():
                return path
        names = sorted(path.stem.replace("_", "-") for path in folder.glob("*.json"))
        raise SourceFileError(
            f"{only or self.name}: {self.name} has no bundled file of this name. Available: {', '.join(names) or '-'}."
        )


@cache
def sources() -> dict[str, Source]:
    """Return all sources by name, sorted."""
    return discover(loaders.sources, "SOURCE", Source)
