"""Take what sources say through every step, from their files to the files that Neo4j's import reads."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from loaders.bulk import follow, layout, people, tables, things
from loaders.bulk.asked import Asked
from loaders.bulk.duck import Duck, components
from loaders.bulk.export import Exported, export
from loaders.bulk.hands import Hands
from loaders.bulk.loads import write_loads
from loaders.bulk.shelf import Shelf
from loaders.bulk.take import read
from loaders.mentions import WIDEST
from loaders.progress import Tell, untold
from loaders.run import now
from loaders.summary import Summary

RECORDS = 5_000
"""Records to a partition."""
MENTIONS = 20_000
"""Mentions to a partition of names."""
FILES = "import"
"""The folder of the files for the import, in the working folder."""


def _silent(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class How:
    """How to prepare: who works on partitions, processes that read, memory of the tables, whom to tell.

    `memory` is a size such as 2GB: what does not fit goes to the disk.
    """

    hands: Hands
    workers: int = 0
    memory: str = "2GB"
    version: str = ""
    tell: Tell = untold
    step: Callable[[str], None] = field(default=_silent)


class Prepared(NamedTuple):
    """What was read of each source, and the files for the import."""

    summaries: list[Summary]
    exported: Exported


def prepare(asked: Sequence[Asked], folder: Path, how: How) -> Prepared:
    """Make the files of a graph that holds what the sources say, in `folder`/import; what is beside them is scaffold.

    Raises ArchiveError, SourceError or WorkerError for what cannot be read, OSError where the folder cannot be written.
    """
    began = now()
    shelf = Shelf(folder)
    summaries = list(read(asked, shelf, how.workers, how.tell))
    with Duck(folder, how.memory) as duck:
        merged, ambiguous, authorships = _decided(duck, shelf, how)
        tables.create(duck, folder)
        # works and people are several sources' together: the first load tells of all
        summaries[0].merged, summaries[0].ambiguous, summaries[0].authorships = merged, ambiguous, authorships
        write_loads(duck, shelf, asked, summaries, (began, how.version))
        how.step("joining and counting")
        follow.run(duck, folder)
        how.step("writing the files for the import")
        return Prepared(summaries, export(duck, folder / FILES))


def _decided(duck: Duck, shelf: Shelf, how: How) -> tuple[int, int, int]:
    """Decide what is one and lay it out; return records that joined another's thing, ambiguous people, authorships."""
    folder = shelf.folder
    how.step("bringing together what shares an id or a title")
    duck.run("gather_records", read=_all(folder, "read"))
    components(duck)
    duck.run("place_records", size=RECORDS)
    duck.run("export_records", read=_all(folder, "read"), to=str(folder / "records"))
    numbers = _numbers(folder / "records")
    how.step("deciding what is one work, institution or venue")
    merged = sum(_each(how, things.settle, folder, numbers))
    how.step("deciding who is who")
    named = {"named": _all(folder, "named"), "one_name": _all(folder, "one_name")}
    duck.run("gather_names", **named)
    components(duck)
    duck.run("place_names", **named, size=MENTIONS, widest=WIDEST)
    duck.run("export_names", **named, to=str(folder / "names"))
    ambiguous = sum(_each(how, people.settle, folder, _numbers(folder / "names")))
    if (folder / "persons").is_dir():
        told = {"persons": _all(folder, "persons"), "refused": _all(folder, "refused")}
        duck.run("export_cast", **told, cast=str(folder / "cast"), lost=str(folder / "not_theirs"))
    how.step("laying records out")
    authorships = sum(_each(how, layout.lay, folder, numbers))
    return merged, ambiguous, authorships


def _each(how: How, step: Callable[[Shelf, int], int], folder: Path, numbers: Iterable[int]) -> Iterable[int]:
    return how.hands.each(step, folder, numbers)


def _all(folder: Path, table: str) -> str:
    return str(folder / table / "*.parquet")


def _numbers(place: Path) -> list[int]:
    return sorted(int(path.name.removeprefix("number=")) for path in place.glob("number=*"))
