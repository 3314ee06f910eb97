"""The query collection on the command line (`byline examples`)."""

import csv
import io
import json
import shlex
import subprocess
from typing import Any

import pytest
from pyarrow import ipc, parquet

from cypher.driver.address import Address
from tests.byline.command_line import byline, three_papers
from tests.byline.server_process import BYLINE, environment
from tests.tiers import sampled_cases

# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false
# pyarrow has no types.
pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def load_three_papers(address: Address) -> None:
    three_papers(address)


def test_example_query_has_three_formats(address: Address) -> None:
    """An example query gives the same rows as a table, as JSON and as CSV."""
    asked = ("examples", "common_coauthors", "--param", "from=Shaden Smith", "--param", "to=Sangkug Lym")
    rows = json.loads(byline(address, *asked, "--format", "json").stdout)
    assert [row["by"] for row in rows][:1] == ["Bryan Catanzaro"]
    again = list(csv.DictReader(io.StringIO(byline(address, *asked, "--format", "csv").stdout)))
    assert [row["by"] for row in again] == [row["by"] for row in rows]
    assert f"{len(rows)} rows" in byline(address, *asked).stdout


def test_search_finds_examples_by_words(address: Address) -> None:
    """--search lists the queries with all words; a wrong name and a missing parameter get suggestions."""
    listed = byline(address, "examples", "--search", "TOGETHER papers").stdout
    assert "cocited_papers" in listed
    assert "topic_growth" not in listed
    assert "No example contains 'nothing'" in byline(address, "examples", "--search", "nothing").stderr
    assert "Did you mean topic_growth" in byline(address, "examples", "topic_grow").stderr
    missing = byline(address, "examples", "topic_growth")
    assert (missing.returncode, missing.stderr.splitlines()[-1]) == (
        2,
        "Example: byline examples topic_growth --param code=cs.CL",
    )


@pytest.mark.full
def test_example_query_writes_arrow_tables(address: Address) -> None:
    """Parquet and Arrow have the columns of the header with their types, also without rows."""
    for name, empty in (("team_size", False), ("retracted_papers", True)):
        for form in ("parquet", "arrow"):
            done = subprocess.run(
                [BYLINE, "examples", name, "--format", form], env=environment(address), capture_output=True, check=True
            )
            data = io.BytesIO(done.stdout)
            table: Any = parquet.read_table(data) if form == "parquet" else ipc.open_stream(data).read_all()
            assert str(table.schema.field("year").type) == "int64"
            assert (len(table) == 0) == empty


def test_example_list_separates_queries_from_pages(address: Address) -> None:
    """The list separates queries from GraphQL pages, a page runs by its name, and lists in CSV are JSON."""
    listed = byline(address, "examples").stdout
    assert (
        listed.index("Queries")
        < listed.index("topic_growth")
        < listed.index("GraphQL pages")
        < listed.index("paper_page")
    )
    done = byline(address, "examples", "paper_page", "--param", "p0=1909.08053", "--format", "csv")
    assert done.returncode == 0, done.stderr
    cell = next(csv.DictReader(io.StringIO(done.stdout)))["c0"]
    assert "Megatron-LM" in json.dumps(json.loads(cell))


@pytest.mark.parametrize(
    "asked",
    sampled_cases(
        [
            ("topic_growth", "--param", "code=cs.NOTHING"),
            ("common_coauthors", "--param", "from=Nobody", "--param", "to=No One"),
            ("paper_page", "--param", "p0=0000.00000"),
        ],
        1,
    ),
)
def test_example_query_reports_missing_entity(address: Address, asked: tuple[str, ...]) -> None:
    """An unknown topic, person or paper is named on standard error, with a query that finds valid names."""
    done = byline(address, "examples", *asked, "--format", "csv")
    assert done.returncode == 0
    assert f"No results for {asked[2]}" in done.stderr
    finder = done.stderr.splitlines()[-1].strip()
    found = byline(address, *shlex.split(finder.replace('..."', 'Shoeybi"'))[1:])
    assert {"name": "Mohammad Shoeybi"} in json.loads(found.stdout)["data"]["search"]["nodes"]


@pytest.mark.full
def test_table_prints_markup_literally(address: Address) -> None:
    """A table prints brackets, booleans and colons exactly as the other formats do."""
    asked = (
        "examples",
        "researcher_page",
        *(f"--param=p{n}={value}" for n, value in enumerate((1, "Jared Casper", 9, 9, 9, 9))),
    )
    rows: list[dict[str, object]] = json.loads(byline(address, *asked, "--format", "json").stdout)
    shown = byline(address, *asked, COLUMNS="100000").stdout
    assert json.dumps(next(iter(rows[0].values())), separators=(",", ":"), ensure_ascii=False) in shown
    markup = "RETURN '[/oops] [in French] :smile: [bold]' AS text"
    assert (
        markup.split("'")[1] in byline(address, "examples", "author_name_history", "--param", f"name={markup}").stderr
    )
