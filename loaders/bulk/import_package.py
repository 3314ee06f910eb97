"""A folder of prepared files: instructions, import arguments, and the manifest for `byline finish-import`."""

import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.migrate import migrate, migrations
from cypher.queries import lookup
from loaders.bulk.import_csv import EmptyListProperty
from loaders.bulk.pipeline import FILES, BulkResult
from loaders.graph_queries import run_query

ARGUMENTS = "import.args"
MANIFEST = "finish.json"
READ_ME = """A graph prepared by Byline {version} for Neo4j's import. The import replaces the existing graph.

1. On the server's machine, stop Neo4j and run in the folder {files}:

       neo4j-admin database import full neo4j @{arguments}

2. Start Neo4j. With NEO4J_URI and the credentials set, run (use the current path if you have moved this folder):

       byline finish-import {quoted}

   This creates the indexes and the data that the import cannot express. The graph is complete when the command reports
   that the import is finished.
"""


class FolderError(Exception):
    """The folder is not a prepared import, or cannot be used for one; the message says what to do."""


class PostImportManifest(msgspec.Struct):
    """Work left after the import: properties with empty lists, and the IDs of the loads in the imported graph."""

    loads: list[str]
    empty: list[EmptyListProperty]


def write(folder: Path, prepared: BulkResult, version: str) -> None:
    """Write the arguments, the manifest and the instructions. Raises OSError if that fails."""
    lines = "".join(f"{option}\n" for option in prepared.exported.options)
    (folder / FILES / ARGUMENTS).write_text(lines, encoding="utf-8")
    write_manifest(folder, prepared)
    folder = folder.resolve()
    text = READ_ME.format(version=version, files=folder / FILES, arguments=ARGUMENTS, quoted=shlex.quote(str(folder)))
    (folder / "README.txt").write_text(text, encoding="utf-8")


def write_manifest(folder: Path, prepared: BulkResult) -> None:
    """Write the manifest atomically. Raises OSError if that fails."""
    left = PostImportManifest([summary.load for summary in prepared.summaries], prepared.exported.empty)
    half = (folder / MANIFEST).with_suffix(".half")
    half.write_bytes(msgspec.json.encode(left))
    half.replace(folder / MANIFEST)


def remove_manifest(folder: Path) -> None:
    """Delete the manifest after the import is finished."""
    (folder / MANIFEST).unlink(missing_ok=True)


def read_manifest(folder: Path) -> PostImportManifest:
    """Return the manifest. Raises FolderError if the folder is not a prepared import.

    A manifest in the old format, a list of properties, has no loads.
    """
    try:
        content = msgspec.json.decode(
            (folder / MANIFEST).read_bytes(), type=PostImportManifest | list[EmptyListProperty]
        )
        return content if isinstance(content, PostImportManifest) else PostImportManifest([], content)
    except (OSError, ValueError):  # ValueError: the JSON, its UTF-8 or its types are invalid
        raise FolderError(
            f"{folder} is not a prepared import: {MANIFEST} is missing or invalid. "
            "Create one with: byline load SOURCE PATH --bulk --output-dir FOLDER"
        ) from None


def check(folder: Path) -> None:
    """Create the output folder. Raises FolderError if it is not empty or cannot be created."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FolderError(f"{folder} is not empty. Name a new folder with --output-dir, or empty this one.")
    except OSError as error:
        raise FolderError(f"Cannot create {folder}: {error.strerror}. Name another folder with --output-dir.") from None


async def finish(graph: Graph, empty: Iterable[EmptyListProperty]) -> None:
    """Create the empty lists and the indexes. Repeating it changes nothing. Raises a GraphError."""
    for entry in empty:
        if entry.of_relationships:
            text = statement("ingest/empty_lists_of_relationships").text
            await graph.administer(text, {"type": entry.name, "property": entry.property})
        else:
            text = statement("ingest/empty_lists").text
            await graph.administer(text, {"label": entry.name, "property": entry.property})
    for text in (text for migration in migrations() for text in migration.statements):
        if text.startswith("CREATE INDEX"):  # Neo4j populates them while the constraints are created one by one
            await graph.administer(text)
    await migrate(graph, imported=True)  # last, because a graph with migrations counts as finished


async def missing(graph: Graph, loads: Sequence[str]) -> list[str]:
    """Return the loads that the graph does not contain; an imported graph contains the loads it was prepared from."""
    there = {row.id for row in await run_query(graph, lookup.EXISTING_LOADS, ids=list(loads))}
    return [load for load in loads if load not in there]
