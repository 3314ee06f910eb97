"""Download jars with jgo, several at once, each checked against its SHA-256 before it counts."""

import hashlib
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Thread

from jgo.maven import MavenContext, PythonResolver
from requests.exceptions import RequestException

from byline.neo4j_server.errors import ServerError, explained
from byline.neo4j_server.lock import Artifact
from byline.neo4j_server.progress import Progress

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
                found = self.download(artifact, counter)
                if found == artifact.sha256:
                    self.came(artifact.bytes - counter.bytes)
                    return
                problem = f"its SHA-256 is {found[:12]}…, the lock says {artifact.sha256[:12]}…"
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
