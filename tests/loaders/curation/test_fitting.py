"""How the weights of likeness are learned and judged: on pairs that are made, so that what must come out is known."""

from random import Random

import numpy as np
import pytest

from bench.identity.doubted import Pair
from bench.identity.likeness import Lesson, Said, apart, learned
from bench.identity.reliability import measured, table

FIGURES = ("strong", "none")


def made(number: int, *, share: float = 0.5) -> list[Pair]:
    """Return pairs of which those with a high figure mostly are one, and another figure tells nothing."""
    chance = Random(7)  # noqa: S311 a sample
    pairs: list[Pair] = []
    for at in range(number):
        one = chance.random() < share
        figures = {"strong": chance.gauss(2.0 if one else 0.0, 1.0), "none": chance.gauss(0.0, 1.0)}
        pairs.append(Pair(figures, one, asked=False, family=f"family{at % 97}", question=str(at)))
    return pairs


def test_what_tells_people_apart_is_learned_and_held_out_pairs_are_judged_well() -> None:
    """The figure that tells is weighed, the other hardly; what is said of pairs not learned from fits what is true."""
    model, said = learned(apart([made(3_000)]))
    assert model.weights["strong"] == pytest.approx(2.0, abs=0.3)
    assert abs(model.weights["none"]) < 0.15
    found = measured(said)
    assert found.brier < found.brier_of_share / 1.5
    assert found.error < 0.05


def test_of_a_question_one_at_most_is_said_to_be_one() -> None:
    """What is said of all pairs of one question is at most 1 together."""
    pairs = made(600, share=0.3)
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


def test_the_table_counts_what_is_said_beside_what_is_true() -> None:
    """Two pairs called 0.97 of which one is one, and two called 0.02, make two bins with their shares."""
    found = measured(Said(np.array([0.97, 0.97, 0.02, 0.02]), np.array([1.0, 0.0, 0.0, 0.0])))
    assert [(one.pairs, one.right) for one in found.bins] == [(2, 0.0), (2, 0.5)]
    assert found.brier == pytest.approx((0.03**2 + 0.97**2 + 2 * 0.02**2) / 4)
    assert found.error == pytest.approx((2 * 0.47 + 2 * 0.02) / 4)
    assert "| 0.95 to 1.00 | 2 | 0.970 | 0.500 |" in table(found)
