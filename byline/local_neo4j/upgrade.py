"""Before a store is opened: a first password for a new one, a dump of one that another release wrote."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from byline.local_neo4j import admin, jars
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.progress import Progress


def first_password(folder: Folder, path: list[Path]) -> str:
    """Make the password of a folder that no server has opened yet, tell Neo4j, and give it."""
    password = folder.make_password()
    if not (folder.data / "dbms" / "auth.ini").exists():
        admin.set_first_password(folder, path, password)
    return password


def before_opening(folder: Folder, version: str, progress: Progress) -> None:
    """Keep a dump of a stopped store that another release wrote last. Raises ServerError when that one is newer."""
    if folder.is_new():
        return
    last = last_version(folder)
    if last == version:
        return
    if last is not None and order(last) > order(version):
        hint = f"Use the Byline that brings Neo4j {last}, or set BYLINE_HOME to another folder."
        raise ServerError(f"{folder.path} was last opened by Neo4j {last}, which {version} cannot read.", hint)
    backup_store(folder, last or "unknown", version, progress)


def backup_store(folder: Folder, last: str, version: str, progress: Progress) -> None:
    """Dump the graph under the old release's name; copy the stores whole where that cannot be done."""
    name = f"neo4j-{last}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    with explained("make the folder for dumps", folder.dumps):
        folder.dumps.mkdir(exist_ok=True)
    try:
        tool = last if last != "unknown" and (lock.FOLDER / f"neo4j-{last}.lock.toml").exists() else version
        destination = folder.dumps / f"{name}.dump"
        admin.dump(folder, jars.class_path(tool, progress), destination)
    except ServerError as error:
        progress.say(f"{error.message} Copying the data folder instead.")
        destination = folder.dumps / name
        with explained("copy the data folder", destination):
            shutil.copytree(folder.data, destination)
    progress.say(f"The graph was last opened by Neo4j {last}; it is kept in {destination} before {version} opens it.")


def last_version(folder: Folder) -> str | None:
    """Give the release that last opened the folder; None when its record is missing or damaged."""
    try:
        word = folder.version_file.read_text(encoding="utf-8").strip()
        order(word)
    except (OSError, ValueError):
        return None
    return word


def order(version: str) -> tuple[int, ...]:
    """Give a release's place among others. Raises ValueError when it is no release."""
    return tuple(int(part) for part in version.split("."))
