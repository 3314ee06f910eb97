"""Messages of `byline load` about unusable input, and its reject files."""

import json
import zipfile
from pathlib import Path

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from tests.byline.load_command_fixtures import load, mixed, names
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph


@pytest.mark.parametrize(
    ("source", "path", "said"),
    sampled_cases(
        [
            ("acl", ".", "no file of ACL Anthology found"),
            ("acl", "null", "Cannot read null: the file is empty; expected a file of the Anthology"),
            ("ror", "key.json", "Cannot read key.json: expected a ROR dump"),
            ("arxiv", "passwd", "Cannot read passwd: expected an Atom feed"),
            ("sample", "none.json", "No records were read. Expected: JSON lists of records"),
        ],
        2,
        3,
    ),
)
def test_load_without_records_fails(address: Address, tmp_path: Path, source: str, path: str, said: str) -> None:
    """Without a file of the source, the load reports once what it expected, exits with code 1,
    and creates no reject file.
    """
    for name, text in (("null", ""), ("key.json", '{"auths": {}}'), ("passwd", "root:x:0:0"), ("none.json", "[]")):
        (tmp_path / name).write_text(text, "utf-8")
    done = load(address, tmp_path, source, path)
    told = " ".join(done.stderr.split())
    assert (done.returncode, done.stdout) == (1, "")
    assert said in told
    assert told.count(path) <= 1 or path == "."
    assert not (tmp_path / "home").exists()


def test_table_without_rows_is_reported(address: Address, tmp_path: Path) -> None:
    """A table with only a header is reported as a table without rows."""
    (tmp_path / "m.toml").write_text('name = "mine"\n[[papers]]\nkey = "id"\ntitle = "title"\n', "utf-8")
    (tmp_path / "p.csv").write_text("id,title\n", "utf-8")
    done = load(address, tmp_path, "table", "m.toml", "p.csv")
    told = " ".join(done.stderr.split())
    assert (done.returncode, told) == (1, "Cannot read p.csv: the table has no rows. No records were read.")


def test_archive_members_outside_archive_are_reported(address: Address, tmp_path: Path) -> None:
    """Members with a path outside the archive are named, the rest is loaded, and the exit code is 1;
    a dry run reports them too.
    """
    record = {"record": "paper", "source": "s", "key": "k", "title": "T"}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("fine.json", "../out.json"):
            archive.writestr(name, json.dumps([record]))
    done = load(address, tmp_path, "sample", "a.zip", "--json")
    said = json.loads(done.stdout)
    reason = "skipped: its path points outside the archive."
    assert (done.returncode, said["read"]) == (1, 1)
    assert said["unreadable"] == [{"file": "a.zip/../out.json", "place": "", "reason": reason}]
    assert reason in " ".join(load(address, tmp_path, "sample", "a.zip", "--dry-run").stderr.split())


@pytest.mark.full
def test_truncated_feed_is_loaded_and_reported(address: Address, tmp_path: Path) -> None:
    """The entries before the end of a truncated feed are loaded, the error is reported, and the exit code is 1."""
    entry = "<entry><id>http://arxiv.org/abs/2001.0000{}v1</id><title>T</title><published>2020</published></entry>"
    feed = '<feed xmlns="http://www.w3.org/2005/Atom">' + entry.format(1) + entry.format(2)
    (tmp_path / "HALF.XML").write_text(feed, "utf-8")
    done = load(address, tmp_path, "arxiv", ".", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["read"], said["rejected"]) == (1, 2, 0)
    told = " ".join(load(address, tmp_path, "arxiv", ".").stderr.split())
    assert "HALF.XML completely (after item 2): the feed ends after entry 2" in told


@pytest.mark.parametrize(("refused", "dry"), sampled_cases([(1, False), (3, False), (3, True)], 1, 2))
def test_load_with_only_rejects_fails(address: Address, tmp_path: Path, refused: int, *, dry: bool) -> None:
    """If every record is rejected, the load names the most frequent reason and exits with code 1."""
    works = [{"record": "paper", "source": "s", "key": f"k{n}", "title": "T", "revised": "32"} for n in (1, 2)]
    works.insert(1, {"record": "paper", "source": "s", "key": "k3", "title": " "})
    for number, work in enumerate(works[:refused]):
        (tmp_path / f"{number}.json").write_text(json.dumps([work]), "utf-8")
    done = load(address, tmp_path, "sample", ".", *(["--dry-run"] if dry else []))
    assert done.returncode == 1
    assert "sample: all records rejected" in done.stdout
    what = "The only record was" if refused == 1 else "All 3 records were"
    told = " ".join(done.stderr.split())
    often = f"{1 if refused == 1 else 2} x '32' is not a valid date"
    assert f"{what} rejected. Most frequent reason: {often}" in told


NOTHING = "MATCH (n) WHERE NOT n:Migration RETURN count(n)"


@pytest.mark.anyio
@pytest.mark.parametrize("listed", sampled_cases(["nowhere/x.jsonl", "folder", "/proc/x.jsonl"], 1))
async def test_unwritable_reject_file_stops_load(
    empty_graph: Graph, address: Address, tmp_path: Path, listed: str
) -> None:
    """If the reject file is a folder or cannot be created, the load writes nothing."""
    mixed(tmp_path)
    (tmp_path / "folder").mkdir()
    done = load(address, tmp_path, "sample", "mixed.json", "--rejects", listed)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"Cannot write the reject file {listed}: " in done.stderr
    assert "Nothing was loaded. Name another file with --rejects." in done.stderr
    assert (await empty_graph.read(NOTHING)).rows == [[0]]
    assert names(tmp_path) == ["folder", "mixed.json"]


@pytest.mark.full
def test_reject_file_is_created_only_for_rejects(address: Address, tmp_path: Path) -> None:
    """A load without rejects creates no reject file, and one with rejects writes it."""
    listed = tmp_path / "refused.jsonl"
    (tmp_path / "none.json").write_text("[]", "utf-8")
    load(address, tmp_path, "sample", "none.json", "--rejects", str(listed))
    assert not listed.exists()
    mixed(tmp_path)
    load(address, tmp_path, "sample", "mixed.json", "--rejects", str(listed), "--dry-run")
    assert len(listed.read_text("utf-8").splitlines()) == 5


@pytest.mark.full
def test_dry_run_has_own_reject_file(address: Address, tmp_path: Path) -> None:
    """A dry run writes and names its own reject file; the reject file of the last load stays unchanged."""
    mixed(tmp_path)
    load(address, tmp_path, "sample", "mixed.json")
    listed = tmp_path / "home" / "rejects" / "sample.jsonl"
    before = listed.read_bytes()
    (tmp_path / "other.json").write_text('[{"record": "paper", "source": "s", "key": "k", "title": ""}]', "utf-8")
    dry = load(address, tmp_path, "sample", "other.json", "--dry-run")
    own = listed.with_name("sample.dry-run.jsonl")
    assert f"Rejects with position and reason: {own}" in " ".join(dry.stderr.split())
    assert "Nothing was written to the graph." in dry.stderr
    assert (listed.read_bytes(), len(own.read_text("utf-8").splitlines())) == (before, 1)
    said = json.loads(load(address, tmp_path, "sample", "other.json", "--dry-run", "--json").stdout)
    assert said["rejectFile"] == str(own)
