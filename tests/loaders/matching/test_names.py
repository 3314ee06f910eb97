import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cypher.driver.client import Graph
from cypher.migrate import migrations
from loaders.resolution.person_name_keys import (
    FAMILY_AND_GIVEN_NAMES,
    SHARED_FAMILY_NAMES,
    blocking_key,
    is_compatible,
    is_spelling_variant,
    spelling_variants,
)
from normalization.text import SUFFIXES

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
        assert is_compatible(one, other) == is_compatible(other, one)
        assert is_spelling_variant(one, other) == is_spelling_variant(other, one)
        assert is_compatible(one, other) or not is_spelling_variant(one, other)


@given(st.lists(names, min_size=1, max_size=6))
def test_spelling_variants_do_not_depend_on_order(several: list[str]) -> None:
    """Names in any order have the same spelling variants, and variants are compatible."""
    block = [name for name in several if blocking_key(name) == blocking_key(several[0])]
    found = spelling_variants(block, is_compatible)
    assert found == spelling_variants(sorted(block, reverse=True), is_compatible)
    assert all(is_compatible(one, other) for one in found for other in found if found[one] == found[other])


def test_migration_lists_same_frequent_family_names() -> None:
    """The migration that computes name keys contains exactly the listed frequent family names."""
    text = "\n".join(part for one in migrations() if one.name == "V0007__name_keys" for part in one.statements)
    assert {name for name in SHARED_FAMILY_NAMES | FAMILY_AND_GIVEN_NAMES if f"'{name}'" not in text} == set()
    assert text.count("'") // 2 == len(SHARED_FAMILY_NAMES) + len(FAMILY_AND_GIVEN_NAMES) + len(SUFFIXES) + len(
        (" ", " ", "", " ")
    )


@pytest.mark.graph
async def test_migration_computes_same_keys_as_load(empty_graph: Graph) -> None:
    """Existing mentions get the keys that a load would compute, also for their open names."""
    said = ["", "a b", "ada m lovelace jr", "jr", "jr iii", "plato", "thomas a lovelace", "wang wei ming", "wei wang"]
    await empty_graph.administer(
        "UNWIND $names AS name CREATE (:Record)-[:MENTIONS {foldedName: name, openName: name}]->(:Researcher)",
        {"names": list(said)},
    )
    step = next(one.statements[0] for one in migrations() if one.name == "V0007__name_keys")
    await empty_graph.administer(step)
    rows = (await empty_graph.read("MATCH ()-[m:MENTIONS]->() RETURN m.foldedName, m.nameKey, m.openName")).rows
    assert sorted([str(name), *map(str, keys)] for name, *keys in rows) == [
        [one, blocking_key(one), blocking_key(one)] for one in said
    ]
