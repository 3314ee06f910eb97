import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loaders.resolution.person_name_keys import (
    blocking_key,
    have_compatible_given_names,
    is_spelling_variant,
    spelling_variants,
)

words = st.sampled_from(("a", "m", "ada", "mary", "wei", "wang", "thomas", "smith", "lovelace", "jr", "iii", ""))
names = st.lists(words, max_size=5).map(" ".join).map(str.split).map(" ".join)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ada lovelace", "lovelace a"),
        ("a m lovelace jr", "lovelace a"),
        ("wei wang", "weiwang"),
        ("wang wei ming", "wangweiming"),
        ("thomas lovelace", "lovelace t"),
        ("plato", "plato"),
        ("", ""),
    ],
)
def test_name_has_one_blocking_key(name: str, expected: str) -> None:
    """The key is the family name with the first initial, or the whole name if the family name is frequent."""
    assert blocking_key(name) == expected


@given(names, names)
@example("wei wang", "weiwang")
def test_name_compatibility_is_symmetric_within_key(one: str, other: str) -> None:
    """Compatibility of two names with one key is symmetric, and spelling variants are compatible."""
    if blocking_key(one) == blocking_key(other):
        assert have_compatible_given_names(one, other) == have_compatible_given_names(other, one)
        assert is_spelling_variant(one, other) == is_spelling_variant(other, one)
        assert have_compatible_given_names(one, other) or not is_spelling_variant(one, other)


@given(st.lists(names, min_size=1, max_size=6))
def test_spelling_variants_do_not_depend_on_order(several: list[str]) -> None:
    """Names in any order have the same spelling variants, and variants are compatible."""
    block = [name for name in several if blocking_key(name) == blocking_key(several[0])]
    found = spelling_variants(block, have_compatible_given_names)
    assert found == spelling_variants(sorted(block, reverse=True), have_compatible_given_names)
    assert all(
        have_compatible_given_names(one, other) for one in found for other in found if found[one] == found[other]
    )
