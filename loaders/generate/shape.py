"""Who writes with whom, what cites what, and when: heavy tails everywhere, teams that come back, two hubs."""

import math
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import NamedTuple

from loaders.generate.chance import heavy, mixed, ranked, stream

HUB = 20_000
"""Papers of the one researcher who writes most; where there are under a million papers, one in HUB_SHARE."""
HUB_SHARE = 50
PEOPLE = 0.5
"""Researchers for each paper: someone new signs every second one."""
AUTHORS = (1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 8)
TEAM = 0.8
"""How often a co-author is of the circle of the one who leads."""
PROLIFIC = 1.8
"""How far ahead the prolific are: see `ranked`."""
CITED = 2.0
LAST = date(2025, 12, 31)
GROWTH = 0.08
"""How much literature grows in a year."""
OLDEST = 60.0
TOPICS = (10, 6, 6)
"""Topics at each level of the tree, below each above."""
REFERENCES = 120


class Paper(NamedTuple):
    """One paper, everything by number: its authors in order, what it cites, its leaf topics, its venue."""

    number: int
    published: str
    authors: tuple[int, ...]
    cites: tuple[int, ...]
    topics: tuple[int, ...]
    venue: int | None
    chance: Random


@dataclass(frozen=True, slots=True)
class Shape:
    """A graph of so many papers; `paper(n)` is the same whenever it is asked."""

    papers: int
    seed: int = 0
    hub_papers: int | None = None
    """Papers of the researcher who writes most; None: as HUB says."""

    @property
    def people(self) -> int:
        """How many researchers there are."""
        return max(2, int(self.papers * PEOPLE))

    @property
    def hub(self) -> int:
        """How many papers the researcher who writes most has."""
        return min(self.hub_papers or min(HUB, max(1, self.papers // HUB_SHARE)), self.papers)

    @property
    def every(self) -> int:
        """Of so many papers the hub writes one, and one cites the first paper."""
        return self.papers // self.hub

    @property
    def venues(self) -> int:
        """How many venues there are."""
        return min(200, max(5, self.papers // 2_000))

    @property
    def institutions(self) -> int:
        """How many institutions there are."""
        return min(5_000, max(12, self.papers // 200))

    @property
    def leaves(self) -> int:
        """How many topics have none below them."""
        return math.prod(TOPICS)

    def known(self, number: int) -> int:
        """Return how many researchers have written by the time of a paper."""
        return max(2, min(self.people, int((number + 1) * PEOPLE)))

    def home(self, person: int) -> int:
        """Return the institution that a researcher writes from; large ones have many."""
        return ranked(stream(self.seed, 4, person), self.institutions, 2.0)

    def paper(self, number: int) -> Paper:
        """Return one paper."""
        chance = stream(self.seed, 5, number)
        return Paper(
            number,
            self.published(number, chance),
            self._authors(number, chance),
            self._cites(number, chance),
            tuple(dict.fromkeys(ranked(chance, self.leaves, 2.0) for _ in range(1 + int(2.2 * chance.random())))),
            ranked(chance, self.venues, 1.5) if chance.random() < 0.85 else None,  # noqa: PLR2004 the rest are preprints
            chance,
        )

    def published(self, number: int, chance: Random) -> str:
        """Return when a paper came out: later ones later, the more the later; a fifth is not known to the day."""
        ago = min(OLDEST, -math.log((number + 1) / self.papers) / GROWTH)
        day = (LAST - timedelta(days=int(ago * 365.25))).isoformat()
        precise = chance.random()
        return day[:4] if precise < 0.05 else day[:7] if precise < 0.2 else day  # noqa: PLR2004 shares

    def _authors(self, number: int, chance: Random) -> tuple[int, ...]:
        """Choose a by-line: who is new first, who leads last, their circle between them."""
        known, before = self.known(number), self.known(number - 1) if number else 0
        new = list(range(before, known))
        lead = self._someone(known, chance)
        size = max(AUTHORS[int(len(AUTHORS) * chance.random())], len(new))
        found = dict.fromkeys(one for one in new if one != 0)
        for _ in range(3 * size):
            if len(found) >= size - 1:
                break
            one = self._mate(lead, known, chance) if chance.random() < TEAM else self._someone(known, chance)
            if one != lead:
                found[one] = None
        if lead not in found and (len(found) < size or not found):
            found[lead] = None
        if number % self.every == 0 and number // self.every < self.hub:
            found[0] = None
        return tuple(found)

    def _someone(self, known: int, chance: Random) -> int:
        """Choose a researcher, the prolific more often; 0, the hub, is never drawn."""
        return 1 + ranked(chance, known - 1, PROLIFIC)

    def _mate(self, lead: int, known: int, chance: Random) -> int:
        """Choose one of a circle that is always the same: the first few again and again."""
        place = int(-math.log(1 - chance.random()) * 2)
        return 1 + mixed(self.seed, 6, lead, place) % max(1, min(known - 1, 2 * lead + 40))

    def _cites(self, number: int, chance: Random) -> tuple[int, ...]:
        """Choose what a paper cites: half of it well-known, half of it recent, now and then the first of all."""
        found: dict[int, None] = {}
        if number and number % self.every == 0:
            found[0] = None
        if number < 2 or chance.random() < 0.2:  # noqa: PLR2004 a fifth of the sources list none
            return tuple(found)
        for _ in range(heavy(chance, 3.0, 0.9, REFERENCES)):
            if chance.random() < 0.5:  # noqa: PLR2004 half
                one = 1 + ranked(chance, number - 1, CITED)
            else:
                one = number - 1 - int(-math.log(1 - chance.random()) * (10 + number / 20))
            if one > 0:
                found[one] = None
        return tuple(found)
