"""Faults of processes: SIGKILL and SIGSTOP of loads, of Neo4j and of servers at a given moment."""

import signal
import subprocess
import time
from contextlib import suppress

import psutil

from bench.reliability.fault_operator import (
    READY_TIMEOUT_S,
    FaultError,
    Operator,
    SkippedFaultError,
    kill,
    kill_group,
    send_to_group,
)
from loaders.writing.lease import LEASE_DURATION_S

PAUSE_S = 6.0
"""Seconds for which Neo4j is stopped."""
EARLIER = 0.6
"""Factor of the next moment, if a load ended before the last one."""
LATER_S = 2.0
"""Seconds until the next moment, if a load had no lease at the last one."""
MOMENTS = 6
LEASE_MESSAGE = "Another process"
"""Start of the errors of a load that does not hold the writer lease."""


def kill_load(operator: Operator, after_s: float) -> None:
    """Kill a load of an empty graph, and resume it."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    kill_group(loading)
    operator.run(*operator.load())


def kill_neo4j_during_load(operator: Operator, after_s: float) -> None:
    """Kill Neo4j during a load of an empty graph, start it again, and resume the load."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    kill(operator.neo4j())
    operator.wait(loading)
    operator.run("db", "start")
    operator.run(*operator.load())


def kill_neo4j_at_rest(operator: Operator, _after_s: float) -> None:
    """Kill Neo4j while no command uses it, and start it again."""
    kill(operator.neo4j())
    operator.run("db", "start")


def kill_neo4j_during_reads(operator: Operator, after_s: float) -> None:
    """Kill Neo4j under a server with a reading client; the server starts it again by itself."""
    _disturb_reads(operator, after_s, "kill Neo4j")


def kill_server_during_reads(operator: Operator, after_s: float) -> None:
    """Kill a server with a reading client, and start a new one."""
    _disturb_reads(operator, after_s, "kill server")


def pause_neo4j_during_reads(operator: Operator, after_s: float) -> None:
    """Pause Neo4j under a server with a reading client; the server answers again."""
    _disturb_reads(operator, after_s, "pause Neo4j")


def _disturb_reads(operator: Operator, after_s: float, fault: str) -> None:
    server = operator.serve()
    try:
        expected = server.answer(READY_TIMEOUT_S)
        with server.reading(expected):
            time.sleep(after_s)
            if fault == "kill server":
                kill_group(server.process)
            elif fault == "kill Neo4j":
                kill(operator.neo4j())
            else:
                _pause(operator.neo4j())
        if fault == "kill server":
            server = operator.serve()
        if server.answer(READY_TIMEOUT_S) != expected:
            raise FaultError("A response differs after the fault.")
    finally:
        server.stop()
    operator.run("db", "start")


def pause_neo4j_during_load(operator: Operator, after_s: float) -> None:
    """Pause Neo4j during a load of an empty graph; the load ends, or is resumed after a clear error."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.load())
    time.sleep(after_s)
    _pause(operator.neo4j())
    if operator.wait(loading).exit_code:
        operator.run(*operator.load())


def _pause(neo4j: psutil.Process) -> None:
    """Stop Neo4j with SIGSTOP for some seconds, and continue it."""
    neo4j.suspend()
    try:
        time.sleep(PAUSE_S)
    finally:
        neo4j.resume()


def pause_load_past_its_lease(operator: Operator, after_s: float) -> None:
    """Stop a load for longer than its writer lease lasts, and let a second load take over.

    The second load waits for the lease. The first load, when it continues, fails and writes nothing. If the first load
    has ended at the moment, an earlier one is tried; if it has no lease yet, a later one.
    """
    for _ in range(MOMENTS):
        operator.run("reset", "--yes")
        first = operator.start(*operator.load())
        time.sleep(after_s)
        if first.poll() is not None:
            after_s *= EARLIER
        elif _second_load_takes_over(operator, first):
            return
        else:
            after_s += LATER_S
    raise SkippedFaultError("the load had no lease, or had ended, at each moment")


def _second_load_takes_over(operator: Operator, first: "subprocess.Popen[bytes]") -> bool:
    """Stop the first load and run a second one. Return False if the first load had no lease yet."""
    send_to_group(first, signal.SIGSTOP)
    try:
        early = operator.attempt(*operator.load())
        if early.exit_code:
            if LEASE_MESSAGE not in early.message:
                raise FaultError(f"The second load does not name the first one: {early.message}")
            time.sleep(LEASE_DURATION_S)
            operator.run(*operator.load())
    finally:
        send_to_group(first, signal.SIGCONT)
    ended = operator.wait(first)
    if early.exit_code and not ended.exit_code:  # it has lost its lease, and perhaps its query its time
        raise FaultError(f"The first load exited with 0 although it lost its lease: {ended.message}")
    return bool(early.exit_code)


def kill_bulk_load(operator: Operator, after_s: float) -> None:
    """Kill a bulk load into an empty graph, and repeat it."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.bulk_load())
    time.sleep(after_s)
    kill_group(loading)
    _repeat_bulk_load(operator)


def kill_neo4j_during_bulk_load(operator: Operator, after_s: float) -> None:
    """Kill the Java processes of a bulk load, or Neo4j if there is no such process, and repeat the load."""
    operator.run("reset", "--yes")
    loading = operator.start(*operator.bulk_load())
    time.sleep(after_s)
    _kill_java(operator, loading)
    operator.wait(loading)
    _repeat_bulk_load(operator)


def _repeat_bulk_load(operator: Operator) -> None:
    """Repeat a bulk load. If the first one was complete, the repetition does not replace its graph."""
    operator.run("db", "start")
    repeated = operator.attempt(*operator.bulk_load())
    if repeated.exit_code and "The graph is not empty" not in repeated.message:
        raise FaultError(f"The repeated bulk load exited with {repeated.exit_code}: {repeated.message}")
    if repeated.exit_code and (operator.home / "finish.json").exists():
        operator.run("finish-import")
    operator.run("db", "start")


def kill_restore(operator: Operator, after_s: float) -> None:
    """Kill the restore of a dump, and repeat it; then the same with the Java processes of the restore."""
    dump = operator.files.parent / "graph.dump"
    operator.run("db", "dump", str(dump), "--force")
    for is_java in (False, True):
        restoring = operator.start("db", "restore", str(dump), "--force")
        time.sleep(after_s)
        if is_java:
            _kill_java(operator, restoring)
            operator.wait(restoring)
        else:
            kill_group(restoring)
        operator.run("db", "restore", str(dump), "--force")
        operator.run("db", "start")


def kill_migration(operator: Operator, after_s: float) -> None:
    """Kill the migration of an older graph, and repeat it; then the same with Neo4j."""
    for is_java in (False, True):
        operator.remove_migrations()
        migrating = operator.start("migrate")
        time.sleep(after_s)
        if is_java:
            kill(operator.neo4j())
            operator.wait(migrating)
        else:
            kill_group(migrating)
        operator.run("db", "start")
        operator.run("migrate")
        operator.run(*operator.load())


def _kill_java(operator: Operator, command: "subprocess.Popen[bytes]") -> None:
    """Kill the Java processes below a command, or Neo4j if there is no such process."""
    with suppress(psutil.NoSuchProcess):
        below = [child for child in psutil.Process(command.pid).children(recursive=True) if child.name() == "java"]
        for process in below:
            kill(process)
        if below:
            return
    with suppress(FaultError):  # it is stopped, and no tool runs at this moment
        kill(operator.neo4j())
