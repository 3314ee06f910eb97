"""Run Neo4j's administration tool on the folder of a stopped server."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j import java, supervisor
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.store_replacement import replace_store

MAIN = "org.neo4j.cli.AdminTool"
TAIL = 12  # lines of output in an error message


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


def run(tool: Tool, arguments: Sequence[str], doing: str) -> str:
    """Run an administration command and return its output. Raises ServerError with the output.

    The supervisor ends the tool when this process ends for any reason, so that no tool keeps a store locked.
    The arguments are passed in a file with mode 600, because they may contain a password.

    Args:
        doing: Description of the command for error messages, as an infinitive.
    """
    folder, heap = tool.folder, tool.heap
    with convert_os_errors(doing, folder.path), tempfile.TemporaryDirectory(dir=folder.path, prefix="admin-") as place:
        conf = Path(place)
        settings = {
            "server.directories.data": str(tool.data or folder.data),
            "server.directories.logs": str(conf / "logs"),
        }
        (conf / "neo4j.conf").write_text("".join(f"{n}={v}\n" for n, v in settings.items()), encoding="utf-8")
        fast = (f"-Xmx{heap}",) if heap else ("-XX:TieredStopAtLevel=1", "-Xshare:auto")
        machine = java.find()
        file = conf / "arguments"
        path = os.pathsep.join(str(jar) for jar in tool.jars)
        java.write_arguments(file, [*machine.flags, *fast, "-cp", path, MAIN, *arguments])
        log = conf / "output"
        words = ["attached", "0", str(log), str(machine.path), f"@{file}"]
        with subprocess.Popen(  # noqa: S603 - Byline's own command
            [sys.executable, "-I", "-S", supervisor.__file__, *words],
            env=os.environ | {"NEO4J_HOME": str(folder.path), "NEO4J_CONF": str(conf)},
            stdin=subprocess.PIPE,  # the supervisor ends the tool when the pipe closes, even if this process is killed
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=tool.base_folder,
        ) as keeper:
            exit_code = keeper.wait()
        output = log.read_text(encoding="utf-8", errors="replace").strip() if log.exists() else ""
    if exit_code:
        raise ServerError(f"Cannot {doing}.", hint_for(output), "\n".join(output.splitlines()[-TAIL:]))
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
