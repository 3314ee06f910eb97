"""Model of a synthetic graph: authors, citations and dates, with heavy tails, recurring teams, and two hubs."""

import math
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from loaders.generate.seeded_random import log_normal_count, mixed, ranked, stream

HUB = 20_000
"""Number of papers of the most prolific researcher; in graphs with under a million papers, one in `HUB_SHARE`
papers.
"""
HUB_SHARE = 50
PEOPLE = 0.5
"""Researchers per paper: every second paper has a new author."""
AUTHORS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 8)
TEAM = 0.8
"""Probability that a co-author belongs to the team of the lead author."""
PROLIFIC = 1.8
"""Skew of the distribution of papers per researcher; see `ranked`."""
CITED = 2.0
LAST = date(2025, 12, 31)
GROWTH = 0.08
"""Growth rate of the literature per year."""
OLDEST = 60.0
TOPICS = (10, 6, 6)
"""Number of topics per parent, for each level of the tree."""
REFERENCES = 120


class Paper(NamedTuple):
    """A paper; all entities are numbers: authors in order, cited papers, leaf topics, venue."""

    number: int
    published: str
    authors: tuple[int, ...]
    cites: tuple[int, ...]
    topics: tuple[int, ...]
    venue: int | None
    chance: Random


@dataclass(frozen=True, slots=True)
class GraphShape:
    """The model of a graph with `papers` papers; `paper(n)` always returns the same paper."""

    papers: int
    seed: int = 0
    hub_papers: int | None = None
    """Number of papers of the most prolific researcher; None for the default (see `HUB`)."""

    @property
    def people(self) -> int:
        """Number of researchers."""
        return max(2, int(self.papers * PEOPLE))

    @property
    def hub(self) -> int:
        """Number of papers of the most prolific researcher."""
        return min(self.hub_papers or min(HUB, max(1, self.papers // HUB_SHARE)), self.papers)

    @property
    def every(self) -> int:
        """Interval of the papers that the hub writes, and of those that cite the first paper."""
        return self.papers // self.hub

    @property
    def venues(self) -> int:
        """Number of venues."""
        return min(200, max(5, self.papers // 2_000))

    @property
    def institutions(self) -> int:
        """Number of institutions."""
        return min(5_000, max(12, self.papers // 200))

    @property
    def leaves(self) -> int:
        """Number of topics without children."""
        return math.prod(TOPICS)

    def active_researchers(self, number: int) -> int:
        """Return the number of researchers with a publication, up to and including this paper."""
        return max(2, min(self.people, int((number + 1) * PEOPLE)))

    def home(self, person: int) -> int:
        """Return the institution of a researcher; large institutions have many."""
        return ranked(stream(self.seed, 4, person), self.institutions, 2.0)

    def paper(self, number: int) -> Paper:
        """Return a paper."""
        chance = stream(self.seed, 5, number)
        return Paper(
            number,
            self.published(number, chance),
            self._authors(number, chance),
            self._cites(number, chance),
            tuple(dict.fromkeys(ranked(chance, self.leaves, 2.0) for _ in range(1 + int(2.2 * chance.random())))),
            ranked(chance, self.venues, 1.5) if chance.random() < 0.85 else None,  # noqa: PLR2004 else a preprint
            chance,
        )

    def published(self, number: int, chance: Random) -> str:
        """Return the publication date of a paper. Dates grow with numbers, ever more densely; a fifth have no day."""
        ago = min(OLDEST, -math.log((number + 1) / self.papers) / GROWTH)
        day = (LAST - timedelta(days=int(ago * 365.25))).isoformat()
        precise = chance.random()
        return day[:4] if precise < 0.05 else day[:7] if precise < 0.2 else day  # noqa: PLR2004 shares

    def _authors(self, number: int, chance: Random) -> tuple[int, ...]:
        """Choose the authors of a paper: new researchers first, the lead author last, teammates between them."""
        known, before = self.active_researchers(number), self.active_researchers(number - 1) if number else 0
        new = list(range(before, known))
        lead = self._someone(known, chance)
        size = max(AUTHORS[int(len(AUTHORS) * chance.random())], len(new))
        authors = dict.fromkeys(author for author in new if author != 0)
        for _ in range(3 * size):
            if len(authors) >= size - 1:
                break
            author_number = self._mate(lead, known, chance) if chance.random() < TEAM else self._someone(known, chance)
            if author_number != lead:
                authors[author_number] = None
        if lead not in authors and (len(authors) < size or not authors):
            authors[lead] = None
        if number % self.every == 0 and number // self.every < self.hub:
            authors[0] = None
        return tuple(authors)

    def _someone(self, known: int, chance: Random) -> int:
        """Choose a researcher, prolific researchers more often; never 0, the hub."""
        return 1 + ranked(chance, known - 1, PROLIFIC)

    def _mate(self, lead: int, known: int, chance: Random) -> int:
        """Choose a member of a lead author's fixed team, the first members more often."""
        place = int(-math.log(1 - chance.random()) * 2)
        return 1 + mixed(self.seed, 6, lead, place) % max(1, min(known - 1, 2 * lead + 40))

    def _cites(self, number: int, chance: Random) -> tuple[int, ...]:
        """Choose the cited papers: half are well-known, half recent, and every `every`-th paper cites the first
        paper.
        """
        cited_numbers: dict[int, None] = {}
        if number and number % self.every == 0:
            cited_numbers[0] = None
        if number < 2 or chance.random() < 0.2:  # noqa: PLR2004 a fifth of the papers have no references
            return tuple(cited_numbers)
        for _ in range(log_normal_count(chance, 3.0, 0.9, REFERENCES)):
            if chance.random() < 0.5:  # noqa: PLR2004 half
                cited_number = 1 + ranked(chance, number - 1, CITED)
            else:
                cited_number = number - 1 - int(-math.log(1 - chance.random()) * (10 + number / 20))
            if cited_number > 0:
                cited_numbers[cited_number] = None
        return tuple(cited_numbers)
