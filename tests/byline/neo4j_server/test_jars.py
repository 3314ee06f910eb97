import hashlib
import shutil
import ssl
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from byline.local_neo4j import jars
from byline.local_neo4j import lockfile as lock
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import Artifact
from byline.local_neo4j.progress import NullProgress

CONTENTS = {name: name.encode() * 5000 for name in ("one", "two", "three")}
ARTIFACTS = [Artifact("org.example", n, "1", len(c), hashlib.sha256(c).hexdigest()) for n, c in CONTENTS.items()]

Answer = Callable[[bytes, int], tuple[int, bytes, int]]
"""From the right bytes and the number of the try: a status, the bytes to send, the length to announce."""


def right(content: bytes, _number: int) -> tuple[int, bytes, int]:
    return 200, content, len(content)


@dataclass
class Repository:
    """A Maven repository on this machine that can be told to misbehave for one jar."""

    address: str = ""
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    asked: Counter[str] = field(default_factory=Counter[str])

    def ensure_jars(self, folder: Path) -> list[Path]:
        """Bring the three jars into a cache."""
        return jars.ensure_jars(ARTIFACTS, folder, NullProgress(), {"local": self.address})


@pytest.fixture
def repository() -> Iterator[Repository]:
    told = Repository()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            name = self.path.split("/")[3]
            if not self.path.endswith(".jar"):
                self.send_error(404)
                return
            told.asked[name] += 1
            status, content, length = told.answers.get(name, right)(CONTENTS[name], told.asked[name])
            self.send_response(status)
            self.send_header("Content-Length", str(length))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name that the base class gives it
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    told.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield told
    server.shutdown()
    server.server_close()


def assert_whole(paths: list[Path]) -> None:
    assert [p.read_bytes() for p in paths] == list(CONTENTS.values())


def test_jars_come_once(repository: Repository, tmp_path: Path) -> None:
    """Every jar is fetched once and whole, and a second start asks the network for nothing."""
    assert_whole(repository.ensure_jars(tmp_path))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked == {"one": 1, "two": 1, "three": 1}


def test_a_torn_jar_is_fetched_again(repository: Repository, tmp_path: Path) -> None:
    """A jar that a kill left half written under its final name is replaced, and only that one is fetched again."""
    for artifact in ARTIFACTS:
        jar = tmp_path / artifact.path
        jar.parent.mkdir(parents=True)
        jar.write_bytes(CONTENTS[artifact.name])
    torn = tmp_path / ARTIFACTS[1].path
    torn.write_bytes(CONTENTS["two"][:100])
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked == {"two": 1}


def test_a_jar_changed_after_its_check_is_fetched_again(repository: Repository, tmp_path: Path) -> None:
    """The stamp that spares hashing does not hide a jar that was changed since, even to the same size."""
    paths = repository.ensure_jars(tmp_path)
    paths[2].write_bytes(b"x" * len(CONTENTS["three"]))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["three"] == 2


def test_a_wrong_sum_is_tried_twice_more(repository: Repository, tmp_path: Path) -> None:
    """Two downloads with wrong bytes are thrown away and the third, right one counts."""
    repository.answers["one"] = lambda content, number: right(content if number == 3 else b"y" * len(content), number)
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["one"] == 3


def test_a_broken_connection_is_tried_again(repository: Repository, tmp_path: Path) -> None:
    """A download cut off in the middle is begun again by itself."""
    repository.answers["two"] = lambda content, number: (200, content if number > 1 else content[:999], len(content))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["two"] == 2


def test_a_jar_that_stays_wrong_is_an_error(repository: Repository, tmp_path: Path) -> None:
    """After three wrong downloads the error names the jar and what to do, and the wrong bytes are gone."""
    repository.answers["one"] = lambda content, number: right(content[::-1], number)
    with pytest.raises(ServerError, match=r"one-1\.jar.*3 attempts.*SHA-256") as error:
        repository.ensure_jars(tmp_path)
    assert "run the same command again" in error.value.hint
    assert not (tmp_path / ARTIFACTS[0].path).exists()
    assert repository.asked["one"] == 3


def test_a_broken_fetch_is_resumed_jar_by_jar(repository: Repository, tmp_path: Path) -> None:
    """After a failure the next start fetches the missing jar and none of those that had arrived."""
    jars.ensure_jars(ARTIFACTS[1:], tmp_path, NullProgress(), {"local": repository.address})
    repository.answers["one"] = lambda _content, _number: (503, b"", 0)
    with pytest.raises(ServerError):
        repository.ensure_jars(tmp_path)
    repository.answers.clear()
    assert_whole(repository.ensure_jars(tmp_path))
    assert (repository.asked["two"], repository.asked["three"]) == (1, 1)


def test_no_network_is_said_plainly(tmp_path: Path) -> None:
    """Without a network the error says which jar could not come and that the network should be checked."""
    with pytest.raises(ServerError) as error:
        jars.ensure_jars(ARTIFACTS[:1], tmp_path, NullProgress(), {"local": "http://127.0.0.1:9"})
    assert "one-1.jar" in error.value.message
    assert "network" in error.value.hint


def test_an_unknown_authority_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A certificate that Python does not know is told apart from a broken network, with the variable that mends it."""
    names = ("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1")
    files = ("-keyout", tmp_path / "key", "-out", tmp_path / "certificate")
    command = ("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", *names, *files)
    if shutil.which("openssl") is None:
        pytest.skip("no openssl on this machine: no certificate of our own")
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "certificate", tmp_path / "key")
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = {"local": f"https://127.0.0.1:{server.server_port}"}
    try:
        with pytest.raises(ServerError) as error:
            jars.ensure_jars(ARTIFACTS[:1], tmp_path / "cache", NullProgress(), address)
        assert "REQUESTS_CA_BUNDLE" in error.value.hint
        assert "SSL_CERT_FILE" in error.value.hint
        monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(tmp_path / "certificate"))
        with pytest.raises(ServerError) as error:
            jars.ensure_jars(ARTIFACTS[:1], tmp_path / "cache", NullProgress(), address)
        assert "REQUESTS_CA_BUNDLE" not in error.value.hint  # it is trusted now, and has no such jar
    finally:
        server.shutdown()
        server.server_close()


def test_an_unwritable_cache_is_said_plainly(repository: Repository, tmp_path: Path) -> None:
    """A file where the cache should be gives the path and a way out, not a traceback."""
    (tmp_path / "jars").write_text("in the way")
    with pytest.raises(ServerError, match="jars"):
        repository.ensure_jars(tmp_path / "jars")


@pytest.mark.parametrize("version", ["2026.08.1", "5.26.30"])
def test_the_locks_are_complete(version: str) -> None:
    """Each lock pins every jar by a whole SHA-256, names no jar twice, and says what to start."""
    told = lock.server(version)
    assert told.server.version == version
    assert told.server.main_class.startswith("org.neo4j.server.")
    assert len({a.path for a in told.artifact}) == len(told.artifact) > 200
    assert all(len(a.sha256) == 64 and a.bytes > 0 for a in (*told.artifact, *lock.browser().artifact))


def test_an_unknown_release_names_the_known_ones() -> None:
    """A release without a lock is refused with the releases that there are."""
    with pytest.raises(ServerError) as error:
        lock.server("1.0")
    assert "2026.08.1" in error.value.hint
