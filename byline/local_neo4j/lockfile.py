"""Lock files with the jars of a server, each pinned by its SHA-256."""

import tomllib
from functools import cache
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, ValidationError, convert

from byline.local_neo4j.errors import ServerError

DEFAULT_VERSION = "2026.08.1"
BROWSER_VERSION = "5.24.0"
GDS_VERSION = "2.26.0"
"""Release of Graph Data Science. It works with DEFAULT_VERSION only."""
FOLDER = Path(__file__).parent


class Artifact(Struct, frozen=True):
    """A published jar: coordinates, size in bytes and SHA-256 in hex."""

    group: str
    name: str
    version: str
    bytes: int
    sha256: str
    classifier: str = ""

    @property
    def path(self) -> str:
        """Path of the jar in a Maven repository, relative to its root."""
        end = f"-{self.classifier}" if self.classifier else ""
        return f"{self.group.replace('.', '/')}/{self.name}/{self.version}/{self.name}-{self.version}{end}.jar"


class Server(Struct, frozen=True):
    """The server of a lock file: version, tested Java release, and main class."""

    version: str
    java: str
    main_class: str


class ServerLock(Struct, frozen=True):
    """Lock file of a server."""

    server: Server
    artifact: tuple[Artifact, ...]


class AddOnLock(Struct, frozen=True):
    """Lock file of jars that extend a server: Neo4j Browser or Graph Data Science."""

    artifact: tuple[Artifact, ...]


Lock = TypeVar("Lock", bound=Struct)


def read_lockfile(path: Path, kind: type[Lock]) -> Lock:
    """Read a lock file. Raises ServerError if it is missing or damaged."""
    try:
        return convert(tomllib.loads(path.read_text(encoding="utf-8")), kind)
    except (OSError, tomllib.TOMLDecodeError, ValidationError) as error:
        raise ServerError(f"Cannot read {path.name}: {error}", "Reinstall Byline: the file is part of it.") from error


@cache
def read_server_lock(version: str = DEFAULT_VERSION) -> ServerLock:
    """Return the lock file of a Neo4j release. Raises ServerError for an unknown release."""
    path = FOLDER / f"neo4j-{version}.lock.toml"
    if not path.is_file():
        files = FOLDER.glob("neo4j-[0-9]*.lock.toml")
        known = ", ".join(sorted(file.name.removeprefix("neo4j-").removesuffix(".lock.toml") for file in files))
        raise ServerError(f"Unknown Neo4j release {version}.", f"Choose one of: {known}.")
    return read_lockfile(path, ServerLock)


@cache
def read_browser_lock() -> AddOnLock:
    """Return the lock file of Neo4j Browser."""
    return read_lockfile(FOLDER / f"neo4j-browser-{BROWSER_VERSION}.lock.toml", AddOnLock)


@cache
def read_gds_lock(version: str = DEFAULT_VERSION) -> AddOnLock:
    """Return the lock file of the plugin Graph Data Science. Raises ServerError for a release without the plugin."""
    if version != DEFAULT_VERSION:
        raise ServerError(
            f"Graph Data Science {GDS_VERSION} does not work with Neo4j {version}.",
            f"Unset BYLINE_NEO4J_GDS, or use Neo4j {DEFAULT_VERSION}.",
        )
    return read_lockfile(FOLDER / f"neo4j-gds-{GDS_VERSION}.lock.toml", AddOnLock)
