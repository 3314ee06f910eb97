import contextlib
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from byline.local_neo4j import server
from tests.tiers import sampled_cases

COMMANDS = ["start", "stop", "status", "console", "dump", "restore", "browser", "train"]


def environment(home: Path) -> dict[str, str]:
    memory = {"BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "32m"}
    return os.environ | memory | {"BYLINE_HOME": str(home), "COLUMNS": "200", "NO_COLOR": "1"}


def db(home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "byline.cli.commands.db", *words]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment(home), stdin=subprocess.DEVNULL, check=False
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize("command", sampled_cases(COMMANDS, 2))
def test_help_shows_example(command: str, home: Path) -> None:
    """Every command's help shows an example to copy."""
    assert f"Example: byline db {command}" in db(home, command, "--help").stdout


def test_status_without_a_server(home: Path) -> None:
    """Without a server, `byline db status` reports it with exit code 3 and creates no folder."""
    done = db(home, "status")
    assert done.returncode == 3
    assert "not running" in done.stdout
    assert str(home) in done.stdout
    assert not home.exists()


def test_stop_without_a_server(home: Path) -> None:
    """Without a server, `byline db stop` succeeds and reports that Neo4j was not running."""
    done = db(home, "stop")
    assert (done.returncode, done.stdout) == (0, "Neo4j was not running.\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("dump", "none.dump"), "no graph"),
        (("dump", "."), "is a folder"),
        (("dump", "nowhere/none.dump"), "does not exist"),
        (("dump", "/proc/none.dump"), "Cannot write /proc/none.dump"),
        (("restore", "none.dump"), "File not found: none.dump"),
    ],
)
def test_errors_have_message_and_hint(words: tuple[str, ...], said: str, home: Path) -> None:
    """An error prints a message and a next step on standard error, with exit code 1."""
    done = db(home, *words)
    assert done.returncode == 1
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 2


def test_invalid_setting_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An invalid setting is named, with exit code 1."""
    monkeypatch.setenv("BYLINE_PORT", "x")
    done = db(home, "status")
    assert done.returncode == 1
    assert "BYLINE_PORT" in done.stderr


@pytest.mark.full
def test_db_commands_work_in_sequence(home: Path, tmp_path: Path) -> None:
    """Start, join, browser, dump, restore and stop work one after the other."""
    assert "is ready" in db(home, "start").stdout
    assert "already runs" in db(home, "start").stdout
    told = db(home, "browser", "--print").stdout
    found = re.search(r"http://127\.0\.0\.1:\d+/browser/", told)
    assert found is not None
    with urllib.request.urlopen(found[0]) as page:  # noqa: S310 - an address of this machine
        assert b"Neo4j Browser" in page.read()
    assert (home / "neo4j" / "password").read_text().strip() in told
    status = db(home, "status")
    assert status.returncode == 0
    assert found[0] in status.stdout
    assert db(home, "dump", str(tmp_path / "graph.dump")).returncode == 0
    again = db(home, "dump", str(tmp_path / "graph.dump"))
    assert again.returncode == 1
    assert "--force" in again.stderr
    assert "--force" in db(home, "restore", str(tmp_path / "graph.dump")).stderr
    assert db(home, "restore", "--force", str(tmp_path / "graph.dump")).returncode == 0
    assert db(home, "stop").stdout == "Stopped.\n"
    assert db(home, "status").returncode == 3


@pytest.mark.full
def test_dump_keeps_server_address(home: Path, tmp_path: Path) -> None:
    """A dump that cannot be written stops no server; after a successful dump, the server has its old port."""
    with contextlib.ExitStack() as held:
        with contextlib.suppress(OSError):  # somebody has it already
            held.enter_context(socket.create_server(("127.0.0.1", server.DEFAULT_BOLT_PORT)))
        db(home, "start")
    before = server.find_running_server(home)
    assert before is not None
    pid = re.search(r"Process: +(\d+)", db(home, "status").stdout)
    failed = db(home, "dump", "/proc/graph.dump")
    assert (failed.returncode, "The server was not stopped" in failed.stderr) == (1, True)
    assert pid is not None
    assert pid[1] in db(home, "status").stdout
    assert db(home, "dump", str(tmp_path / "graph.dump")).returncode == 0
    assert server.find_running_server(home) == before
    assert pid[1] not in db(home, "status").stdout


@pytest.mark.full
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_console_stops_on_signal(home: Path, number: signal.Signals) -> None:
    """The console shows the log and stops the server on SIGINT and SIGTERM, even if a shell ignores SIGINT."""
    command = ["sh", "-c", 'trap "" INT; exec "$0" "$@"', sys.executable, "-m", "byline.cli.commands.db", "console"]
    with subprocess.Popen(command, env=environment(home), stdout=subprocess.PIPE, text=True) as console:
        assert console.stdout is not None
        for line in console.stdout:
            if "Started." in line:
                break
        assert server.find_running_server(home) is not None
        begun = time.monotonic()
        console.send_signal(number)
        console.wait(20)
        assert console.returncode == 0
        assert time.monotonic() - begun < 5
    assert server.find_running_server(home) is None
