import os
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from msgspec import structs

from byline.local_neo4j import config, java, launch, ports, server, state
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.progress import NullProgress


def folder_in(tmp_path: Path) -> DataDirectory:
    folder = DataDirectory.for_version(tmp_path)
    folder.prepare()
    return folder


def test_password_is_random_and_private(tmp_path: Path) -> None:
    """Two folders get different passwords with mode 600 in a folder of mode 700; a reread gives the same one."""
    one, two = folder_in(tmp_path / "a"), folder_in(tmp_path / "b")
    assert one.make_password() != two.make_password()
    assert stat.S_IMODE(one.password_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(one.path.stat().st_mode) == 0o700
    assert one.make_password() == one.read_password()


def test_page_cache_has_size_of_graph_within_limits(tmp_path: Path) -> None:
    """`auto` is 512 MB for a small graph, and at most the size of a large one and a quarter of the memory."""
    folder = folder_in(tmp_path)
    assert config.page_cache_size(config.checked_page_cache("AUTO"), folder) == "512m"
    folder.store.mkdir(parents=True)
    with (folder.store / "neostore").open("wb") as file:
        file.truncate(3 << 30)  # a file without blocks on the disk
    chosen = int(config.page_cache_size("auto", folder).removesuffix("m"))
    assert 512 <= chosen <= max(512, min(3 << 10, psutil.virtual_memory().total >> 22))
    assert config.page_cache_size(config.checked_page_cache("64M"), folder) == "64m"
    with pytest.raises(ServerError, match=r"(?s)The page cache has the invalid size 'large'.*2g, or auto\."):
        config.checked_page_cache("large")


def test_password_file_mode_is_restricted(tmp_path: Path) -> None:
    """A password file that other users may read gets mode 600 when Byline reads it."""
    folder = folder_in(tmp_path)
    folder.make_password()
    folder.password_file.chmod(0o644)
    folder.read_password()
    assert stat.S_IMODE(folder.password_file.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [None, b"", b"short", b"\xff\xfe\x00\x00broken"])
def test_invalid_password_file_is_reported(tmp_path: Path, content: bytes | None) -> None:
    """A missing, empty, short or garbled password file is rejected with its path and a remedy."""
    folder = folder_in(tmp_path)
    if content is not None:
        folder.password_file.write_bytes(content)
    with pytest.raises(ServerError, match=str(folder.password_file)) as error:
        folder.read_password()
    assert "restore" in error.value.hint


def test_file_in_place_of_data_folder_is_reported(tmp_path: Path) -> None:
    """If a file is in the folder's place, the error has its path and names BYLINE_HOME."""
    (tmp_path / "home").write_text("in the way")
    with pytest.raises(ServerError, match="data folder") as error:
        DataDirectory.for_version(tmp_path / "home").prepare()
    assert "BYLINE_HOME" in error.value.hint


def test_settings_restrict_server_to_loopback() -> None:
    """The server listens on 127.0.0.1 only, reads no files for LOAD CSV, and sends no usage reports."""
    for version in ("2026.08.1", "5.26.30"):
        told = config.settings(version, config.Ports(7999, 7998), "64m")
        listens = [value for name, value in told.items() if name.endswith("listen_address")]
        assert len(listens) == 3
        assert all(value.startswith("127.0.0.1") for value in listens)
        assert told["server.bolt.advertised_address"] == "127.0.0.1:7999"
        assert told["dbms.security.allow_csv_import_from_file_urls"] == "false"
        assert told["dbms.usage_report.enabled"] == "false"
        assert told["internal.datacollector.max_recent_query_count"] == "0"
    assert config.settings("2026.08.1", config.Ports(7999), "64m")["server.http.enabled"] == "false"


@pytest.mark.parametrize("value", ["", "lots", "0m", "1.5g", "512", "1g\nserver.x=y", "-1g"])
def test_invalid_memory_size_is_rejected(value: str) -> None:
    """A memory size that Java and Neo4j cannot both read is rejected before anything starts."""
    with pytest.raises(ServerError, match="invalid size"):
        config.checked_size("The heap", value)
    assert config.checked_size("The heap", "2G") == "2g"


def test_occupied_port_is_not_chosen() -> None:
    """Byline does not choose a port in use, and chooses the requested port if it is free."""
    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = somebody.getsockname()[1]
        assert ports.free(taken) != taken
        assert not ports.answers_bolt(taken, timeout=0.1)
    wanted = ports.any_free()
    assert ports.free(wanted) == wanted


@pytest.mark.parametrize("sign", ["Address localhost:7474 is already in use", "java.net.BindException: Address in use"])
def test_port_conflict_is_found_in_long_log(tmp_path: Path, sign: str) -> None:
    """Byline finds a port conflict above a long trace in the log, and retries only for that failure."""
    log = tmp_path / "console.log"
    log.write_text("\n".join([f"ERROR Failed to start: {sign}", *["  at org.eclipse.jetty.Server"] * 40]))
    assert server.is_port_conflict(launch.failure("Neo4j ended.", log))
    log.write_text("ERROR Failed to start: No space left on device")
    assert not server.is_port_conflict(launch.failure("Neo4j ended.", log))


def test_process_is_identified_by_start_time() -> None:
    """A process counts as alive only with its own start time, so a reused process ID is not a server."""
    me = state.current_process()
    assert me.alive()
    assert not state.Process(me.pid, me.created - 100).alive()
    ended = subprocess.Popen([sys.executable, "-c", ""])
    found = state.Process.from_pid(ended.pid)
    ended.wait()
    assert not found.alive()


def test_truncated_state_file_counts_as_no_server(tmp_path: Path) -> None:
    """A truncated state file counts as no server; a complete one is read as it was written."""
    folder = folder_in(tmp_path)
    written = state.State(state.current_process(), None, "2026.08.1", 7687, None)
    state.write(folder, written)
    assert state.read_state(folder) == written
    folder.state_file.write_bytes(folder.state_file.read_bytes()[:20])
    assert state.read_state(folder) is None


def test_clear_keeps_state_of_other_server(tmp_path: Path) -> None:
    """Clearing one server's state keeps the state of a server that was recorded later."""
    folder = folder_in(tmp_path)
    state.write(folder, state.State(state.current_process(), None, "2026.08.1", 7687, None))
    state.clear(folder, state.Process(1, 0))
    assert state.read_state(folder) is not None
    state.clear(folder, state.current_process())
    assert state.read_state(folder) is None


def test_unusable_java_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If BYLINE_JAVA names an old, broken or missing Java, the error states the required release."""
    old = tmp_path / "java"
    old.write_text("#!/bin/sh\necho 'openjdk version \"17.0.1\"' >&2\n")
    old.chmod(0o755)
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    for path, words in ((old, "too old"), (broken, "Cannot run"), (tmp_path / "none", "Cannot run")):
        monkeypatch.setenv("BYLINE_JAVA", str(path))
        with pytest.raises(ServerError, match=words) as error:
            java.find()
        assert "21" in error.value.hint


def test_java_arguments_survive_quoting(tmp_path: Path) -> None:
    """Spaces, quotes and backslashes in a path reach Java unchanged, and the argument file is private."""
    file = tmp_path / "arguments"
    awkward = 'a b\\c "d" é'
    java.write_arguments(file, [f"-Dx={awkward}", "-XshowSettings:properties", "-version"])
    told = subprocess.run([java.find().path, f"@{file}"], capture_output=True, text=True, check=True, encoding="utf-8")
    assert any(line.strip() == f"x = {awkward}" for line in told.stderr.splitlines())
    assert file.stat().st_mode & 0o077 == 0


def test_foreign_folder_is_left_unchanged(tmp_path: Path) -> None:
    """A folder with files that Byline did not create is rejected with a file's name and stays unchanged."""
    folder = DataDirectory.for_version(tmp_path)
    theirs = folder.conf / "neo4j.conf"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("my.own=setting\n")
    with pytest.raises(ServerError, match=r"not a data folder of Byline: .*neo4j\.conf") as error:
        folder.prepare()
    assert "BYLINE_HOME" in error.value.hint
    with pytest.raises(ServerError, match="not a data folder of Byline"):
        server.start_or_join(tmp_path)
    assert [one for one in folder.path.rglob("*") if one.is_file()] == [theirs]
    assert theirs.read_text() == "my.own=setting\n"


def test_interrupted_first_start_can_continue(tmp_path: Path) -> None:
    """A folder with only the lock or a password of an interrupted first start is accepted as Byline's own."""
    folder = folder_in(tmp_path)
    with state.exclusive_access(folder, NullProgress()):
        folder.prepare()
    folder.make_password()
    (folder.data / "dbms").mkdir()
    (folder.data / "dbms" / "auth.ini").touch()
    folder.prepare()


def test_stop_waits_for_folder_lock(tmp_path: Path) -> None:
    """A stop waits while another process has the folder's lock, reports it, and then stops the recorded server."""
    folder, heard = folder_in(tmp_path), list[str]()
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as sleeper:
        stopping = threading.Thread(target=server.stop, args=(tmp_path,), kwargs={"progress": heard.append})
        with state.exclusive_access(folder, NullProgress()):
            state.write(folder, state.State(state.Process.from_pid(sleeper.pid), None, "2026.08.1", 7687, None))
            stopping.start()
            deadline = time.monotonic() + 10
            while not heard and time.monotonic() < deadline:
                time.sleep(0.02)
            assert heard == ["Waiting for another Byline process to start or stop this Neo4j."]
            assert sleeper.poll() is None
        stopping.join(10)
        assert sleeper.wait(1) != 0
    assert state.read_state(folder) is None


def test_set_clock_does_not_hide_a_process(tmp_path: Path) -> None:
    """A process is recognized by its start after the boot, also if the clock was set; other boots have others."""
    process = state.Process.from_pid(os.getpid())
    assert structs.replace(process, created=process.created + 86_400).alive() == bool(process.boot)
    assert not structs.replace(process, boot="another boot").alive()
    assert not structs.replace(process, boot="", created=process.created + 86_400).alive()
    folder = folder_in(tmp_path)
    folder.state_file.write_text('{"jvm":{"pid":1,"created":2.5},"owner":null,"version":"x","bolt":1,"http":null}')
    recorded = state.read_state(folder)
    assert recorded is not None
    assert recorded.jvm == state.Process(1, 2.5), "the form of earlier versions"


@pytest.mark.parametrize("record", [None, b"", b"{", b'{"version": "\xff\xfe"}'])
def test_running_server_with_damaged_record_is_found(tmp_path: Path, record: bytes | None) -> None:
    """A server with a missing or damaged record is found by its command line, with the ports of neo4j.conf."""
    folder = folder_in(tmp_path)
    config.write(folder, "2026.08.1", config.Ports(7999, 7998), "64m")
    folder.version_file.write_text("2026.08.1\n")
    folder.argument_file.write_text("")
    if record is not None:
        folder.state_file.write_bytes(record)
    assert state.read_state(folder) is None
    script = tmp_path / f"@{folder.argument_file}"  # the shell opens its argument relative to its folder
    script.parent.mkdir(parents=True)
    script.write_text("echo; read line\n")
    command = ["sh", f"@{folder.argument_file}"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as stand_in:
        try:
            assert stand_in.stdout is not None
            stand_in.stdout.readline()
            found = state.read_state(folder)
            assert found is not None
            assert (found.jvm.pid, found.owner, found.version) == (stand_in.pid, None, "2026.08.1")
            assert (found.bolt, found.http) == (7999, 7998)
            (folder.conf / "neo4j.conf").write_text("")
            with pytest.raises(ServerError, match=f"process {stand_in.pid}") as error:
                state.read_state(folder)
            assert f"kill {stand_in.pid}" in error.value.hint
        finally:
            stand_in.kill()
