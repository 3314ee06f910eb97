"""Neo4j's own import: a whole graph from prepared files, put in the place of the managed server's."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from byline.local_neo4j import admin, jars
from byline.local_neo4j.backup import Target, server_stopped
from byline.local_neo4j.errors import explained
from byline.local_neo4j.progress import watcher

if TYPE_CHECKING:
    from rich.console import Console

COMMAND = ("database", "import", "full", "neo4j")


def import_full(target: Target, files: Path, arguments: Sequence[str], *, progress: "Console | None" = None) -> None:
    """Import the files of a folder, which the arguments name, in place of the graph that is there.

    The server is stopped meanwhile, and started again where it ran. Should the import fail, the old graph stays.
    Raises ServerError with Neo4j's words.
    """
    reporter = watcher(progress)
    target.folder.prepare()
    with server_stopped(target, "replace its graph", reporter):
        path = jars.class_path(target.version, reporter)
        folder = target.folder
        with (
            explained("import the graph", folder.path),
            tempfile.TemporaryDirectory(dir=folder.path, prefix="import-") as place,
        ):
            new = Path(place) / "data"
            report = f"--report-file={Path(place) / 'import.report'}"
            command = [*COMMAND, *arguments, report, f"--max-off-heap-memory={target.page_cache}"]
            tool = admin.Tool(folder, path, data=new, base_folder=files, heap=target.heap)
            admin.run(tool, command, "import the graph")
            admin.swap(new, folder.data, Path(place) / "old")
