"""Divide the source files into splits: a few small files or one large file each."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import msgspec

from loaders.formats.archive import Files, SourceFile
from loaders.sources.base import Source


@dataclass(frozen=True, slots=True)
class SourceInput:
    """A source with its paths; `inputs` has the names of the files read."""

    source: Source
    paths: tuple[Path, ...]
    inputs: list[str] = field(default_factory=list[str])


SPLIT_BYTES = 4 << 20
"""Maximum size of a split with several files, in bytes as compressed; a file is never divided."""
SPLITS = "splits.json"


class Split(NamedTuple):
    """A range of a source's files: index of the first, index after the last, and total size in bytes."""

    loader: str
    first: int
    last: int
    size: int


def plan_splits(source_input: SourceInput, files: Files) -> Iterator[Split]:
    """Yield the splits of a source. Raises SourceFileError if there are no files."""
    if not files:
        raise source_input.source.no_matching_files_error(source_input.paths, files.left_out)
    first, total_size = 0, 0
    for number, file in enumerate(files):
        if total_size and total_size + file.size > SPLIT_BYTES:
            yield Split(source_input.source.name, first, number, total_size)
            first, total_size = number, 0
        total_size += file.size
    yield Split(source_input.source.name, first, len(files), total_size)


def write(folder: Path, splits: Sequence[Split], files: dict[str, Sequence[SourceFile]]) -> None:
    """Write the splits and the file list of each source to the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SPLITS).write_bytes(msgspec.json.encode(splits))
    for name, of_source in files.items():
        entries = [(file.name, os.fsencode(file.path.resolve()), file.given_path) for file in of_source]
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(entries))


def splits(folder: Path) -> list[Split]:
    """Return the splits of a folder."""
    return msgspec.json.decode((folder / SPLITS).read_bytes(), type=list[Split])


def files(folder: Path, loader: str) -> list[SourceFile]:
    """Return all files of a source in reading order."""
    entries = msgspec.json.decode((folder / f"{loader}.json").read_bytes(), type=list[tuple[str, bytes, str]])
    return [SourceFile(name, Path(os.fsdecode(path)), given_path) for name, path, given_path in entries]
