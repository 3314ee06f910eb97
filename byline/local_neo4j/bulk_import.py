"""Replace the graph of the managed server using Neo4j's bulk import."""

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
    """Import the files of a folder in place of the existing graph. Raises ServerError with Neo4j's output.

    A running server is stopped during the import and started again. If the import fails, the old graph stays.

    Args:
        files: Folder of the files.
        arguments: Arguments of the import, which name the files.
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
