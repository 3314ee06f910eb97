"""What is learned of hand-made papers, and whether what is said of it holds."""

# pyright: reportUnknownMemberType=false, reportUnknownArgumentType=false
# SciPy's matrices come without types.

import numpy as np
import pytest

from loaders.classify.evaluate import measured
from loaders.classify.features import HASHED, apply_idf, hash_features, shares_known, weights
from loaders.classify.model import LEAST, calibrate, curve, topics_to_learn
from loaders.classify.papers import Paper
from loaders.classify.pipeline import train
from loaders.classify.sample import Labelled, Sample, hash_of, train_test_part
from loaders.records.errors import SourceFileError
from tests.loaders.classify.made import SUBJECTS, papers


def read(count: int) -> list[Paper]:
    """Return hand-made papers as they come from the graph."""
    return [
        Paper(
            title=one.title,
            abstract=one.abstract or "",
            topics=tuple(use.code for use in one.topics or ()),
            filed=True,
            ids=one.ids,
            classified=(),
            id=f"p_{one.key}",
        )
        for one in papers(count)
    ]


def sampled(found: list[Paper], most: int = 100_000, page: int = 50) -> Sample:
    sample = Sample(most)
    for start in range(0, len(found), page):
        sample.take(found[start : start + page])
    return sample


def test_subjects_are_told_apart_by_their_words() -> None:
    """Of held-out papers whose words tell their subject the likeliest topic is nearly always right."""
    found = train(sampled(read(900)), "arxiv", 0.7)
    assert found.model.topics == tuple(sorted(SUBJECTS))
    assert found.labelled == found.used == 900
    assert found.figures.first > 0.97
    assert found.figures.guess < 0.45
    assert (found.figures.precision or 0) > 0.97


def test_words_that_nobody_learned_say_nothing() -> None:
    """A paper of another field has no known word, and no topic that is likely."""
    model = train(sampled(read(900)), "arxiv", 0.7).model
    rows = hash_features(["medieval pottery kilns excavated near harbours", "", "中世の陶器"])
    assert shares_known(rows, model.weights).tolist() == [0, 0, 0]
    assert float(model.probabilities(rows).max()) < 0.7


def test_the_order_of_reading_makes_no_difference() -> None:
    """The same papers in another order and in other pages give the same probabilities, of all or of a part of them."""
    found = read(900)
    for most in (100_000, 500):
        one = train(sampled(found, most), "arxiv", 0.7)
        other = train(sampled(found[::-1], most, page=77), "arxiv", 0.7)
        assert one.used == other.used <= most
        assert one.figures == other.figures
        rows = hash_features(paper.words for paper in found[:20])
        assert np.array_equal(one.model.probabilities(rows), other.model.probabilities(rows))


def test_each_paper_plays_one_part() -> None:
    """About eight tenths are learned, one calibrates, one is held out; a paper's part hangs on its id alone."""
    found = read(2000)
    parts = [train_test_part(hash_of(paper)) for paper in found]
    assert 1500 < parts.count("learned") < 1700
    assert 150 < parts.count("calibrated") < 250
    again = [train_test_part(hash_of(paper._replace(title="else", id="p_else"))) for paper in found]
    assert again == parts
    sample = sampled(found)
    assert sum(len(sample.part(one).topics) for one in ("learned", "calibrated", "held out")) == 2000


def test_rows_stay_with_their_topics_when_a_sample_is_halved() -> None:
    """Where papers are left out for their number, each that stays keeps its own words."""
    found = read(400)
    by_row: dict[bytes, tuple[str, ...]] = {
        bytes(hash_features([paper.words]).indices.tobytes()): paper.topics for paper in found
    }
    sample = sampled(found, most=150, page=30)
    assert 50 < len(sample.samples) <= 150
    for one in ("learned", "calibrated", "held out"):
        rows, topics = sample.part(one)
        assert [by_row[rows[place].indices.tobytes()] for place in range(len(topics))] == list(topics)


@pytest.mark.parametrize("count", [0, 60, 250])
def test_too_few_papers_are_refused(count: int) -> None:
    """Where there is too little to learn from, it is said how many there are, how many are needed, and what to load."""
    with pytest.raises(SourceFileError) as error:
        train(sampled(read(count)), "arxiv", 0.7)
    text = str(error.value)
    assert f": {count} papers, and " in text
    assert "Required: 300 papers and 2 such topics" in text
    assert "byline load arxiv" in text


def test_a_topic_needs_papers_with_and_without_it() -> None:
    """What too few papers have, and what all of them have, is not learned."""
    topics = [("all", "half") if number % 2 else ("all",) for number in range(2 * LEAST)]
    topics[0] = ("all", "rare")
    rows = hash_features("a word" for _ in topics)
    assert topics_to_learn(Labelled(rows, topics)) == ("half",)


def test_scores_become_probabilities() -> None:
    """Scores that are ten times too sure are brought to what they are worth, and a higher one never means less."""
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


def test_scores_that_mislead_are_worth_the_average() -> None:
    """Where higher scores are right less often, no curve falls: all are worth what is right on average."""
    scores = np.linspace(-3, 3, 400, dtype=np.float32).reshape(-1, 1)
    said = calibrate(curve(scores, scores < -1), scores)
    assert (np.diff(said[:, 0]) >= 0).all()
    assert abs(float(said.mean()) - 1 / 3) < 0.05


def test_figures_are_what_their_names_say() -> None:
    """Every figure of four hand-made papers is the one that a person counts."""
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


def test_words_weigh_the_more_the_fewer_papers_have_them() -> None:
    """A word of every paper weighs least, one of a single paper is not kept, and rows have length 1."""
    rows = hash_features(["model parsing", "model parsing", "model strings", "model", "model once"])
    assert rows.shape == (5, HASHED)
    known = weights(rows)
    assert len(known.columns) == 3  # model, parsing, model parsing
    assert min(known.values.tolist()) == pytest.approx(1.0)
    lengths = np.sqrt(np.asarray(apply_idf(rows, known).power(2).sum(axis=1)).ravel())
    assert lengths == pytest.approx([1, 1, 1, 1, 1])
