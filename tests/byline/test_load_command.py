"""What `byline load` says on the terminal."""

import fcntl
import json
import os
import pty
import re
import struct
import subprocess
import termios
import time
import zipfile
from contextlib import suppress
from io import StringIO
from pathlib import Path

import anyio
import pytest
from rich.console import Console

from byline import load_progress, load_table
from byline.load_pace import Pace, lasting
from cypher.run import Address, Graph
from loaders.streaming.progress import LOADING, Counts, Progress
from loaders.streaming.spent import Spent
from tests.byline.command_line import run
from tests.byline.serving import BYLINE, environment

pytestmark = pytest.mark.graph


def load(address: Address, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `byline load` in a folder, on a terminal of 80 columns."""
    env = environment(address, COLUMNS="80", BYLINE_HOME=str(folder / "home"))
    return run("load", *arguments, env=env, folder=folder)


def names(folder: Path) -> list[str]:
    return sorted(one.name for one in folder.iterdir())


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
    """Read is written, unchanged and rejected; reasons are counted by kind; no row is wider than 80 columns."""
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
    assert "  2 x the title is empty.\n  2 x such as: '32' is no date" in done.stdout
    assert max(len(line) for line in done.stdout.splitlines() if line.startswith("│")) <= 80
    assert done.returncode == 0
    listed = tmp_path / "home" / "rejects" / "sample.jsonl"
    assert len(listed.read_text("utf-8").splitlines()) == 5
    assert str(listed) in done.stderr
    assert names(tmp_path) == ["home", "mixed.json"]
    again = json.loads(load(address, tmp_path, "sample", "mixed.json", "--json").stdout)
    assert (again["read"], again["written"], again["unchanged"], again["rejected"]) == (35, 0, 30, 5)
    assert again["rejects"][0] == {"file": "mixed.json", "place": "arxiv:o0", "reason": "the title is empty."}


def test_papers_that_add_no_collaborations_are_counted(address: Address, tmp_path: Path) -> None:
    """Of papers of 100 and of 101 authors the second adds none: dry run, load, bulk load and the paper say so."""
    subprocess.run([BYLINE, "reset", "--yes"], env=environment(address), check=True, capture_output=True)
    papers = [
        {"record": "paper", "source": "s", "key": str(count), "title": f"{count} wrote it", "authors": authors}
        for count in (100, 101)
        for authors in [[{"name": f"{chr(65 + one % 26)}{one} Family{one}"} for one in range(count)]]
    ]
    (tmp_path / "wide.json").write_text(json.dumps(papers), "utf-8")
    dry = load(address, tmp_path, "sample", "wide.json", "--dry-run", "--json")
    bulk = load(address, tmp_path, "sample", "wide.json", "--bulk", "--to", "prepared", "--json")
    assert [json.loads(one.stdout)["collaborations_cut"] for one in (dry, bulk)] == [1, 1]
    done = load(address, tmp_path, "sample", "wide.json")
    assert re.search(r"cut +│ +1 │ papers of over 100 authors: no collaborations", done.stdout)
    asked = "{ papers(orderBy: {field: COLLABORATIONS_CUT, direction: ASC}) { nodes { collaborationsCut title } }"
    asked += " cut: papers(where: {collaborationsCut: {eq: true}}) { totalCount } }"
    told = json.loads(run("query", asked, env=environment(address)).stdout)["data"]
    assert [one["collaborationsCut"] for one in told["papers"]["nodes"]] == [False, True]
    assert (told["papers"]["nodes"][1]["title"], told["cut"]["totalCount"]) == ("101 wrote it", 1)


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
    assert not (tmp_path / "home").exists()


def test_a_table_without_rows_is_told_to_be_one(address: Address, tmp_path: Path) -> None:
    """A table of nothing but its header is named with that, not with what another file would have to be."""
    (tmp_path / "m.toml").write_text('name = "mine"\n[[papers]]\nkey = "id"\ntitle = "title"\n', "utf-8")
    (tmp_path / "p.csv").write_text("id,title\n", "utf-8")
    done = load(address, tmp_path, "table", "m.toml", "p.csv")
    told = " ".join(done.stderr.split())
    assert (done.returncode, told) == (1, "p.csv could not be read: there are no rows in it. Nothing was read.")


def test_members_of_an_archive_that_lead_elsewhere_are_told(address: Address, tmp_path: Path) -> None:
    """They are named, all else is loaded, and the exit code is 1; a dry run tells it too."""
    record = {"record": "paper", "source": "s", "key": "k", "title": "T"}
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        for name in ("fine.json", "../out.json"):
            archive.writestr(name, json.dumps([record]))
    done = load(address, tmp_path, "sample", "a.zip", "--json")
    said = json.loads(done.stdout)
    reason = "its name leads out of the archive, so it is left out."
    assert (done.returncode, said["read"]) == (1, 1)
    assert said["unreadable"] == [{"file": "a.zip/../out.json", "place": "", "reason": reason}]
    assert reason in " ".join(load(address, tmp_path, "sample", "a.zip", "--dry-run").stderr.split())


def test_going_on_with_what_was_not_broken_off_is_told(address: Address, tmp_path: Path) -> None:
    """--resume of files of which no load was broken off begins at their start, and says so."""
    mixed(tmp_path)
    done = load(address, tmp_path, "sample", "mixed.json", "--resume")
    assert done.returncode == 0
    assert "No load of these paths was broken off: this one began at their start." in " ".join(done.stderr.split())


def test_the_report_says_where_the_time_went(address: Address, tmp_path: Path) -> None:
    """The line below the table names what took most, --json has the seconds of each, which make up the load's time."""
    mixed(tmp_path)
    done = load(address, tmp_path, "sample", "mixed.json")
    assert re.search(
        r"^\d+ s, limited by: (Neo4j|reading|settling|network|counting) \(\d+% of the time\)", done.stdout, re.MULTILINE
    )
    began = time.monotonic()
    spent = json.loads(load(address, tmp_path, "sample", "mixed.json", "--json").stdout)["spent"]
    whole = time.monotonic() - began
    limit = spent.pop("limit")
    assert set(spent) == {"reading_s", "settling_s", "neo4j_s", "network_s", "counting_s"}
    assert spent[f"{limit.lower()}_s"] == max(spent.values()) > 0
    assert 0 < sum(spent.values()) < whole


def test_a_terminal_shows_a_table_while_it_loads(address: Address, tmp_path: Path) -> None:
    """On a terminal a row is drawn again and again with files, records, what they brought, and below it the limit."""
    mixed(tmp_path)
    env = environment(address, BYLINE_HOME=str(tmp_path / "home"), TERM="xterm")
    env.pop("COLUMNS", None)
    child, terminal = pty.fork()
    if not child:
        os.chdir(tmp_path)
        os.execvpe(BYLINE, [BYLINE, "load", "sample", "mixed.json"], env)  # noqa: S606 our own command
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    shown = b""
    with suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(terminal, 65_536):
            shown += part
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    plain = re.sub(rb"\x1b\[[0-9;?]*m", b"", shown)
    lines = [line.rstrip() for line in re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]|\r", b"\n", plain).decode().splitlines()]
    head = "source files read new changed unchanged rejected rate left"
    assert [line for line in lines if " ".join(line.split()) == head]
    assert [line for line in lines if re.match(r"sample\s+1/1\s+35\s+\d+\s+\d+\s+\d+\s+5\s", line)]
    assert [line for line in lines if re.search(r"limited by: .*% of the time", line)]


def test_a_table_fits_a_terminal_of_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A million records of many files still stand in one line of 80 columns; a wide terminal has a bar too."""
    pace = Pace()
    began = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: began + 2_400)
    spent = Spent(reading_s=14, settling_s=25, neo4j_s=61)
    pace.tell(Progress(0, 1000, 0, LOADING, Counts(0, 9_999)))
    pace.tell(Progress(500, 1000, 1_000_000, LOADING, Counts(5_000, 9_999, 900_000, 0, 90_000, 10_000), spent))
    drawn = {width: Console(width=width, file=StringIO(), force_terminal=True) for width in (80, 120)}
    text: dict[int, list[str]] = {}
    for width, console in drawn.items():
        with console.capture() as captured:
            console.print(load_table.table({"acl": pace}, width))
        text[width] = [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in captured.get().splitlines()]
    head, row, *note = text[80]
    assert head.split() == ["source", "files", "read", "new", "changed", "unchanged", "rejected", "rate", "left"]
    assert row.endswith("417/s 40 min")
    assert row.split()[:7] == ["acl", "5,000/9,999", "1,000,000", "900,000", "0", "90,000", "10,000"]
    assert " ".join(note) == "acl: 40 min so far; limited by: Neo4j (61% of the time), settling 25%, reading 14%"
    assert "━" in text[120][1]
    assert "━" not in row


def test_half_a_feed_is_loaded_and_told(address: Address, tmp_path: Path) -> None:
    """What a feed holds before it breaks off is loaded, the break is told, and the exit code is 1."""
    entry = "<entry><id>http://arxiv.org/abs/2001.0000{}v1</id><title>T</title><published>2020</published></entry>"
    feed = '<feed xmlns="http://www.w3.org/2005/Atom">' + entry.format(1) + entry.format(2)
    (tmp_path / "HALF.XML").write_text(feed, "utf-8")
    done = load(address, tmp_path, "arxiv", ".", "--json")
    said = json.loads(done.stdout)
    assert (done.returncode, said["read"], said["rejected"]) == (1, 2, 0)
    told = " ".join(load(address, tmp_path, "arxiv", ".").stderr.split())
    assert "HALF.XML could not be read to its end, after item 2: the feed breaks off after entry 2" in told


@pytest.mark.parametrize(("refused", "dry"), [(1, False), (3, False), (3, True)])
def test_a_load_of_which_nothing_can_be_used_fails(
    address: Address, tmp_path: Path, refused: int, *, dry: bool
) -> None:
    """Where every record of every file is refused it says so with the most frequent reason, and the exit code is 1."""
    works = [
        {"record": "paper", "source": "s", "key": f"k{n}", "title": "T", "dates": [{"value": "32"}]} for n in (1, 2)
    ]
    works.insert(1, {"record": "paper", "source": "s", "key": "k3", "title": " "})
    for number, work in enumerate(works[:refused]):
        (tmp_path / f"{number}.json").write_text(json.dumps([work]), "utf-8")
    done = load(address, tmp_path, "sample", ".", *(["--dry-run"] if dry else []))
    assert done.returncode == 1
    assert "sample: nothing could be used" in done.stdout
    what = "the one record that was read was" if refused == 1 else "all 3 records that were read were"
    told = " ".join(done.stderr.split())
    often = f"{1 if refused == 1 else 2} x '32' is no date"
    assert f"Nothing could be used: {what} refused, most often for this reason: {often}" in told


NOTHING = "MATCH (n) WHERE NOT n:Migration RETURN count(n)"


@pytest.mark.anyio
@pytest.mark.parametrize("listed", ["nowhere/x.jsonl", "folder", "/proc/x.jsonl"])
async def test_a_list_that_cannot_be_written_is_told_before_anything_is_read(
    empty_graph: Graph, address: Address, tmp_path: Path, listed: str
) -> None:
    """With a file of rejects in no folder, a folder in its place, or where none can be made, nothing is loaded."""
    mixed(tmp_path)
    (tmp_path / "folder").mkdir()
    done = load(address, tmp_path, "sample", "mixed.json", "--rejects", listed)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"{listed}, the list of refused records, cannot be written" in done.stderr
    assert "Nothing was read. Name another file with --rejects." in done.stderr
    assert (await empty_graph.read(NOTHING)).rows == [[0]]
    assert names(tmp_path) == ["folder", "mixed.json"]


def test_the_list_of_rejects_is_made_only_where_something_was_refused(address: Address, tmp_path: Path) -> None:
    """A named file is left as it is by a load that refuses nothing, and written by one that does."""
    listed = tmp_path / "refused.jsonl"
    (tmp_path / "none.json").write_text("[]", "utf-8")
    load(address, tmp_path, "sample", "none.json", "--rejects", str(listed))
    assert not listed.exists()
    mixed(tmp_path)
    load(address, tmp_path, "sample", "mixed.json", "--rejects", str(listed), "--dry-run")
    assert len(listed.read_text("utf-8").splitlines()) == 5


def test_a_dry_run_lists_what_it_would_refuse_beside_what_was(address: Address, tmp_path: Path) -> None:
    """It says in which file, which is its own: the list of what the last load refused stays as it is."""
    mixed(tmp_path)
    load(address, tmp_path, "sample", "mixed.json")
    listed = tmp_path / "home" / "rejects" / "sample.jsonl"
    before = listed.read_bytes()
    (tmp_path / "other.json").write_text('[{"record": "paper", "source": "s", "key": "k", "title": ""}]', "utf-8")
    dry = load(address, tmp_path, "sample", "other.json", "--dry-run")
    own = listed.with_name("sample.dry-run.jsonl")
    assert f"is listed with its place and reason in {own}" in " ".join(dry.stderr.split())
    assert "Nothing was written to the graph." in dry.stderr
    assert (listed.read_bytes(), len(own.read_text("utf-8").splitlines())) == (before, 1)
    said = json.loads(load(address, tmp_path, "sample", "other.json", "--dry-run", "--json").stdout)
    assert said["rejectFile"] == str(own)


def test_a_dry_run_of_nothing_has_nothing_to_say_of_itself(address: Address, tmp_path: Path) -> None:
    """Where nothing was read, a dry run says that and not how dry runs settle records."""
    (tmp_path / "none.json").write_text("[]", "utf-8")
    done = load(address, tmp_path, "sample", "none.json", "--dry-run")
    assert done.stderr.strip() == "Nothing was read. Expected: JSON lists of records (.json)."


def test_two_records_of_one_key_are_told(address: Address, tmp_path: Path) -> None:
    """Of two works of one file with one key, which say different things, one counts, and the summary says so."""
    paper = {"record": "paper", "source": "s", "key": "twice"}
    (tmp_path / "twice.json").write_text(json.dumps([{**paper, "title": title} for title in ("One", "Two")]), "utf-8")
    done = load(address, tmp_path, "sample", "twice.json")
    assert "1 of one key with another, which counts" in " ".join(done.stdout.split())
    assert max(len(line) for line in done.stdout.splitlines() if line.startswith("│")) <= 80
    assert json.loads(load(address, tmp_path, "sample", "twice.json", "--json").stdout)["superseded"] == 1


def test_in_a_pipe_every_row_is_one_line(address: Address, tmp_path: Path) -> None:
    """Where no terminal says how wide it is, no row of the summary and no reason is broken over lines."""
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
    assert "1 of them older than what is there" in done.stdout
    assert f"listed with its place and reason in {tmp_path}/home/rejects/sample.jsonl\n" in done.stderr


@pytest.mark.anyio
async def test_a_log_is_told_how_far_the_load_is(capsys: pytest.CaptureFixture[str]) -> None:
    """Where standard error is no terminal, a plain line comes again and again, with records, rate and time left."""
    async with load_progress.shown("acl", every_s=0.05) as tell:
        tell(Progress(100, 1000, 2_000, LOADING))  # a load that goes on where it was broken off
        tell(Progress(400, 1000, 26_000, LOADING))
        await anyio.sleep(0.12)
        tell(Progress(1000, 1000, 50_000, "papers"))
        await anyio.sleep(0.1)
    await anyio.sleep(0.1)
    first, *_, last = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"acl: 26,000 records, [\d,]+/s, 0 s left", first)
    assert re.fullmatch(r"acl: 50,000 records read, now counting \(papers\), 0 s so far", last)


def test_the_pace_is_that_of_this_load() -> None:
    """Rate and time left count from where a load began, not what it had read before it was broken off."""
    pace = Pace()
    pace.tell(Progress(500, 1000, 90_000, LOADING))
    assert pace.left_s is None
    pace.tell(Progress(600, 1000, 90_100, LOADING))
    elapsed_s = pace.elapsed_s
    assert pace.rate <= 100 / elapsed_s
    assert pace.left_s is not None
    assert pace.left_s >= 4 * elapsed_s
    assert [lasting(one) for one in (45, 200, 4_800)] == ["45 s", "3 min", "1 h 20 min"]
