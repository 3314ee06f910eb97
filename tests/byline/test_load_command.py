"""What `byline load` says on the terminal."""

import json
import subprocess
from pathlib import Path

import pytest

from cypher.run import Address
from tests.byline.serving import BYLINE, environment

pytestmark = pytest.mark.graph


def load(address: Address, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `byline load` in a folder, on a terminal of 80 columns."""
    return subprocess.run(
        [BYLINE, "load", *arguments],
        env=environment(address, COLUMNS="80"),
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        stdin=subprocess.DEVNULL,
    )


def mixed(folder: Path) -> None:
    """Write 30 papers by one author named twice, two without a title, two with no date, one with a huge one."""
    authors = [{"name": "Li Wei", "ids": ["orcid:0000-0002-1825-0097"]}] * 2
    good = {"record": "paper", "source": "arxiv", "title": "T", "authors": authors}
    odd = [
        {"title": " "},
        {"title": ""},
        {"dates": [{"value": "32"}]},
        {"dates": [{"value": "3x"}]},
        {"title": "y" * 9000},
    ]
    papers = [{**good, "key": f"k{number}"} for number in range(30)]
    (folder / "mixed.json").write_text(
        json.dumps([*papers, *({**good, "key": f"o{number}", **one} for number, one in enumerate(odd))]), "utf-8"
    )


def test_the_table_adds_up_and_says_why_records_were_refused(address: Address, tmp_path: Path) -> None:
    """Read is written, unchanged and rejected; reasons are counted by kind; no line is wider than 80 columns."""
    mixed(tmp_path)
    subprocess.run([BYLINE, "reset", "--yes"], env=environment(address), check=True, capture_output=True)
    dry = load(address, tmp_path, "sample", "mixed.json", "--dry-run")
    assert "dry run settles every 2,000 records by themselves" in " ".join(dry.stderr.split())
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
    assert "  2 x the title is empty.\n  2 x '32' is no date" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert done.returncode == 0
    assert len((tmp_path / "rejects-sample.jsonl").read_text("utf-8").splitlines()) == 5
    again = json.loads(load(address, tmp_path, "sample", "mixed.json", "--json").stdout)
    assert (again["read"], again["written"], again["unchanged"], again["rejected"]) == (35, 0, 30, 5)
    assert again["rejects"][0] == {"file": "mixed.json", "place": "arxiv:o0", "reason": "the title is empty."}


@pytest.mark.parametrize(
    ("source", "path", "said"),
    [
        ("acl", ".", "no file of ACL Anthology is there"),
        ("acl", "null", "null could not be read: expected a file of the Anthology"),
        ("ror", "key.json", "key.json could not be read: expected a ROR dump"),
        ("arxiv", "passwd", "passwd could not be read: expected an Atom feed"),
        ("sample", "none.json", "Nothing was read. Expected: JSON lists of records"),
    ],
)
def test_where_nothing_was_read_the_exit_code_says_so(
    address: Address, tmp_path: Path, source: str, path: str, said: str
) -> None:
    """No file, or none of the source's, is told once with what was expected; exit code 1, and no file of rejects."""
    for name, text in (("null", ""), ("key.json", '{"auths": {}}'), ("passwd", "root:x:0:0"), ("none.json", "[]")):
        (tmp_path / name).write_text(text, "utf-8")
    done = load(address, tmp_path, source, path)
    told = " ".join(done.stderr.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert said in told
    assert told.count(path) <= 1 or path == "."
    assert not list(tmp_path.glob("rejects*"))


def test_half_a_feed_is_loaded_and_told(address: Address, tmp_path: Path) -> None:
    """What a feed holds before it breaks off is loaded, the break is told, and the exit code is 1."""
    entry = "<entry><id>http://arxiv.org/abs/2001.0000{}v1</id><title>T</title><published>2020</published></entry>"
    feed = '<feed xmlns="http://www.w3.org/2005/Atom">' + entry.format(1) + entry.format(2)
    (tmp_path / "HALF.XML").write_text(feed, "utf-8")
    done = load(address, tmp_path, "arxiv", ".", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["read"], said["rejected"]) == (1, 2, 0)
    told = " ".join(load(address, tmp_path, "arxiv", ".").stderr.split())
    assert "HALF.XML could not be read to its end: the feed breaks off after entry 2" in told
