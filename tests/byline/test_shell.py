"""`byline shell`: statements of standard input, and a terminal with completion, history and questions."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from byline.shell.interpreter import Interpreter
from byline.shell.prompt import ShellCompleter, run_prompt
from byline.shell.statements import Language, split_statement
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.driver.values import Value
from tests.byline.command_line import byline
from tests.byline.sample_graph import sampled


@pytest.mark.parametrize(
    ("text", "language", "statement", "rest"),
    [
        ("RETURN 1; RETURN 2;", Language.CYPHER, "RETURN 1", " RETURN 2;"),
        ("RETURN ';' // ; \n AS x; y", Language.CYPHER, "RETURN ';' // ; \n AS x", " y"),
        ('RETURN "\\";" /* ; */ AS `a;b`;', Language.CYPHER, 'RETURN "\\";" /* ; */ AS `a;b`', ""),
        ("RETURN 1", Language.CYPHER, None, "RETURN 1"),
        ("RETURN '; ", Language.CYPHER, None, "RETURN '; "),
        (":param x 1\nRETURN $x;", Language.CYPHER, ":param x 1", "RETURN $x;"),
        ("{ a { b } } { c }", Language.GRAPHQL, "{ a { b } }", " { c }"[1:]),
        ('{ a(b: "}") # }\n }', Language.GRAPHQL, '{ a(b: "}") # }\n }', ""),
        ("{ a {", Language.GRAPHQL, None, "{ a {"),
    ],
)
def test_text_is_split_into_statements(text: str, language: Language, statement: str | None, rest: str) -> None:
    """A semicolon in a text, name or comment ends no statement; nor does a brace in a text of GraphQL."""
    assert split_statement(text, language) == (statement, rest)


async def no_graphql(document: str, variables: Mapping[str, Value]) -> Mapping[str, object]:
    """Answer no document."""
    return {"errors": [{"message": f"{document} {variables}"}]}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("MATCH (p:Pap", "Paper"),
        ("MATCH (p:Paper)-[:CIT", "CITES"),
        ("MATCH (p:Paper) RETURN p.cita", "citationCount"),
        ("CALL db.index.full", "db.index.fulltext.queryNodes"),
        ("MATCH (p:Paper) RET", "RETURN"),
        ("RETURN $ye", "year"),
        (":sch", ":schema"),
    ],
)
def test_words_are_completed(text: str, expected: str) -> None:
    """Labels, types, properties, procedures, clauses, parameters and commands are completed at their places."""
    interpreter = Interpreter(Graph(Address("bolt://127.0.0.1:1", "", "")), no_graphql, parameters={"year": 2020})
    completer = ShellCompleter(interpreter, ["db.index.fulltext.queryNodes"])
    found = [one.text for one in completer.get_completions(Document(text), CompleteEvent())]
    assert expected in found


@pytest.mark.graph
def test_statements_of_standard_input(address: Address) -> None:
    """The shell runs each statement, prints its rows, and ends with exit code 1 at the first error."""
    sampled(address)
    text = ":param year 2022\nMATCH (p:Paper) WHERE p.year = $year RETURN count(p) AS papers;\nRETURN 1 AS one"
    done = byline(address, "shell", "--format", "csv", typed=text)
    assert (done.returncode, done.stdout.splitlines()[::2]) == (0, ["papers", "one"]), done.stderr
    formula = "RETURN '=1+1' AS one;"
    for options, cell in (((), "'=1+1"), (("--raw",), "=1+1")):
        assert byline(address, "shell", "--format", "csv", *options, typed=formula).stdout == f"one\n{cell}\n"
    graphql = byline(address, "shell", typed=":gql\n{ papers(first: 1) { totalCount } }")
    assert '"totalCount"' in graphql.stdout
    for wrong, message in (
        ("MATCH (n) SET n.x = 1;", "nothing was written"),
        ("MATCH (n RETURN 1;", "line 1, column 10"),
        (":nothing", "List the commands with :help"),
        (":format xml", "Expected table, json, csv"),
        (":param x y", "Expected JSON"),
        (":schema Nothing", "no label or relationship type 'Nothing'"),
        ("RETURN point({x: 1, y: 2});", "not a JSON value, such as a point"),
        (":gql\n{ nope }", "The response has errors."),
        ("PROFILE RETURN 1;", "Show the plan with EXPLAIN"),
    ):
        failed = byline(address, "shell", typed=f"{wrong}\nRETURN 2 AS two;")
        assert (failed.returncode, message in failed.stderr, "two" in failed.stdout) == (1, True, False), failed.stderr


@pytest.mark.graph
@pytest.mark.parametrize(
    ("text", "code", "printed"),
    [
        ("", 0, ""),
        ("// nothing\n/* ; */", 0, ""),
        ("RETURN 1 AS one // a comment", 0, "one\n1\n"),
        ("\ufeffRETURN 1 AS one;;\n// the end", 0, "one\n1\n"),
        ("RETURN 1 AS one;\n:quit\nRETURN 2 AS two;", 0, "one\n1\n"),
        ("RETURN 'open; AS one;", 1, "The last statement is incomplete: "),
        (":gql\n{ papers(first: 1) {", 1, "The last statement is incomplete: "),
        ("explain MATCH (p:Paper) RETURN p;", 0, "NodeByLabelScan"),
    ],
)
def test_ends_of_standard_input(address: Address, text: str, code: int, printed: str) -> None:
    """The last statement can lack its semicolon, and comments can follow it; an incomplete one is an error."""
    done = byline(address, "shell", "--format", "csv", typed=text)
    assert (done.returncode, printed in done.stdout + done.stderr) == (code, True), done.stderr
    assert printed or not done.stdout


@pytest.fixture
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder for the history."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.mark.graph
@pytest.mark.anyio
async def test_terminal(graph: Graph, state_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Enter runs a complete statement; the shell asks before it reads the whole graph, and keeps a history."""
    interpreter = Interpreter(graph, no_graphql)
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text("RETURN 1\rAS one;\r:format json\rMATCH (n) WHERE n.x = 1 RETURN n;\rn\r:quit\r")
        await run_prompt(interpreter, [])
    printed = capsys.readouterr()
    assert "one" in printed.out, printed.err
    assert "[]" not in printed.out  # the answer to the question was no
    assert interpreter.output_format == "json"
    assert history(state_folder) == [(True, 0o600)]


def history(folder: Path) -> list[tuple[bool, int]]:
    """Return whether each history file has the first statement, and its mode."""
    files = folder.rglob("shell_history")
    return [("AS one;" in file.read_text("utf-8"), file.stat().st_mode & 0o777) for file in files]


@pytest.mark.graph
@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("date('2024-02-29')", "2024-02-29"),
        ("datetime('2024-02-29T23:59:58.5+05:30')", "2024-02-29T23:59:58.500000+05:30"),
        ("datetime('2024-07-01T12:00[Europe/Berlin]')", "2024-07-01T12:00:00+02:00"),
        ("localdatetime('1969-12-31T23:00')", "1969-12-31T23:00:00"),
        ("time('08:30-03:00')", "08:30:00-03:00"),
        ("localtime('08:30')", "08:30:00"),
        ("duration('P1M2DT3.5S')", "P1M2DT3.5S"),
        ("duration('PT2208988800.000000001S')", "P0M0DT2208988800.000000001S"),
        ("duration('PT-0.5S')", "P0M0DT-0.5S"),
    ],
)
def test_dates_and_times_are_texts(address: Address, value: str, text: str) -> None:
    """A date, a time or a duration is printed in the format ISO 8601."""
    done = byline(address, "shell", "--format", "csv", typed=f"RETURN {value} AS value;")
    assert done.stdout == f"value\n{text}\n"
