"""A folder of prepared files on its way to another server: what it holds beside them, and how to use it."""

import shlex
from pathlib import Path

import msgspec

from loaders.bulk.export import Empty
from loaders.bulk.prepare import FILES, Prepared

ARGUMENTS = "import.args"
REST = "finish.json"
READ_ME = """A graph, prepared by Byline {version} for Neo4j's own import: it takes the place of the one that is there.

1. On the server's machine, its Neo4j stopped, in the folder {files}:

       neo4j-admin database import full neo4j @{arguments}

2. Start Neo4j. Then, with NEO4J_URI and its like set (this folder may be elsewhere by now):

       byline finish {quoted}

   which makes the indexes and what the import has no words for. The graph is whole once that has said so.
"""


class FolderError(Exception):
    """A folder is none that was prepared, or cannot be prepared; the message says what to do."""


class Left(msgspec.Struct):
    """What an import leaves to be done: where lists are empty, in a graph that holds the loads with these ids."""

    loads: list[str]
    empty: list[Empty]


def write(folder: Path, prepared: Prepared, version: str) -> None:
    """Write what tells how to use the files of a folder. Raises OSError where that cannot be written."""
    lines = "".join(f"{one}\n" for one in prepared.exported.options)
    (folder / FILES / ARGUMENTS).write_text(lines, encoding="utf-8")
    leave(folder, prepared)
    folder = folder.resolve()
    said = READ_ME.format(version=version, files=folder / FILES, arguments=ARGUMENTS, quoted=shlex.quote(str(folder)))
    (folder / "README.txt").write_text(said, encoding="utf-8")


def leave(folder: Path, prepared: Prepared) -> None:
    """Write down what the import leaves to be done. Raises OSError where that cannot be written."""
    left = Left([one.load for one in prepared.summaries], prepared.exported.empty)
    (folder / REST).write_bytes(msgspec.json.encode(left))


def done(folder: Path) -> None:
    """Take that back: nothing is left to be done."""
    (folder / REST).unlink(missing_ok=True)


def read(folder: Path) -> Left:
    """Return what the import leaves to be done. Raises FolderError where the folder is none that was prepared.

    What was prepared before loads were written down is a list of the empty alone: it is read without any.
    """
    try:
        said = msgspec.json.decode((folder / REST).read_bytes(), type=Left | list[Empty])
        return said if isinstance(said, Left) else Left([], said)
    except (OSError, msgspec.MsgspecError):
        raise FolderError(
            f"{folder} is no folder that Byline prepared: it has no readable {REST}. "
            "Prepare one with: byline load SOURCE PATH --bulk --to FOLDER"
        ) from None


def check(folder: Path) -> None:
    """Make a folder to prepare files in. Raises FolderError where it holds something, or cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FolderError(f"{folder} holds something already. Name a new folder with --to, or empty that one.")
    except OSError as error:
        raise FolderError(f"{folder} cannot be made: {error.strerror}. Name another folder with --to.") from None
