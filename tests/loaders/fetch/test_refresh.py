"""Refreshing a fetch: unchanged responses are not sent again, and the new data replaces the old as a whole."""

import hashlib
from pathlib import Path

import pytest

from loaders.fetch.pipeline import Bounds
from tests.loaders.fetch import synthetic_services as shapes
from tests.loaders.fetch.replay import Answers, ReceivedRequest, Reply, replay
from tests.loaders.fetch.test_services import CASES, RORS, run, titles
from tests.tiers import sampled_cases

AT = "Sun, 06 Nov 1994 08:49:37 GMT"


def conditional_answers(answers: Answers, sent: list[str], *, by_date: bool = False) -> Answers:
    """Return answers with an ETag or a date, and status 304 for a match; `sent` collects full responses."""

    def answer(got: ReceivedRequest) -> Reply:
        reply = answers(got)
        etag = f'"{hashlib.sha256(reply.body).hexdigest()}"'
        asked = got.headers.get("if-modified-since" if by_date else "if-none-match")
        if asked == (AT if by_date else etag):
            return Reply(status=304)
        sent.append(got.path)
        headers = {"Last-Modified": AT} if by_date else {"ETag": etag}
        return Reply(reply.body, kind=reply.kind, headers=headers)

    return answer


@pytest.mark.parametrize("name", sampled_cases(["openalex", "arxiv", "orcid", "datacite"], 2))
@pytest.mark.parametrize("by_date", sampled_cases([True, False]))
def test_refresh_skips_unchanged_responses(name: str, by_date: bool, tmp_path: Path) -> None:  # noqa: FBT001 a case
    """A refresh without changes receives no response body, and the folder has the same content."""
    answers, expected = CASES[name]
    sent: list[str] = []
    with replay(conditional_answers(answers, sent, by_date=by_date)) as server:
        run(name, server, tmp_path / "out")
        before = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.gz")}
        asked = len(server.got)
        sent.clear()
        done = run(name, server, tmp_path / "out", anew=True)
        assert (done.why, sent, len(server.got)) == ("complete", [], 2 * asked)
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.gz")} == before
    assert titles(name, tmp_path / "out") == expected
    assert not list((tmp_path / "out").glob("*.new"))


def test_refresh_replaces_changed_records_when_complete(tmp_path: Path) -> None:
    """Changed, removed and new records replace the old files only when the refresh is complete."""
    ids = list(RORS)
    sent: list[str] = []
    with replay(conditional_answers(shapes.ror(ids), sent)) as server:
        run("ror", server, tmp_path / "out")
        before = titles("ror", tmp_path / "out")
        sent.clear()
        ids[205:207] = ["0zzzzzz11"]
        run("ror", server, tmp_path / "out", anew=True, bounds=Bounds(100))
        assert titles("ror", tmp_path / "out") == before
        run("ror", server, tmp_path / "out", anew=True)
        assert titles("ror", tmp_path / "out") == [f"Institute {one}" for one in ids]
        assert len(sent) == 12  # each page tells how many there are in all
        assert run("ror", server, tmp_path / "out").checkpoint.complete


def test_refresh_removes_unneeded_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A refresh with fewer records, or without any, removes files that are no longer needed."""
    monkeypatch.setattr("loaders.fetch.fetch_directory.PART_BYTES", 100)
    ids = list(RORS)
    with replay(shapes.ror(ids)) as server:
        run("ror", server, tmp_path / "out")
        assert len(list((tmp_path / "out").glob("*.gz"))) > 5
        for left in (ids[:30], []):
            ids[:] = left
            run("ror", server, tmp_path / "out", anew=True)
            assert titles("ror", tmp_path / "out") == [f"Institute {one}" for one in left]


@pytest.mark.full
def test_interrupted_replacement_is_completed_by_next_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After an interruption at any step of the replacement, the next command completes it."""
    monkeypatch.setattr("loaders.fetch.fetch_directory.PART_BYTES", 100)
    replaced, removed = Path.replace, Path.unlink
    steps = 0
    for steps in range(14):
        ids = list(RORS)
        folder = tmp_path / str(steps)
        with replay(shapes.ror(ids)) as server:
            run("ror", server, folder)
            del ids[100:]
            left = [steps]

            def counted(left: list[int] = left) -> None:
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt

            def replace(path: Path, target: Path) -> Path:
                counted()
                return replaced(path, target)

            def unlink(path: Path) -> None:
                counted()
                removed(path)

            with monkeypatch.context() as patch:
                patch.setattr(Path, "replace", replace)
                patch.setattr(Path, "unlink", unlink)
                try:
                    run("ror", server, folder, anew=True)
                except KeyboardInterrupt:
                    pass
                else:
                    break
            assert run("ror", server, folder).why == "complete"
        assert titles("ror", folder) == [f"Institute {one}" for one in ids]
        assert not list(folder.glob("*.new"))
    assert steps > 5
