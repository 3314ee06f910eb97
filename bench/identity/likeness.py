"""Match probability: calibrated regressions over pairs that the rules keep apart, measured on held-out people.

A regression says for each question which of its pairs is one, or that none is; where each pair is a question of its own
that is a logistic regression.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# SciPy comes without types; what leaves this module is numbers.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.identity.doubted import Pair, chance
from loaders.curation.match_model import Model, normalize_odds
from loaders.records.grouping import group_by_key

FOLDS = 5
"""Number of folds of the cross-validation, by family name."""
PENALTY = 1.0
"""Penalty of large weights, for standardized features."""
OF_DOUBTED = ("namesakes", "coauthors", "coauthor_share", "venues", "title_words", "years_apart", "more_works")
"""Features that distinguish candidates with the same name; all features would overfit the few pairs."""
MOST = 50.0
"""Logarithm of the maximum odds."""
Numbers: TypeAlias = NDArray[np.float64]


class Said(NamedTuple):
    """Probabilities of pairs, and whether each is a match."""

    probabilities: Numbers
    one: Numbers


@dataclass(frozen=True, slots=True)
class Lesson:
    """Training data: pairs, the person whose candidates they are, their weights, and the selected features."""

    pairs: Sequence[Pair]
    question: NDArray[np.intp]
    weight: Numbers
    names: Sequence[str]

    def of(self, chosen: NDArray[np.bool_]) -> "Lesson":
        """Return a part of the training data."""
        pairs = [one for one, is_in in zip(self.pairs, chosen, strict=True) if is_in]
        return Lesson(pairs, self.question[chosen], self.weight[chosen], self.names)


def apart(sources: Sequence[Sequence[Pair]]) -> Lesson:
    """Return pairs without evidence for the rules: each pair for itself, all sources with equal weight."""
    pairs = [one for each in sources for one in each]
    largest = max(map(len, sources))
    weight = np.array([largest / len(each) for each in sources for _ in each])
    return Lesson(pairs, np.arange(len(pairs)), weight, tuple(pairs[0].figures))


def doubted(pairs: Sequence[Pair]) -> Lesson:
    """Return pairs with ambiguous evidence: at most one pair of a person is a match."""
    question = np.unique([one.question for one in pairs], return_inverse=True)[1]
    return Lesson(pairs, question, np.ones(len(pairs)), OF_DOUBTED)


def learned(lesson: Lesson) -> tuple[Model, Said]:
    """Return the model, and the cross-validated probabilities of the pairs.

    Of each fold by what was learned from the others, calibrated (Platt's way) by what was said of the others likewise.
    The model itself is learned from all, and calibrated by all that was said so.
    """
    fold = np.array([int(chance(f"family {one.family}") * FOLDS) for one in lesson.pairs])
    raw = np.zeros(len(lesson.pairs))
    for number in range(FOLDS):
        model = _fitted(lesson.of(fold != number))
        raw[fold == number] = [model.score(one.figures) for one in lesson.of(fold == number).pairs]
    said = np.zeros(len(lesson.pairs))
    for number in range(FOLDS):
        slope, shift = _curve(raw, lesson, fold != number)
        for members in group_by_key(
            (int(lesson.question[at]), int(at)) for at in np.flatnonzero(fold == number)
        ).values():
            said[members] = normalize_odds([float(one) for one in _odds(slope * raw[members] + shift)])
    slope, shift = _curve(raw, lesson, np.ones(len(raw), dtype=np.bool_))
    model = _fitted(lesson)._replace(slope=round(slope, 4), shift=round(shift, 4))
    return model, Said(said, _true(lesson))


def _fitted(lesson: Lesson) -> Model:
    rows = np.array([[one.figures[name] for name in lesson.names] for one in lesson.pairs])
    spread = np.where(rows.std(axis=0) > 0, rows.std(axis=0), 1.0)
    *weights, start = _likeliest(rows / spread, lesson, PENALTY)
    rounded = {name: round(float(one), 4) for name, one in zip(lesson.names, weights / spread, strict=True)}
    return Model(rounded, round(float(start), 4))


def _curve(raw: Numbers, lesson: Lesson, chosen: NDArray[np.bool_]) -> tuple[float, float]:
    slope, shift = _likeliest(raw[chosen, None], lesson.of(chosen), 0.0)
    return float(slope), float(shift)


def _likeliest(rows: Numbers, lesson: Lesson, penalty: float) -> Numbers:
    """Return the weights and the intercept with maximum likelihood."""
    question = np.unique(lesson.question, return_inverse=True)[1]
    true, wide = _true(lesson), np.column_stack([rows, np.ones(len(rows))])
    of_question = np.zeros(question.max() + 1)
    of_question[question] = lesson.weight

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = wide @ weights
        odds = _odds(scores)
        whole = 1 + np.bincount(question, odds)
        lost = float(of_question @ np.log(whole) - (lesson.weight * true) @ scores)
        slope = wide.T @ (lesson.weight * (odds / whole[question] - true))
        slope[:-1] += penalty * weights[:-1]
        return lost + penalty * float(weights[:-1] @ weights[:-1]) / 2, slope

    return minimize(loss, np.zeros(wide.shape[1]), jac=True, method="L-BFGS-B").x


def _odds(scores: Numbers) -> Numbers:
    return np.exp(np.clip(scores, -MOST, MOST))


def _true(lesson: Lesson) -> Numbers:
    return np.array([float(one.one) for one in lesson.pairs])
