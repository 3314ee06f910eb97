"""Find files next to given collections of the Anthology: the list of names and the venues."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from loaders.formats.archive import SourceFile

NAMES = "name_variants.yaml"


def find_adjacent_files(collections: Iterable[SourceFile]) -> SourceFile | None:
    """Return the Anthology's list of names if it is in the folder of a collection, in its yaml/, or in ../yaml/."""
    for folder in yaml_folders(collections):
        if (folder / NAMES).is_file():
            return SourceFile(NAMES, folder / NAMES, str(folder / NAMES))
    return None


def yaml_folders(collections: Iterable[SourceFile]) -> Iterator[Path]:
    """Yield the folders that may contain lookup tables of the collections, without duplicates."""
    for folder in dict.fromkeys(file.path.resolve().parent for file in collections):
        yield from (folder, folder / "yaml", folder.parent / "yaml")
