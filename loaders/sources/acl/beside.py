"""What stands beside files of the Anthology that are given by themselves: its list of names, its venues."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from loaders.files.archive import SourceFile

NAMES = "name_variants.yaml"


def found_beside(collections: Iterable[SourceFile]) -> SourceFile | None:
    """Return the Anthology's list of names, if a collection has it beside it, in yaml/ or in ../yaml/."""
    for folder in yaml_folders(collections):
        if (folder / NAMES).is_file():
            return SourceFile(NAMES, folder / NAMES, str(folder / NAMES))
    return None


def yaml_folders(collections: Iterable[SourceFile]) -> Iterator[Path]:
    """Yield the folders in which side tables of the collections may stand, each once."""
    for folder in dict.fromkeys(file.path.resolve().parent for file in collections):
        yield from (folder, folder / "yaml", folder.parent / "yaml")
