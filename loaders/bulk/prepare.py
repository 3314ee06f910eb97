"""Take what sources say through every step, from their files to the files that Neo4j's import reads."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from loaders.bulk import follow, layout, people, tables, things
from loaders.bulk.asked import Asked
from loaders.bulk.duck import GB_ROWS, Duck, components
from loaders.bulk.export import Exported, export
from loaders.bulk.hands import Hands, Step
from loaders.bulk.loads import write_loads
from loaders.bulk.reading import read
from loaders.bulk.shelf import Shelf
from loaders.bulk.together import take_together
from loaders.run import now
from loaders.streaming.progress import Tell, untold
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
    """How to prepare: who works on partitions, memory of the tables, whom to tell.

    `memory` is a size such as 2GB: what does not fit goes to the disk; `gb_rows` are gathered into groups at once for
    each GB of it. A partition has about so many `records`, one of names so many `mentions`; what belongs together is in
    one, however much it is.
    """

    hands: Hands
    memory: str = "2GB"
    gb_rows: int = GB_ROWS
    records: int = RECORDS
    mentions: int = MENTIONS
    version: str = ""
    tell: Tell = untold
    step: Callable[[str], None] = field(default=_silent)


class IncompleteError(Exception):
    """Nothing was read of a source, nothing could be used, or not all to its end: no graph is made of that."""

    def __init__(self, summaries: list[Summary]) -> None:
        super().__init__("Some of the files could not be read to their end.")
        self.summaries = summaries


class Prepared(NamedTuple):
    """What was read of each source, and the files for the import."""

    summaries: list[Summary]
    exported: Exported


def prepare(asked: Sequence[Asked], folder: Path, how: How) -> Prepared:
    """Make the files of a graph that holds what the sources say, in `folder`/import; what is beside them is scaffold.

    Raises ArchiveError, SourceError, WorkerError or IncompleteError for what cannot be read, OSError where the folder
    cannot be written.
    """
    began = now()
    shelf = Shelf(folder)
    shelf.begin()
    summaries = read(asked, shelf, how.hands, how.tell)
    whole = all(one.read and not one.unreadable for one in summaries)
    if not whole or not any(one.read > one.rejected for one in summaries):
        raise IncompleteError(summaries)
    with Duck(folder, how.memory, how.gb_rows) as duck:
        duck.expect(shelf.count("read"))
        merged, ambiguous = _decided(duck, shelf, how)
        tables.create(duck, shelf)
        # works and people are several sources' together: the first load tells of all
        summaries[0].merged, summaries[0].ambiguous = merged, ambiguous
        write_loads(duck, shelf, asked, summaries, (began, how.version))
        tables.create(duck, shelf)  # the rows of the loads are there now
        how.step("joining and counting")
        follow.run(duck, shelf)
        how.step("writing the files for the import")
        return Prepared(summaries, export(duck, folder / FILES, _longest(duck, shelf)))


def _decided(duck: Duck, shelf: Shelf, how: How) -> tuple[int, int]:
    """Decide what is one and lay it out; return records that joined another's thing, and ambiguous people."""
    folder = shelf.folder
    how.step("bringing together what shares an id or a title")
    take_together(duck, shelf)
    duck.run("gather_records", read=shelf.parts("read"))
    components(duck)
    duck.run("place_records", size=how.records)
    duck.run("export_records", read=shelf.parts("read"), to=str(folder / "records"))
    numbers = _numbers(duck, "records")
    how.step("deciding what is one work, institution or venue")
    merged = _each(how, things.settle, folder, numbers)
    how.step("deciding who is who")
    duck.expect(shelf.count("named"))
    named = {"named": shelf.parts("named"), "one_name": shelf.parts("one_name")}
    duck.run("gather_names", **named)
    components(duck)
    duck.run("place_names", **named, size=how.mentions)
    duck.run("export_names", **named, by_line=shelf.parts("by_line"), to=str(folder / "names"))
    ambiguous = _each(how, people.settle, folder, _numbers(duck, "names"))
    told = {"persons": shelf.parts("persons"), "refused": shelf.parts("refused")}
    duck.run("export_cast", **told, cast=str(folder / "cast"), lost=str(folder / "not_theirs"))
    how.step("laying records out")
    _each(how, layout.lay, folder, numbers)
    return merged, ambiguous


def _longest(duck: Duck, shelf: Shelf) -> int:
    return int(str(duck.ask("longest", read=shelf.parts("read"))[0][0] or 0))


def _each(how: How, step: Step, folder: Path, numbers: Iterable[int]) -> int:
    return sum(told for _, told in how.hands.each(step, folder, numbers))


def _numbers(duck: Duck, table: str) -> list[int]:
    return [int(str(row[0])) for row in duck.ask(f"partitions_of_{table}")]
