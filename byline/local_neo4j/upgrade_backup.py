"""Back up the store of another release before Neo4j opens it."""

import shutil
from datetime import UTC, datetime

from byline.local_neo4j import admin, jars
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.progress import Progress


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
        tool = (
            last_release
            if last_release != "unknown" and (lock.FOLDER / f"neo4j-{last_release}.lock.toml").exists()
            else version
        )
        destination = folder.dumps / f"{name}.dump"
        admin.dump(folder, jars.class_path(tool, progress), destination)
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
