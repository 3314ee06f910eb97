"""The server's jars in the user's cache: which are whole, which must come, and the class path that they make."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
from platformdirs import user_cache_path

from byline.neo4j_server import lock
from byline.neo4j_server.errors import ServerError, explained
from byline.neo4j_server.lock import Artifact
from byline.neo4j_server.progress import Progress
from byline.neo4j_server.turn import turn


class Stamp(msgspec.Struct, frozen=True):
    """A jar as it was when its sum was checked: bytes and nanoseconds; a jar that still looks so is not read again."""

    bytes: int
    mtime: int
    sha256: str


Stamps = dict[str, Stamp]


def cache_folder() -> Path:
    """Give Byline's cache: `$XDG_CACHE_HOME/byline`, or what the platform has for it."""
    return user_cache_path("byline")


def class_path(
    version: str,
    progress: Progress,
    *,
    http: bool = False,
    cache: Path | None = None,
    repositories: Mapping[str, str] | None = None,
) -> list[Path]:
    """Give the server's jars, sorted and whole, fetching what is missing; with `http`, Neo4j Browser comes last.

    The Browser stands behind the rest so that an AOT cache, which wants the same beginning, serves both.
    Raises ServerError when a jar cannot be had.
    """
    folder = (cache or cache_folder()) / "jars"
    jars = sorted(provide(lock.server(version).artifact, folder, progress, repositories))
    if http:
        jars += sorted(provide(lock.browser().artifact, folder, progress, repositories))
    if any(":" in str(jar) for jar in jars):
        raise ServerError(
            f"{folder} holds a colon, which a class path cannot.", "Set XDG_CACHE_HOME to another folder."
        )
    return jars


def provide(
    artifacts: Sequence[Artifact], folder: Path, progress: Progress, repositories: Mapping[str, str] | None = None
) -> list[Path]:
    """See that every artifact stands whole in `folder`; one process at a time fetches into one cache."""
    name = hashlib.sha256("".join(a.sha256 for a in artifacts).encode()).hexdigest()[:16]
    stamp_file = folder / f"checked-{name}.json"
    jars = [folder / a.path for a in artifacts]
    if all(checked(folder, a, read_stamps(stamp_file)) for a in artifacts):
        return jars
    with explained("make the folder for the jars", folder):
        folder.mkdir(parents=True, exist_ok=True)
        with turn(folder / ".lock", "Waiting for another Byline that is fetching jars.", progress):
            bring(artifacts, folder, stamp_file, progress, repositories)
    return jars


def bring(
    artifacts: Sequence[Artifact],
    folder: Path,
    stamp_file: Path,
    progress: Progress,
    repositories: Mapping[str, str] | None,
) -> None:
    """Check what is there, fetch the rest, and stamp the whole."""
    from byline.neo4j_server.fetch import fetch, sha256  # noqa: PLC0415 - jgo and requests cost 200 ms, needed once

    stamps = read_stamps(stamp_file)
    missing: list[Artifact] = []
    for artifact in artifacts:
        if checked(folder, artifact, stamps):
            continue
        jar = folder / artifact.path
        if not jar.exists():
            missing.append(artifact)
        elif jar.stat().st_size != artifact.bytes or sha256(jar) != artifact.sha256:
            progress.say(f"{jar.name} is damaged: fetching it again.")
            jar.unlink()
            missing.append(artifact)
    if missing:
        fetch(missing, folder, progress, repositories)
    write_stamps(stamp_file, {a.path: seen(folder / a.path, a) for a in artifacts})


def checked(folder: Path, artifact: Artifact, stamps: Stamps) -> bool:
    """Tell whether the jar still looks as it did when its sum was right."""
    stamp = stamps.get(artifact.path)
    if stamp is None or stamp.sha256 != artifact.sha256:
        return False
    try:
        return seen(folder / artifact.path, artifact) == stamp
    except OSError:
        return False


def seen(jar: Path, artifact: Artifact) -> Stamp:
    """Stamp a jar as it stands now."""
    stat = jar.stat()
    return Stamp(stat.st_size, stat.st_mtime_ns, artifact.sha256)


def read_stamps(path: Path) -> Stamps:
    """Read what was checked; a missing or damaged file means nothing was."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Stamps)
    except (OSError, msgspec.DecodeError):
        return {}


def write_stamps(path: Path, stamps: Stamps) -> None:
    """Write the stamps whole or not at all."""
    half = path.with_suffix(".half")
    half.write_bytes(msgspec.json.encode(stamps))
    half.replace(path)
