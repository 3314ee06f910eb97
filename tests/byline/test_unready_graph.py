"""Commands on a graph without migrations or with an unfinished import report the missing step."""

import socket
import subprocess
import sys

import anyio
import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.command_line import byline, three_papers
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_three_papers(address: Address) -> None:
    three_papers(address)


@pytest.mark.parametrize(
    "command",
    sampled_cases(
        [
            ("query", "{ papers { totalCount } }"),
            ("examples", "most_cited"),
            ("export", "--query", "{ papers { nodes { id } } }"),
            ("serve", "--port", "0"),
        ],
        1,
    ),
)
def test_missing_migrations_are_reported(address: Address, command: tuple[str, ...]) -> None:
    """Before `byline migrate`, a command prints one line that names it instead of an empty answer."""
    anyio.run(
        _run_statement,
        address,
        "MATCH (m:Migration) WHERE m.name > 'V0018__baseline' SET m:Forgotten REMOVE m:Migration",
    )
    try:
        done = byline(address, *command)
    finally:
        anyio.run(_run_statement, address, "MATCH (m:Forgotten) SET m:Migration REMOVE m:Forgotten")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "Some of Byline's indexes are missing in the database. Run: byline migrate\n"


@pytest.mark.parametrize(
    "command",
    sampled_cases(
        [
            ("query", "{ papers { totalCount } }"),
            ("serve", "--port", "0"),
            ("export", "--query", "{ papers { nodes { id } } }"),
            ("migrate",),
            ("load", "sample", "--bundle", "three-papers"),
            ("load", "sample", "--bundle", "three-papers", "--dry-run"),
            ("unload", "sample"),
            ("doctor",),
        ],
        1,
    ),
)
def test_unfinished_import_is_reported(address: Address, command: tuple[str, ...]) -> None:
    """On an unfinished import, commands name `byline finish-import` and do not migrate."""
    anyio.run(_run_statement, address, "MATCH (m:Migration) SET m:Forgotten REMOVE m:Migration")
    try:
        done = byline(address, *command, BYLINE_PORT="0")
        left = anyio.run(_read_value, address, "MATCH (m:Migration) RETURN count(*)")
    finally:
        anyio.run(_run_statement, address, "MATCH (m:Forgotten) SET m:Migration REMOVE m:Forgotten")
    assert (done.returncode, left) == (1, 0)
    said = done.stdout if command == ("doctor",) else done.stderr
    assert "The graph was imported from a bulk load, and the import is not finished" in said
    assert "Run: byline finish-import FOLDER, with the folder that `byline load --bulk --output-dir` wrote" in said


@pytest.mark.full
def test_reset_empties_unfinished_import(address: Address) -> None:
    """If the import folder is lost, `byline reset` deletes the graph and leaves a migrated one."""
    anyio.run(_run_statement, address, "MATCH (m:Migration) DELETE m")
    emptied = byline(address, "reset", "--yes")
    again = byline(address, "load", "sample", "--bundle", "three-papers")
    assert (emptied.returncode, emptied.stdout, again.returncode) == (0, "The graph is empty.\n", 0)
    assert byline(address, "query", "{ papers { totalCount } }").returncode == 0


@pytest.mark.parametrize(
    ("change", "undo", "message"),
    [
        (
            "CREATE (:Load {id: 'l_ended', emptying: true})",
            "MATCH (load:Load {id: 'l_ended'}) DELETE load",
            "an unload was interrupted, and left entities without records",
        ),
        (
            "CREATE (:Topic:Stale {id: 't_stale'})",
            "MATCH (topic:Topic {id: 't_stale'}) DELETE topic",
            "counts are stale (entities: 1)",
        ),
    ],
)
def test_interrupted_writes_are_reported(address: Address, change: str, undo: str, message: str) -> None:
    """`byline doctor` fails if an interrupted command left the graph in an intermediate state."""
    anyio.run(_run_statement, address, change)
    try:
        done = byline(address, "doctor", BYLINE_PORT="0")
    finally:
        anyio.run(_run_statement, address, undo)
    assert (done.returncode, message in " ".join(done.stdout.split())) == (1, True)
    assert "Writes: all are finished" in byline(address, "doctor", BYLINE_PORT="0").stdout


def test_killed_command_is_reported_while_it_holds_the_lease(address: Address) -> None:
    """`byline doctor` says that a command was interrupted as soon as its process has ended, not that it is running."""
    code = "from loaders.writing.process_identity import current_process_token as token; print(token())"
    ended = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.strip()
    holder = f"{socket.gethostname()} {ended} 1"
    lease = f"{{name: 'writer', holder: '{holder}', doing: 'byline load acl', until: timestamp() + 60000}}"
    anyio.run(_run_statement, address, f"CREATE (:Lease {lease})")
    try:
        done = byline(address, "doctor", BYLINE_PORT="0")
    finally:
        anyio.run(_run_statement, address, "MATCH (lease:Lease {name: 'writer'}) DELETE lease")
    text = " ".join(done.stdout.split())
    assert (done.returncode, "Writes: byline load acl was interrupted. Repeat it" in text) == (1, True), text


async def _read_value(address: Address, text: str) -> object:
    async with Graph(address) as graph:
        return (await graph.read(text)).rows[0][0]


async def _run_statement(address: Address, text: str) -> None:
    async with Graph(address) as graph:
        await graph.administer(text)
