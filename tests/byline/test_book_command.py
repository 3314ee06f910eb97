"""The book of questions on the command line, as a person types it."""

import csv
import io
import json
import shlex

import pytest

from cypher.driver.client import Address
from tests.byline.command_line import byline, three_papers

pytestmark = pytest.mark.graph


@pytest.fixture(scope="module", autouse=True)
def loaded(address: Address) -> None:
    three_papers(address)


def test_the_book_answers_in_three_forms(address: Address) -> None:
    """A question of the book gives the same rows as a table, as JSON and as CSV."""
    asked = ("examples", "common_coauthors", "--param", "from=Shaden Smith", "--param", "to=Sangkug Lym")
    rows = json.loads(byline(address, *asked, "--format", "json").stdout)
    assert [row["by"] for row in rows][:1] == ["Bryan Catanzaro"]
    again = list(csv.DictReader(io.StringIO(byline(address, *asked, "--format", "csv").stdout)))
    assert [row["by"] for row in again] == [row["by"] for row in rows]
    assert f"{len(rows)} rows" in byline(address, *asked).stdout


def test_the_book_tells_questions_from_pages(address: Address) -> None:
    """The list sets the compiled pages apart, a page answers with its one name, and lists in CSV are JSON."""
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
    [
        ("topic_growth", "--param", "code=cs.NOTHING"),
        ("common_coauthors", "--param", "from=Nobody", "--param", "to=No One"),
        ("paper_page", "--param", "p0=0000.00000"),
    ],
)
def test_the_book_says_what_it_did_not_find(address: Address, asked: tuple[str, ...]) -> None:
    """A topic, person or paper that nobody has is named on standard error, with a question that finds names."""
    done = byline(address, "examples", *asked, "--format", "csv")
    assert done.returncode == 0
    assert f"No results for {asked[2]}" in done.stderr
    finder = done.stderr.splitlines()[-1].strip()
    found = byline(address, *shlex.split(finder.replace('..."', 'Shoeybi"'))[1:])
    assert {"name": "Mohammad Shoeybi"} in json.loads(found.stdout)["data"]["search"]["nodes"]


def test_brackets_are_printed_as_they_stand(address: Address) -> None:
    """A table shows brackets, yes and no and colons as the other forms do, whatever they look like to a terminal."""
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
