"""The command line, as a person types it."""

import importlib
import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import typer

from byline.cli import params as given
from byline.cli.commands.identity import About
from byline.cli.main import COMMANDS
from cypher.driver.client import Address
from loaders.curation.review_item import REVIEW_ITEM_KINDS
from schema.identity import ReviewKind
from tests.byline.command_line import byline, run, three_papers
from tests.byline.serving import BYLINE, free_port, served

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def loaded(address: Address) -> None:
    three_papers(address)


def test_python_m_byline_is_the_command_line() -> None:
    """`python -m byline` answers as `byline` does, with the same exit codes."""
    done = [
        subprocess.run([*start, *words], capture_output=True, text=True, check=False, timeout=60)
        for words in (("--version",), ("load", "nothing"))
        for start in ((sys.executable, "-m", "byline"), (BYLINE,))
    ]
    assert [(one.returncode, one.stdout) for one in done[::2]] == [(one.returncode, one.stdout) for one in done[1::2]]
    assert done[0].stdout.startswith("byline ")


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
def test_a_list_of_refusals_may_have_a_name_that_is_no_utf8(address: Address, tmp_path: Path) -> None:
    """--rejects takes any name of a file, and --json tells it escaped."""
    (tmp_path / "a.jsonl").write_text('{"x": 1}\n{"DOI": "10.1000/1", "type": "book", "title": ["One"]}\n', "utf-8")
    named = tmp_path / os.fsdecode(b"r\xff")
    given = ("load", "crossref", str(tmp_path / "a.jsonl"), "--dry-run", "--json", "--rejects", str(named))
    done = byline(address, *given)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rejectFile"] == str(tmp_path / "r\\xff")
    assert named.exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    """`--help` of every command, and of each one inside it, shows an example."""
    shown = run(command, "--help", env={**os.environ, "COLUMNS": "200"})
    assert shown.returncode == 0
    assert "Example: byline " in shown.stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("examples", "nothing"), "Unknown query 'nothing'"),
        (("examples", "common_coauthors"), "Missing parameters: --param from="),
        (("examples", "most_cited", "--param", "limit=x"), "invalid int"),
        (("examples", "most_cited", "--param", "other=1"), "unknown parameter"),
        (("examples", "most_cited", "--param", "limit"), "key=value"),
        (("examples", "most_cited", "--param", "limit=99999999999999999999999"), "largest integer of Neo4j"),
        (("examples", "most_cited", "--param", "limit=-1"), "expected 0 or more"),
        (("examples", "most_cited", "--param", "limit=nan"), "invalid int"),
        (("query", "missing.graphql"), "File not found: missing.graphql"),
        (("query", "{ __typename }", "--variables", "missing.json"), "File not found: missing.json"),
        (("query", "{ __typename }", "--variables", "[1]"), "is not a JSON object"),
        (
            ("load", "acl", "--bundle", "three-papers"),
            "bundled with Byline, but acl has no bundled files. Sources with bundled files: sample",
        ),
        (("load", "sample", "some.json", "--bundle", "three-papers"), "paths are given as well"),
        (("load", "nothing", "x"), "nothing"),
        (("load", "acl", "not-there"), "not-there"),
        (("load", "arxiv", ""), "'PATH...': The path is empty"),
        (("load", "sample", "--rejects", ""), "'--rejects': The path is empty"),
        (("describe", "--output", ""), "'--output': The path is empty"),
        (("export", "--query", "{ papers { nodes { id } } }", "--output", " "), "'--output': The path is empty"),
        (("export", "--query", ""), "The argument is empty. Expected a GraphQL document"),
        (("query", ""), "The argument is empty. Expected a GraphQL document"),
        (("query", "{ __typename }", "--variables", ""), "The argument is empty. Expected a JSON object"),
        (("serve", "--documents", ""), "'--documents': The path is empty"),
        (("schema", "--diff", ""), "'--diff': The path is empty"),
        (("db", "dump", ""), "'FILE': The path is empty"),
        (("db", "restore", ""), "'FILE': The path is empty"),
    ],
)
def test_a_mistake_is_told_in_words(address: Address, arguments: tuple[str, ...], told: str) -> None:
    """Each mistake exits with a code of its own that is not 0, says what is wrong, and shows no traceback."""
    done = byline(address, *arguments)
    assert done.returncode not in (0, -1)
    assert told in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_every_path_that_a_command_takes_is_read_alike() -> None:
    """Each argument and option that is a path has the one parser that refuses an empty one."""
    taken: list[object] = []
    for module in COMMANDS:
        app: typer.Typer = importlib.import_module(f"byline.cli.commands.{module.replace('-', '_')}").app
        for command in app.registered_commands:
            hints = get_type_hints(command.callback, include_extras=True)
            taken += [one.__metadata__[0] for one in hints.values() if "Path" in str(getattr(one, "__origin__", ""))]
    assert len(taken) >= 7
    assert [one for one in taken if getattr(one, "parser", None) is not given.parse_path] == []


def test_neo4j_out_of_reach_is_told_in_one_line(address: Address) -> None:
    """A Neo4j that nobody runs is told with its address as it is written, on one line, without the driver's log."""
    gone = f"bolt://127.0.0.1:{free_port()}"
    done = byline(Address(gone, "neo4j", "x"), "examples", "most_cited")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert gone.removeprefix("bolt://") in done.stderr
    assert "Resolved" not in done.stderr


def test_help_lists_a_commands_own_options(address: Address) -> None:
    """No command's help repeats the options that install completion."""
    assert (
        "completion" not in byline(address, "load", "--help").stdout + byline(address, "db", "start", "--help").stdout
    )


def test_reset_asks_first(address: Address) -> None:
    """Without --yes and without an answer, reset deletes nothing."""
    assert byline(address, "reset").returncode != 0
    counted = byline(address, "query", "{ papers { totalCount } }")
    assert json.loads(counted.stdout)["data"]["papers"]["totalCount"] == 3


def test_the_doctor_says_what_is_well(address: Address) -> None:
    """On a migrated Neo4j the doctor finds nothing wrong; with a wrong password it says what to check, and exits 1."""
    well = byline(address, "doctor", BYLINE_PORT="0")
    assert well.returncode == 0, well.stdout
    assert "Migrations: all applied" in well.stdout
    away = byline(Address("bolt://127.0.0.1:1", "neo4j", "x"), "doctor", BYLINE_PORT="0")
    with served(address) as client:
        beside = byline(address, "doctor", BYLINE_PORT=str(client.base_url.port))
        assert (beside.returncode, "ok Port: Byline already serves http://127.0.0.1:" in beside.stdout) == (0, True)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = byline(address, "doctor", BYLINE_PORT=str(other.getsockname()[1]))
        assert (taken.returncode, "!! Port: Cannot bind port" in taken.stdout) == (1, True)
    assert (away.returncode, "correct NEO4J_URI" in away.stdout, "byline doctor" in away.stdout) == (1, True, False)
    ill = byline(Address(address.uri, address.username, "wrong-password"), "doctor", BYLINE_PORT="0")
    assert ill.returncode == 1
    assert "NEO4J_PASSWORD" in ill.stdout


def test_a_busy_port_is_said(address: Address) -> None:
    """Serving on a port that is taken is refused with another to choose."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = byline(address, "serve", "--port", str(port))
    assert (done.returncode, f"Cannot bind port {port}" in done.stderr) == (1, True)


def test_listening_beyond_loopback_has_to_be_meant(address: Address) -> None:
    """Serving on every address is refused until BYLINE_ALLOW_REMOTE says that it is meant."""
    done = byline(address, "serve", "--host", "0.0.0.0")  # noqa: S104 it is refused
    assert done.returncode == 1
    assert "BYLINE_ALLOW_REMOTE" in done.stderr


def test_a_wrong_setting_is_named(address: Address) -> None:
    """A setting out of its bounds is named, without a traceback."""
    done = byline(address, "query", "{ __typename }", BYLINE_PORT="many")
    assert done.returncode == 1
    assert "BYLINE_PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_graph_is_described(address: Address) -> None:
    """`byline describe` counts three papers and names no label that the model does not declare."""
    page = byline(address, "describe").stdout
    assert "### `(:Paper)` — 3" in page
    assert "of no declared" not in page


def test_what_may_be_reviewed_is_one_list_everywhere() -> None:
    """The command, GraphQL's enum and the loaders name the same kinds of doubts, in one order."""
    asked = get_args(get_args(About)[0])
    assert asked == REVIEW_ITEM_KINDS == tuple(str(one.value) for one in ReviewKind)
