"""How likely two people are one: what it looks at, and that it is a probability, whatever stands there."""

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

NAMES = ("ada byron", "a byron", "wei wang", "w wang", "grace hopper", "byron")


def seen(name: str, key: str, *, position: int = 1, **more: Any) -> Appearance:  # noqa: ANN401 a place's further members
    others, places = frozenset(more.pop("others", ())), frozenset(more.pop("places", ()))
    return Appearance(Mention(RecordRef("x", key, "x"), "author", position, name, others=others, places=places), **more)


def test_the_models_weigh_figures_that_there_are() -> None:
    """match_model.toml names figures that two people have, all of them for those left apart, and its curves rise."""
    figures = pair_features([seen("ada byron", "1")], [seen("ada byron", "2")], 1)
    assert figures is not None
    assert set(models().apart.weights) == set(figures)
    assert set(models().doubted.weights) <= set(figures)
    assert all(model.slope > 0 for model in models())


def test_names_that_do_not_fit_have_no_probability() -> None:
    """Between people of unlike names nothing is said, not even little."""
    assert pair_probability([seen("ada byron", "1")], [seen("grace hopper", "2")], 1) is None
    assert pair_probability([seen("ada byron", "1")], [seen("a byron", "2")], 1) is not None


def test_the_figures_are_what_they_are_called() -> None:
    """Shared co-authors, places, venues, years between, by-lines and words of titles are counted as they are named."""
    ours = [
        seen(
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
        seen("wei wang", "2", others=("bo li",), places=("b",), year=2005, title="Of parsing", venues=frozenset("vw")),
        seen("wei wang", "1", position=2, year=2006),
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
        "common_family": 1.0,
        "given_letters": math.log(3),
        "initials": 0.0,
    }
    assert {name: found[name] for name in expected} == pytest.approx(expected)


def test_what_speaks_against_makes_it_less_likely() -> None:
    """More people of the name make it less likely that one is meant, a name that does not quite fit does too."""
    plain = pair_probability([seen("ada byron", "1")], [seen("ada byron", "2")], 1)
    many = pair_probability([seen("ada byron", "1")], [seen("ada byron", "2")], 9)
    initials = pair_probability([seen("a byron", "1")], [seen("ada byron", "2")], 1)
    assert plain is not None
    assert all(other is not None and other < plain for other in (many, initials))


def test_of_candidates_the_one_with_more_shared_is_likelier() -> None:
    """Of two of one name who writes with the same people on the same is likelier; both together are under 1."""
    ours = [seen("wei wang", "1", others=("bo li", "jo x"), title="Parsing of speech", year=2001)]
    near = [seen("wei wang", "2", others=("bo li", "jo x"), title="Parsing of speech again", year=2001)]
    far = [seen("wei wang", "3", others=("bo li",), title="Reactors", year=2019)]
    likelier, other = candidate_probabilities(ours, [near, far])
    assert likelier > other
    assert likelier + other < 1
    assert candidate_probabilities(ours, []) == []


@given(st.lists(st.floats(0, 1e20), max_size=9))
def test_of_what_excludes_each_other_the_probabilities_are_at_most_one(odds: list[float]) -> None:
    """Whatever the odds, they keep their order, and what is missing to 1 is that nothing of it holds."""
    found = normalize_odds(odds)
    assert sum(found) <= 1 + 1e-9
    assert all(0 <= one <= 1 for one in found)
    assert [one for _, one in sorted(zip(odds, found, strict=True))] == sorted(found)


people = st.lists(
    st.builds(
        seen,
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
def test_it_is_a_probability_both_ways(ours: list[Appearance], theirs: list[Appearance], namesakes: int) -> None:
    """Of any two people it is a number from 0 to 1 or none, and the same whichever is called the other."""
    found, turned = pair_probability(ours, theirs, namesakes), pair_probability(theirs, ours, namesakes)
    assert (found is None) is (turned is None)
    if found is not None and turned is not None:
        assert 0 <= found <= 1
        assert found == pytest.approx(turned)
