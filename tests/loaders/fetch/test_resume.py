"""Resuming a fetch after a kill, without lost or repeated records; recorded responses of real services."""

import gzip
import json
import os
import random
import shutil
import signal
import subprocess
import tarfile
import threading
import time
from pathlib import Path

import pytest
import yaml

from loaders.fetch.fetch_directory import JOURNAL, KEYS
from loaders.fetch.journal import FetchSpec, Journal
from loaders.fetch.pipeline import Bounds
from loaders.fetch.service import FetchError, Query
from loaders.formats.archive import SourceFile
from tests.byline.server_process import BYLINE
from tests.loaders.fetch import synthetic_services as shapes
from tests.loaders.fetch.replay import ReceivedRequest, Reply, replay
from tests.loaders.fetch.test_services import CASES, QUICK, run, titles
from tests.loaders.sources.data_sets import data_set

NAMES = ["openalex", "arxiv-oai", "orcid"]


def _environment(**more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BYLINE_")}
    return {**kept, "NO_PROXY": "127.0.0.1", "COLUMNS": "200", **more}


def _command(name: str, address: str, *more: str) -> list[str]:
    text = "set=cs" if name == "arxiv-oai" else "all"
    return [BYLINE, "fetch", name, "--filter", text, "--base-url", address, "--min-interval", "0", *more]


@pytest.mark.full
@pytest.mark.parametrize("name", NAMES)
def test_fetch_resumes_after_kill_at_any_moment(name: str, tmp_path: Path) -> None:
    """After repeated SIGKILLs the same command fetches all records, each once and in order."""
    answers, expected = CASES[name]
    chance = random.Random(7)  # noqa: S311 no secret
    reached = threading.Event()
    left = 0
    with replay(answers) as server:

        def slow(got: ReceivedRequest) -> Reply:
            nonlocal left
            left -= 1
            if left == 0:
                reached.set()
                time.sleep(0.1)  # time to be killed amid this answer, or a little after it
            return answers(got)

        server.answers = slow
        command = _command(name, server.address, "--output", str(tmp_path / "out"))
        killed = 0
        for turn in range(12):
            left, wait_s = chance.randint(1, 3), chance.random() * 0.2 if turn else 0
            reached.clear()
            with subprocess.Popen(command, env=_environment(), stderr=subprocess.PIPE) as process:
                while process.poll() is None and not reached.wait(0.01):
                    pass
                time.sleep(wait_s)
                process.kill()
                _, said = process.communicate()
            killed += process.returncode == -signal.SIGKILL
            assert process.returncode in (0, -signal.SIGKILL), said
        done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert killed
    assert titles(name, tmp_path / "out") == expected


@pytest.mark.parametrize("name", ["openalex", "arxiv"])
def test_resume_discards_data_after_last_checkpoint(name: str, tmp_path: Path) -> None:
    """A resumed fetch ignores any data after the last recorded response, in each of its files."""
    answers, expected = CASES[name]
    with replay(answers) as server:
        run(name, server, tmp_path / "whole")
        run(name, server, tmp_path / "half", bounds=Bounds(600 if name == "arxiv" else 200))
        (part,) = (tmp_path / "half").glob("*.gz")
        for number, leftover in enumerate((b"", b"\x1f\x8b torn", gzip.compress(b'{"id": "twice"}\n'))):
            folder = tmp_path / str(number)
            shutil.copytree(tmp_path / "half", folder)
            for file in (part.name, KEYS):
                with (folder / file).open("ab") as stream:
                    stream.write(leftover)
            with (folder / JOURNAL).open("ab") as stream:
                stream.write(b'{"at":"2026-01-01T00:00:00Z","part":1,"end"')
            (folder / part.name.replace("00001", "00002")).write_bytes(leftover)
            assert run(name, server, folder).why == "complete"
            assert titles(name, folder) == expected
            assert [one.name for one in folder.glob("*.gz")] == [one.name for one in (tmp_path / "whole").glob("*.gz")]


def test_files_are_complete_after_each_response(tmp_path: Path) -> None:
    """After each response the files are valid and contain all records so far."""
    for name in ("arxiv", "crossref"):
        answers, expected = CASES[name]
        with replay(answers) as server:
            for limit in (3, 500, 700):
                run(name, server, tmp_path / name, bounds=Bounds(limit))
                assert titles(name, tmp_path / name) == expected[:limit]


def test_full_file_is_followed_by_next_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new file follows a full one, also across interruptions, in the order of the responses."""
    monkeypatch.setattr("loaders.fetch.fetch_directory.PART_BYTES", 1000)
    for name in ("openalex", "arxiv"):
        answers, expected = CASES[name]
        with replay(answers) as server:
            for limit in (250, 400, None):
                run(name, server, tmp_path / name, bounds=Bounds(limit))
        assert len([*(tmp_path / name).glob("*.gz")]) > 2
        assert titles(name, tmp_path / name) == expected


@pytest.mark.parametrize(
    ("held", "asked", "differs"),
    [
        (
            FetchSpec("ror", "ror", "x"),
            FetchSpec("ror", "ror", "x", address="https://b.example"),
            "from the service itself",
        ),
        (
            FetchSpec("ror", "ror", "x", address="https://me:secret@a.example/v2"),
            FetchSpec("ror", "ror", "x", address="https://b.example"),
            "from https://a.example/v2. Use another",
        ),
        (FetchSpec("ror", "ror", ids="1"), FetchSpec("ror", "ror", ids="2"), "ror, another list of IDs. Use"),
        (
            FetchSpec("ror", "ror", "x"),
            FetchSpec("ror", "ror", "x", params=(("sort", "id"),)),
            "filter 'x', no sort. Use",
        ),
    ],
)
def test_different_request_error_names_difference(
    tmp_path: Path, held: FetchSpec, asked: FetchSpec, differs: str
) -> None:
    """A fetch with another request for the same folder fails and names each differing setting."""
    for one in (held, held):
        journal = Journal(tmp_path / JOURNAL)
        journal.begin(one)
        journal.close()
    journal = Journal(tmp_path / JOURNAL)
    with pytest.raises(FetchError, match=differs):
        journal.begin(asked)
    journal.close()


def test_folder_rejects_foreign_request_and_files(tmp_path: Path) -> None:
    """A fetch rejects a folder of another request, of foreign files or with modified files."""
    answers, _ = CASES["openalex"]
    with replay(answers) as server:
        run("openalex", server, tmp_path / "out", bounds=Bounds(200))
        with pytest.raises(FetchError, match="of another request: openalex works, filter 'all'"):
            run("openalex", server, tmp_path / "out", query=Query("other", "works"))
        (tmp_path / "mine").mkdir()
        (tmp_path / "mine" / "thesis.doc").write_text("mine")
        with pytest.raises(FetchError, match="contains files that were not written by a fetch"):
            run("openalex", server, tmp_path / "mine")
        (part,) = (tmp_path / "out").glob("*.gz")
        whole = part.read_bytes()
        part.write_bytes(whole[:50])
        with pytest.raises(FetchError, match="is shorter than its journal states"):
            run("openalex", server, tmp_path / "out")
        part.write_bytes(whole)
        (tmp_path / "out" / JOURNAL).write_text("no journal\n")
        with pytest.raises(FetchError, match="line 1 is not a valid journal entry"):
            run("openalex", server, tmp_path / "out")


def test_folder_is_locked_during_fetch(tmp_path: Path) -> None:
    """While a command fetches into a folder, another command for that folder fails."""
    answers, _ = CASES["openalex"]
    with replay(answers) as server:

        def answer(got: ReceivedRequest) -> Reply:
            if len(server.got) == 1:
                with pytest.raises(FetchError, match="Another command is fetching into"):
                    run("openalex", server, tmp_path / "out")
            return answers(got)

        server.answers = answer
        assert run("openalex", server, tmp_path / "out").checkpoint.records == 450


@pytest.mark.full
def test_fetch_writes_only_records_to_standard_output(tmp_path: Path) -> None:
    """Without a folder, standard output has only records: JSON lines, or one document that the source reads."""
    for name, ending in (("openalex", "jsonl"), ("arxiv", "xml")):
        answers, expected = CASES[name]
        with replay(answers) as server:
            done = subprocess.run(_command(name, server.address), env=_environment(), capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        (tmp_path / name).mkdir()
        (tmp_path / name / f"out.{ending}").write_bytes(done.stdout)
        assert titles(name, tmp_path / name) == expected
        assert b"records" in done.stderr
    assert json.loads((tmp_path / "openalex" / "out.jsonl").read_bytes().splitlines()[0])["id"].endswith("/W0")


@pytest.mark.full
def test_fetch_command_reports_user_errors(tmp_path: Path) -> None:
    """User errors give a remedy and exit code 1 or 2 without a traceback; a log has plain lines."""
    (tmp_path / "ids.txt").write_text("10.5555/3\nhttps://doi.org/10.5555/4  # mine\n\n# none\n10.5555/4040\n")
    (tmp_path / "wrong.txt").write_text("10.5555/3\nwhat is this\n")
    with replay(CASES["openalex"][0]) as server:
        at = ["--base-url", server.address, "--min-interval", "0"]
        for arguments, code, told in (
            (
                ["nowhere", "--filter", "a"],
                2,
                "Unknown service 'nowhere'. Known services: arxiv, arxiv-oai, crossref,",
            ),
            (["openalex"], 2, "Give --filter, such as institutions.ror:03jdj4y14,publication_year:2024, or --ids"),
            (["openalex", "--filter", "a", "--ids", "b"], 2, "--filter and --ids exclude each other."),
            (["openalex", "--filter", "a", "--entity", "people"], 2, "expected one of works, authors,"),
            (["openalex", "--filter", "a", "--param", "sort"], 2, "expected NAME=VALUE"),
            (["openalex", "--filter", "a", "--param", "cursor=*"], 2, "sets this parameter itself"),
            (["openalex", "--ids", str(tmp_path / "none")], 1, "Cannot read "),
            (["openalex", "--ids", str(tmp_path / "wrong.txt"), *at], 1, "line 2: what is this"),
            (["openalex", "--filter", "a", "--output", str(tmp_path / "ids.txt"), *at], 1, "Name another folder"),
            (
                ["openalex", "--ids", str(tmp_path / "ids.txt"), *at, "-o", str(tmp_path / "o")],
                0,
                "Unknown to the service: 10.5555/4040.",
            ),
        ):
            done = subprocess.run(
                [BYLINE, "fetch", *arguments], env=_environment(), capture_output=True, text=True, check=False
            )
            assert (done.returncode, told in done.stderr) == (code, True), done.stderr
            assert "Traceback" not in done.stderr
        wrong = subprocess.run(
            [BYLINE, "fetch", "openalex", "--filter", "a"],
            env=_environment(BYLINE_CONTACT="nobody"),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (wrong.returncode, "BYLINE_CONTACT" in wrong.stderr) == (1, True)
    assert titles("openalex", tmp_path / "o") == ["On the number 3", "On the number 4"]


def test_closed_standard_output_ends_fetch_cleanly(tmp_path: Path) -> None:
    """When the program that reads standard output exits first, the fetch ends without a traceback."""
    with replay(CASES["s2"][0]) as server:
        line = " ".join(_command("s2", server.address)) + " | head -1 | wc -l"
        done = subprocess.run(["bash", "-c", line], env=_environment(), capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "1"
    assert "Traceback" not in done.stderr
    assert "Exception ignored" not in done.stderr


def _unpack(name: str, folder: Path) -> Path:
    """Return the folder of a data set, unpacked if necessary."""
    path = data_set(name)
    if path.is_dir():
        return path
    with SourceFile(path.name, path).open() as stream, tarfile.open(fileobj=stream, mode="r|") as tar:
        tar.extractall(folder, filter="data")
    return folder / name


@pytest.mark.data
def test_recorded_arxiv_responses_are_fetched(tmp_path: Path) -> None:
    """Six recorded arXiv responses of ten entries are fetched by offset into a file with all sixty records."""
    answers: dict[str, bytes] = {}
    for path in _unpack("arxiv_api_fixtures", tmp_path).rglob("q_testing_s*_m10_*.json"):
        kept = json.loads(path.read_bytes())
        answers[kept["url"].partition("&start=")[2].partition("&")[0]] = kept["body"].encode()

    def answer(got: ReceivedRequest) -> Reply:
        return Reply(answers[got.query["start"]], kind="application/atom+xml; charset=UTF-8")

    with replay(answer) as server:
        run("arxiv", server, tmp_path / "out", query=Query("testing"), bounds=Bounds(60))
        assert [got.query["start"] for got in server.got] == ["0", "10", "20", "30", "40", "50"]
        with pytest.raises(FetchError, match="finds 214,881 records, but returns at most the first 30,000"):
            run("arxiv", server, tmp_path / "all", query=Query("testing"))
    found = titles("arxiv", tmp_path / "out")
    assert len(found) == len({*found}) == 60


@pytest.mark.data
def test_recorded_semantic_scholar_responses_are_fetched(tmp_path: Path) -> None:
    """A recorded bulk search returns all papers through the continuation tokens of the service."""
    path = _unpack("semantic_scholar_fixtures", tmp_path) / "tests/data"
    told = yaml.load((path / "test_search_paper_bulk_retrieval_traversing_results.yaml").read_text(), yaml.CSafeLoader)
    bodies = [one["response"]["content"] for one in told["interactions"]]
    tokens = [json.loads(body)["token"] for body in bodies]

    def answer(got: ReceivedRequest) -> Reply:
        token = got.query.get("token")
        return Reply(bodies[tokens.index(token) + 1 if token else 0].encode())

    with replay(answer) as server:
        done = run("s2", server, tmp_path / "out", query=Query("kubernetes"))
    ids = {paper["paperId"] for body in bodies for paper in json.loads(body)["data"]}
    assert (done.checkpoint.records, done.why) == (len(ids), "complete")
    assert len(ids) == 2674


@pytest.mark.data
def test_recorded_openalex_work_is_fetched_by_doi(tmp_path: Path) -> None:
    """A recorded OpenAlex work, fetched by DOI, is saved unchanged and the source reads it."""
    path = _unpack("openalex_fixtures", tmp_path) / "tests/fixtures/data/W2741809807.json"
    work = json.loads(path.read_bytes())

    def answer(got: ReceivedRequest) -> Reply:
        assert got.query["filter"] == "doi:10.7717/peerj.4375|10.5555/none"
        return Reply(json.dumps({"meta": {"count": 1}, "results": [work]}, indent=1).encode())

    with replay(answer) as server:
        ids = ["doi:10.7717/peerj.4375", "doi:10.5555/none"]
        done = run("openalex", server, tmp_path / "out", ids=ids)
    assert done.checkpoint.missing == ["10.5555/none"]
    (part,) = (tmp_path / "out").glob("*.gz")
    assert json.loads(gzip.decompress(part.read_bytes())) == work
    assert titles("openalex", tmp_path / "out")[-1:] == [work["title"]]


def test_query_without_results_writes_no_file(tmp_path: Path) -> None:
    """A query without results writes no records file and counts as complete."""
    with replay(shapes.openalex([])) as server:
        assert run("openalex", server, tmp_path / "out", manners=QUICK).why == "complete"
    assert not list((tmp_path / "out").glob("*.gz"))
