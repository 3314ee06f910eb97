"""How likely two people are one, by what stands beside their names: advice for curators, which decides nothing.

Regressions over a dozen figures and more; `likeness.toml` has the weights and what they were fitted on, and
docs/identity.md what they are worth on people whom they were not fitted on. Ids are not looked at: two different ones
of one scheme are told beside it. There are two, for the rules have joined what had evidence of one mind: whom they left
apart for want of evidence and whom for too much of it are told from each other by unlike figures.
"""

import math
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

from cypher.folding import compatible, family_key, fold
from loaders.matching.evidence import Mention
from loaders.matching.names import SHARED, rare

MODELS = Path(__file__).parent / "likeness.toml"
NAMES = ("apart", "doubted")
MOST = 50.0
"""The logarithm of the greatest odds."""
SHORTEST = 4
"""Letters of a title's word that says something."""


class Seen(NamedTuple):
    """A place at which a person is named: the year and title of the work, None where not known, and its venues."""

    mention: Mention
    year: int | None = None
    title: str | None = None
    venues: frozenset[str] = frozenset()


class Model(NamedTuple):
    """What is added up: a weight for each figure and one for none; `slope` and `shift` calibrate the sum."""

    weights: Mapping[str, float]
    start: float
    slope: float = 1.0
    shift: float = 0.0

    def odds(self, figures: Mapping[str, float]) -> float:
        """Return the odds of being one, for two people's figures."""
        score = self.slope * self.score(figures) + self.shift
        return math.exp(max(-MOST, min(MOST, score)))

    def score(self, figures: Mapping[str, float]) -> float:
        """Return the sum before calibration."""
        return self.start + sum(weight * figures[name] for name, weight in self.weights.items())


class Models(NamedTuple):
    """The two sets of weights: for people between whom the rules saw nothing, and for those whom they doubted."""

    apart: Model
    doubted: Model


@cache
def models() -> Models:
    """Return what likeness.toml has."""
    read = tomllib.loads(MODELS.read_text("utf-8"))
    return Models(
        *(Model(one["weights"], one["start"], one["slope"], one["shift"]) for one in (read[name] for name in NAMES))
    )


def alone(ours: Sequence[Seen], theirs: Sequence[Seen], namesakes: int) -> float | None:
    """Return how likely two people whom the rules left apart are one; None where their names do not fit.

    `namesakes` is how many others bear a name of the one and have an id.
    """
    figures = figured(ours, theirs, namesakes)
    return None if figures is None else exclusive([models().apart.odds(figures)])[0]


def among(ours: Sequence[Seen], candidates: Sequence[Sequence[Seen]]) -> list[float]:
    """Return how likely each of several people, of whom one at most is meant, is one with somebody in doubt.

    All bear a name that the one bears. What is missing to 1 is that none of them is.
    """
    figures = [figured(ours, theirs, len(candidates)) for theirs in candidates]
    return exclusive([0.0 if one is None else models().doubted.odds(one) for one in figures])


def exclusive(odds: Sequence[float]) -> list[float]:
    """Return the probabilities of things of which one at most holds, by the odds of each against none."""
    whole = 1 + sum(odds)
    return [one / whole for one in odds]


def figured(ours: Sequence[Seen], theirs: Sequence[Seen], namesakes: int) -> dict[str, float] | None:
    """Return the figures of two people, by name; None where their names do not fit."""
    names, others = ({one.mention.folded for one in side} for side in (ours, theirs))
    shared_names = names & others
    fitting = shared_names or {min(pair, key=_given) for pair in product(names, others) if compatible(*pair)}
    if not fitting:
        return None
    name = max(fitting, key=lambda one: (_given(one), one))
    with_us, with_them = _with(ours), _with(theirs)
    beside = with_us & with_them
    places, other_places = _from(ours), _from(theirs)
    venues, other_venues = ({venue for one in side for venue in one.venues} for side in (ours, theirs))
    by_lines, other_by_lines = ({(one.mention.ref, one.mention.role) for one in side} for side in (ours, theirs))
    sizes = sorted((len(by_lines), len(other_by_lines)))
    return {
        "same_name": float(bool(shared_names)),
        "rare_name": float(any(map(rare, shared_names))),
        "common_family": float(bool({name.split()[0], family_key(name)} & SHARED)),
        "given_letters": math.log(max(1, _given(name))),
        "initials": float(all(len(one) == 1 for one in name.split()[:-1])),
        "namesakes": math.log(max(1, namesakes)),
        "coauthors": math.log1p(len(beside)),
        "rare_coauthors": math.log1p(sum(map(rare, beside))),
        "coauthor_share": len(beside) / max(1, min(len(with_us), len(with_them))),
        "institutions": math.log1p(len(places & other_places)),
        "other_institutions": float(bool(places and other_places and not places & other_places)),
        "venues": math.log1p(len(venues & other_venues)),
        "other_venues": float(bool(venues and other_venues and not venues & other_venues)),
        "title_words": _cosine(title_words(ours), title_words(theirs)),
        "years_apart": math.log1p(years_apart(ours, theirs)),
        "one_by_line": float(bool(by_lines & other_by_lines)),
        "fewer_works": math.log(max(1, sizes[0])),
        "more_works": math.log(max(1, sizes[1])),
    }


def _given(name: str) -> int:
    """Return the letters of a folded name before its last word."""
    return sum(map(len, name.split()[:-1]))


def _with(side: Iterable[Seen]) -> set[str]:
    return {name for one in side for name in one.mention.others}


def _from(side: Iterable[Seen]) -> set[str]:
    return {place for one in side for place in one.mention.places}


def title_words(side: Iterable[Seen]) -> Counter[str]:
    """Return the folded words of somebody's titles, how many titles have each; short ones say nothing."""
    titles = {one.title for one in side if one.title}
    return Counter(word for title in titles for word in fold(title).split() if len(word) >= SHORTEST)


def _cosine(ours: Counter[str], theirs: Counter[str]) -> float:
    lengths = math.sqrt(_squares(ours) * _squares(theirs))
    return sum(count * theirs[word] for word, count in ours.items()) / lengths if lengths else 0.0


def _squares(words: Counter[str]) -> int:
    return sum(count * count for count in words.values())


def years_apart(ours: Iterable[Seen], theirs: Iterable[Seen]) -> int:
    """Return the years between the one's last and the other's first work; 0 where they overlap or are not known."""
    mine, others = ([one.year for one in side if one.year] for side in (ours, theirs))
    if not mine or not others:
        return 0
    return max(0, min(others) - max(mine), min(mine) - max(others))
