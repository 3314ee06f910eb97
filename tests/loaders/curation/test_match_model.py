"""Features and probability of two people being the same person."""

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.curation.match_model import (
    Appearance,
    candidate_probabilities,
    models,
    normalize_odds,
    pair_features,
    pair_probability,
)
from loaders.records.match_features import RecordRef
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.person_name_keys import frequency

NAMES = ("ada byron", "a byron", "wei wang", "w wang", "grace hopper", "byron")


def appearance(name: str, key: str, *, position: int = 1, **more: Any) -> Appearance:  # noqa: ANN401 a place's further members
    """Return an appearance of a person in one record."""
    others, places = tuple(more.pop("others", ())), tuple(more.pop("places", ()))
    return Appearance(
        Mention(RecordRef("x", key, "x"), "author", position, name, institution_keys=places),
        frozenset(others),
        **more,
    )


def test_model_file_weighs_existing_features() -> None:
    """match_model.toml weighs existing features only, all of them for distinct people, and its curves rise."""
    figures = pair_features([appearance("ada byron", "1")], [appearance("ada byron", "2")], 1)
    assert figures is not None
    assert set(models().separate.weights) == set(figures)
    assert set(models().ambiguous.weights) <= set(figures)
    assert all(model.slope > 0 for model in models())


def test_incompatible_names_have_no_probability() -> None:
    """Two people with incompatible names have no probability, not even a low one."""
    assert pair_probability([appearance("ada byron", "1")], [appearance("grace hopper", "2")], 1) is None
    assert pair_probability([appearance("ada byron", "1")], [appearance("a byron", "2")], 1) is not None


def test_pair_features_match_their_names() -> None:
    """The features count shared co-authors, places, venues, years, bylines and title words as named."""
    ours = [
        appearance(
            "wei wang",
            "1",
            others=("bo li", "jo x"),
            places=("a",),
            year=2001,
            title="On parsing",
            venues=frozenset("v"),
        )
    ]
    theirs = [
        appearance(
            "wei wang", "2", others=("bo li",), places=("b",), year=2005, title="Of parsing", venues=frozenset("vw")
        ),
        appearance("wei wang", "1", position=2, year=2006),
    ]
    found = pair_features(ours, theirs, 3)
    assert found is not None
    expected = {
        "same_name": 1.0,
        "namesakes": math.log(3),
        "coauthors": math.log(2),
        "coauthor_share": 1.0,
        "institutions": 0.0,
        "other_institutions": 1.0,
        "venues": math.log(2),
        "other_venues": 0.0,
        "title_words": 1.0,
        "years_apart": math.log(5),
        "one_by_line": 1.0,
        "fewer_works": 0.0,
        "more_works": math.log(2),
        "name_frequency": math.log10(frequency("wei wang")),
        "initials": 0.0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_counterevidence_lowers_probability() -> None:
    """More people with the same name and an inexact name each lower the probability."""
    plain = pair_probability([appearance("ada byron", "1")], [appearance("ada byron", "2")], 1)
    many = pair_probability([appearance("ada byron", "1")], [appearance("ada byron", "2")], 9)
    initials = pair_probability([appearance("a byron", "1")], [appearance("ada byron", "2")], 1)
    assert plain is not None
    assert all(other is not None and other < plain for other in (many, initials))


def test_candidate_with_more_shared_evidence_is_likelier() -> None:
    """The candidate with more shared co-authors and words is likelier; both probabilities sum to less than 1."""
    ours = [appearance("wei wang", "1", others=("bo li", "jo x"), title="Parsing of speech", year=2001)]
    near = [appearance("wei wang", "2", others=("bo li", "jo x"), title="Parsing of speech again", year=2001)]
    far = [appearance("wei wang", "3", others=("bo li",), title="Reactors", year=2019)]
    likelier, other = candidate_probabilities(ours, [near, far])
    assert likelier > other
    assert likelier + other < 1
    assert candidate_probabilities(ours, []) == []


@given(st.lists(st.floats(0, 1e20), max_size=9))
def test_exclusive_probabilities_sum_to_at_most_one(odds: list[float]) -> None:
    """Normalized odds preserve their order and sum to at most 1; the rest is the probability of no candidate."""
    found = normalize_odds(odds)
    assert sum(found) <= 1 + 1e-9
    assert all(0 <= one <= 1 for one in found)
    assert [one for _, one in sorted(zip(odds, found, strict=True))] == sorted(found)


people = st.lists(
    st.builds(
        appearance,
        st.sampled_from(NAMES),
        st.sampled_from("123"),
        position=st.integers(1, 3),
        others=st.frozensets(st.sampled_from(NAMES)),
        places=st.frozensets(st.sampled_from("ab")),
        year=st.none() | st.integers(1800, 2030),
        title=st.none() | st.text(),
        venues=st.frozensets(st.sampled_from("vw")),
    ),
    max_size=4,
)


@given(people, people, st.integers(0, 1_000))
def test_pair_probability_is_symmetric_and_bounded(
    ours: list[Appearance], theirs: list[Appearance], namesakes: int
) -> None:
    """The probability of any two people is null or from 0 to 1, and the same in both directions."""
    found, turned = pair_probability(ours, theirs, namesakes), pair_probability(theirs, ours, namesakes)
    assert (found is None) is (turned is None)
    if found is not None and turned is not None:
        assert 0 <= found <= 1
        assert found == pytest.approx(turned)
