"""Training and evaluation of match probabilities, on synthetic pairs with known answers."""

from random import Random

import numpy as np
import pytest

from bench.identity.doubted import Pair
from bench.identity.likeness import Lesson, Said, apart, learned
from bench.identity.reliability import measured, table

FIGURES = ("strong", "none")


def synthetic_pairs(number: int, *, share: float = 0.5) -> list[Pair]:
    """Return pairs in which one feature predicts a match and another is noise."""
    chance = Random(7)  # noqa: S311 a sample
    pairs: list[Pair] = []
    for at in range(number):
        one = chance.random() < share
        figures = {"strong": chance.gauss(2.0 if one else 0.0, 1.0), "none": chance.gauss(0.0, 1.0)}
        pairs.append(Pair(figures, one, asked=False, family=f"family{at % 97}", question=str(at)))
    return pairs


def test_training_weighs_informative_feature_and_is_calibrated() -> None:
    """Training weighs the informative feature, nearly ignores the noise, and is calibrated on validation pairs."""
    model, said = learned(apart([synthetic_pairs(3_000)]))
    assert model.weights["strong"] == pytest.approx(2.0, abs=0.3)
    assert abs(model.weights["none"]) < 0.15
    found = measured(said)
    assert found.brier < found.brier_of_share / 1.5
    assert found.error < 0.05


def test_probabilities_of_one_item_sum_to_at_most_one() -> None:
    """The probabilities of all candidate pairs of one review item sum to at most 1."""
    pairs = synthetic_pairs(600, share=0.3)
    lesson = Lesson(
        [
            Pair(one.figures, one.one and at % 3 == 0, asked=True, family=f"family{at // 3}", question=str(at // 3))
            for at, one in enumerate(pairs)
        ],
        np.arange(600) // 3,
        np.ones(600),
        FIGURES,
    )
    _, said = learned(lesson)
    assert np.bincount(lesson.question, said.probabilities).max() <= 1


def test_calibration_table_shows_predicted_and_actual_shares() -> None:
    """Two pairs at 0.97 with one match and two at 0.02 give two bins with their predicted and actual shares."""
    found = measured(Said(np.array([0.97, 0.97, 0.02, 0.02]), np.array([1.0, 0.0, 0.0, 0.0])))
    assert [(one.pairs, one.right) for one in found.bins] == [(2, 0.0), (2, 0.5)]
    assert found.brier == pytest.approx((0.03**2 + 0.97**2 + 2 * 0.02**2) / 4)
    assert found.error == pytest.approx((2 * 0.47 + 2 * 0.02) / 4)
    assert "| 0.95 to 1.00 | 2 | 0.970 | 0.500 |" in table(found)
