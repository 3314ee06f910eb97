"""The main path of a citation network: the chain of citations through which most of its knowledge flows.

The search path count (SPC) of a citation is the number of paths from a paper without references in the network to a
paper without citations that pass the citation (Hummon and Doreian 1989; Batagelj 2003). The global main path is the
path whose sum of SPC is the highest (Liu and Lu 2012). The numbers of paths exceed the range of floats, so the code
adds and compares their logarithms.
"""

import itertools
from collections.abc import Sequence
from math import exp, inf, log1p
from typing import NamedTuple


class MainPath(NamedTuple):
    """The main path: indexes of papers from the oldest to the newest, and the share of each step.

    Attributes:
        papers: indexes of the papers; empty if the network has no citations.
        shares: for each step, the share of all search paths that pass the citation, 0 to 1.
        ignored: number of ignored citations: the cited paper is not older than the citing one.
    """

    papers: list[int]
    shares: list[float]
    ignored: int


def main_path(paper_count: int, citations: Sequence[tuple[int, int]]) -> MainPath:
    """Return the global main path.

    Args:
        paper_count: number of papers; their indexes are in the order of their dates, the oldest first.
        citations: pairs of indexes: citing paper, cited paper.
    """
    references: list[list[int]] = [[] for _ in range(paper_count)]
    citing_papers: list[list[int]] = [[] for _ in range(paper_count)]
    ignored = 0
    for citing, cited in sorted(set(citations)):
        if cited >= citing:
            ignored += 1
            continue
        references[citing].append(cited)
        citing_papers[cited].append(citing)
    from_sources = [-inf] * paper_count
    for paper in range(paper_count):
        from_sources[paper] = (
            _log_sum([from_sources[cited] for cited in references[paper]]) if references[paper] else 0.0
        )
    to_sinks = [-inf] * paper_count
    for paper in reversed(range(paper_count)):
        to_sinks[paper] = (
            _log_sum([to_sinks[citing] for citing in citing_papers[paper]]) if citing_papers[paper] else 0.0
        )
    best, previous = [-inf] * paper_count, [-1] * paper_count
    for paper in range(paper_count):
        for cited in references[paper]:
            value = _log_sum([best[cited], from_sources[cited] + to_sinks[paper]])
            if value > best[paper]:
                best[paper], previous[paper] = value, cited
    ends = [paper for paper in range(paper_count) if previous[paper] >= 0]
    if not ends:
        return MainPath([], [], ignored)
    papers = [max(ends, key=lambda paper: (best[paper], -paper))]
    while previous[papers[-1]] >= 0:
        papers.append(previous[papers[-1]])
    papers.reverse()
    # Isolated papers are no search path: they have neither references nor citations in the network.
    total = _log_sum(
        [from_sources[paper] for paper in range(paper_count) if not citing_papers[paper] and references[paper]]
    )
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
