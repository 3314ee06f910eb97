"""Fit the models of the match probability of two people, and predict the probabilities of held-out people.

For each person, a conditional logit model predicts which candidate matches, or that none does. With one candidate per
person, it is a logistic regression.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# SciPy has no type stubs; only numbers leave this module.

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.identity.held_out_pairs import Pair, unit_hash
from loaders.curation.match_model import Model, normalize_odds
from loaders.records.grouping import group_by_key

FOLDS = 5
"""Number of folds of the cross-validation, by family name."""
PENALTY = 1.0
"""L2 penalty of the weights of standardized features."""
AMBIGUOUS_FEATURES = (
    "namesakes",
    "coauthors",
    "coauthor_share",
    "venues",
    "title_words",
    "years_apart",
    "more_works",
)
"""Features that distinguish candidates with the same name; all features would overfit the few pairs."""
MAX_LOG_ODDS = 50.0
Numbers: TypeAlias = NDArray[np.float64]


class Predictions(NamedTuple):
    """Predicted probabilities of pairs, and 1 for each pair that is a match, else 0."""

    probabilities: Numbers
    matches: Numbers


@dataclass(frozen=True, slots=True)
class TrainingSet:
    """Pairs with the number of the person whose candidates they are, their weights, and the features to use."""

    pairs: Sequence[Pair]
    person: NDArray[np.intp]
    weight: Numbers
    features: Sequence[str]

    def subset(self, selected: NDArray[np.bool_]) -> "TrainingSet":
        """Return the selected pairs."""
        pairs = [pair for pair, is_selected in zip(self.pairs, selected, strict=True) if is_selected]
        return TrainingSet(pairs, self.person[selected], self.weight[selected], self.features)


def separate_pairs(sources: Sequence[Sequence[Pair]]) -> TrainingSet:
    """Return pairs without evidence for the rules: each pair for itself, all sources with equal weight."""
    pairs = [pair for source in sources for pair in source]
    largest = max(map(len, sources))
    weight = np.array([largest / len(source) for source in sources for _ in source])
    return TrainingSet(pairs, np.arange(len(pairs)), weight, tuple(pairs[0].features))


def ambiguous_pairs(pairs: Sequence[Pair]) -> TrainingSet:
    """Return pairs with ambiguous evidence: at most one pair of a person is a match."""
    person = np.unique([pair.person for pair in pairs], return_inverse=True)[1]
    return TrainingSet(pairs, person, np.ones(len(pairs)), AMBIGUOUS_FEATURES)


def fit_model(training: TrainingSet) -> tuple[Model, Predictions]:
    """Return the calibrated model of all pairs, and the cross-validated predictions of the pairs.

    Each fold is predicted by a model fitted on the other folds, and calibrated (Platt scaling) on their out-of-fold
    predictions.
    """
    fold = np.array([int(unit_hash(f"family {pair.family}") * FOLDS) for pair in training.pairs])
    scores = np.zeros(len(training.pairs))
    for number in range(FOLDS):
        model = _fit_weights(training.subset(fold != number))
        scores[fold == number] = [model.score(pair.features) for pair in training.subset(fold == number).pairs]
    probabilities = np.zeros(len(training.pairs))
    for number in range(FOLDS):
        slope, shift = _fit_calibration(scores, training, fold != number)
        for members in group_by_key(
            (int(training.person[index]), int(index)) for index in np.flatnonzero(fold == number)
        ).values():
            odds = _odds(slope * scores[members] + shift)
            probabilities[members] = normalize_odds([float(value) for value in odds])
    slope, shift = _fit_calibration(scores, training, np.ones(len(scores), dtype=np.bool_))
    model = _fit_weights(training)._replace(slope=round(slope, 4), shift=round(shift, 4))
    return model, Predictions(probabilities, _matches(training))


def _fit_weights(training: TrainingSet) -> Model:
    rows = np.array([[pair.features[name] for name in training.features] for pair in training.pairs])
    spread = np.where(rows.std(axis=0) > 0, rows.std(axis=0), 1.0)
    *weights, intercept = _maximize_likelihood(rows / spread, training, PENALTY)
    rounded = {name: round(float(weight), 4) for name, weight in zip(training.features, weights / spread, strict=True)}
    return Model(rounded, round(float(intercept), 4))


def _fit_calibration(scores: Numbers, training: TrainingSet, selected: NDArray[np.bool_]) -> tuple[float, float]:
    """Return the slope and the shift of Platt scaling."""
    slope, shift = _maximize_likelihood(scores[selected, None], training.subset(selected), 0.0)
    return float(slope), float(shift)


def _maximize_likelihood(rows: Numbers, training: TrainingSet, penalty: float) -> Numbers:
    """Return the weights and the intercept with the maximum likelihood."""
    person = np.unique(training.person, return_inverse=True)[1]
    matches, design_matrix = _matches(training), np.column_stack([rows, np.ones(len(rows))])
    weight_of_person = np.zeros(person.max() + 1)
    weight_of_person[person] = training.weight

    def loss(weights: Numbers) -> tuple[float, Numbers]:
        scores = design_matrix @ weights
        odds = _odds(scores)
        normalizer = 1 + np.bincount(person, odds)
        value = float(weight_of_person @ np.log(normalizer) - (training.weight * matches) @ scores)
        gradient = design_matrix.T @ (training.weight * (odds / normalizer[person] - matches))
        gradient[:-1] += penalty * weights[:-1]
        return value + penalty * float(weights[:-1] @ weights[:-1]) / 2, gradient

    return minimize(loss, np.zeros(design_matrix.shape[1]), jac=True, method="L-BFGS-B").x


def _odds(scores: Numbers) -> Numbers:
    return np.exp(np.clip(scores, -MAX_LOG_ODDS, MAX_LOG_ODDS))


def _matches(training: TrainingSet) -> Numbers:
    return np.array([float(pair.is_match) for pair in training.pairs])
