"""A generated co-author network: two halves without a connection, communities, a heavy tail of degrees, and a hub.

A paper's first author is drawn by activity (Pareto distributed), and the other authors mostly from the neighborhood of
the first, so that pairs repeat, triangles are frequent, and a few people have thousands of co-authors.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]
HUB_DEGREE = 5_000
FIRST_YEAR, LAST_YEAR = 1970, 2025
MOST_ACTIVE = 400
"""Maximum activity of a person, in multiples of the scale of the Pareto distribution."""
MOST_AUTHORS = 6
NEARBY = 0.8
"""Probability that a co-author is from the neighborhood of the first author."""


@dataclass(frozen=True, slots=True)
class Network:
    """People 0 to `people` - 1, and one row per pair: the lower person, the higher, joint papers, first, last year."""

    people: int
    low: Ints
    high: Ints
    papers: Ints
    first_year: Ints
    last_year: Ints


def generate_network(people: int, pairs: int, seed: int = 25) -> Network:
    """Return a network of this many people and pairs. The hub is person 0; the halves meet at `people` // 2."""
    random = np.random.default_rng(seed)
    half = people // 2
    hub = np.sort(random.choice(np.arange(1, half), min(HUB_DEGREE, half // 4), replace=False))
    others = pairs - len(hub)
    keys = np.empty(0, np.int64)
    counts = np.empty(0, np.int64)
    while len(keys) < others:
        low, high = _papers(random, people, max(others - len(keys), 1_000))
        drawn = (low * people + high)[low > 0]  # the hub's pairs are its own
        weights = np.concatenate((counts, np.ones(len(drawn), np.int64)))
        keys, inverse = np.unique(np.concatenate((keys, drawn)), return_inverse=True)
        counts = np.bincount(inverse, weights).astype(np.int64)
    kept = np.sort(random.choice(len(keys), others, replace=False))
    keys = np.concatenate((hub.astype(np.int64), keys[kept]))
    counts = np.concatenate((random.geometric(0.6, len(hub)), counts[kept]))
    first = random.integers(FIRST_YEAR, LAST_YEAR + 1, len(keys))
    last = np.where(counts > 1, np.minimum(first + random.geometric(0.3, len(keys)), LAST_YEAR), first)
    return Network(people, keys // people, keys % people, counts, first, last)


def _papers(random: np.random.Generator, people: int, count: int) -> tuple[Ints, Ints]:
    """Return the pairs (lower, higher person) of `count` / 3 papers of two to six authors."""
    papers = count // 3 + 1
    half = people // 2
    activity = random.permutation(random.pareto(1.6, half).clip(max=MOST_ACTIVE) + 0.15)
    cumulated = np.cumsum(activity)
    side = random.integers(0, 2, papers)
    size = np.minimum(1 + random.geometric(0.55, papers), MOST_AUTHORS)
    members = _drawn_by(random.random((papers, MOST_AUTHORS)), cumulated)
    offsets = (random.standard_cauchy((papers, MOST_AUTHORS - 1)) * 6).clip(-half / 4, half / 4).astype(np.int64)
    nearby = random.random((papers, MOST_AUTHORS - 1)) < NEARBY
    members[:, 1:] = np.where(nearby, (members[:, :1] + offsets) % half, members[:, 1:])
    left: list[Ints] = []
    right: list[Ints] = []
    for one in range(MOST_AUTHORS):
        for other in range(one + 1, MOST_AUTHORS):
            rows = size > other
            left.append(members[rows, one] + side[rows] * half)
            right.append(members[rows, other] + side[rows] * half)
    a, b = np.concatenate(left), np.concatenate(right)
    proper = a != b
    a, b = a[proper], b[proper]
    return np.minimum(a, b), np.maximum(a, b)


def _drawn_by(chance: npt.NDArray[np.float64], cumulated: npt.NDArray[np.float64]) -> Ints:
    """Return people drawn with the probabilities that these cumulated weights give them."""
    return np.asarray(np.searchsorted(cumulated, chance * cumulated[-1]), np.int64)


def identifier(person: int) -> str:
    """Return the Byline ID of a person."""
    return f"r_{person:026}"
