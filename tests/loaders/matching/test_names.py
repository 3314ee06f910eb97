import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from loaders.resolution.name_frequency import family_frequency, name_frequency, name_table
from loaders.resolution.person_name_keys import (
    blocking_key,
    have_compatible_given_names,
    is_rare,
    is_rare_in_venue,
    is_spelling_variant,
    parse_name,
    spelling_variants,
)

words = st.sampled_from(("a", "m", "ada", "mary", "wei", "wang", "thomas", "smith", "lovelace", "jr", "iii", ""))
names = st.lists(words, max_size=5).map(" ".join).map(str.split).map(" ".join)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ada lovelace", "lovelace a"),
        ("a m lovelace jr", "lovelace a"),
        ("wei wang", "wang wei"),
        ("xiao ming wang", "wang xiaoming"),
        ("x m wang", "wang xm"),
        ("noah a smith", "smith noah"),
        ("thomas lovelace", "lovelace t"),
        ("plato", "plato"),
        ("", ""),
    ],
)
def test_name_has_one_blocking_key(name: str, expected: str) -> None:
    """The key is the family name with the first initial, or with the given names in full for a common family name."""
    assert blocking_key(name) == expected


@given(names, names)
@example("wei wang", "weiwang")
@example("xiao ming wang", "xiaoming wang")
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


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("jared casper", "rare"),
        ("dacheng tao", "rare"),
        ("j zico kolter", "rare"),
        ("h vincent poor", "rare"),
        ("mohammad ghavamzadeh", "rare"),
        ("roy fox", "rare"),
        ("noah a smith", "rare"),
        ("chu ren huang", "rare"),
        ("yejin choi", "rare in a venue"),
        ("mark johnson", "rare in a venue"),
        ("wei wang", "frequent"),
        ("wang wei", "frequent"),
        ("j smith", "frequent"),
        ("a m lovelace", "frequent"),
        ("plato", "frequent"),
        ("", "frequent"),
    ],
)
def test_rarity_follows_frequency_of_both_names(name: str, expected: str) -> None:
    """A common family name does not make a name frequent, and initials do not distinguish people."""
    assert expected == ("rare" if is_rare(name) else "rare in a venue" if is_rare_in_venue(name) else "frequent")


@given(names, names)
def test_frequency_is_share_and_falls_with_more_names(one: str, other: str) -> None:
    """The frequency is between 0 and 1, and two words in either order have the same frequency."""
    frequency = name_frequency(*parse_name(one))
    assert 0 < frequency <= 1
    words = one.split()
    if len(words) == 2 and "jr" not in words and "iii" not in words:
        assert frequency == name_frequency(*parse_name(" ".join(reversed(words))))
    if is_rare(one):
        assert not is_rare_in_venue(one)
    assert family_frequency(parse_name(other).family) < 0.1


def test_table_is_a_distribution() -> None:
    """The classes are shares of all authors, and no class has more listed names than people."""
    table = name_table()
    assert sum(table.classes) == pytest.approx(1)
    for listed in (table.families, table.given_names):
        assert all(sum(column) <= 1.01 for column in zip(*listed.values(), strict=True))
