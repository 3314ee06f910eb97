"""Download and verify the server's jars in the user's cache, and build the class path."""

import hashlib
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

import msgspec
from jgo.maven import MavenContext, PythonResolver
from platformdirs import user_cache_path
from requests.exceptions import RequestException

from byline.local_neo4j import lockfile
from byline.local_neo4j.errors import ServerError, convert_os_errors
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.lockfile import Artifact
from byline.local_neo4j.progress import Progress


class JarChecksum(msgspec.Struct, frozen=True):
    """Size in bytes and modification time in nanoseconds of a verified jar; unchanged jars are not hashed again."""

    bytes: int
    mtime: int
    sha256: str


JarChecksums = dict[str, JarChecksum]
CACHE_SETTING = "XDG_CACHE_HOME"
"""Variable that selects the cache folder."""


def cache_folder() -> Path:
    """Return Byline's cache folder: `$XDG_CACHE_HOME/byline`, or the platform's equivalent."""
    return user_cache_path("byline")


def class_path(
    version: str, progress: Progress, *, cache: Path | None = None, repositories: Mapping[str, str] | None = None
) -> list[Path]:
    """Return the server's jars, sorted and verified, after downloading missing ones. Raises ServerError if that fails.

    Jars of additions follow these, so that one AOT cache, which requires the same prefix of the class path, serves all
    cases.

    Args:
        repositories: Name and URL of Maven repositories; None for Maven Central.
    """
    folder = (cache or cache_folder()) / "jars"
    jars = sorted(ensure_jars(lockfile.read_server_lock(version).artifact, folder, progress, repositories))
    if any(":" in str(jar) for jar in jars):
        raise ServerError(
            f"{folder} contains a colon, which is not allowed in a class path.", "Set XDG_CACHE_HOME to another folder."
        )
    return jars


def browser_jars(progress: Progress) -> list[Path]:
    """Return the jars of Neo4j Browser, as `class_path` returns those of the server."""
    return sorted(ensure_jars(lockfile.read_browser_lock().artifact, cache_folder() / "jars", progress))


def gds_jars(version: str, progress: Progress) -> list[Path]:
    """Return the jars of the plugin Graph Data Science, as `class_path` returns those of the server."""
    return sorted(ensure_jars(lockfile.read_gds_lock(version).artifact, cache_folder() / "jars", progress))


def ensure_jars(
    artifacts: Sequence[Artifact], folder: Path, progress: Progress, repositories: Mapping[str, str] | None = None
) -> list[Path]:
    """Ensure that all artifacts are in `folder` and verified; only one process at a time downloads into a cache."""
    name = hashlib.sha256("".join(a.sha256 for a in artifacts).encode()).hexdigest()[:16]
    checksum_file = folder / f"checked-{name}.json"
    jars = [folder / a.path for a in artifacts]
    if all(checked(folder, a, read_checksums(checksum_file)) for a in artifacts):
        return jars
    if folder.exists() and not os.access(folder, os.W_OK) and all(is_whole(folder / a.path, a) for a in artifacts):
        return jars  # a read-only cache whose checksum file is missing or damaged
    waiting = "Waiting for another Byline process to download jars."
    with convert_os_errors("create the folder for the jars", folder, setting=CACHE_SETTING):
        folder.mkdir(parents=True, exist_ok=True)
        with file_lock(folder / ".lock", waiting, progress, setting=CACHE_SETTING):
            sync_jars(artifacts, folder, checksum_file, progress, repositories)
    return jars


def sync_jars(
    artifacts: Sequence[Artifact],
    folder: Path,
    checksum_file: Path,
    progress: Progress,
    repositories: Mapping[str, str] | None,
) -> None:
    """Verify existing jars, download the others, and store the checksums."""
    checksums = read_checksums(checksum_file)
    missing: list[Artifact] = []
    for artifact in artifacts:
        if checked(folder, artifact, checksums):
            continue
        jar = folder / artifact.path
        if not jar.exists():
            missing.append(artifact)
        elif not is_whole(jar, artifact):
            progress.say(f"{jar.name} is damaged. Downloading it again.")
            jar.unlink()
            missing.append(artifact)
    if missing:
        fetch(missing, folder, progress, repositories)
    write_checksums(checksum_file, {a.path: current_checksum(folder / a.path, a) for a in artifacts})


def is_whole(jar: Path, artifact: Artifact) -> bool:
    """Return True if a jar exists and has the size and checksum of the artifact."""
    return jar.is_file() and jar.stat().st_size == artifact.bytes and sha256(jar) == artifact.sha256


def checked(folder: Path, artifact: Artifact, checksums: JarChecksums) -> bool:
    """Return True if the jar is unchanged since its checksum was verified."""
    checksum = checksums.get(artifact.path)
    if checksum is None or checksum.sha256 != artifact.sha256:
        return False
    try:
        return current_checksum(folder / artifact.path, artifact) == checksum
    except OSError:
        return False


def current_checksum(jar: Path, artifact: Artifact) -> JarChecksum:
    """Return the checksum record of a verified jar."""
    stat = jar.stat()
    return JarChecksum(stat.st_size, stat.st_mtime_ns, artifact.sha256)


def read_checksums(path: Path) -> JarChecksums:
    """Return the checksum records; empty if the file is missing or damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=JarChecksums)
    except (OSError, ValueError):  # ValueError: the JSON, its UTF-8 or its types are invalid
        return {}


def write_checksums(path: Path, checksums: JarChecksums) -> None:
    """Write the checksum records atomically."""
    half = path.with_suffix(".half")
    half.write_bytes(msgspec.json.encode(checksums))
    half.replace(path)


AT_ONCE = 8
TRIES = 3
CHUNK = 1 << 20
TIMEOUT = 60  # seconds without data
UNTRUSTED = (
    "Python does not trust the issuer of the server's certificate, for example behind a company proxy. Set "
    "REQUESTS_CA_BUNDLE (not SSL_CERT_FILE) to a file with the certificates of your authorities, such as "
    "REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt, and run the same command again."
)
HINT = "Check the network and run the same command again. Complete jars are kept."


class CancelledError(Exception):
    """The download was cancelled, because another one failed or the user pressed Ctrl-C."""


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file in hex."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            total.update(piece)
    return total.hexdigest()


def fetch(
    artifacts: Sequence[Artifact], cache: Path, progress: Progress, repositories: Mapping[str, str] | None = None
) -> None:
    """Download artifacts into `cache`, laid out as a Maven repository. Raises ServerError with the name of a failed
    jar.

    A jar with a wrong checksum or an incomplete download is deleted and downloaded again, at most twice. Complete jars
    are kept after a failure.
    """
    title = f"Downloading {len(artifacts)} jars" if len(artifacts) > 1 else f"Downloading {artifacts[0].name}"
    with progress.download(title, sum(a.bytes for a in artifacts)) as on_bytes:
        work = Work(cache, on_bytes, dict(repositories) if repositories else None)
        for artifact in sorted(artifacts, key=lambda a: -a.bytes):
            work.waiting.put(artifact)
        # Daemon threads: Python waits for the threads of a pool at exit, so that a stalled download would block Ctrl-C.
        workers = [Thread(target=work.run, daemon=True) for _ in range(AT_ONCE)]
        for worker in workers:
            worker.start()
        try:
            for worker in workers:
                worker.join()
        finally:
            work.stop.set()
    if work.errors:
        raise work.errors[0]


def hint_for(problem: str) -> str:
    """Return what to do about a failed download."""
    return UNTRUSTED if "certificate verify failed" in problem.lower() else HINT


class Work:
    """A download of several jars, shared by its threads."""

    def __init__(self, cache: Path, on_bytes: Callable[[int], None], repositories: dict[str, str] | None) -> None:
        """Create the download.

        Args:
            cache: Destination folder.
            on_bytes: Called with the number of bytes received.
            repositories: URL by name; None for Maven Central.
        """
        self.cache = cache
        self.on_bytes = on_bytes
        self.repositories = repositories
        self.waiting: SimpleQueue[Artifact] = SimpleQueue()
        self.stop = Event()
        self.errors: list[Exception] = []

    def run(self) -> None:
        """Download jars until the queue is empty or a download fails."""
        while not self.stop.is_set():
            try:
                self.fetch_whole(self.waiting.get_nowait())
            except Empty:
                return
            except Exception as error:  # noqa: BLE001 - passed to the waiting thread
                self.errors.append(error)
                self.stop.set()

    def fetch_whole(self, artifact: Artifact) -> None:
        """Download and verify one jar, in at most three attempts."""
        jar = self.cache / artifact.path
        problem = ""
        for _ in range(TRIES):
            counter = Counter(self.on_bytes, self.stop)
            try:
                digest = self.download(artifact, counter)
                if digest == artifact.sha256:
                    self.on_bytes(artifact.bytes - counter.bytes)
                    return
                problem = f"its SHA-256 is {digest[:12]}…, expected {artifact.sha256[:12]}…"
            except CancelledError:
                jar.unlink(missing_ok=True)
                return
            except (RequestException, RuntimeError) as error:  # RuntimeError: jgo did not find it in any repository
                problem = str(error)
            except OSError:
                with convert_os_errors("store a jar", jar, setting=CACHE_SETTING):
                    raise
            jar.unlink(missing_ok=True)
            self.on_bytes(-counter.bytes)
        raise ServerError(f"Cannot download {jar.name} after {TRIES} attempts: {problem}", hint_for(problem))

    def download(self, artifact: Artifact, counter: "Counter") -> str:
        """Download one jar with jgo under its final name, and return its SHA-256."""
        resolver = PythonResolver(progress_callback=counter.of_download)
        maven = MavenContext(resolver, self.cache, local_repos=[], remote_repos=self.repositories, timeout=TIMEOUT)
        component = maven.project(artifact.group, artifact.name).at_version(artifact.version)
        return sha256(component.artifact(artifact.classifier, "jar").resolve())


class Counter:
    """Counts the bytes of one attempt, and cancels it when `stop` is set."""

    def __init__(self, on_bytes: Callable[[int], None], stop: Event) -> None:
        """Create a counter that forwards the bytes to `on_bytes` until `stop` is set."""
        self.on_bytes = on_bytes
        self.stop = stop
        self.bytes = 0

    def __call__(self, more: int) -> None:
        """Count `more` bytes. Raises CancelledError if the download must stop."""
        if self.stop.is_set():
            raise CancelledError
        self.bytes += more
        self.on_bytes(more)

    @contextmanager
    def of_download(self, _name: str, _total: int) -> Generator["Counter"]:
        """Provide the counter through jgo's callback interface."""
        yield self
