"""Training and evaluation of the topic model on synthetic papers."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# SciPy's matrices come without types.

import numpy as np
import pytest

from loaders.classify.evaluate import measured
from loaders.classify.features import HASH_BUCKETS, apply_idf, compute_weights, hash_features, kept_shares
from loaders.classify.model import MIN_TRAINING_PAPERS, calibrate, curve, topics_to_learn
from loaders.classify.papers import Paper
from loaders.classify.pipeline import train
from loaders.classify.sample import Labelled, Sample, hash_of, train_test_part
from loaders.records.errors import SourceFileError
from tests.loaders.classify.synthetic_papers import SUBJECTS, papers


def graph_papers(count: int) -> list[Paper]:
    """Return synthetic papers in the form in which the graph returns them."""
    return [
        Paper(
            title=one.title,
            abstract=one.abstract or "",
            topics=tuple(use.code for use in one.topics or ()),
            has_topics=True,
            ids=one.ids,
            classifier_keys=(),
            id=f"p_{one.key}",
        )
        for one in papers(count)
    ]


def sample_of(found: list[Paper], most: int = 100_000, page: int = 50) -> Sample:
    """Return a sample that takes the papers page by page."""
    sample = Sample(most)
    for start in range(0, len(found), page):
        sample.take(found[start : start + page])
    return sample


def test_model_separates_subjects_by_words() -> None:
    """The most likely topic of test papers with a distinct vocabulary is nearly always correct."""
    found = train(sample_of(graph_papers(900)), "arxiv", 0.7)
    assert found.model.topics == tuple(sorted(SUBJECTS))
    assert found.labelled == found.used == 900
    assert found.figures.first > 0.97
    assert found.figures.guess < 0.45
    assert (found.figures.precision or 0) > 0.97


def test_unknown_words_give_no_likely_topic() -> None:
    """A paper of another field has no known word and no likely topic."""
    model = train(sample_of(graph_papers(900)), "arxiv", 0.7).model
    rows = hash_features(["medieval pottery kilns excavated near harbours", "", "中世の陶器"])
    assert kept_shares(rows, model.weights).tolist() == [0, 0, 0]
    assert float(model.probabilities(rows).max()) < 0.7


def test_reading_order_does_not_change_model() -> None:
    """Papers in another order and page size give the same probabilities, with all papers or a sample of them."""
    found = graph_papers(900)
    for most in (100_000, 500):
        one = train(sample_of(found, most), "arxiv", 0.7)
        other = train(sample_of(found[::-1], most, page=77), "arxiv", 0.7)
        assert one.used == other.used <= most
        assert one.figures == other.figures
        rows = hash_features(paper.words for paper in found[:20])
        assert np.array_equal(one.model.probabilities(rows), other.model.probabilities(rows))


def test_each_paper_belongs_to_one_data_split() -> None:
    """About 80 percent of papers train, 10 calibrate and 10 test; the split depends on the paper's ID alone."""
    found = graph_papers(2000)
    parts = [train_test_part(hash_of(paper)) for paper in found]
    assert 1500 < parts.count("learned") < 1700
    assert 150 < parts.count("calibrated") < 250
    again = [train_test_part(hash_of(paper._replace(title="else", id="p_else"))) for paper in found]
    assert again == parts
    sample = sample_of(found)
    assert sum(len(sample.part(one).topics) for one in ("learned", "calibrated", "held out")) == 2000


def test_sampling_preserves_topics_of_rows() -> None:
    """When a sample drops papers to limit its size, each remaining paper has its own words and topics."""
    found = graph_papers(400)
    by_row: dict[bytes, tuple[str, ...]] = {
        bytes(hash_features([paper.words]).indices.tobytes()): paper.topics for paper in found
    }
    sample = sample_of(found, most=150, page=30)
    assert 50 < len(sample.samples) <= 150
    for one in ("learned", "calibrated", "held out"):
        rows, topics = sample.part(one)
        assert [by_row[rows[place].indices.tobytes()] for place in range(len(topics))] == list(topics)


@pytest.mark.parametrize("count", [0, 60, 250])
def test_too_few_papers_raise_error(count: int) -> None:
    """The error states the number of papers, the required number and the source to load."""
    with pytest.raises(SourceFileError) as error:
        train(sample_of(graph_papers(count)), "arxiv", 0.7)
    text = str(error.value)
    assert f": {count} papers, and " in text
    assert "Required: 300 papers and 2 such topics" in text
    assert "byline load arxiv" in text


def test_topic_needs_positive_and_negative_papers() -> None:
    """The model skips topics with too few papers and topics that all papers have."""
    topics = [("all", "half") if number % 2 else ("all",) for number in range(2 * MIN_TRAINING_PAPERS)]
    topics[0] = ("all", "rare")
    rows = hash_features("a word" for _ in topics)
    assert topics_to_learn(Labelled(rows, topics)) == ("half",)


def test_calibration_turns_scores_into_probabilities() -> None:
    """Calibration corrects scores that are ten times overconfident and is monotonic."""
    chance = np.random.default_rng(1)
    worth = chance.normal(0, 2, size=(4000, 3))
    truth = chance.random(worth.shape) < 1 / (1 + np.exp(-worth))
    scores = (10 * worth).astype(np.float32)
    fitted = curve(scores, truth)
    said = calibrate(fitted, scores)
    for low in np.arange(0.1, 0.9, 0.2):
        inside = (said >= low) & (said < low + 0.2)
        assert abs(said[inside].mean() - truth[inside].mean()) < 0.04
    steps = calibrate(fitted, np.linspace(-50, 50, 101, dtype=np.float32))
    assert (np.diff(steps) >= 0).all()


def test_misleading_scores_calibrate_to_average() -> None:
    """If higher scores are less often correct, the curve stays monotonic and returns the average."""
    scores = np.linspace(-3, 3, 400, dtype=np.float32).reshape(-1, 1)
    said = calibrate(curve(scores, scores < -1), scores)
    assert (np.diff(said[:, 0]) >= 0).all()
    assert abs(float(said.mean()) - 1 / 3) < 0.05


def test_figures_match_hand_computed_values() -> None:
    """Every evaluation figure of four hand-made papers equals the value computed by hand."""
    said = [("a", "b"), ("a",), ("b",), ("rare",)]
    probabilities = np.array([[0.9, 0.8], [0.4, 0.75], [0.2, 0.95], [0.1, 0.05]], dtype=np.float32)
    found = measured(probabilities, said, ("a", "b"), 0.7)
    assert (found.papers, found.topics) == (4, 2)
    assert found.first == 0.5  # of the first and the third
    assert found.among_three == 0.75  # but of what nobody learned
    assert found.guess == 0.5
    assert found.precision == 0.75
    assert found.recall == 0.6
    assert found.micro_f1 == pytest.approx(2 / 3)
    assert found.covered == 0.75
    assert [(one.topic, one.papers, one.precision, one.recall) for one in found.per_topic] == [
        ("a", 2, 1.0, 0.5),
        ("b", 2, pytest.approx(2 / 3), 1.0),
    ]
    assert found.macro_f1 == pytest.approx((2 / 3 + 0.8) / 2)
    assert [(one.scores, one.right) for one in found.bins] == [(2, 0), (1, 1), (0, None), (2, 0.5), (2, 1)]


def test_idf_weights_rare_words_higher() -> None:
    """A word in every paper has the lowest weight, a word in a single paper is dropped, and rows have length 1."""
    rows = hash_features(["model parsing", "model parsing", "model strings", "model", "model once"])
    assert rows.shape == (5, HASH_BUCKETS)
    known = compute_weights(rows)
    assert len(known.columns) == 3  # model, parsing, model parsing
    assert min(known.values.tolist()) == pytest.approx(1.0)
    lengths = np.sqrt(np.asarray(apply_idf(rows, known).power(2).sum(axis=1)).ravel())
    assert lengths == pytest.approx([1, 1, 1, 1, 1])
