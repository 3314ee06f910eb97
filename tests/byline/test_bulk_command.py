"""`byline load --bulk` and `byline finish-import` on a separate Neo4j."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

from byline.local_neo4j import admin, jars, server
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import progress_for
from loaders.bulk import import_package as folders
from loaders.bulk.import_csv import EmptyListProperty
from loaders.records.record import InstitutionRecord
from tests.byline.command_line import run
from tests.loaders.bulk.clusters import local_cluster
from tests.loaders.load_helpers import write_records
from tests.loaders.test_interrupted_loads import many_records
from tests.tiers import sampled_cases

MEMORY = {"BYLINE_NEO4J_HEAP": "512m", "BYLINE_NEO4J_PAGE_CACHE": "64m", "BYLINE_WORKERS": "1"}


def byline(home: Path, *words: str, folder: Path | None = None, **more: str) -> subprocess.CompletedProcess[str]:
    """Run a command on the Neo4j of a home, in a folder."""
    outside = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "BYLINE_"))}
    env = {**outside, **MEMORY, "BYLINE_HOME": str(home), "COLUMNS": "200", **more}
    return run(*words, env=env, folder=folder, timeout_s=200)


def papers(folder: Path) -> Path:
    """Write 40 papers."""
    write_records(folder, many_records(40), "forty.json")
    return folder / "forty.json"


WRONG = [
    (("--resume",), "--bulk does not work with --resume. Omit one of them."),
    (("--dry-run",), "--bulk does not work with --dry-run. Omit one of them."),
    (("--scheduler", "tcp://127.0.0.1:1", "--workers", "2"), "--workers (local processes) and --scheduler (Dask "),
    (("--also", "ror"), "--also 'ror': expected SOURCE=PATH; the = is missing."),
    (("--also", "nothing=x"), "Unknown source 'nothing'. Known sources: aan, "),
    (("--also", "sample="), "--also 'sample=': expected SOURCE=PATH; the path is missing."),
    (
        ("--also", "curator=x"),
        "A bulk load cannot load decisions. Load them into the existing graph: byline load curator",
    ),
]


@pytest.mark.parametrize(("words", "said"), sampled_cases(WRONG, 3, parameter_count=2))
def test_conflicting_bulk_options_are_rejected(home: Path, tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    """Options that contradict --bulk give exit code 2 and a remedy, and no Neo4j starts."""
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", *words)
    assert (done.returncode, said in done.stderr) == (2, True), done.stderr
    assert not (home / "neo4j").exists()


@pytest.mark.parametrize(
    "address",
    sampled_cases(
        ["foo", "127.0.0.1:8786", "tcp://127.0.0.1:18786x", "udp://1.2.3.4:5", "tcp://h:0", "tcp://h:65536", ""], 2
    ),
)
def test_invalid_scheduler_address_is_rejected(tmp_path: Path, address: str) -> None:
    """An invalid --scheduler address gives exit code 2 and an example before any file is read."""
    done = byline(tmp_path / "home", "load", "sample", "none.json", "--bulk", "--scheduler", address)
    assert done.returncode == 2
    assert "such as tcp://10.0.0.5:8786." in " ".join(done.stderr.replace("│", " ").split())


@pytest.mark.parametrize(
    ("name", "text", "said"),
    sampled_cases(
        parameter_count=3,
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
def test_incomplete_files_make_no_graph(home: Path, tmp_path: Path, name: str, text: str, said: str) -> None:
    """Empty and truncated files, and files with rejects only, give exit code 1 and replace no graph."""
    (tmp_path / name).write_text(text, "utf-8")
    paths = [str(tmp_path / name), *([str(papers(tmp_path))] if name == "torn.json" else [])]
    done = byline(home, "load", "sample", *paths, "--bulk", "--output-dir", str(tmp_path / "to"))
    assert (done.returncode, said in done.stderr, "Nothing was loaded." in done.stderr) == (1, True, True), done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
def test_empty_source_makes_no_graph(home: Path, tmp_path: Path) -> None:
    """An --also source without records is named with the expected format, and the load makes no graph."""
    (tmp_path / "none.json").write_text("[]", "utf-8")
    words = ("--bulk", "--also", f"csl-json={tmp_path / 'none.json'}", "--output-dir", str(tmp_path / "to"))
    done = byline(home, "load", "sample", str(papers(tmp_path)), *words)
    assert done.returncode == 1
    assert "No records were read for csl-json. Expected: " in done.stderr
    assert "of sample" not in done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
def test_failed_load_does_not_claim_loaded_records(home: Path, tmp_path: Path) -> None:
    """If one file is truncated, the table says "read, not loaded" and the JSON counts nothing as written."""
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


def test_failed_load_keeps_existing_folder(home: Path, tmp_path: Path) -> None:
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


def test_concurrent_bulk_load_is_rejected(home: Path, tmp_path: Path) -> None:
    """While a bulk load has the home's lock, another bulk load is rejected."""
    home.mkdir()
    with FileLock(home / "bulk.lock"):
        done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk")
    assert done.returncode == 1
    assert "Another bulk load is running in" in done.stderr


@pytest.mark.full
def test_institutions_load_into_folder_with_special_characters(home: Path, tmp_path: Path) -> None:
    """A graph without people is prepared in a folder whose name has brackets, a quote and a space."""
    place = InstitutionRecord(source="ror", key="x", name="Analytical Works", ids=("ror:05dxps055",))
    path = write_records(tmp_path, [place], "one.json")
    to = tmp_path / "it's [1] *"
    done = byline(home, "load", "sample", str(path), "--bulk", "--output-dir", str(to))
    assert done.returncode == 0, done.stderr
    assert "Analytical Works" in (to / "import" / "node_Institution.csv").read_text("utf-8")
    assert "it" in (to / "README.txt").read_text("utf-8")


@pytest.mark.full
def test_bulk_summary_groups_paths_by_source(home: Path, tmp_path: Path) -> None:
    """A source may have several paths; several sources give one JSON list in the order of the command."""
    more = write_records(tmp_path, many_records(45)[40:], "five.json")
    (tmp_path / "one.bib").write_text("@article{a, title={Sparse Parsing}, author={Rik, Jola}, year=2001}", "utf-8")
    beside = ("--also", f"bibtex={tmp_path / 'one.bib'}", "--also", f"sample={more}")
    to = str(tmp_path / "prepared")
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", to, *beside, "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert [(one["loader"], one["files"], one["new"]) for one in told] == [("sample", 2, 45), ("bibtex", 1, 1)]
    assert [one["kinds"] for one in told] == [{"paper": 45}, {"paper": 1}]


@pytest.mark.full
def test_work_directory_of_killed_load_is_removed(home: Path, tmp_path: Path) -> None:
    """The next bulk load removes the work directory of a killed one, even if it fails itself."""
    left = home / "bulk-killed" / "rows"
    left.mkdir(parents=True)
    (tmp_path / "empty.json").write_text("[]", "utf-8")
    assert byline(home, "load", "sample", str(tmp_path / "empty.json"), "--bulk", "--replace").returncode == 1
    assert not left.parent.exists()


def test_finish_import_without_import_is_reported(home: Path) -> None:
    """`byline finish-import` without a folder reports that no bulk load left an unfinished import."""
    done = byline(home, "finish-import")
    assert (done.returncode, done.stderr) == (
        1,
        "No unfinished import found. Name the folder that `byline load --bulk --output-dir` wrote.\n",
    )


def test_bulk_options_require_bulk(home: Path, tmp_path: Path) -> None:
    """--also, --output-dir and --replace are rejected without --bulk."""
    for words in (("--replace",), ("--output-dir", "x"), ("--also", "ror=x")):
        done = byline(home, "load", "sample", str(papers(tmp_path)), *words)
        assert (done.returncode, done.stderr) == (2, f"Add --bulk: {words[0]} only works with a bulk load.\n")


def test_external_neo4j_requires_output_dir(home: Path, tmp_path: Path) -> None:
    """With NEO4J_URI, a bulk load cannot run the import; the error says so with exit code 2."""
    done = byline(home, "load", "sample", str(papers(tmp_path)), "--bulk", NEO4J_URI="bolt://127.0.0.1:1")
    assert done.returncode == 2
    assert "Cannot import into the external Neo4j at bolt://127.0.0.1:1 (NEO4J_URI)" in done.stderr


@pytest.mark.full
def test_output_dir_must_be_empty(home: Path, tmp_path: Path) -> None:
    """--output-dir contains the files, a README and nothing else; a folder that is not empty stays unchanged."""
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


def test_old_manifest_without_load_ids_is_read(tmp_path: Path) -> None:
    """A finish.json of the old form, with empty properties and no load IDs, can still be read."""
    (tmp_path / "finish.json").write_text('[["Paper", "ids", false]]', "utf-8")
    left = folders.read_manifest(tmp_path)
    assert (left.loads, left.empty) == ([], [EmptyListProperty("Paper", "ids", of_relationships=False)])


@pytest.mark.parametrize("content", [b"", b"{}", b'{"loads": ["\xff"], "empty": []}'])
def test_damaged_manifest_is_reported(home: Path, content: bytes) -> None:
    """A damaged finish.json in the home folder is named, with the command that replaces the graph."""
    home.mkdir()
    (home / "finish.json").write_bytes(content)
    done = byline(home, "finish-import")
    assert done.returncode == 1
    assert f"{home / 'finish.json'} is damaged, so that the import cannot be finished." in done.stderr
    assert "--replace" in done.stderr


def test_unreadable_path_leaves_no_folder(home: Path, tmp_path: Path) -> None:
    """A missing path ends the load with exit code 2 and leaves no folder."""
    done = byline(home, "load", "sample", str(tmp_path / "none.json"), "--bulk", "--output-dir", str(tmp_path / "to"))
    assert done.returncode == 2
    assert "none.json" in done.stderr
    assert not (tmp_path / "to").exists()


@pytest.mark.full
@pytest.mark.timeout(300)
def test_incremental_load_follows_bulk_load(home: Path, tmp_path: Path) -> None:
    """A large load into an empty graph is a bulk load; then records are unchanged, and --bulk requires --replace."""
    path = str(papers(tmp_path))
    assert byline(home, "migrate").returncode == 0
    made = byline(home, "load", "sample", path, "--json", BYLINE_BULK_FROM="0")
    assert made.returncode == 0, made.stderr
    assert "The graph is empty: creating it by bulk load, because the files have 0 or more" in made.stderr
    assert {name: json.loads(made.stdout)[name] for name in ("read", "new", "rejected")} == {
        "read": 40,
        "new": 40,
        "rejected": 0,
    }
    assert [one.name for one in home.iterdir() if one.name.startswith("bulk-")] == []
    again = byline(home, "load", "sample", path, "--json", BYLINE_BULK_FROM="0")
    assert (json.loads(again.stdout)["unchanged"], "bulk load" in again.stderr) == (40, False)
    refused = byline(home, "load", "sample", path, "--bulk")
    assert refused.returncode == 1
    assert "The graph is not empty, and a bulk load creates a new graph. Add --no-bulk" in refused.stderr


@pytest.mark.full
@pytest.mark.timeout(300)
def test_external_server_imports_folder(home: Path, tmp_path: Path) -> None:
    """Neo4j's import tool and `byline finish-import` build the graph as the folder's README describes."""
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
    tool = admin.Tool(folder, jars.class_path(DEFAULT_VERSION, progress_for(None)), base_folder=to / "import")
    admin.run(tool, command, "import")
    migrated = byline(other, "migrate")
    assert (migrated.returncode, migrated.stdout) == (1, "")
    assert "Run: byline finish-import FOLDER" in migrated.stderr
    done = byline(other, "finish-import", str(to))
    assert (done.returncode, "The import is finished." in done.stderr) == (0, True), done.stderr
    counted = byline(other, "query", "{ papers { totalCount } }")
    assert json.loads(counted.stdout)["data"]["papers"]["totalCount"] == 40
    server.stop(other)


def test_bulk_loads_need_no_dask(tmp_path: Path) -> None:
    """Without Dask, bulk loads work in processes of this machine, and --scheduler prints the command to install it."""
    main = "import sys; sys.modules['distributed'] = None; from byline.cli.main import main; main()"
    words = [sys.executable, "-c", main, "load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir"]
    env = {**os.environ, **MEMORY, "BYLINE_HOME": str(tmp_path / "home")}

    def run_without_dask(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*words, *more], check=False, env=env, capture_output=True, text=True, timeout=120)

    done = run_without_dask(str(tmp_path / "to"))
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "to/import/import.args").exists()
    done = run_without_dask(str(tmp_path / "other"), "--scheduler", "tcp://127.0.0.1:9")
    assert done.returncode == 1
    assert "--scheduler requires Dask, which is not installed. Install it with: " in done.stderr


@pytest.mark.full
def test_dask_workers_prepare_import(home: Path, tmp_path: Path) -> None:
    """With --scheduler, Dask workers write a relative --output-dir; a missing scheduler is reported."""
    words = ("load", "sample", str(papers(tmp_path)), "--bulk", "--output-dir", "prepared")
    with local_cluster(1) as scheduler:
        done = byline(home, *words, "--scheduler", scheduler, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "prepared/import/import.args").exists()
    again = byline(home, *words[:-1], str(tmp_path / "other"), "--scheduler", "tcp://127.0.0.1:9")
    assert again.returncode == 1
    assert again.stderr.splitlines()[-1] == (
        "No Dask scheduler responds at tcp://127.0.0.1:9. Check the address, which `dask scheduler` prints when it "
        "starts. Nothing was loaded."
    )
    assert (
        "Add --bulk: --scheduler only works with a bulk load."
        in byline(home, *words[:3], "--scheduler", "tcp://127.0.0.1:9").stderr
    )
