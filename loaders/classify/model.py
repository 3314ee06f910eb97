"""One logistic regression per topic with calibrated probabilities, trained on papers with topics.

The regressions are convex and the solver is deterministic, so that the same papers give the same model. Scores become
probabilities by beta calibration on other papers, with one curve for all topics. Source: Kull, Silva Filho and Flach,
"Beta calibration", AISTATS 2017.
"""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# scikit-learn has no types; this module returns NumPy arrays.

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from loaders.classify.features import Numbers, Rows, Weights, apply_idf, compute_weights
from loaders.classify.sample import Labelled

MIN_TRAINING_PAPERS = 20
"""Minimum number of training papers with a topic, and without it."""
MAX_TOPICS = 1_000
"""Maximum number of topics to learn, the most frequent ones; each needs 200 kB of memory."""
PROGRESS_INTERVAL = 50
"""Topics between two progress messages."""
INVERSE_REGULARIZATION = 10.0
"""Inverse regularization strength (scikit-learn's C); 30 was not more accurate on held-out papers."""


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model: topics in order, feature weights, a column of coefficients per topic, and the calibration
    curve.
    """

    topics: tuple[str, ...]
    weights: Weights
    coefficients: Numbers
    intercepts: Numbers
    curve: tuple[float, float, float]

    def probabilities(self, rows: Rows) -> Numbers:
        """Return the probability of each topic (column, in the order of `topics`) for each paper (row)."""
        return calibrate(self.curve, self.scores(rows))

    def scores(self, rows: Rows) -> Numbers:
        """Return the scores before calibration."""
        scores: Numbers = np.asarray(
            apply_idf(rows, self.weights) @ self.coefficients + self.intercepts, dtype=np.float32
        )
        return scores


def topics_to_learn(training: Labelled) -> tuple[str, ...]:
    """Return the topics to learn, sorted: those that enough papers have and enough papers lack. If there are more
    than `MAX_TOPICS`, the most frequent ones.
    """
    count = Counter(topic for topics in training.topics for topic in topics)
    most = len(training.topics) - MIN_TRAINING_PAPERS
    enough = sorted((-number, topic) for topic, number in count.items() if MIN_TRAINING_PAPERS <= number <= most)
    return tuple(sorted(topic for _, topic in enough[:MAX_TOPICS]))


def fit(training: Labelled, calibrating: Labelled, report: Callable[[str], None] = lambda _: None) -> Model:
    """Train on some papers and calibrate on others.

    Args:
        report: Receives progress messages.
    """
    topics = topics_to_learn(training)
    known = compute_weights(training.rows)
    rows, truth = apply_idf(training.rows, known), label_matrix(training.topics, topics)
    coefficients = np.zeros((len(known.columns), len(topics)), dtype=np.float32)
    intercepts = np.zeros(len(topics), dtype=np.float32)
    for number in range(len(topics)):
        if number % PROGRESS_INTERVAL == 0:
            report(f"Training on {len(training.topics):,} papers: {number:,} of {len(topics):,} topics done.")
        regression = LogisticRegression(C=INVERSE_REGULARIZATION, solver="liblinear", tol=1e-3)
        regression.fit(rows, truth[:, number])
        coefficients[:, number] = regression.coef_[0]
        intercepts[number] = float(np.asarray(regression.intercept_).ravel()[0])
    raw = Model(topics, known, coefficients, intercepts, (1.0, 1.0, 0.0))
    return replace(raw, curve=curve(raw.scores(calibrating.rows), label_matrix(calibrating.topics, topics)))


def label_matrix(labels: Sequence[tuple[str, ...]], topics: Sequence[str]) -> NDArray[np.bool_]:
    """Return a matrix of papers (rows) and topics (columns) that is True if the paper has the topic."""
    place = {topic: number for number, topic in enumerate(topics)}
    truth = np.zeros((len(labels), len(topics)), dtype=np.bool_)
    for row, paper_topics in enumerate(labels):
        truth[row, [place[topic] for topic in paper_topics if topic in place]] = True
    return truth


def curve(scores: Numbers, truth: NDArray[np.bool_]) -> tuple[float, float, float]:
    """Return the parameters of the beta calibration curve, fitted over all topics together.

    The curve never decreases: a slope that would be negative, as may happen for few papers, is 0.
    """
    logarithms, right = _logarithms(scores).reshape(-1, 2), truth.ravel()
    for slopes in ([0, 1], [0], [1]):
        regression = LogisticRegression(C=1e6).fit(logarithms[:, slopes], right)
        fitted = np.zeros(2)
        fitted[slopes] = np.asarray(regression.coef_).ravel()
        if (fitted >= 0).all():
            return float(fitted[0]), float(fitted[1]), float(np.asarray(regression.intercept_).ravel()[0])
    share = float(right.mean())
    return 0.0, 0.0, float(np.log(share / (1 - share)))


def calibrate(fitted: tuple[float, float, float], scores: Numbers) -> Numbers:
    """Return the probabilities for scores."""
    first_slope, second_slope, start = fitted
    logarithms = _logarithms(scores)
    odds = first_slope * logarithms[..., 0] + second_slope * logarithms[..., 1] + start
    probabilities: Numbers = np.asarray(1 / (1 + np.exp(-odds)), dtype=np.float32)
    return probabilities


def _logarithms(scores: Numbers) -> NDArray[np.float64]:
    """Return log p and -log (1 - p) of the raw scores; both increase with the score."""
    exact = scores.astype(np.float64)
    return np.stack([-np.logaddexp(0, -exact), np.logaddexp(0, exact)], axis=-1)
