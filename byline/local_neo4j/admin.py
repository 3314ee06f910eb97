"""Neo4j's own administration tool, run on a stopped server's folder."""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j import java
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, explained

MAIN = "org.neo4j.cli.AdminTool"
TAIL = 12  # lines that a failure shows


@dataclass(frozen=True, slots=True)
class Tool:
    """The tool, of the server whose folder and jars these are.

    `data` puts the stores elsewhere for this once, `at` is the folder that files are named from; with a `heap` it is
    long work, which Java does better to compile well.
    """

    folder: Folder
    jars: Sequence[Path]
    data: Path | None = None
    base_folder: Path | None = None
    heap: str | None = None


def run(tool: Tool, arguments: Sequence[str], doing: str) -> str:
    """Run one administration command and give what it prints.

    The arguments travel in a file of mode 600, for a password may be among them.
    Raises ServerError with the tool's words.
    """
    folder, heap = tool.folder, tool.heap
    with explained(doing, folder.path), tempfile.TemporaryDirectory(dir=folder.path, prefix="admin-") as place:
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
        done = subprocess.run(  # noqa: S603 - Byline's own Java and jars
            [str(machine.path), f"@{file}"],
            env=os.environ | {"NEO4J_HOME": str(folder.path), "NEO4J_CONF": str(conf)},
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            cwd=tool.base_folder,
            check=False,
        )
    output = (done.stdout + done.stderr).strip()
    if done.returncode:
        raise ServerError(f"Could not {doing}.", hint_for(output), "\n".join(output.splitlines()[-TAIL:]))
    return output


def hint_for(output: str) -> str:
    """Say what to do about what the tool said."""
    if "No space left" in output:
        return "The disk is full. Free some space and run the same command again."
    if "active logical log" in output.lower() or "recover" in output.lower():
        return "The store was not closed cleanly: `byline db start`, `byline db stop`, then run the same command again."
    return "Nothing was changed. The lines above are Neo4j's own."


def set_first_password(folder: Folder, jars: Sequence[Path], password: str) -> None:
    """Give the user neo4j its password, before the first start."""
    run(Tool(folder, jars), ["dbms", "set-initial-password", password], "set the first password")


def dump(folder: Folder, jars: Sequence[Path], file: Path) -> None:
    """Write the stopped server's graph into `file`, whole or not at all; an older file of that name is replaced."""
    with (
        explained("write the dump", file),
        tempfile.TemporaryDirectory(dir=file.parent, prefix=".byline-dump-") as place,
    ):
        run(Tool(folder, jars), ["database", "dump", "neo4j", f"--to-path={place}"], "dump the graph")
        (Path(place) / "neo4j.dump").replace(file)


def load(folder: Folder, jars: Sequence[Path], file: Path) -> None:
    """Put the graph of a dump in place of the stopped server's; should the dump not load, the old one stays."""
    with explained("read the dump", file), tempfile.TemporaryDirectory(dir=folder.path, prefix="restore-") as place:
        new = Path(place) / "data"
        dump_folder = Path(place) / "dump"
        dump_folder.mkdir()
        (dump_folder / "neo4j.dump").symlink_to(file.absolute())
        command = ["database", "load", "neo4j", f"--from-path={dump_folder}", "--overwrite-destination=true"]
        run(Tool(folder, jars, data=new), command, f"load {file}")
        swap(new, folder.data, Path(place) / "old")


def swap(new: Path, here: Path, old: Path) -> None:
    """Put the graph in `new` in the place of the one in `here`, whose files go to `old`, all or nothing."""
    undo: list[tuple[Path, Path]] = []
    try:
        for part in ("databases", "transactions"):
            for source, target in ((here / part / "neo4j", old / part), (new / part / "neo4j", here / part / "neo4j")):
                if source.exists():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    source.rename(target)
                    undo.append((target, source))
    except BaseException:
        for target, source in reversed(undo):
            target.rename(source)
        raise
