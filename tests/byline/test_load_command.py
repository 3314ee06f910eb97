"""The report that `byline load` prints at its end."""

import json
import re
import subprocess
import time
from pathlib import Path

import pytest

from cypher.driver.address import Address
from tests.byline.command_line import run
from tests.byline.load_command_fixtures import load, mixed, names
from tests.byline.server_process import BYLINE, environment

pytestmark = pytest.mark.graph


def test_load_table_adds_up_and_counts_reasons(address: Address, tmp_path: Path) -> None:
    """Read equals written, unchanged and rejected; reasons are counted by kind; no row exceeds 80 columns."""
    mixed(tmp_path)
    subprocess.run(
        [BYLINE, "reset", "--yes", "--delete-accounts"], env=environment(address), check=True, capture_output=True
    )
    dry = load(address, tmp_path, "sample", "mixed.json", "--dry-run")
    assert "dry run resolves each batch of 2,000 records" in " ".join(dry.stderr.split())
    done = load(address, tmp_path, "sample", "mixed.json")
    rows = [line.strip("│ ").split("│") for line in done.stdout.splitlines() if line.startswith("│")]
    assert {name.strip(): int(count) for name, count, *_ in rows} == {
        "read": 35,
        "written": 30,
        "unchanged": 0,
        "rejected": 5,
        "merged": 0,
        "authorships": 60,
        "authors": 30,
    }
    assert "  2 x the title is empty.\n  2 x for example: '32' is not a valid date" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if line.startswith("│")) <= 80
    assert done.returncode == 0
    listed = tmp_path / "home" / "rejects" / "sample.jsonl"
    assert len(listed.read_text("utf-8").splitlines()) == 5
    assert str(listed) in done.stderr
    assert names(tmp_path) == ["home", "mixed.json"]
    again = json.loads(load(address, tmp_path, "sample", "mixed.json", "--json").stdout)
    assert (again["read"], again["written"], again["unchanged"], again["rejected"]) == (35, 0, 30, 5)
    assert again["rejects"][0] == {"file": "mixed.json", "place": "arxiv:o0", "reason": "the title is empty."}


def test_load_report_counts_records_by_kind(address: Address, tmp_path: Path) -> None:
    """A table of two papers yields three topics, too; the report and its JSON count each kind."""
    mapping = (
        'name = "kinds"\n[[papers]]\nkey = "id"\ntitle = "title"\ntopics = { column = "words", separator = ";" }\n'
    )
    (tmp_path / "kinds.toml").write_text(mapping, "utf-8")
    (tmp_path / "papers.csv").write_text("id,title,words\n1,One,a;b\n2,Two,b;c\n", "utf-8")
    table = load(address, tmp_path, "table", "kinds.toml", "papers.csv", "--dry-run")
    assert re.search(r"│ +│ +│ 3 topics, 2 papers +│", table.stdout)
    in_json = json.loads(load(address, tmp_path, "table", "kinds.toml", "papers.csv", "--dry-run", "--json").stdout)
    assert (in_json["read"], in_json["kinds"]) == (5, {"topic": 3, "paper": 2})


@pytest.mark.full
def test_papers_without_collaborations_are_counted(address: Address, tmp_path: Path) -> None:
    """Dry run, load, bulk load and the paper report that a paper with 101 authors adds no collaborations,
    and one with 100 authors does.
    """
    subprocess.run(
        [BYLINE, "reset", "--yes", "--delete-accounts"], env=environment(address), check=True, capture_output=True
    )
    papers = [
        {"record": "paper", "source": "s", "key": str(count), "title": f"{count} wrote it", "authors": authors}
        for count in (100, 101)
        for authors in [[{"name": f"{chr(65 + one % 26)}{one} Family{one}"} for one in range(count)]]
    ]
    (tmp_path / "wide.json").write_text(json.dumps(papers), "utf-8")
    dry = load(address, tmp_path, "sample", "wide.json", "--dry-run", "--json")
    bulk = load(address, tmp_path, "sample", "wide.json", "--bulk", "--output-dir", "prepared", "--json")
    assert [json.loads(one.stdout)["collaborations_cut"] for one in (dry, bulk)] == [1, 1]
    done = load(address, tmp_path, "sample", "wide.json")
    assert re.search(r"cut +│ +1 │ papers with over 100 authors: no collaborations", done.stdout)
    order = "{field: COLLABORATIONS_TRUNCATED, direction: ASC}"
    asked = f"{{ papers(orderBy: {order}) {{ nodes {{ collaborationsTruncated title }} }}"
    asked += " cut: papers(where: {collaborationsTruncated: {eq: true}}) { totalCount } }"
    told = json.loads(run("query", asked, env=environment(address)).stdout)["data"]
    assert [one["collaborationsTruncated"] for one in told["papers"]["nodes"]] == [False, True]
    assert (told["papers"]["nodes"][1]["title"], told["cut"]["totalCount"]) == ("101 wrote it", 1)


@pytest.mark.full
def test_resume_without_interrupted_load_is_reported(address: Address, tmp_path: Path) -> None:
    """--resume without an interrupted load of these files starts from the beginning and says so."""
    mixed(tmp_path)
    done = load(address, tmp_path, "sample", "mixed.json", "--resume")
    assert done.returncode == 0
    assert "No interrupted load of these paths was found; the load started from the beginning." in " ".join(
        done.stderr.split()
    )


@pytest.mark.full
def test_load_report_breaks_down_time(address: Address, tmp_path: Path) -> None:
    """The line below the table names the largest share of time; --json has the seconds of each share."""
    mixed(tmp_path)
    done = load(address, tmp_path, "sample", "mixed.json")
    assert re.search(
        r"^\d+ s, limited by: (Neo4j|reading|resolving|network|deriving) \(\d+% of the time\)",
        done.stdout,
        re.MULTILINE,
    )
    began = time.monotonic()
    spent = json.loads(load(address, tmp_path, "sample", "mixed.json", "--json").stdout)["spent"]
    whole = time.monotonic() - began
    limit = spent.pop("limit")
    assert set(spent) == {"reading_s", "resolving_s", "neo4j_s", "network_s", "deriving_s"}
    assert spent[f"{limit.lower()}_s"] == max(spent.values()) > 0
    assert 0 < sum(spent.values()) < whole


def test_empty_dry_run_reports_only_missing_records(address: Address, tmp_path: Path) -> None:
    """If no record was read, a dry run reports only that, without its note on resolution."""
    (tmp_path / "none.json").write_text("[]", "utf-8")
    done = load(address, tmp_path, "sample", "none.json", "--dry-run")
    assert done.stderr.strip() == "No records were read. Expected: JSON lists of records (.json)."


@pytest.mark.full
def test_duplicate_keys_are_reported(address: Address, tmp_path: Path) -> None:
    """If two different records of a file have one key, one is used and the summary says so."""
    paper = {"record": "paper", "source": "s", "key": "twice"}
    (tmp_path / "twice.json").write_text(json.dumps([{**paper, "title": title} for title in ("One", "Two")]), "utf-8")
    done = load(address, tmp_path, "sample", "twice.json")
    assert "1 has the same key as another record, which is used" in " ".join(done.stdout.split())
    assert max(len(line) for line in done.stdout.splitlines() if line.startswith("│")) <= 80
    assert json.loads(load(address, tmp_path, "sample", "twice.json", "--json").stdout)["superseded"] == 1


@pytest.mark.full
def test_piped_summary_does_not_wrap_lines(address: Address, tmp_path: Path) -> None:
    """Without a terminal width, no row or reason of the summary is wrapped."""
    mixed(tmp_path)
    paper = {"record": "paper", "source": "s", "key": "k", "title": "T"}
    (tmp_path / "older.json").write_text(json.dumps([{**paper, "revised": year} for year in ("2021", "2020")]), "utf-8")
    env = environment(address, BYLINE_HOME=str(tmp_path / "home"))
    env.pop("COLUMNS", None)
    done = subprocess.run(
        [BYLINE, "load", "sample", "mixed.json", "older.json"],
        env=env,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        stdin=subprocess.DEVNULL,
    )
    rows = [line.strip("│ ").split("│") for line in done.stdout.splitlines() if line.startswith("│")]
    assert all(name.strip() and count.strip() for name, count, *_ in rows)
    assert "1 older than the stored version" in done.stdout
    assert f"Rejects with position and reason: {tmp_path}/home/rejects/sample.jsonl\n" in done.stderr
