"""How likely two people are one, by what stands beside their names: advice for curators, which decides nothing.

Regressions over a dozen figures and more; `match_model.toml` has the weights and what they were fitted on, and
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

from loaders.resolution.mention_evidence import Mention
from loaders.resolution.person_name_keys import SHARED, is_rare
from normalization.text import compatible, family_key, fold

MODELS = Path(__file__).parent / "match_model.toml"
NAMES = ("apart", "doubted")
MOST = 50.0
"""The logarithm of the greatest odds."""
SHORTEST = 4
"""Letters of a title's word that says something."""


class Appearance(NamedTuple):
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
    """Return what match_model.toml has."""
    read = tomllib.loads(MODELS.read_text("utf-8"))
    return Models(
        *(
            Model(parameters["weights"], parameters["start"], parameters["slope"], parameters["shift"])
            for parameters in (read[name] for name in NAMES)
        )
    )


def pair_probability(left: Sequence[Appearance], right: Sequence[Appearance], namesakes: int) -> float | None:
    """Return how likely two people whom the rules left apart are one; None where their names do not fit.

    `namesakes` is how many others bear a name of the one and have an id.
    """
    figures = pair_features(left, right, namesakes)
    return None if figures is None else normalize_odds([models().apart.odds(figures)])[0]


def candidate_probabilities(left: Sequence[Appearance], candidates: Sequence[Sequence[Appearance]]) -> list[float]:
    """Return how likely each of several people, of whom one at most is meant, is one with somebody in doubt.

    All bear a name that the one bears. What is missing to 1 is that none of them is.
    """
    figures = [pair_features(left, candidate, len(candidates)) for candidate in candidates]
    return normalize_odds([0.0 if figure is None else models().doubted.odds(figure) for figure in figures])


def normalize_odds(odds: Sequence[float]) -> list[float]:
    """Return the probabilities of things of which one at most holds, by the odds of each against none."""
    total = 1 + sum(odds)
    return [odd / total for odd in odds]


def pair_features(left: Sequence[Appearance], right: Sequence[Appearance], namesakes: int) -> dict[str, float] | None:
    """Return the figures of two people, by name; None where their names do not fit."""
    names, others = ({appearance.mention.folded for appearance in side} for side in (left, right))
    shared_names = names & others
    fitting = shared_names or {
        min(pair, key=_given_name_length) for pair in product(names, others) if compatible(*pair)
    }
    if not fitting:
        return None
    name = max(fitting, key=lambda candidate: (_given_name_length(candidate), candidate))
    with_us, with_them = _with(left), _with(right)
    shared_coauthors = with_us & with_them
    places, other_places = _from(left), _from(right)
    venues, other_venues = ({venue for appearance in side for venue in appearance.venues} for side in (left, right))
    by_lines, other_by_lines = (
        {(appearance.mention.ref, appearance.mention.role) for appearance in side} for side in (left, right)
    )
    sizes = sorted((len(by_lines), len(other_by_lines)))
    return {
        "same_name": float(bool(shared_names)),
        "rare_name": float(any(map(is_rare, shared_names))),
        "common_family": float(bool({name.split()[0], family_key(name)} & SHARED)),
        "given_letters": math.log(max(1, _given_name_length(name))),
        "initials": float(all(len(part) == 1 for part in name.split()[:-1])),
        "namesakes": math.log(max(1, namesakes)),
        "coauthors": math.log1p(len(shared_coauthors)),
        "rare_coauthors": math.log1p(sum(map(is_rare, shared_coauthors))),
        "coauthor_share": len(shared_coauthors) / max(1, min(len(with_us), len(with_them))),
        "institutions": math.log1p(len(places & other_places)),
        "other_institutions": float(bool(places and other_places and not places & other_places)),
        "venues": math.log1p(len(venues & other_venues)),
        "other_venues": float(bool(venues and other_venues and not venues & other_venues)),
        "title_words": _cosine(title_words(left), title_words(right)),
        "years_apart": math.log1p(years_apart(left, right)),
        "one_by_line": float(bool(by_lines & other_by_lines)),
        "fewer_works": math.log(max(1, sizes[0])),
        "more_works": math.log(max(1, sizes[1])),
    }


def _given_name_length(name: str) -> int:
    """Return the letters of a folded name before its last word."""
    return sum(map(len, name.split()[:-1]))


def _with(side: Iterable[Appearance]) -> set[str]:
    return {name for appearance in side for name in appearance.mention.others}


def _from(side: Iterable[Appearance]) -> set[str]:
    return {place for appearance in side for place in appearance.mention.places}


def title_words(side: Iterable[Appearance]) -> Counter[str]:
    """Return the folded words of somebody's titles, how many titles have each; short ones say nothing."""
    titles = {appearance.title for appearance in side if appearance.title}
    return Counter(word for title in titles for word in fold(title).split() if len(word) >= SHORTEST)


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    lengths = math.sqrt(_squares(left) * _squares(right))
    return sum(count * right[word] for word, count in left.items()) / lengths if lengths else 0.0


def _squares(counts: Counter[str]) -> int:
    return sum(count * count for count in counts.values())


def years_apart(left: Iterable[Appearance], right: Iterable[Appearance]) -> int:
    """Return the years between the one's last and the other's first work; 0 where they overlap or are not known."""
    own_years, others = ([appearance.year for appearance in side if appearance.year] for side in (left, right))
    if not own_years or not others:
        return 0
    return max(0, min(others) - max(own_years), min(own_years) - max(others))
