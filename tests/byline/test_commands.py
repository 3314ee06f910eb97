"""The command line, as a person types it."""

import csv
import importlib
import io
import json
import os
import shlex
import socket
import subprocess
import sys
from pathlib import Path
from typing import get_args, get_type_hints

import anyio
import pytest
import typer

from byline import given
from byline.cli import COMMANDS
from byline.commands.identity import About
from cypher.run import Address, Graph
from loaders.curation.review import DOUBTS
from loaders.source import sources
from schema.identity import IdentityDoubt
from tests.byline.command_line import run
from tests.byline.serving import BYLINE, environment, free_port, served

pytestmark = pytest.mark.graph


def byline(address: Address, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the shared Neo4j and return what it did."""
    return run(*arguments, env=environment(address, **{"COLUMNS": "200", **more}))


@pytest.fixture(scope="module", autouse=True)
def loaded(address: Address) -> None:
    assert byline(address, "reset", "--yes").returncode == 0
    assert byline(address, "load", "sample", "--only", "three-papers").returncode == 0


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


@pytest.mark.parametrize("columns", [80, 200])
def test_sources_stand_whole_on_a_narrow_terminal(address: Address, columns: int) -> None:
    """Names, licences, addresses and commands are cut nowhere, addresses and commands not even folded."""
    done = byline(address, "sources", COLUMNS=str(columns))
    assert "\u2026" not in done.stdout
    lines = {line.strip() for line in done.stdout.splitlines()}
    text = " ".join(done.stdout.split())
    for source in sources().values():
        assert lines >= {source.address, f"load it with: {source.example}"} - {""}
        said = [f"{source.name}: {source.title}", f"licence: {source.licence}", *source.gives, *source.lacks]
        assert all(" ".join(one.split()) in text for one in said)
    assert "--json" in done.stderr


def test_sources_are_listed_for_programs_too(address: Address) -> None:
    """`byline sources --json` has each source with its licence, fields, example and what it does not give."""
    said = json.loads(byline(address, "sources", "--json").stdout)
    assert [one["name"] for one in said] == list(sources())
    ror = sources()["ror"]
    assert next(one for one in said if one["name"] == "ror") == {
        "name": "ror",
        "title": ror.title,
        "licence": "CC0-1.0",
        "address": "https://ror.org",
        "gives": list(ror.gives),
        "lacks": list(ror.lacks),
        "expects": ror.expects,
        "example": ror.example,
        "bundled": False,
    }
    believed = json.loads(byline(address, "sources", "--trust", "--json").stdout)
    assert believed["licence"][:2] == ["arxiv", "acl"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    """`--help` of every command, and of each one inside it, shows an example."""
    shown = subprocess.run(
        [BYLINE, command, "--help"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "200"}
    )
    assert "Example: byline " in shown.stdout


def test_a_question_from_the_shell(address: Address) -> None:
    """`byline query` prints the answer as JSON on standard output, with variables given beside it."""
    done = byline(
        address,
        "query",
        "query Q($a: String!) { paper(by: {arxiv: $a}) { year } }",
        "--variables",
        '{"a": "1909.08053"}',
    )
    assert (done.returncode, json.loads(done.stdout)["data"]) == (0, {"paper": {"year": 2019}})


def test_a_question_on_standard_input_is_utf_8(address: Address) -> None:
    """`byline query -` reads a document, and says at which byte it is none."""
    asked = b'{ paper(by: {arxiv: "1909.08053"}) { year } }'
    for document, code, told in ((asked, 0, b'"year": 2019'), (asked[:-1] + b"\xff}", 1, b"no UTF-8: byte 45")):
        done = subprocess.run(
            [BYLINE, "query", "-"], env=environment(address), input=document, capture_output=True, check=False
        )
        assert (done.returncode, told in done.stdout + done.stderr) == (code, True)
        assert b"Traceback" not in done.stderr


def test_the_cypher_of_a_question(address: Address) -> None:
    """`byline query --cypher` prints parameters and statement, needs no Neo4j for it, and refuses what cannot run."""
    nowhere = {"NEO4J_URI": "bolt://127.0.0.1:1"}
    done = byline(address, "query", "--cypher", '{ paper(by: {arxiv: "1909.08053"}) { year } }', **nowhere)
    assert done.returncode == 0
    assert done.stdout.startswith(':param p0 => "1909.08053";\n\nCALL () {\n  MATCH (:Identifier')
    bad = byline(address, "query", "--cypher", "{ papers(first: -1) { totalCount nodes { title } } }", **nowhere)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert "first is -1" in bad.stderr


def test_a_bad_question_has_an_exit_code(address: Address) -> None:
    """A question with errors prints them and exits with 1; bad variables never reach the graph."""
    wrong = byline(address, "query", "{ nothing }")
    assert (wrong.returncode, json.loads(wrong.stdout)["errors"][0]["extensions"]["code"]) == (1, "VALIDATION")
    assert "no JSON" in byline(address, "query", "{ __typename }", "--variables", "{").stderr


def test_the_book_answers_in_three_forms(address: Address) -> None:
    """A question of the book gives the same rows as a table, as JSON and as CSV."""
    asked = ("book", "introductions", "--param", "from=Shaden Smith", "--param", "to=Sangkug Lym")
    rows = json.loads(byline(address, *asked, "--format", "json").stdout)
    assert [row["by"] for row in rows][:1] == ["Bryan Catanzaro"]
    again = list(csv.DictReader(io.StringIO(byline(address, *asked, "--format", "csv").stdout)))
    assert [row["by"] for row in again] == [row["by"] for row in rows]
    assert f"{len(rows)} rows" in byline(address, *asked).stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("book", "nothing"), "no such question"),
        (("book", "introductions"), "Missing: --param from="),
        (("book", "most_cited", "--param", "limit=x"), "no int"),
        (("book", "most_cited", "--param", "other=1"), "no such parameter"),
        (("book", "most_cited", "--param", "limit"), "key=value"),
        (("book", "most_cited", "--param", "limit=99999999999999999999999"), "larger than Neo4j counts"),
        (("book", "most_cited", "--param", "limit=-1"), "cannot be below 0"),
        (("book", "most_cited", "--param", "limit=nan"), "no int"),
        (("query", "missing.graphql"), "There is no file missing.graphql"),
        (("query", "{ __typename }", "--variables", "missing.json"), "There is no file missing.json"),
        (("query", "{ __typename }", "--variables", "[1]"), "is no JSON object"),
        (
            ("load", "acl", "--only", "three-papers"),
            "that comes with Byline, and acl has none. Sources that have some: sample",
        ),
        (("load", "sample", "some.json", "--only", "three-papers"), "paths were given as well"),
        (("load", "nothing", "x"), "nothing"),
        (("load", "acl", "not-there"), "not-there"),
        (("load", "arxiv", ""), "'PATH...': it is empty"),
        (("load", "sample", "--rejects", ""), "'--rejects': it is empty"),
        (("graph", "--output", ""), "'--output': it is empty"),
        (("export", "--query", "{ papers { nodes { id } } }", "--output", " "), "'--output': it is empty"),
        (("export", "--query", ""), "An empty text is neither a question"),
        (("query", ""), "An empty text is neither a question"),
        (("query", "{ __typename }", "--variables", ""), "An empty text is neither an object of variables"),
        (("serve", "--documents", ""), "'--documents': it is empty"),
        (("schema", "--diff", ""), "'--diff': it is empty"),
        (("db", "dump", ""), "'file': it is empty"),
        (("db", "restore", ""), "'file': it is empty"),
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
        app: typer.Typer = importlib.import_module(f"byline.commands.{module}").app
        for command in app.registered_commands:
            hints = get_type_hints(command.callback, include_extras=True)
            taken += [one.__metadata__[0] for one in hints.values() if "Path" in str(getattr(one, "__origin__", ""))]
    assert len(taken) >= 7
    assert [one for one in taken if getattr(one, "parser", None) is not given.path] == []


def test_the_book_tells_questions_from_pages(address: Address) -> None:
    """The list sets the compiled pages apart, a page answers with its one name, and lists in CSV are JSON."""
    listed = byline(address, "book").stdout
    assert listed.index("Questions") < listed.index("topic_growth") < listed.index("Pages") < listed.index("paper_page")
    done = byline(address, "book", "paper_page", "--param", "p0=1909.08053", "--format", "csv")
    assert done.returncode == 0, done.stderr
    cell = next(csv.DictReader(io.StringIO(done.stdout)))["c0"]
    assert "Megatron-LM" in json.dumps(json.loads(cell))


@pytest.mark.parametrize(
    "asked",
    [
        ("topic_growth", "--param", "code=cs.NOTHING"),
        ("introductions", "--param", "from=Nobody", "--param", "to=No One"),
        ("paper_page", "--param", "p0=0000.00000"),
    ],
)
def test_the_book_says_what_it_did_not_find(address: Address, asked: tuple[str, ...]) -> None:
    """A topic, person or paper that nobody has is named on standard error, with a question that finds names."""
    done = byline(address, "book", *asked, "--format", "csv")
    assert done.returncode == 0
    assert f"Nothing was found for {asked[2]}" in done.stderr
    finder = done.stderr.splitlines()[-1].strip()
    found = byline(address, *shlex.split(finder.replace('..."', 'Shoeybi"'))[1:])
    assert {"name": "Mohammad Shoeybi"} in json.loads(found.stdout)["data"]["search"]["nodes"]


def test_a_long_question_is_no_file(address: Address) -> None:
    """A question on one line, longer than a file's name may be, is asked."""
    long = "query Long { " + " ".join(f"a{i}: __typename" for i in range(100)) + " }"
    assert byline(address, "query", long).returncode == 0


def test_neo4j_out_of_reach_is_told_in_one_line(address: Address) -> None:
    """A Neo4j that nobody runs is told with its address as it is written, on one line, without the driver's log."""
    gone = f"bolt://127.0.0.1:{free_port()}"
    done = byline(Address(gone, "neo4j", "x"), "book", "most_cited")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert gone.removeprefix("bolt://") in done.stderr
    assert "Resolved" not in done.stderr


def test_help_lists_a_commands_own_options(address: Address) -> None:
    """No command's help repeats the options that install completion."""
    assert (
        "completion" not in byline(address, "load", "--help").stdout + byline(address, "db", "start", "--help").stdout
    )


def test_brackets_are_printed_as_they_stand(address: Address) -> None:
    """A table shows brackets, yes and no and colons as the other forms do, whatever they look like to a terminal."""
    asked = (
        "book",
        "researcher_page",
        *(f"--param=p{n}={value}" for n, value in enumerate((1, "Jared Casper", 9, 9, 9, 9))),
    )
    rows: list[dict[str, object]] = json.loads(byline(address, *asked, "--format", "json").stdout)
    shown = byline(address, *asked, COLUMNS="100000").stdout
    assert json.dumps(next(iter(rows[0].values())), separators=(",", ":"), ensure_ascii=False) in shown
    markup = "RETURN '[/oops] [in French] :smile: [bold]' AS text"
    assert markup.split("'")[1] in byline(address, "book", "byline_over_time", "--param", f"name={markup}").stderr


@pytest.mark.parametrize(
    "command",
    [
        ("query", "{ papers { totalCount } }"),
        ("book", "most_cited"),
        ("export", "--query", "{ papers { nodes { id } } }"),
        ("serve", "--port", "0"),
    ],
)
def test_a_graph_without_migrations_is_said(address: Address, command: tuple[str, ...]) -> None:
    """Before `byline migrate` a question is not answered as if there were nothing: one line says what to run."""
    anyio.run(_told, address, "MATCH (m:Migration) WHERE m.name > 'V0002' SET m:Forgotten REMOVE m:Migration")
    try:
        done = byline(address, *command)
    finally:
        anyio.run(_told, address, "MATCH (m:Forgotten) SET m:Migration REMOVE m:Forgotten")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "The database has not all of Byline's indexes yet. Run: byline migrate\n"


@pytest.mark.parametrize(
    "command",
    [
        ("query", "{ papers { totalCount } }"),
        ("serve", "--port", "0"),
        ("export", "--query", "{ papers { nodes { id } } }"),
        ("migrate",),
        ("load", "sample", "--only", "three-papers"),
        ("load", "sample", "--only", "three-papers", "--dry-run"),
        ("unload", "sample"),
        ("doctor",),
    ],
)
def test_an_import_that_is_not_finished_is_said(address: Address, command: tuple[str, ...]) -> None:
    """A graph as an import leaves it, with a load and no migration, is sent to `byline finish`, and not migrated."""
    anyio.run(_told, address, "MATCH (m:Migration) SET m:Forgotten REMOVE m:Migration")
    try:
        done = byline(address, *command, BYLINE_PORT="0")
        left = anyio.run(_counted, address, "MATCH (m:Migration) RETURN count(*)")
    finally:
        anyio.run(_told, address, "MATCH (m:Forgotten) SET m:Migration REMOVE m:Forgotten")
    assert (done.returncode, left) == (1, 0)
    said = done.stdout if command == ("doctor",) else done.stderr
    assert "The graph was imported from a bulk load and is not finished" in said
    assert "Run: byline finish FOLDER, with the folder that `byline load --bulk --to` wrote" in said


def test_an_import_that_is_not_finished_can_be_emptied(address: Address) -> None:
    """Whoever has lost the folder of an import starts anew: reset takes the graph, and leaves a migrated one."""
    anyio.run(_told, address, "MATCH (m:Migration) DELETE m")
    emptied = byline(address, "reset", "--yes")
    again = byline(address, "load", "sample", "--only", "three-papers")
    assert (emptied.returncode, emptied.stdout, again.returncode) == (0, "The graph is empty.\n", 0)
    assert byline(address, "query", "{ papers { totalCount } }").returncode == 0


async def _counted(address: Address, text: str) -> object:
    async with Graph(address) as graph:
        return (await graph.read(text)).rows[0][0]


async def _told(address: Address, text: str) -> None:
    async with Graph(address) as graph:
        await graph.administer(text)


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
        assert (beside.returncode, "ok Port: a Byline serves http://127.0.0.1:" in beside.stdout) == (0, True)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = byline(address, "doctor", BYLINE_PORT=str(other.getsockname()[1]))
        assert (taken.returncode, "!! Port: Port" in taken.stdout) == (1, True)
    assert (away.returncode, "correct NEO4J_URI" in away.stdout, "byline doctor" in away.stdout) == (1, True, False)
    ill = byline(Address(address.uri, address.username, "wrong-password"), "doctor", BYLINE_PORT="0")
    assert ill.returncode == 1
    assert "NEO4J_PASSWORD" in ill.stdout


def test_a_busy_port_is_said(address: Address) -> None:
    """Serving on a port that is taken is refused with another to choose."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = byline(address, "serve", "--port", str(port))
    assert (done.returncode, f"Port {port}" in done.stderr) == (1, True)


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
    """`byline graph` counts three papers and names no label that the model does not declare."""
    page = byline(address, "graph").stdout
    assert "### `(:Paper)` — 3" in page
    assert "of no declared" not in page


def test_what_may_be_reviewed_is_one_list_everywhere() -> None:
    """The command, GraphQL's enum and the loaders name the same kinds of doubts, in one order."""
    asked = get_args(get_args(About)[0])
    assert asked == DOUBTS == tuple(str(one.value) for one in IdentityDoubt)
