"""`byline match` on the command line."""

import csv
import io
import subprocess
from pathlib import Path

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import byline, three_papers
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

MEGATRON = "Megatron-LM: Training Multi-Billion Parameter Language Models Using Model Parallelism"


@pytest.fixture(scope="module", autouse=True)
def load_three_papers(address: Address) -> None:
    three_papers(address)


def rows(done: subprocess.CompletedProcess[str]) -> list[dict[str, str]]:
    """Return the rows of the table that a command printed."""
    assert done.returncode == 0, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def test_match_adds_columns_to_table(address: Address, tmp_path: Path) -> None:
    """Each row keeps its cells and order and gets ID, name, score and match; other columns add evidence."""
    table = tmp_path / "refs.csv"
    table.write_text(
        "\ufeffNo,Ref,Published,authors\n"
        "1,megatron-lm,2019,M. Shoeybi; Casper J.\n"
        '2,"megatron-lm, or something else",1950,Nobody\n'
        '3,,,"=HYPERLINK(""x"")"\n',
        "utf-8",
    )
    done = byline(address, "match", "papers", str(table), "--column", "Ref", "--column-for", "year=Published")
    first, second, third = rows(done)
    assert list(first) == [
        "No",
        "Ref",
        "Published",
        "authors",
        *(f"byline_{x}" for x in ("id", "name", "score", "match")),
    ]
    assert (first["No"], first["byline_name"], first["byline_match"]) == ("1", MEGATRON, "true")
    assert second["byline_match"] != "true"
    assert (third["byline_id"], third["authors"]) == ("", '\'=HYPERLINK("x")'), "not a formula"
    assert "1 of 3 rows matched." in done.stderr


@pytest.mark.full
def test_match_reads_lines_and_standard_input(address: Address, tmp_path: Path) -> None:
    """`byline match` also reads one text per line, a table with tabs, and standard input."""
    (tmp_path / "names.txt").write_text("CASPER, Jared\nNobody Atall\n", "utf-8")
    found = rows(byline(address, "match", "researchers", str(tmp_path / "names.txt")))
    assert [one["byline_name"] for one in found] == ["Jared Casper", ""]
    (tmp_path / "names.tsv").write_text("name\twork\nCasper J\tmegatron-lm\n", "utf-8")
    (one,) = rows(byline(address, "match", "researchers", str(tmp_path / "names.tsv")))
    assert one["byline_name"] == "Jared Casper"
    (one,) = rows(byline(address, "match", "papers", "-", typed=f'title\n"{MEGATRON}"\n'))
    assert one["byline_match"] == "true"


@pytest.mark.parametrize(
    ("content", "arguments", "told"),
    sampled_cases(
        [
            (None, (), "File not found"),
            (b"", (), "no header"),
            (b"a,b\n1,2\n", (), "No column with the title found. Name it with --column. Columns of the table: a, b."),
            (b"a,b\n1,2\n", ("--column", "c"), "Column not found: 'c'"),
            (b"a,b\n1,2\n", ("--column", "a", "--column-for", "shoe=b"), "Unknown fact 'shoe' of papers"),
            (b"a,b\n1,2\n", ("--column", "a", "--column-for", "year"), "expected fact=column"),
            (b"title\n\xff\xfe\n", (), "not valid UTF-8"),
        ],
        3,
        3,
    ),
)
def test_match_input_errors_are_reported(
    address: Address, tmp_path: Path, content: bytes | None, arguments: tuple[str, ...], told: str
) -> None:
    """A wrong argument gives exit code 2, an unusable table 1, both with a message that names the remedy."""
    table = tmp_path / "table.csv"
    if content is not None:
        table.write_bytes(content)
    done = byline(address, "match", "papers", str(table), *arguments)
    assert done.returncode == (2 if told in ("File not found", "expected fact=column") else 1)
    assert told in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr
