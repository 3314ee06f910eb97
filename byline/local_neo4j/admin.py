"""Run Neo4j's administration tool on the folder of a stopped server, and back up the store of another release."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from byline.local_neo4j import java, lockfile, supervisor
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.jars import class_path
from byline.local_neo4j.progress import Progress
from byline.local_neo4j.store_replacement import replace_store

MAIN = "org.neo4j.cli.AdminTool"
OUTPUT_LINES = 12  # lines of output in an error message


@dataclass(frozen=True, slots=True)
class Tool:
    """The administration tool for a server's folder, with the jars of that server.

    Attributes:
        data: Data folder to use instead of the server's.
        base_folder: Current folder of the tool, to which relative file names refer.
        heap: Heap size for long work, which also enables Java's full compiler; None for short work.
    """

    folder: DataDirectory
    jars: Sequence[Path]
    data: Path | None = None
    base_folder: Path | None = None
    heap: str | None = None


def run(tool: Tool, arguments: Sequence[str], action: str) -> str:
    """Run an administration command and return its output. Raises ServerError with the output.

    The supervisor ends the tool when this process ends for any reason, so that no tool keeps a store locked.
    The arguments are passed in a file with mode 600, because they may contain a password.

    Args:
        action: Description of the command for error messages, as an infinitive.
    """
    folder, heap = tool.folder, tool.heap
    with convert_os_errors(action, folder.path), tempfile.TemporaryDirectory(dir=folder.path, prefix="admin-") as place:
        conf = Path(place)
        settings = {
            "server.directories.data": str(tool.data or folder.data),
            "server.directories.logs": str(conf / "logs"),
        }
        (conf / "neo4j.conf").write_text("".join(f"{n}={v}\n" for n, v in settings.items()), encoding="utf-8")
        jvm_options = (f"-Xmx{heap}",) if heap else ("-XX:TieredStopAtLevel=1", "-Xshare:auto")
        java_runtime = java.find()
        file = conf / "arguments"
        path = os.pathsep.join(str(jar) for jar in tool.jars)
        java.write_arguments(file, [*java_runtime.flags, *jvm_options, "-cp", path, MAIN, *arguments])
        log = conf / "output"
        supervisor_arguments = ["attached", "0", str(log), str(java_runtime.path), f"@{file}"]
        with subprocess.Popen(  # noqa: S603 - Byline's own command
            [sys.executable, "-I", "-S", supervisor.__file__, *supervisor_arguments],
            env=os.environ | {"NEO4J_HOME": str(folder.path), "NEO4J_CONF": str(conf)},
            stdin=subprocess.PIPE,  # the supervisor ends the tool when the pipe closes, even if this process is killed
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tool.base_folder,
        ) as supervisor_process:
            exit_code = supervisor_process.wait()
        output = log.read_text(encoding="utf-8", errors="replace").strip() if log.exists() else ""
    if exit_code:
        raise ServerError(f"Cannot {action}.", hint_for(output), "\n".join(output.splitlines()[-OUTPUT_LINES:]))
    return output


def hint_for(output: str) -> str:
    """Return what to do about an error of the tool."""
    if "No space left" in output:
        return "The disk is full. Free space and run the same command again."
    if "active logical log" in output.lower() or "recover" in output.lower():
        return (
            "The store was not closed cleanly. Run `byline db start` and `byline db stop`, then the same command again."
        )
    return "Nothing was changed. See the output of Neo4j above."


def set_first_password(folder: DataDirectory, jars: Sequence[Path], password: str) -> None:
    """Set the password of the user neo4j, before the first start."""
    run(Tool(folder, jars), ["dbms", "set-initial-password", password], "set the first password")


def dump(folder: DataDirectory, jars: Sequence[Path], file: Path) -> None:
    """Write the graph of a stopped server to `file` atomically; an existing file is replaced."""
    with (
        convert_os_errors("write the dump", file),
        tempfile.TemporaryDirectory(dir=file.parent, prefix=".byline-dump-") as place,
    ):
        run(Tool(folder, jars), ["database", "dump", "neo4j", f"--to-path={place}"], "dump the graph")
        (Path(place) / "neo4j.dump").replace(file)


def load(folder: DataDirectory, jars: Sequence[Path], file: Path) -> None:
    """Replace the graph of a stopped server with a dump; if the dump cannot be loaded, the old graph stays."""
    with (
        convert_os_errors("read the dump", file),
        tempfile.TemporaryDirectory(dir=folder.path, prefix="restore-") as place,
    ):
        new = Path(place) / "data"
        dump_folder = Path(place) / "dump"
        dump_folder.mkdir()
        (dump_folder / "neo4j.dump").symlink_to(file.absolute())
        command = ["database", "load", "neo4j", f"--from-path={dump_folder}", "--overwrite-destination=true"]
        run(Tool(folder, jars, data=new), command, f"load {file}")
        replace_store(folder, Path(place))


def backup_other_release(folder: DataDirectory, version: str, progress: Progress) -> None:
    """Back up a store that another release opened last. Raises ServerError if that release is newer."""
    if folder.is_new():
        return
    last_release = last_version(folder)
    if last_release == version:
        return
    if last_release is not None and version_key(last_release) > version_key(version):
        hint = f"Use the Byline version with Neo4j {last_release}, or set BYLINE_HOME to another folder."
        raise ServerError(f"{folder.path} was last opened by Neo4j {last_release}, which {version} cannot read.", hint)
    backup_store(folder, last_release or "unknown", version, progress)


def backup_store(folder: DataDirectory, last_release: str, version: str, progress: Progress) -> None:
    """Dump the graph under the name of the old release; copy the data folder if the dump fails."""
    name = f"neo4j-{last_release}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    with convert_os_errors("create the folder for dumps", folder.dumps):
        folder.dumps.mkdir(exist_ok=True)
    try:
        release = (
            last_release
            if last_release != "unknown" and (lockfile.FOLDER / f"neo4j-{last_release}.lock.toml").exists()
            else version
        )
        destination = folder.dumps / f"{name}.dump"
        dump(folder, class_path(release, progress), destination)
    except ServerError as error:
        progress.say(f"{error.message} Copying the data folder instead.")
        destination = folder.dumps / name
        with convert_os_errors("copy the data folder", destination):
            shutil.copytree(folder.data, destination)
    progress.say(f"Backed up the graph of Neo4j {last_release} to {destination} before opening it with {version}.")


def last_version(folder: DataDirectory) -> str | None:
    """Return the release that last opened the folder; None if its record is missing or damaged."""
    try:
        word = folder.version_file.read_text(encoding="utf-8").strip()
        version_key(word)
    except (OSError, ValueError):
        return None
    return word


def version_key(version: str) -> tuple[int, ...]:
    """Return a sort key of a release. Raises ValueError if it is not a valid release."""
    return tuple(int(part) for part in version.split("."))
