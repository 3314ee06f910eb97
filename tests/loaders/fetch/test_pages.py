"""Pages that do not go on as they should: a walk neither ends too early nor never."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from loaders.fetch.service import FetchError
from tests.loaders.fetch.replay import Got, Reply, replay, said
from tests.loaders.fetch.test_services import run, titles


def _pages(*sizes: int) -> Callable[[Got], Reply]:
    """Answer lists of Crossref with pages of these sizes, whatever was asked for, then with empty ones."""
    left = itertools.count()
    pages = iter(sizes)

    def answer(_got: Got) -> Reply:
        items = [{"DOI": f"10.1000/{next(left)}", "title": ["T"]} for _ in range(next(pages, 0))]
        return said({"message": {"items": items, "total-results": sum(sizes), "next-cursor": "again"}})

    return answer


def test_a_short_page_is_not_the_last(tmp_path: Path) -> None:
    """Crossref's walk goes on behind a page of fewer works than were asked for, to an empty one."""
    with replay(_pages(500, 200, 500, 1)) as server:
        assert run("crossref", server, tmp_path / "out").why == "whole"
        assert len(server.got) == 5
    assert len(titles("crossref", tmp_path / "out")) == 1201
    with replay(_pages(3)) as server:
        assert run("crossref", server, tmp_path / "one").why == "whole"
        assert len(server.got) == 1


def test_the_same_page_again_and_again_ends_a_walk(tmp_path: Path) -> None:
    """A service that answers with one page for ever is not asked for ever; what came is kept."""
    items = [{"DOI": f"10.1000/{number}", "title": ["T"]} for number in range(500)]
    same = said({"message": {"items": items, "total-results": 1700, "next-cursor": "again"}})
    with replay(lambda _got: same) as server:
        with pytest.raises(FetchError, match=r"Crossref returns the same 500 records again and again"):
            run("crossref", server, tmp_path / "out")
        assert len(server.got) == 4
    assert len(titles("crossref", tmp_path / "out")) == 500
