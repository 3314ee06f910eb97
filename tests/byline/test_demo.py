"""`byline demo` on Byline's own Neo4j: its printed addresses work, and it always ends completely.

The tests share a home and run in order: signals before the sample is loaded, one demo that serves,
later demos that find the sample loaded.
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
from tests.byline.demo_process import (
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
from tests.byline.server_process import BYLINE

pytestmark = pytest.mark.full


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Generator[Path]:
    try:
        jars.class_path(DEFAULT_VERSION, NullProgress())
        jars.browser_jars(NullProgress())
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
def test_early_signal_stops_everything(
    home: Path, moment: Callable[[Demo], bool], number: signal.Signals, *, deaf: bool
) -> None:
    """A signal before the demo serves gives its exit code and leaves no process and no state file."""
    with demoing(home, deaf=deaf, imports=moment is importing) as demo:
        demo.reaches(moment)
        assert demo.ends(number) == 128 + number
        assert left(home) == []
        assert state.read_state(DataDirectory.for_version(home)) is None
        assert "Traceback" not in demo.told()
        assert not serving(demo)


def test_killed_demo_ends_its_neo4j(home: Path) -> None:
    """After `kill -9`, which no handler sees, the demo's Neo4j ends on its own."""
    with demoing(home) as demo:
        demo.reaches(loading)
        assert jvms(home) == {demo.jvm()}
        assert demo.ends(signal.SIGKILL) == 128 + signal.SIGKILL
        assert until(lambda: left(home) == [], 35)


@pytest.fixture(scope="module")
def loading_demo(home: Path) -> Generator[Demo]:
    with demoing(home) as demo:
        demo.reaches(loading)
        yield demo


@pytest.fixture(scope="module")
def demo(loading_demo: Demo) -> Demo:
    loading_demo.reaches(serving)
    return loading_demo


def test_demo_reports_busy_port(loading_demo: Demo, tmp_path: Path) -> None:
    """The port of another demo that is still loading is reported with a remedy before anything starts."""
    home = tmp_path / "home"
    with demoing(home, port=loading_demo.port) as refused:
        assert refused.code() == 1
        assert f"Cannot bind port {loading_demo.port} on 127.0.0.1" in refused.told()
        assert f"PORT={loading_demo.port + 1} make demo" in refused.told()
        assert left(home) == []
        assert not home.exists()


def test_second_demo_joins_first(loading_demo: Demo) -> None:
    """A second demo on the same home waits for the first load, joins its Neo4j and leaves it running."""
    with demoing(loading_demo.home) as second:
        second.reaches(serving)
        loading_demo.reaches(serving)
        assert jvms(loading_demo.home) == {loading_demo.jvm()}
        assert bolt(second) == bolt(loading_demo)
        assert "The sample is already loaded: 158 records, at 20" in second.told()
        assert "Loading the sample" not in second.told()
        assert "Ctrl-C stops it; Neo4j was running before and keeps running." in second.told()
        assert second.ends(signal.SIGTERM) == 128 + signal.SIGTERM
        assert jvms(loading_demo.home) == {loading_demo.jvm()}
        assert httpx2.get(f"http://127.0.0.1:{loading_demo.port}/readyz", timeout=30).status_code == 200


def bolt(demo: Demo) -> tuple[str, str, str]:
    found = re.search(r"^Bolt +(\S+), user (\S+), password (\S+)$", demo.told(), re.MULTILINE)
    assert found is not None
    return found[1], found[2], found[3]


def test_printed_graphql_queries_work(demo: Demo) -> None:
    """The three printed GraphQL queries succeed at the printed address and in a shell."""
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


def test_printed_cypher_and_browser_work(demo: Demo) -> None:
    """The printed Cypher query returns rows at the printed Bolt address, and the printed Browser URL opens."""
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


def test_ctrl_c_stops_demo(demo: Demo) -> None:
    """SIGINT ends a serving demo with exit code 130, together with its Neo4j, port and state file."""
    neo4j = demo.jvm()
    assert demo.ends(signal.SIGINT) == 130
    assert not psutil.pid_exists(neo4j)
    assert left(demo.home) == []
    assert state.read_state(DataDirectory.for_version(demo.home)) is None
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", demo.port)) != 0


def test_sigterm_stops_demo(home: Path) -> None:
    """SIGTERM ends a serving demo as Ctrl-C does, with exit code 143."""
    with demoing(home) as demo:
        demo.reaches(serving)
        neo4j = demo.jvm()
        assert demo.ends(signal.SIGTERM) == 143
        assert not psutil.pid_exists(neo4j)
        assert left(home) == []


def test_joined_neo4j_keeps_running(home: Path) -> None:
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


def test_killed_neo4j_is_started_again(home: Path) -> None:
    """If its Neo4j is killed, the server responds 503 with Retry-After, starts Neo4j again, and answers; twice."""
    query = {"query": "{ papers { totalCount } }"}
    with demoing(home) as demo, httpx2.Client(base_url=f"http://127.0.0.1:{demo.port}", timeout=30) as client:
        demo.reaches(serving)
        before = client.post("/graphql", json=query).json()["data"]
        for _ in range(2):
            killed = demo.jvm()
            os.kill(killed, signal.SIGKILL)
            refused = client.post("/graphql", json=query)
            assert (refused.status_code, int(refused.headers["retry-after"]) > 0) == (503, True)
            assert until(lambda: client.post("/graphql", json=query).status_code == 200, 60), demo.told()
            assert client.post("/graphql", json=query).json()["data"] == before
            assert demo.jvm() != killed
        assert demo.told().count("Neo4j is running again") == 2
        assert demo.ends(signal.SIGINT) == 130
    assert left(home) == []


def test_stopped_neo4j_is_not_started_again(home: Path) -> None:
    """If a user stops the Neo4j of a server, the server reports it and ends."""
    with demoing(home) as demo:
        demo.reaches(serving)
        assert server.stop(home)
        assert demo.code() == 1
        assert "was stopped by another command" in demo.told()
        assert "Starting it again" not in demo.told()
    assert left(home) == []


def test_demo_ends_when_neo4j_cannot_start_again(home: Path) -> None:
    """If another program takes the port of a killed Neo4j, the demo gives up after five attempts with exit code 1.
    The program receives no password.
    """
    with demoing(home) as demo:
        demo.reaches(serving)
        uri, _, password = bolt(demo)
        neo4j, heard = demo.jvm(), [b""]
        os.kill(neo4j, signal.SIGKILL)
        with PortHijacker(int(uri.rpartition(":")[2])) as taker:
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


class PortHijacker:
    """A program that takes a port as soon as it is free, answers like Neo4j, and records the bytes it receives."""

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
