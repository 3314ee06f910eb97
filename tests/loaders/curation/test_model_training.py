"""Training and evaluation of match probabilities, on synthetic pairs with known answers."""

from random import Random

import numpy as np
import pytest

from bench.identity.held_out_pairs import Pair
from bench.identity.match_probability import Predictions, TrainingSet, fit_model, separate_pairs
from bench.identity.reliability import evaluate, table

FEATURES = ("strong", "noise")


def synthetic_pairs(number: int, *, share: float = 0.5) -> list[Pair]:
    """Return pairs in which one feature predicts a match and another is noise."""
    random = Random(7)  # noqa: S311 a sample
    pairs: list[Pair] = []
    for index in range(number):
        is_match = random.random() < share
        features = {"strong": random.gauss(2.0 if is_match else 0.0, 1.0), "noise": random.gauss(0.0, 1.0)}
        pairs.append(Pair(features, is_match, is_reviewed=False, family=f"family{index % 97}", person=str(index)))
    return pairs


def test_training_weighs_informative_feature_and_is_calibrated() -> None:
    """Training weighs the informative feature, nearly ignores the noise, and is calibrated on validation pairs."""
    model, predictions = fit_model(separate_pairs([synthetic_pairs(3_000)]))
    assert model.weights["strong"] == pytest.approx(2.0, abs=0.3)
    assert abs(model.weights["noise"]) < 0.15
    calibration = evaluate(predictions)
    assert calibration.brier < calibration.brier_of_share / 1.5
    assert calibration.error < 0.05


def test_probabilities_of_one_item_sum_to_at_most_one() -> None:
    """The probabilities of all candidate pairs of one review item sum to at most 1."""
    pairs = [
        Pair(
            pair.features,
            pair.is_match and index % 3 == 0,
            is_reviewed=True,
            family=f"family{index // 3}",
            person=str(index // 3),
        )
        for index, pair in enumerate(synthetic_pairs(600, share=0.3))
    ]
    training = TrainingSet(pairs, np.arange(600) // 3, np.ones(600), FEATURES)
    _, predictions = fit_model(training)
    assert np.bincount(training.person, predictions.probabilities).max() <= 1


def test_calibration_table_shows_predicted_and_actual_shares() -> None:
    """Two pairs at 0.97 with one match and two at 0.02 give two bins with their predicted and actual shares."""
    calibration = evaluate(Predictions(np.array([0.97, 0.97, 0.02, 0.02]), np.array([1.0, 0.0, 0.0, 0.0])))
    assert [(bin_.pairs, bin_.match_share) for bin_ in calibration.bins] == [(2, 0.0), (2, 0.5)]
    assert calibration.brier == pytest.approx((0.03**2 + 0.97**2 + 2 * 0.02**2) / 4)
    assert calibration.error == pytest.approx((2 * 0.47 + 2 * 0.02) / 4)
    assert "| 0.95 to 1.00 | 2 | 0.970 | 0.500 |" in table(calibration)
