"""Irregular pages: a fetch neither stops too early nor runs forever."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from loaders.fetch.service import FetchError
from tests.loaders.fetch.replay import ReceivedRequest, Reply, json_reply, replay
from tests.loaders.fetch.test_services import run, titles


def _pages(*sizes: int) -> Callable[[ReceivedRequest], Reply]:
    """Answer Crossref lists with pages of the given sizes regardless of the request, then with empty pages."""
    left = itertools.count()
    pages = iter(sizes)

    def answer(_got: ReceivedRequest) -> Reply:
        items = [{"DOI": f"10.1000/{next(left)}", "title": ["T"]} for _ in range(next(pages, 0))]
        return json_reply({"message": {"items": items, "total-results": sum(sizes), "next-cursor": "again"}})

    return answer


def test_short_page_does_not_end_fetch(tmp_path: Path) -> None:
    """A Crossref fetch continues after a page that is shorter than requested, up to an empty page."""
    with replay(_pages(500, 200, 500, 1)) as server:
        assert run("crossref", server, tmp_path / "out").why == "complete"
        assert len(server.got) == 5
    assert len(titles("crossref", tmp_path / "out")) == 1201
    with replay(_pages(3)) as server:
        assert run("crossref", server, tmp_path / "one").why == "complete"
        assert len(server.got) == 1


def test_repeated_page_ends_fetch(tmp_path: Path) -> None:
    """A service that repeats the same page ends the fetch with an error, and the records are saved."""
    items = [{"DOI": f"10.1000/{number}", "title": ["T"]} for number in range(500)]
    same = json_reply({"message": {"items": items, "total-results": 1700, "next-cursor": "again"}})
    with replay(lambda _got: same) as server:
        with pytest.raises(FetchError, match=r"Crossref returns the same 500 records again and again"):
            run("crossref", server, tmp_path / "out")
        assert len(server.got) == 4
    assert len(titles("crossref", tmp_path / "out")) == 500
