"""`byline demo` over Byline's own Neo4j: what it says holds, and it ends as a whole, however and whenever that comes.

The tests share a home and stand in the order of a life: signals before the sample is loaded, one demo that serves,
later ones that find the sample there.
"""

import os
import re
import shlex
import signal
import socket
import subprocess
import threading
from collections.abc import Callable, Generator
from contextlib import suppress
from pathlib import Path
from typing import Self

import httpx2
import psutil
import pytest
from neo4j import GraphDatabase, Query

from byline.local_neo4j import jars, server, state
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import NullProgress
from tests.byline.demoing import (
    Demo,
    demoing,
    environment,
    importing,
    jvms,
    left,
    loading,
    serving,
    setting_the_password,
    starting,
    until,
)
from tests.byline.serving import BYLINE

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    try:
        jars.class_path(DEFAULT_VERSION, NullProgress(), http=True)
    except ServerError as error:
        pytest.skip(f"Neo4j's jars are neither in the cache nor to be had: {error.message}")
    home = tmp_path_factory.mktemp("demo") / "a home"
    yield home
    server.stop(home)
    for one in left(home):
        one.kill()


@pytest.mark.parametrize(
    ("moment", "number", "deaf"),
    [
        (importing, signal.SIGINT, True),
        pytest.param(setting_the_password, signal.SIGINT, False),
        pytest.param(starting, signal.SIGTERM, False),
        (starting, signal.SIGINT, True),
        pytest.param(loading, signal.SIGTERM, False),
        pytest.param(loading, signal.SIGINT, True),
    ],
)
def test_a_signal_that_comes_early_ends_all(
    home: Path, moment: Callable[[Demo], bool], number: signal.Signals, *, deaf: bool
) -> None:
    """A signal before it serves ends it with that signal's exit code, nothing runs on and no record stays."""
    with demoing(home, deaf=deaf, imports=moment is importing) as demo:
        demo.reaches(moment)
        assert demo.ends(number) == 128 + number
        assert left(home) == []
        assert state.read_state(DataDirectory.for_version(home)) is None
        assert "Traceback" not in demo.told()
        assert not serving(demo)


def test_a_killed_demo_takes_its_neo4j_along(home: Path) -> None:
    """After kill -9, which no handler sees, the Neo4j that it started ends by itself."""
    with demoing(home) as demo:
        demo.reaches(loading)
        assert jvms(home) == {demo.jvm()}
        assert demo.ends(signal.SIGKILL) == 128 + signal.SIGKILL
        assert until(lambda: left(home) == [], 35)


@pytest.fixture(scope="module")
def begun(home: Path) -> Generator[Demo]:
    with demoing(home) as demo:
        demo.reaches(loading)
        yield demo


@pytest.fixture(scope="module")
def demo(begun: Demo) -> Demo:
    begun.reaches(serving)
    return begun


def test_a_busy_port_is_said(begun: Demo, tmp_path: Path) -> None:
    """A port that another demo has, though it only loads yet, is named with a way out, before anything is started."""
    home = tmp_path / "home"
    with demoing(home, port=begun.port) as refused:
        assert refused.code() == 1
        assert f"Cannot bind port {begun.port} on 127.0.0.1" in refused.told()
        assert f"PORT={begun.port + 1} make demo" in refused.told()
        assert left(home) == []
        assert not home.exists()


def test_a_second_demo_joins_the_first(begun: Demo) -> None:
    """A second demo over the same home waits for the first one's load, joins its Neo4j and leaves it there."""
    with demoing(begun.home) as second:
        second.reaches(serving)
        begun.reaches(serving)
        assert jvms(begun.home) == {begun.jvm()}
        assert bolt(second) == bolt(begun)
        assert "The sample is already loaded: 158 records, at 20" in second.told()
        assert "Loading the sample" not in second.told()
        assert "Ctrl-C stops it; Neo4j was running before and keeps running." in second.told()
        assert second.ends(signal.SIGTERM) == 128 + signal.SIGTERM
        assert jvms(begun.home) == {begun.jvm()}
        assert httpx2.get(f"http://127.0.0.1:{begun.port}/readyz", timeout=30).status_code == 200


def bolt(demo: Demo) -> tuple[str, str, str]:
    found = re.search(r"^Bolt +(\S+), user (\S+), password (\S+)$", demo.told(), re.MULTILINE)
    assert found is not None
    return found[1], found[2], found[3]


def test_the_printed_questions_are_answered(demo: Demo) -> None:
    """The three printed GraphQL questions have answers without errors at the printed address, and in a shell."""
    address = re.search(r"^Byline serves (\S+) .*Ctrl-C stops everything\.$", demo.told(), re.MULTILINE)
    assert address is not None
    lines = re.findall(r"^ +(\S*byline query .*)$", demo.told(), re.MULTILINE)
    assert len(lines) == 3
    for line in lines:
        answer = httpx2.post(address[1], json={"query": shlex.split(line)[2]}, timeout=30)
        body = answer.json()
        assert (answer.status_code, body.get("errors")) == (200, None)
        assert all(body["data"].values())
    page = httpx2.get(address[1], headers={"accept": "text/html"}, timeout=30)
    assert page.headers["content-type"].startswith("text/html")
    shell = subprocess.run(
        ["sh", "-c", lines[0]], env=environment(demo.home), capture_output=True, text=True, timeout=60, check=False
    )
    assert (shell.returncode, '"errors"' in shell.stdout) == (0, False), shell.stderr


def test_the_printed_cypher_and_browser_are_there(demo: Demo) -> None:
    """The printed Cypher question has rows at the printed Bolt address, whose Browser opens where it is said to."""
    uri, user, password = bolt(demo)
    text = demo.told().partition("set the parameter, then run the query):\n")[2].partition("This and other")[0]
    parameter, _, statement = text.strip().partition("\n")
    assert parameter == ":param limit => 5;"
    with GraphDatabase.driver(uri, auth=(user, password)) as driver:  # pyright: ignore[reportUnknownMemberType] its **config is untyped
        rows = driver.execute_query(Query(statement.rstrip("; \n")), limit=5).records  # pyright: ignore[reportArgumentType] it is what was printed
    assert len(rows) == 5
    page = re.search(r"^Neo4j Browser +(\S+)$", demo.told(), re.MULTILINE)
    assert page is not None
    assert uri.removeprefix("bolt://") in page[1]
    assert "Neo4j Browser" in httpx2.get(page[1], timeout=30).text


def test_ctrl_c_stops_all_of_it(demo: Demo) -> None:
    """SIGINT ends a demo that serves with exit code 130; its Neo4j, port and record go with it."""
    neo4j = demo.jvm()
    assert demo.ends(signal.SIGINT) == 130
    assert not psutil.pid_exists(neo4j)
    assert left(demo.home) == []
    assert state.read_state(DataDirectory.for_version(demo.home)) is None
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", demo.port)) != 0


def test_sigterm_stops_all_of_it(home: Path) -> None:
    """SIGTERM ends a demo that serves as Ctrl-C does, with its own exit code, 143."""
    with demoing(home) as demo:
        demo.reaches(serving)
        neo4j = demo.jvm()
        assert demo.ends(signal.SIGTERM) == 143
        assert not psutil.pid_exists(neo4j)
        assert left(home) == []


def test_a_joined_neo4j_is_left_running(home: Path) -> None:
    """Ctrl-C on a demo that joined the Neo4j of `byline db start` leaves that Neo4j running."""
    subprocess.run([BYLINE, "db", "start"], env=environment(home), stdout=subprocess.DEVNULL, timeout=120, check=True)
    before = server.find_running_server(home)
    assert before is not None
    with demoing(home) as demo:
        demo.reaches(serving)
        assert demo.ends(signal.SIGINT) == 130
        assert [one.pid for one in left(home)] == [demo.jvm()]
    assert server.find_running_server(home) == before
    assert server.stop(home)


def test_a_demo_ends_with_its_neo4j(home: Path) -> None:
    """When its Neo4j is killed the demo says so and ends with exit code 1, and who takes the port hears no password."""
    with demoing(home) as demo:
        demo.reaches(serving)
        uri, _, password = bolt(demo)
        neo4j, heard = demo.jvm(), [b""]
        os.kill(neo4j, signal.SIGKILL)
        with Taker(int(uri.rpartition(":")[2])) as taker:
            while demo.process.poll() is None:
                with suppress(httpx2.TransportError):
                    httpx2.post(
                        f"http://127.0.0.1:{demo.port}/graphql", json={"query": "{papers{totalCount}}"}, timeout=5
                    )
            heard = taker.heard
        assert demo.code() == 1
        assert f"Neo4j (process {neo4j}) has stopped unexpectedly" in demo.told()
        assert "Traceback" not in demo.told()
        assert not [one for one in heard if password.encode() in one]
        assert left(home) == []
        assert state.read_state(DataDirectory.for_version(home)) is None


class Taker:
    """Another program that takes a port as soon as it comes free, answers as Neo4j would, and keeps what it hears."""

    def __init__(self, port: int) -> None:
        self.heard: list[bytes] = []
        self._port = port
        self._ended = threading.Event()
        self._listener: socket.socket | None = None

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        assert self._listener is not None
        self._listener.close()

    def _listen(self) -> None:
        while self._listener is None and not self._ended.is_set():
            with suppress(OSError):
                self._listener = socket.create_server(("127.0.0.1", self._port))
        with suppress(OSError):
            while self._listener is not None:
                near, _ = self._listener.accept()
                with near, suppress(OSError):
                    near.settimeout(1)
                    near.recv(4096)
                    near.sendall(bytes([0, 0, 8, 5]))  # Bolt 5.8: go on, sign in
                    self.heard.append(near.recv(4096))
                    near.sendall(bytes.fromhex("0003b170a0 0000".replace(" ", "")))  # SUCCESS {}
                    self.heard.append(near.recv(4096))
