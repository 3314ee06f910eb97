"""What is to be read, in splits: a few small files each, or one large one."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from loaders.bulk.asked import Asked
from loaders.files.archive import Files, SourceFile

SPLIT_BYTES = 4 << 20
"""Bytes of files to a split, packed as they are; a file is never divided."""
SPLITS = "splits.json"


class Split(NamedTuple):
    """The files of a source, from the first to before the last: their numbers, and their bytes."""

    loader: str
    first: int
    last: int
    size: int


def dealt(one: Asked, files: Files) -> Iterator[Split]:
    """Deal the files of a source out. Raises SourceError where there are none."""
    if not files:
        raise one.source.none_among(one.paths, files.left_out)
    first, held = 0, 0
    for number, file in enumerate(files):
        if held and held + file.size > SPLIT_BYTES:
            yield Split(one.source.name, first, number, held)
            first, held = number, 0
        held += file.size
    yield Split(one.source.name, first, len(files), held)


def write(folder: Path, splits: Sequence[Split], files: dict[str, Sequence[SourceFile]]) -> None:
    """Write the splits into the working folder, and the files of each source that they number."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / SPLITS).write_bytes(msgspec.json.encode(splits))
    for name, of_source in files.items():
        said = [(file.name, os.fsencode(file.path.resolve()), file.given) for file in of_source]
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(said))


def splits(folder: Path) -> list[Split]:
    """Return the splits of a working folder."""
    return msgspec.json.decode((folder / SPLITS).read_bytes(), type=list[Split])


def files(folder: Path, loader: str) -> list[SourceFile]:
    """Return all files of a source, in the order of reading."""
    said = msgspec.json.decode((folder / f"{loader}.json").read_bytes(), type=list[tuple[str, bytes, str]])
    return [SourceFile(name, Path(os.fsdecode(path)), given) for name, path, given in said]
