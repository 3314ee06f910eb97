"""Prepare a store before it is opened: set the first password, or back up the store of another release."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

from byline.local_neo4j import admin, jars
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import Folder
from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.progress import Progress


def first_password(folder: Folder, path: list[Path]) -> str:
    """Create the password of a new folder, set it in Neo4j, and return it."""
    password = folder.make_password()
    if not (folder.data / "dbms" / "auth.ini").exists():
        admin.set_first_password(folder, path, password)
    return password


def before_opening(folder: Folder, version: str, progress: Progress) -> None:
    """Back up a store that another release opened last. Raises ServerError if that release is newer."""
    if folder.is_new():
        return
    last = last_version(folder)
    if last == version:
        return
    if last is not None and order(last) > order(version):
        hint = f"Use the Byline version with Neo4j {last}, or set BYLINE_HOME to another folder."
        raise ServerError(f"{folder.path} was last opened by Neo4j {last}, which {version} cannot read.", hint)
    backup_store(folder, last or "unknown", version, progress)


def backup_store(folder: Folder, last: str, version: str, progress: Progress) -> None:
    """Dump the graph under the name of the old release; copy the data folder if the dump fails."""
    name = f"neo4j-{last}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    with explained("create the folder for dumps", folder.dumps):
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
    progress.say(f"Backed up the graph of Neo4j {last} to {destination} before opening it with {version}.")


def last_version(folder: Folder) -> str | None:
    """Return the release that last opened the folder; None if its record is missing or damaged."""
    try:
        word = folder.version_file.read_text(encoding="utf-8").strip()
        order(word)
    except (OSError, ValueError):
        return None
    return word


def order(version: str) -> tuple[int, ...]:
    """Return a sort key of a release. Raises ValueError if it is not a valid release."""
    return tuple(int(part) for part in version.split("."))
