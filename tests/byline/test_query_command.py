"""GraphQL on the command line, as a person types it."""

import json
import subprocess

import pytest

from cypher.driver.client import Address
from tests.byline.command_line import byline, three_papers
from tests.byline.serving import BYLINE, environment

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def loaded(address: Address) -> None:
    three_papers(address)


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
    for document, code, told in ((asked, 0, b'"year": 2019'), (asked[:-1] + b"\xff}", 1, b"not valid UTF-8: byte 45")):
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
    assert "not valid JSON" in byline(address, "query", "{ __typename }", "--variables", "{").stderr


def test_a_long_question_is_no_file(address: Address) -> None:
    """A question on one line, longer than a file's name may be, is asked."""
    long = "query Long { " + " ".join(f"a{i}: __typename" for i in range(100)) + " }"
    assert byline(address, "query", long).returncode == 0
