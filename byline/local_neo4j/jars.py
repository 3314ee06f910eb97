"""The server's jars in the user's cache: which are whole, which must come, and the class path that they make."""

import hashlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

import msgspec
from jgo.maven import MavenContext, PythonResolver
from platformdirs import user_cache_path
from requests.exceptions import RequestException

from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.errors import ServerError, explained
from byline.local_neo4j.file_lock import file_lock
from byline.local_neo4j.lockfile import Artifact
from byline.local_neo4j.progress import Progress


class JarChecksum(msgspec.Struct, frozen=True):
    """A jar as it was when its sum was checked: bytes and nanoseconds; a jar that still looks so is not read again."""

    bytes: int
    mtime: int
    sha256: str


Stamps = dict[str, JarChecksum]


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
        with file_lock(folder / ".lock", "Waiting for another Byline that is fetching jars.", progress):
            sync_jars(artifacts, folder, stamp_file, progress, repositories)
    return jars


def sync_jars(
    artifacts: Sequence[Artifact],
    folder: Path,
    stamp_file: Path,
    progress: Progress,
    repositories: Mapping[str, str] | None,
) -> None:
    """Check what is there, fetch the rest, and stamp the whole."""
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
    write_stamps(stamp_file, {a.path: current_checksum(folder / a.path, a) for a in artifacts})


def checked(folder: Path, artifact: Artifact, stamps: Stamps) -> bool:
    """Tell whether the jar still looks as it did when its sum was right."""
    stamp = stamps.get(artifact.path)
    if stamp is None or stamp.sha256 != artifact.sha256:
        return False
    try:
        return current_checksum(folder / artifact.path, artifact) == stamp
    except OSError:
        return False


def current_checksum(jar: Path, artifact: Artifact) -> JarChecksum:
    """Stamp a jar as it stands now."""
    stat = jar.stat()
    return JarChecksum(stat.st_size, stat.st_mtime_ns, artifact.sha256)


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


AT_ONCE = 8
TRIES = 3
CHUNK = 1 << 20
TIMEOUT = 60  # seconds without a byte
UNTRUSTED = (
    "The server's certificate is signed by nobody that Python knows, as behind a company's proxy. Fetching reads "
    "REQUESTS_CA_BUNDLE, not SSL_CERT_FILE: set it to a file with your authorities' certificates, such as "
    "REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt, and run the same command again."
)
HINT = "Check the network and run the same command again: whole jars are kept, only the missing ones are fetched."


class CancelledError(Exception):
    """Another download failed or the person pressed Ctrl-C: this one need not end."""


def sha256(path: Path) -> str:
    """Give the SHA-256 of a file in hex, read in pieces of a mebibyte."""
    total = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            total.update(piece)
    return total.hexdigest()


def fetch(
    artifacts: Sequence[Artifact], cache: Path, progress: Progress, repositories: Mapping[str, str] | None = None
) -> None:
    """Bring every artifact whole into `cache`, laid out as a Maven repository.

    A jar that fails its sum, left torn by a kill or cut short by the network, is deleted and fetched again, twice.
    Raises ServerError naming the jar when that does not help; jars that arrived whole stay.
    """
    title = f"Fetching {len(artifacts)} jars" if len(artifacts) > 1 else f"Fetching {artifacts[0].name}"
    with progress.download(title, sum(a.bytes for a in artifacts)) as came:
        work = Work(cache, came, dict(repositories) if repositories else None)
        for artifact in sorted(artifacts, key=lambda a: -a.bytes):
            work.waiting.put(artifact)
        # Daemons, not a pool: Python waits for a pool's threads at exit, and a stalled download would hold up Ctrl-C.
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
    """Say what to do about what went wrong."""
    return UNTRUSTED if "certificate verify failed" in problem.lower() else HINT


class Work:
    """One download of many jars, shared by its threads."""

    def __init__(self, cache: Path, came: Callable[[int], None], repositories: dict[str, str] | None) -> None:
        """Fetch into `cache` from the repositories (name to address; none means Maven Central), telling `came`."""
        self.cache = cache
        self.came = came
        self.repositories = repositories
        self.waiting: SimpleQueue[Artifact] = SimpleQueue()
        self.stop = Event()
        self.errors: list[Exception] = []

    def run(self) -> None:
        """Fetch jar after jar until none waits or one has failed."""
        while not self.stop.is_set():
            try:
                self.fetch_whole(self.waiting.get_nowait())
            except Empty:
                return
            except Exception as error:  # noqa: BLE001 - handed to the thread that waits for this one
                self.errors.append(error)
                self.stop.set()

    def fetch_whole(self, artifact: Artifact) -> None:
        """Bring one jar whole into the cache, in at most three tries."""
        jar = self.cache / artifact.path
        problem = ""
        for _ in range(TRIES):
            counter = Counter(self.came, self.stop)
            try:
                digest = self.download(artifact, counter)
                if digest == artifact.sha256:
                    self.came(artifact.bytes - counter.bytes)
                    return
                problem = f"its SHA-256 is {digest[:12]}…, the lock says {artifact.sha256[:12]}…"
            except CancelledError:
                jar.unlink(missing_ok=True)
                return
            except (RequestException, RuntimeError) as error:  # RuntimeError: jgo found it in no repository
                problem = str(error)
            except OSError:
                with explained("keep a jar", jar):
                    raise
            jar.unlink(missing_ok=True)
            self.came(-counter.bytes)
        raise ServerError(f"{jar.name} could not be fetched, tried {TRIES} times: {problem}", hint_for(problem))

    def download(self, artifact: Artifact, counter: "Counter") -> str:
        """Let jgo fetch one jar under its final name, and give the SHA-256 of what came."""
        resolver = PythonResolver(progress_callback=counter.of_download)
        maven = MavenContext(resolver, self.cache, local_repos=[], remote_repos=self.repositories, timeout=TIMEOUT)
        component = maven.project(artifact.group, artifact.name).at_version(artifact.version)
        return sha256(component.artifact(artifact.classifier, "jar").resolve())


class Counter:
    """The bytes of one try, which a stop breaks off at the next piece."""

    def __init__(self, came: Callable[[int], None], stop: Event) -> None:
        """Pass on to `came` what arrives, until `stop` is set."""
        self.came = came
        self.stop = stop
        self.bytes = 0

    def __call__(self, more: int) -> None:
        """Count `more` bytes. Raises CancelledError once the download should stop."""
        if self.stop.is_set():
            raise CancelledError
        self.bytes += more
        self.came(more)

    @contextmanager
    def of_download(self, _name: str, _total: int) -> Generator["Counter"]:
        """Give jgo the counter in the shape that it asks for."""
        yield self
