"""What `byline load --bulk` and `byline finish-import` do, on a Neo4j of their own."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from filelock import FileLock

from byline.local_neo4j import admin, jars, server
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import watcher
from loaders.bulk import import_package as folders
from loaders.bulk.import_csv import EmptyListProperty
from loaders.records.record import InstitutionRecord
from tests.byline.command_line import run
from tests.loaders.bulk.clusters import local
from tests.loaders.loading import written
from tests.loaders.test_broken_off import many
from tests.tiers import sampled_cases

MEMORY = {"BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "64m", "BYLINE_WORKERS": "1"}


def byline(home: Path, *words: str, folder: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the Neo4j of a home, in a folder."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "BYLINE_"))}
    env = {**outside, **MEMORY, "BYLINE_HOME": str(home), "COLUMNS": "200", **more}
    return run(*words, env=env, folder=folder, timeout_s=200)


def papers(folder: Path) -> Path:
    """Write 40 papers."""
    written(folder, many(40), "forty.json")
    return folder / "forty.json"


WRONG = [
    (("--resume",), "--bulk does not support --dry-run, --resume and --rejects."),
    (("--dry-run",), "--bulk does not support --dry-run, --resume and --rejects."),
    (("--scheduler", "tcp://127.0.0.1:1", "--workers", "2"), "--workers (local processes) and --scheduler (Dask "),
    (("--also", "ror"), "--also 'ror': expected SOURCE=PATH; the = is missing."),
    (("--also", "nothing=x"), "Unknown source 'nothing'. Known sources: aan, "),
    (("--also", "sample="), "--also 'sample=': expected SOURCE=PATH; the path is missing."),
    (
        ("--also", "curator=x"),
        "A bulk load cannot load decisions. Load them into the existing graph: byline load curator",
    ),
]


@pytest.mark.parametrize(("words", "said"), sampled_cases(WRONG, 3, names=2))
def test_what_does_not_go_together_is_told(home: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """Options that contradict --bulk end with exit code 2 and what to do; no Neo4j is started for it."""
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", *words)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (home / "neo4j").exists()


@pytest.mark.parametrize(
    "address", ["foo", "127.0.0.1:8786", "tcp://127.0.0.1:18786x", "udp://1.2.3.4:5", "tcp://h:0", "tcp://h:65536", ""]
)
def test_what_is_no_address_is_told_at_once(tmp_path: Path, address: str) -> None:
    """A --scheduler that no scheduler can have ends with exit code 2 and an example, before anything is read."""
    done = byline(tmp_path / "home", "load", "sample", "none.json", "--bulk", "--scheduler", address)
    assert done.returncode == 2
    assert "such as tcp://10.0.0.5:8786." in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    sampled_cases(
        names=3,
        cases=[
            ("empty.json", "[]", "No records were read. Expected: "),
            ("torn.json", '[{"record": "paper", "source": "arxiv", "key"', "Cannot read "),
            (
                "wrong.json",
                '[{"record": "paper", "source": "s", "key": "k", "title": " "}]',
                "The only record was rejected.",
            ),
        ],
    ),
)
def test_what_is_not_whole_makes_no_graph(home: Path, tmp_path: Path, name: str, text: str, said: str) -> None:
    """Files of nothing, torn ones, and those of which all is refused make no graph in place of another: exit code 1."""
    (tmp_path / name).write_text(text, "utf-8")
    paths = [str(tmp_path / name), *([str(papers(tmp_path))] if name == "torn.json" else [])]
    done = byline(home, "load", "sample", *paths, "--bulk", "--output-dir", str(tmp_path / "to"))
    assert (done.returncode, said in done.stderr, "Nothing was loaded." in done.stderr) == (1, True, True), done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
def test_a_source_of_which_nothing_was_read_makes_no_graph(home: Path, tmp_path: Path) -> None:
    """A source of --also whose file holds nothing is named with what it expects, and no graph is made of the others."""
    (tmp_path / "none.json").write_text("[]", "utf-8")
    words = ("--bulk", "--also", f"csl-json={tmp_path / 'none.json'}", "--output-dir", str(tmp_path / "to"))
    done = byline(home, "load", "sample", str(papers(tmp_path)), *words)
    assert done.returncode == 1
    assert "No records were read for csl-json. Expected: " in done.stderr
    assert "of sample" not in done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
def test_what_was_read_is_not_said_to_be_loaded(home: Path, tmp_path: Path) -> None:
    """Where one file is torn, the table says what was read and not loaded, and JSON that nothing was written."""
    (tmp_path / "torn.json").write_text('[{"record": "paper", "source"', "utf-8")
    words = (
        "load",
        "sample",
        str(papers(tmp_path)),
        str(tmp_path / "torn.json"),
        "--bulk",
        "--output-dir",
        str(tmp_path / "to"),
    )
    told = byline(home, *words).stdout
    assert "sample: read, not loaded" in told
    assert "written" not in told
    assert "0 s, " not in told
    said = json.loads(byline(home, *words, "--json").stdout)
    assert (said["read"], said["new"], said["written"]) == (40, 0, 0)


def test_a_folder_that_was_there_stays(home: Path, tmp_path: Path) -> None:
    """A failed load keeps an --output-dir that existed before, and removes one that it created."""
    (tmp_path / "there").mkdir()
    words = (
        "load",
        "sample",
        str(papers(tmp_path)),
        "--bulk",
        "--scheduler",
        "tcp://h:1",
        "--workers",
        "1",
        "--output-dir",
    )
    for name in ("there", "new"):
        assert byline(home, *words, str(tmp_path / name)).returncode == 2
    assert ((tmp_path / "there").exists(), (tmp_path / "new").exists()) == (True, False)


def test_one_bulk_load_at_a_time(home: Path, tmp_path: Path) -> None:
    """While a bulk load holds the home another is refused."""
    home.mkdir()
    with FileLock(home / "bulk.lock"):
        done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk")
    assert done.returncode == 1
    assert "Another bulk load is running in" in done.stderr


@pytest.mark.full
def test_institutions_alone_are_prepared_in_an_odd_folder(home: Path, tmp_path: Path) -> None:
    """A graph without people is prepared, in a folder whose name has brackets, a quote and a space."""
    place = InstitutionRecord(source="ror", key="x", name="Analytical Works", ids=("ror:05dxps055",))
    path = written(tmp_path, [place], "one.json")
    to = tmp_path / "it's [1] *"
    done = byline(home, "load", "sample", str(path), "--bulk", "--output-dir", str(to))
    assert done.returncode == 0, done.stderr
    assert "Analytical Works" in (to / "import" / "node_Institution.csv").read_text("utf-8")
    assert "it" in (to / "README.txt").read_text("utf-8")


@pytest.mark.full
def test_sources_and_their_paths_are_told_together(home: Path, tmp_path: Path) -> None:
    """A source may have several paths; several sources are one list of JSON, in the order in which they were named."""
    more = written(tmp_path, many(45)[40:], "five.json")
    (tmp_path / "one.bib").write_text("@article{a, title={Sparse Parsing}, author={Rik, Jola}, year=2001}", "utf-8")
    beside = ("--also", f"bibtex={tmp_path / 'one.bib'}", "--also", f"sample={more}")
    to = str(tmp_path / "prepared")
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", to, *beside, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [(one["loader"], one["files"], one["new"]) for one in told] == [("sample", 2, 45), ("bibtex", 1, 1)]


@pytest.mark.full
def test_what_a_killed_bulk_load_left_is_removed(home: Path, tmp_path: Path) -> None:
    """The working folder of a bulk load that was killed is gone after the next, whatever becomes of that."""
    left = home / "bulk-killed" / "rows"
    left.mkdir(parents=True)
    (tmp_path / "empty.json").write_text("[]", "utf-8")
    assert byline(home, "load", "sample", str(tmp_path / "empty.json"), "--bulk", "--replace").returncode == 1
    assert not left.parent.exists()


def test_nothing_is_left_to_finish(home: Path) -> None:
    """Byline finish without a folder says so where no bulk load left anything."""
    done = byline(home, "finish-import")
    assert (done.returncode, done.stderr) == (
        1,
        "No unfinished import found. Name the folder that `byline load --bulk --output-dir` wrote.\n",
    )


def test_its_options_need_it(home: Path, tmp_path: Path) -> None:
    """--also, --output-dir and --replace without --bulk are refused."""
    for words in (("--replace",), ("--output-dir", "x"), ("--also", "ror=x")):
        done = byline(home, "load", "sample", str(papers(tmp_path)), *words)
        assert (done.returncode, done.stderr) == (
            2,
            "--also, --output-dir, --replace and --scheduler require --bulk.\n",
        )


def test_another_server_needs_a_folder(home: Path, tmp_path: Path) -> None:
    """With NEO4J_URI the import cannot be run from here: that is said, and that --output-dir is the way."""
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 2
    assert "Cannot import into the external Neo4j at bolt://127.0.0.1:1 (NEO4J_URI)" in done.stderr


@pytest.mark.full
def test_a_folder_is_prepared_once(home: Path, tmp_path: Path) -> None:
    """--output-dir leaves the files, a README, and nothing else; a folder that holds something is refused untouched."""
    to = tmp_path / "prepared"
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", str(to))
    assert done.returncode == 0, done.stderr
    assert sorted(one.name for one in to.iterdir()) == ["README.txt", "finish.json", "import"]
    before = sorted((one.name, one.stat().st_mtime_ns) for one in (to / "import").iterdir())
    again = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", str(to))
    assert again.returncode == 2
    assert "prepared is not empty. Name a new folder with --output-dir, or empty this one." in again.stderr
    assert sorted((one.name, one.stat().st_mtime_ns) for one in (to / "import").iterdir()) == before
    lost = byline(home, "finish-import", str(tmp_path))
    assert lost.returncode == 1
    assert "is not a prepared import: finish.json is missing or invalid." in lost.stderr


def test_a_folder_of_before_loads_were_written_down_is_read(tmp_path: Path) -> None:
    """A finish.json that lists empty properties alone, without ids of loads, is read as it was."""
    (tmp_path / "finish.json").write_text('[["Paper", "ids", false]]', "utf-8")
    left = folders.read_manifest(tmp_path)
    assert (left.loads, left.empty) == ([], [EmptyListProperty("Paper", "ids", of_relationships=False)])


def test_what_cannot_be_read_leaves_nothing(home: Path, tmp_path: Path) -> None:
    """A path that is not there ends the load with exit code 1, and leaves no working folder behind."""
    done = byline(home, "load", "sample", str(tmp_path / "none.json"), "--bulk", "--output-dir", str(tmp_path / "to"))
    assert done.returncode == 2
    assert "none.json" in done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
@pytest.mark.timeout(300)
def test_later_loads_go_on_from_it(home: Path, tmp_path: Path) -> None:
    """A bulk load makes the graph; the same again is unchanged, and another bulk load needs --replace."""
    path = str(papers(tmp_path))
    made = byline(home, "load", "sample", path, "--bulk", "--json")
    assert made.returncode == 0, made.stderr
    assert {name: json.loads(made.stdout)[name] for name in ("read", "new", "rejected")} == {
        "read": 40,
        "new": 40,
        "rejected": 0,
    }
    assert [one.name for one in home.iterdir() if one.name.startswith("bulk-")] == []
    again = byline(home, "load", "sample", path, "--json")
    assert json.loads(again.stdout)["unchanged"] == 40
    refused = byline(home, "load", "sample", path, "--bulk")
    assert refused.returncode == 1
    assert "The graph is not empty, and a bulk load creates a new graph. Add --replace" in refused.stderr


@pytest.mark.full
@pytest.mark.timeout(300)
def test_another_server_imports_the_folder(home: Path, tmp_path: Path) -> None:
    """Neo4j's import tool and byline finish-import, as the folder's README says, build the graph."""
    to = tmp_path / "prepared"
    assert byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", str(to)).returncode == 0
    assert "neo4j-admin database import full neo4j @import.args" in (to / "README.txt").read_text("utf-8")
    other = tmp_path / "other"
    early = byline(other, "finish-import", str(to))
    assert early.returncode == 1
    assert f"The graph was not imported from {to}: it does not contain the load " in early.stderr
    assert f". Import the files first (see {to / 'README.txt'}), then run this command again." in early.stderr
    server.stop(other)
    folder = DataDirectory.for_version(other, DEFAULT_VERSION)
    command = ["database", "import", "full", "neo4j", "@import.args"]
    tool = admin.Tool(folder, jars.class_path(DEFAULT_VERSION, watcher(None)), base_folder=to / "import")
    admin.run(tool, command, "import")
    migrated = byline(other, "migrate")
    assert (migrated.returncode, migrated.stdout) == (1, "")
    assert "Run: byline finish-import FOLDER" in migrated.stderr
    done = byline(other, "finish-import", str(to))
    assert (done.returncode, "The import is finished." in done.stderr) == (0, True), done.stderr
    counted = byline(other, "query", "{ papers { totalCount } }")
    assert json.loads(counted.stdout)["data"]["papers"]["totalCount"] == 40
    server.stop(other)


@pytest.mark.full
def test_the_workers_of_a_scheduler_prepare(home: Path, tmp_path: Path) -> None:
    """With --scheduler, Dask workers write the files of a relative --output-dir; a missing scheduler is reported."""
    words = ("load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", "prepared")
    with local(1) as scheduler:
        done = byline(home, *words, "--scheduler", scheduler, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "prepared/import/import.args").exists()
    again = byline(home, *words[:-1], str(tmp_path / "other"), "--scheduler", "tcp://127.0.0.1:9")
    assert again.returncode == 1
    assert again.stderr.splitlines()[-1] == (
        "No Dask scheduler responds at tcp://127.0.0.1:9. Check the address, which `dask scheduler` prints when it "
        "starts. Nothing was loaded."
    )
    assert "--scheduler require --bulk." in byline(home, *words[:3], "--scheduler", "tcp://127.0.0.1:9").stderr
