"""A folder of prepared files on its way to another server: what it holds beside them, and how to use it."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.migrate import migrate, migrations
from loaders.bulk.import_csv import EmptyListProperty
from loaders.bulk.pipeline import FILES, BulkResult
from loaders.graph_queries import run_query

ARGUMENTS = "import.args"
REST = "finish.json"
READ_ME = """A graph, prepared by Byline {version} for Neo4j's own import: it takes the place of the one that is there.

1. On the server's machine, its Neo4j stopped, in the folder {files}:

       neo4j-admin database import full neo4j @{arguments}

2. Start Neo4j. Then, with NEO4J_URI and its like set (this folder may be elsewhere by now):

       byline finish-import {quoted}

   which makes the indexes and what the import has no words for. The graph is whole once that has said so.
"""


class FolderError(Exception):
    """A folder is none that was prepared, or cannot be prepared; the message says what to do."""


class PostImportManifest(msgspec.Struct):
    """What an import leaves to be done: where lists are empty, in a graph that holds the loads with these ids."""

    loads: list[str]
    empty: list[EmptyListProperty]


def write(folder: Path, prepared: BulkResult, version: str) -> None:
    """Write what tells how to use the files of a folder. Raises OSError where that cannot be written."""
    lines = "".join(f"{option}\n" for option in prepared.exported.options)
    (folder / FILES / ARGUMENTS).write_text(lines, encoding="utf-8")
    write_manifest(folder, prepared)
    folder = folder.resolve()
    text = READ_ME.format(version=version, files=folder / FILES, arguments=ARGUMENTS, quoted=shlex.quote(str(folder)))
    (folder / "README.txt").write_text(text, encoding="utf-8")


def write_manifest(folder: Path, prepared: BulkResult) -> None:
    """Write down what the import leaves to be done. Raises OSError where that cannot be written."""
    left = PostImportManifest([summary.load for summary in prepared.summaries], prepared.exported.empty)
    (folder / REST).write_bytes(msgspec.json.encode(left))


def remove_manifest(folder: Path) -> None:
    """Take that back: nothing is left to be done."""
    (folder / REST).unlink(missing_ok=True)


def read_manifest(folder: Path) -> PostImportManifest:
    """Return what the import leaves to be done. Raises FolderError where the folder is none that was prepared.

    What was prepared before loads were written down is a list of the empty alone: it is read without any.
    """
    try:
        content = msgspec.json.decode((folder / REST).read_bytes(), type=PostImportManifest | list[EmptyListProperty])
        return content if isinstance(content, PostImportManifest) else PostImportManifest([], content)
    except (OSError, msgspec.MsgspecError):
        raise FolderError(
            f"{folder} is no folder that Byline prepared: it has no readable {REST}. "
            "Prepare one with: byline load SOURCE PATH --bulk --output-dir FOLDER"
        ) from None


def check(folder: Path) -> None:
    """Make a folder to prepare files in. Raises FolderError where it holds something, or cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FolderError(
                f"{folder} holds something already. Name a new folder with --output-dir, or empty that one."
            )
    except OSError as error:
        raise FolderError(
            f"{folder} cannot be made: {error.strerror}. Name another folder with --output-dir."
        ) from None


async def finish(graph: Graph, empty: Iterable[EmptyListProperty]) -> None:
    """Make the empty lists, and the indexes. Doing it again changes nothing. Raises a GraphError."""
    for entry in empty:
        if entry.of_relationships:
            text = statement("write/empty_lists_of_relationships").text
            await graph.administer(text, {"type": entry.name, "property": entry.property})
        else:
            text = statement("write/empty_lists").text
            await graph.administer(text, {"label": entry.name, "property": entry.property})
    for text in (text for migration in migrations() for text in migration.statements):
        if text.startswith("CREATE INDEX"):  # Neo4j fills these beside the constraints, each of which one waits for
            await graph.administer(text)
    await migrate(graph, imported=True)  # last: a graph that has migrations is taken for finished


async def missing(graph: Graph, loads: Sequence[str]) -> list[str]:
    """Return which loads the graph does not hold: one that was imported holds those it was prepared from."""
    there = {str(row[0]) for row in await run_query(graph, "write/loads_there", ids=list(loads))}
    return [load for load in loads if load not in there]
