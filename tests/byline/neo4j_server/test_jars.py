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

from byline.local_neo4j import jars, lockfile
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import Artifact
from byline.local_neo4j.progress import NullProgress

CONTENTS = {name: name.encode() * 5000 for name in ("one", "two", "three")}
ARTIFACTS = [Artifact("org.example", n, "1", len(c), hashlib.sha256(c).hexdigest()) for n, c in CONTENTS.items()]

Answer = Callable[[bytes, int], tuple[int, bytes, int]]
"""From the right bytes and the number of the try: a status, the bytes to send, the length to announce."""


def correct_answer(content: bytes, _number: int) -> tuple[int, bytes, int]:
    return 200, content, len(content)


@dataclass
class Repository:
    """A local Maven repository that can send wrong answers for one jar."""

    address: str = ""
    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    asked: Counter[str] = field(default_factory=Counter[str])

    def ensure_jars(self, folder: Path) -> list[Path]:
        """Download the three jars into a cache."""
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
            status, content, length = told.answers.get(name, correct_answer)(CONTENTS[name], told.asked[name])
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


def test_jars_are_downloaded_once(repository: Repository, tmp_path: Path) -> None:
    """Every jar is downloaded completely and once; a second start makes no request."""
    assert_whole(repository.ensure_jars(tmp_path))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked == {"one": 1, "two": 1, "three": 1}


def test_truncated_jar_is_downloaded_again(repository: Repository, tmp_path: Path) -> None:
    """A truncated jar under its final name is replaced, and only that jar is downloaded again."""
    for artifact in ARTIFACTS:
        jar = tmp_path / artifact.path
        jar.parent.mkdir(parents=True)
        jar.write_bytes(CONTENTS[artifact.name])
    torn = tmp_path / ARTIFACTS[1].path
    torn.write_bytes(CONTENTS["two"][:100])
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked == {"two": 1}


def test_modified_jar_is_downloaded_again(repository: Repository, tmp_path: Path) -> None:
    """A jar that changed after its check is downloaded again, even if its size is the same."""
    paths = repository.ensure_jars(tmp_path)
    paths[2].write_bytes(b"x" * len(CONTENTS["three"]))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["three"] == 2


def test_wrong_checksum_is_retried_twice(repository: Repository, tmp_path: Path) -> None:
    """Two downloads with wrong bytes are discarded, and the correct third one is used."""
    repository.answers["one"] = lambda content, number: correct_answer(
        content if number == 3 else b"y" * len(content), number
    )
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["one"] == 3


def test_interrupted_download_is_retried(repository: Repository, tmp_path: Path) -> None:
    """An interrupted download is retried automatically."""
    repository.answers["two"] = lambda content, number: (200, content if number > 1 else content[:999], len(content))
    assert_whole(repository.ensure_jars(tmp_path))
    assert repository.asked["two"] == 2


def test_permanently_wrong_jar_is_an_error(repository: Repository, tmp_path: Path) -> None:
    """After three wrong downloads, the error names the jar and a remedy, and the wrong bytes are removed."""
    repository.answers["one"] = lambda content, number: correct_answer(content[::-1], number)
    with pytest.raises(ServerError, match=r"one-1\.jar.*3 attempts.*SHA-256") as error:
        repository.ensure_jars(tmp_path)
    assert "run the same command again" in error.value.hint
    assert not (tmp_path / ARTIFACTS[0].path).exists()
    assert repository.asked["one"] == 3


def test_failed_download_resumes_with_missing_jar(repository: Repository, tmp_path: Path) -> None:
    """After a failure, the next start downloads only the missing jar."""
    jars.ensure_jars(ARTIFACTS[1:], tmp_path, NullProgress(), {"local": repository.address})
    repository.answers["one"] = lambda _content, _number: (503, b"", 0)
    with pytest.raises(ServerError):
        repository.ensure_jars(tmp_path)
    repository.answers.clear()
    assert_whole(repository.ensure_jars(tmp_path))
    assert (repository.asked["two"], repository.asked["three"]) == (1, 1)


def test_missing_network_is_reported(tmp_path: Path) -> None:
    """Without a network, the error names the jar and advises to check the network."""
    with pytest.raises(ServerError) as error:
        jars.ensure_jars(ARTIFACTS[:1], tmp_path, NullProgress(), {"local": "http://127.0.0.1:9"})
    assert "one-1.jar" in error.value.message
    assert "network" in error.value.hint


def test_untrusted_certificate_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error for an untrusted certificate differs from a network error and names the variables that help."""
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


def test_unusable_cache_folder_is_reported(repository: Repository, tmp_path: Path) -> None:
    """If a file is in the cache's place, the error names its path."""
    (tmp_path / "jars").write_text("in the way")
    with pytest.raises(ServerError, match="jars"):
        repository.ensure_jars(tmp_path / "jars")


@pytest.mark.parametrize("content", [b"", b"[]", b'{"a.jar": {"bytes": 1, "mtime": 1, "sha256": "\xff"}}'])
def test_damaged_checksum_file_counts_as_missing(tmp_path: Path, content: bytes) -> None:
    """A damaged file of checksums, even with invalid UTF-8 in a value, is no error: the jars are hashed again."""
    (tmp_path / "checked.json").write_bytes(content)
    assert jars.read_checksums(tmp_path / "checked.json") == {}


@pytest.mark.parametrize("version", ["2026.08.1", "5.26.30"])
def test_lock_files_are_complete(version: str) -> None:
    """Each lock file pins every jar by its SHA-256, lists no jar twice, and names the main class."""
    told = lockfile.read_server_lock(version)
    assert told.server.version == version
    assert told.server.main_class.startswith("org.neo4j.server.")
    assert len({a.path for a in told.artifact}) == len(told.artifact) > 200
    assert all(len(a.sha256) == 64 and a.bytes > 0 for a in (*told.artifact, *lockfile.read_browser_lock().artifact))


def test_unknown_release_lists_known_releases() -> None:
    """A release without a lock file is rejected with a list of the known releases."""
    with pytest.raises(ServerError) as error:
        lockfile.read_server_lock("1.0")
    assert "2026.08.1" in error.value.hint
