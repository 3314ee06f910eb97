"""The command line as a user calls it."""

import importlib
import json
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import typer

from byline.cli import params as given
from byline.cli.commands.identity import KindOption
from byline.cli.main import COMMANDS
from cypher.driver.address import Address
from loaders.curation.review_item import REVIEW_ITEM_KINDS
from schema.identity import ReviewKind
from tests.byline.command_line import byline, forked_server, run, three_papers
from tests.byline.server_process import BYLINE, free_port
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_three_papers(address: Address) -> None:
    three_papers(address)


@pytest.mark.full
def test_python_m_byline_matches_byline() -> None:
    """`python -m byline` gives the same output and exit codes as `byline`."""
    done = [
        subprocess.run([*start, *words], capture_output=True, text=True, check=False, timeout=60)
        for words in (("--version",), ("load", "nothing"))
        for start in ((sys.executable, "-m", "byline"), (BYLINE,))
    ]
    assert [(one.returncode, one.stdout) for one in done[::2]] == [(one.returncode, one.stdout) for one in done[1::2]]
    assert done[0].stdout.startswith("byline ")


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
def test_reject_file_name_may_be_invalid_utf8(address: Address, tmp_path: Path) -> None:
    """--rejects accepts a file name that is not UTF-8, and --json prints it escaped."""
    (tmp_path / "a.jsonl").write_text('{"x": 1}\n{"DOI": "10.1000/1", "type": "book", "title": ["One"]}\n', "utf-8")
    named = tmp_path / os.fsdecode(b"r\xff")
    given = ("load", "crossref", str(tmp_path / "a.jsonl"), "--dry-run", "--json", "--rejects", str(named))
    done = byline(address, *given)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rejectFile"] == str(tmp_path / "r\\xff")
    assert named.exists()


@pytest.mark.parametrize("command", sampled_cases(COMMANDS, 8, evenly_spaced=True))
def test_command_help_has_example(command: str) -> None:
    """`--help` of every command and subcommand shows an example."""
    shown = run(command, "--help", env={**os.environ, "COLUMNS": "200"})
    assert shown.returncode == 0
    assert re.search("Example: .*byline ", shown.stdout)


@pytest.mark.parametrize(
    ("arguments", "told"),
    sampled_cases(
        [
            (("examples", "nothing"), "Unknown example 'nothing'"),
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
            (("schema", "diff", ""), "'OLD': The path is empty"),
            (("db", "dump", ""), "'FILE': The path is empty"),
            (("db", "restore", ""), "'FILE': The path is empty"),
        ],
        10,
        2,
        evenly_spaced=True,
    ),
)
def test_command_errors_are_explained(address: Address, arguments: tuple[str, ...], told: str) -> None:
    """Each error has a nonzero exit code and a message, and shows no traceback."""
    done = byline(address, *arguments)
    assert done.returncode not in (0, -1)
    assert told in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


def test_path_parameters_share_parser() -> None:
    """Every path argument and option uses the parser that rejects an empty path."""
    taken: list[object] = []
    for module in COMMANDS:
        app: typer.Typer = importlib.import_module(f"byline.cli.commands.{module.replace('-', '_')}").app
        for command in app.registered_commands:
            hints = get_type_hints(command.callback, include_extras=True)
            taken += [one.__metadata__[0] for one in hints.values() if "Path" in str(getattr(one, "__origin__", ""))]
    assert len(taken) >= 7
    assert [one for one in taken if getattr(one, "parser", None) is not given.parse_path] == []


def test_unreachable_neo4j_is_reported_in_one_line(address: Address) -> None:
    """An unreachable Neo4j is reported on one line, with its address as written, without the driver's log."""
    gone = f"bolt://127.0.0.1:{free_port()}"
    done = byline(Address(gone, "neo4j", "x"), "examples", "most_cited")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert gone.removeprefix("bolt://") in done.stderr
    assert "Resolved" not in done.stderr


def test_help_omits_completion_options(address: Address) -> None:
    """No command's help repeats the options that install completion."""
    assert (
        "completion" not in byline(address, "load", "--help").stdout + byline(address, "db", "start", "--help").stdout
    )


def test_reset_requires_confirmation(address: Address) -> None:
    """Without --yes and without an answer, reset deletes nothing."""
    assert byline(address, "reset").returncode != 0
    counted = byline(address, "query", "{ papers { totalCount } }")
    assert json.loads(counted.stdout)["data"]["papers"]["totalCount"] == 3


def test_doctor_reports_problems(address: Address) -> None:
    """On a migrated Neo4j, the doctor finds no problem; a wrong address or password, or a busy port,
    gives exit code 1 and a remedy.
    """
    well = byline(address, "doctor", BYLINE_PORT="0")
    assert well.returncode == 0, well.stdout
    assert "Migrations: all applied" in well.stdout
    deep = byline(address, "doctor", "--deep", "--repair", BYLINE_PORT="0")
    assert (deep.returncode, "ok Audit log: consistent" in deep.stdout) == (0, True), deep.stdout
    shallow = byline(address, "doctor", "--repair", BYLINE_PORT="0")
    assert (shallow.returncode, "--repair needs --deep" in shallow.stderr) == (1, True)
    away = byline(Address("bolt://127.0.0.1:1", "neo4j", "x"), "doctor", BYLINE_PORT="0")
    with forked_server(address) as client:
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


def test_serve_reports_busy_port(address: Address) -> None:
    """Serving on an occupied port fails and names the port."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = byline(address, "serve", "--port", str(port))
    assert (done.returncode, f"Cannot bind port {port}" in done.stderr) == (1, True)


def test_remote_listening_requires_setting(address: Address) -> None:
    """Serving on every address is rejected unless BYLINE_ALLOW_REMOTE is set."""
    done = byline(address, "serve", "--host", "0.0.0.0")  # noqa: S104 it is refused
    assert done.returncode == 1
    assert "BYLINE_ALLOW_REMOTE" in done.stderr


def test_invalid_setting_is_named(address: Address) -> None:
    """A setting out of its bounds is named, without a traceback."""
    done = byline(address, "query", "{ __typename }", BYLINE_PORT="many")
    assert done.returncode == 1
    assert "BYLINE_PORT" in done.stderr
    assert "Traceback" not in done.stderr


def test_describe_counts_labels(address: Address) -> None:
    """`byline describe` counts three papers and lists no undeclared label."""
    page = byline(address, "describe").stdout
    assert "### `(:Paper)` — 3" in page
    assert "of no declared" not in page


def test_review_kinds_are_consistent() -> None:
    """The command, the GraphQL enum and the loaders list the same review item kinds in the same order."""
    asked = get_args(get_args(KindOption)[0])
    assert asked == REVIEW_ITEM_KINDS == tuple(str(one.value) for one in ReviewKind)
