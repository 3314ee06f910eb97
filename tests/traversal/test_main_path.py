"""The main path of a citation network, compared with an enumeration of all search paths."""

import itertools
from collections import Counter
from random import Random

import pytest

from traversal.main_path import main_path


def search_paths(count: int, citations: set[tuple[int, int]]) -> list[list[int]]:
    """Return all paths from papers without references to papers without citations, the oldest paper first."""
    later = {paper: sorted(citing for citing, cited in citations if cited == paper) for paper in range(count)}
    sources = [paper for paper in range(count) if later[paper] and all(citing != paper for citing, _ in citations)]
    waiting, found = [[paper] for paper in sources], list[list[int]]()
    while waiting:
        path = waiting.pop()
        if not later[path[-1]]:
            found.append(path)
        waiting += [[*path, citing] for citing in later[path[-1]]]
    return found


@pytest.mark.parametrize("seed", range(40))
def test_path_has_the_highest_sum_of_counts(seed: int) -> None:
    """On a random network, no search path has a higher sum, and the shares are those of the enumerated paths."""
    chance = Random(seed)  # noqa: S311 no secret
    count = chance.randrange(3, 11)
    citations = {(citing, cited) for citing in range(count) for cited in range(citing) if chance.random() < 0.35}
    paths = search_paths(count, citations)
    counts = Counter(step for path in paths for step in itertools.pairwise(path))
    answer = main_path(count, [*citations, *citations])
    if not citations:
        assert answer.papers == []
        return
    sums = {tuple(path): sum(counts[step] for step in itertools.pairwise(path)) for path in paths}
    assert sums[tuple(answer.papers)] == max(sums.values())
    steps = zip(answer.papers, answer.papers[1:], strict=False)
    assert answer.shares == pytest.approx([counts[step] / len(paths) for step in steps])


def test_citations_of_later_papers_are_ignored() -> None:
    """A citation of a paper that is not older counts as ignored; without others there is no path."""
    assert main_path(3, [(0, 1), (1, 1)]) == ([], [], 2)
    assert main_path(0, []) == ([], [], 0)


def test_numbers_of_paths_may_exceed_floating_point() -> None:
    """3,000 layers of two papers have 2 to the power of 3,000 paths; the path has a paper of each layer."""
    citations = [
        (2 * layer + one, 2 * layer - 2 + other) for layer in range(1, 3_000) for one in (0, 1) for other in (0, 1)
    ]
    answer = main_path(6_000, citations)
    assert len(answer.papers) == 3_000
    assert answer.shares == pytest.approx([0.25] * 2_999)
