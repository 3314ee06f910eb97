"""Match probability of two people from the context of their names, for curators only: it never changes the graph.

Logistic regressions; `match_model.toml` has the weights and the training data, docs/identity.md the accuracy on other
people. IDs are not features: different IDs of one scheme are reported separately. There are two models, because the
match rules have already joined people with unambiguous evidence: `separate` for people without sufficient evidence, and
`ambiguous` for people whose evidence fits several people.
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
from loaders.resolution.person_name_keys import frequency, is_rare
from normalization.text import are_compatible_names, fold

MODELS = Path(__file__).parent / "match_model.toml"
NAMES = ("separate", "ambiguous")
"""Sections of `match_model.toml`, in the order of `Models`."""
MAX_LOG_ODDS = 50.0
"""Maximum absolute value of the logarithm of odds."""
SHORTEST = 4
"""Minimum length of a title word."""


class Appearance(NamedTuple):
    """A mention with the folded names of co-authors, and year, title and venues of the work; year and title are None if
    unknown.
    """

    mention: Mention
    coauthor_names: frozenset[str] = frozenset()
    year: int | None = None
    title: str | None = None
    venues: frozenset[str] = frozenset()


class Model(NamedTuple):
    """A logistic regression: weights by feature and intercept `start`; `slope` and `shift` calibrate the score."""

    weights: Mapping[str, float]
    start: float
    slope: float = 1.0
    shift: float = 0.0

    def odds(self, figures: Mapping[str, float]) -> float:
        """Return the odds of a match for the features of two people."""
        score = self.slope * self.score(figures) + self.shift
        return math.exp(max(-MAX_LOG_ODDS, min(MAX_LOG_ODDS, score)))

    def score(self, figures: Mapping[str, float]) -> float:
        """Return the score before calibration."""
        return self.start + sum(weight * figures[name] for name, weight in self.weights.items())


class Models(NamedTuple):
    """The two models, for people without sufficient evidence, and for ambiguous people."""

    separate: Model
    ambiguous: Model


@cache
def models() -> Models:
    """Return the models of match_model.toml."""
    read = tomllib.loads(MODELS.read_text("utf-8"))
    return Models(
        *(
            Model(parameters["weights"], parameters["start"], parameters["slope"], parameters["shift"])
            for parameters in (read[name] for name in NAMES)
        )
    )


def pair_probability(left: Sequence[Appearance], right: Sequence[Appearance], namesakes: int) -> float | None:
    """Return the match probability of two people that the rules keep apart; None if their names are incompatible.

    Args:
        namesakes: Number of other people with an ID and a name of the first person.
    """
    figures = pair_features(left, right, namesakes)
    return None if figures is None else normalize_odds([models().separate.odds(figures)])[0]


def candidate_probabilities(left: Sequence[Appearance], candidates: Sequence[Sequence[Appearance]]) -> list[float]:
    """Return the match probability of each candidate of an ambiguous person, of which at most one is a match.

    All candidates have a name of the person. The probabilities sum up to at most 1; the rest is that no candidate
    matches.
    """
    figures = [pair_features(left, candidate, len(candidates)) for candidate in candidates]
    return normalize_odds([0.0 if figure is None else models().ambiguous.odds(figure) for figure in figures])


def normalize_odds(odds: Sequence[float]) -> list[float]:
    """Return the probabilities of mutually exclusive alternatives, from the odds of each against no alternative."""
    total = 1 + sum(odds)
    return [odd / total for odd in odds]


def pair_features(left: Sequence[Appearance], right: Sequence[Appearance], namesakes: int) -> dict[str, float] | None:
    """Return the features of two people by name; None if their names are incompatible."""
    names, others = ({appearance.mention.folded_name for appearance in side} for side in (left, right))
    shared_names = names & others
    candidate_names = shared_names or {
        min(pair, key=_given_name_length) for pair in product(names, others) if are_compatible_names(*pair)
    }
    if not candidate_names:
        return None
    name = max(candidate_names, key=lambda candidate: (_given_name_length(candidate), candidate))
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
        "name_frequency": math.log10(frequency(name)),
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
    """Return the number of letters of a folded name without its last word."""
    return sum(map(len, name.split()[:-1]))


def _with(side: Iterable[Appearance]) -> set[str]:
    return {name for appearance in side for name in appearance.coauthor_names}


def _from(side: Iterable[Appearance]) -> set[str]:
    return {place for appearance in side for place in appearance.mention.institution_keys}


def title_words(side: Iterable[Appearance]) -> Counter[str]:
    """Return the folded words of a person's titles with the number of titles for each, without short words."""
    titles = {appearance.title for appearance in side if appearance.title}
    return Counter(word for title in titles for word in fold(title).split() if len(word) >= SHORTEST)


def _cosine(left: Counter[str], right: Counter[str]) -> float:
    lengths = math.sqrt(_squares(left) * _squares(right))
    return sum(count * right[word] for word, count in left.items()) / lengths if lengths else 0.0


def _squares(counts: Counter[str]) -> int:
    return sum(count * count for count in counts.values())


def years_apart(left: Iterable[Appearance], right: Iterable[Appearance]) -> int:
    """Return the gap in years between the works of two people; 0 if they overlap or are unknown."""
    own_years, others = ([appearance.year for appearance in side if appearance.year] for side in (left, right))
    if not own_years or not others:
        return 0
    return max(0, min(others) - max(own_years), min(own_years) - max(others))
