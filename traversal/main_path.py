"""The main path of a citation network: the chain of citations through which most of its knowledge flows.

The search path count (SPC) of a citation is the number of paths from a paper without references in the network to a
paper without citations that pass the citation (Hummon and Doreian 1989; Batagelj 2003). The global main path is the
path whose sum of SPC is the highest (Liu and Lu 2012). Numbers of paths exceed floating-point numbers, so that their
logarithms are added and compared.
"""

import itertools
from collections.abc import Sequence
from math import exp, inf, log1p
from typing import NamedTuple


class MainPath(NamedTuple):
    """The main path: indexes of papers from the oldest to the newest, and the share of each step.

    Attributes:
        papers: indexes of the papers; empty without citations.
        shares: for each step, the share of all search paths that pass the citation, 0 to 1.
        ignored: number of citations of papers that are not older, which no path uses.
    """

    papers: list[int]
    shares: list[float]
    ignored: int


def main_path(count: int, citations: Sequence[tuple[int, int]]) -> MainPath:
    """Return the global main path.

    Args:
        count: number of papers; their indexes are in the order of their dates, the oldest first.
        citations: pairs of indexes: citing paper, cited paper.
    """
    earlier: list[list[int]] = [[] for _ in range(count)]
    later: list[list[int]] = [[] for _ in range(count)]
    ignored = 0
    for citing, cited in sorted(set(citations)):
        if cited >= citing:
            ignored += 1
            continue
        earlier[citing].append(cited)
        later[cited].append(citing)
    from_sources = [-inf] * count
    for paper in range(count):
        from_sources[paper] = _log_sum([from_sources[cited] for cited in earlier[paper]]) if earlier[paper] else 0.0
    to_sinks = [-inf] * count
    for paper in reversed(range(count)):
        to_sinks[paper] = _log_sum([to_sinks[citing] for citing in later[paper]]) if later[paper] else 0.0
    best, previous = [-inf] * count, [-1] * count
    for paper in range(count):
        for cited in earlier[paper]:
            value = _log_sum([best[cited], from_sources[cited] + to_sinks[paper]])
            if value > best[paper]:
                best[paper], previous[paper] = value, cited
    ends = [paper for paper in range(count) if previous[paper] >= 0]
    if not ends:
        return MainPath([], [], ignored)
    papers = [max(ends, key=lambda paper: (best[paper], -paper))]
    while previous[papers[-1]] >= 0:
        papers.append(previous[papers[-1]])
    papers.reverse()
    # Isolated papers are no search path: they have neither references nor citations in the network.
    total = _log_sum([from_sources[paper] for paper in range(count) if not later[paper] and earlier[paper]])
    shares = [
        min(1.0, exp(from_sources[cited] + to_sinks[citing] - total)) for cited, citing in itertools.pairwise(papers)
    ]
    return MainPath(papers, shares, ignored)


def _log_sum(values: Sequence[float]) -> float:
    """Return the logarithm of the sum of numbers whose logarithms are given."""
    total = -inf
    for value in values:
        low, high = sorted((total, value))
        total = high if low == -inf else high + log1p(exp(low - high))
    return total
