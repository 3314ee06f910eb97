"""GraphQL on the command line."""

import json
import subprocess

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import byline, three_papers
from tests.byline.server_process import BYLINE, environment

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_three_papers(address: Address) -> None:
    three_papers(address)


def test_query_prints_json(address: Address) -> None:
    """`byline query` prints the response as JSON on standard output, with variables from an option."""
    done = byline(
        address,
        "query",
        "query Q($a: String!) { paper(by: {arxiv: $a}) { year } }",
        "--variables",
        '{"a": "1909.08053"}',
    )
    assert (done.returncode, json.loads(done.stdout)["data"]) == (0, {"paper": {"year": 2019}})


@pytest.mark.full
def test_query_reads_utf_8_from_standard_input(address: Address) -> None:
    """`byline query -` reads a document, and reports the position of an invalid UTF-8 byte."""
    asked = b'{ paper(by: {arxiv: "1909.08053"}) { year } }'
    for document, code, told in (
        (asked, 0, b'"year": 2019'),
        (asked[:-1] + b"\xff}", 1, b"not valid UTF-8 at byte 45"),
    ):
        done = subprocess.run(
            [BYLINE, "query", "-"], env=environment(address), input=document, capture_output=True, check=False
        )
        assert (done.returncode, told in done.stdout + done.stderr) == (code, True)
        assert b"Traceback" not in done.stderr


def test_query_prints_cypher(address: Address) -> None:
    """`byline query --cypher` prints parameters and statement without Neo4j, and rejects an invalid document."""
    nowhere = {"NEO4J_URI": "bolt://127.0.0.1:1"}
    done = byline(address, "query", "--cypher", '{ paper(by: {arxiv: "1909.08053"}) { year } }', **nowhere)
    assert done.returncode == 0
    assert done.stdout.startswith(':param p0 => "1909.08053";\n\nCALL () {\n  MATCH (:Identifier')
    search = byline(address, "query", "--cypher", '{ papers(query: "model") { totalCount } }', **nowhere)
    assert "\n// The server computes $p12 from cypher/graphql/search.cypher with typed: $p1, " in search.stdout
    bad = byline(address, "query", "--cypher", "{ papers(first: -1) { totalCount nodes { title } } }", **nowhere)
    assert (bad.returncode, bad.stdout) == (1, "")
    assert "first is -1" in bad.stderr


def test_failed_query_exits_with_1(address: Address) -> None:
    """A query with errors prints them and exits with code 1; invalid variables are reported as invalid JSON."""
    wrong = byline(address, "query", "{ nothing }")
    assert (wrong.returncode, json.loads(wrong.stdout)["errors"][0]["extensions"]["code"]) == (1, "VALIDATION")
    assert "not valid JSON" in byline(address, "query", "{ __typename }", "--variables", "{").stderr


@pytest.mark.full
def test_long_document_is_not_a_file_name(address: Address) -> None:
    """A one-line document that is longer than a file name may be is sent as a query."""
    long = "query Long { " + " ".join(f"a{i}: __typename" for i in range(100)) + " }"
    assert byline(address, "query", long).returncode == 0
