import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cypher.driver.client import Graph
from cypher.migrate import migrations
from loaders.resolution.person_name_keys import (
    ALSO_GIVEN,
    SHARED,
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
def test_a_name_has_one_key(name: str, expected: str) -> None:
    """The key is the family name and the first initial, or all of a name whose family name very many bear."""
    assert blocking_key(name) == expected


@given(names, names)
@example("wei wang", "weiwang")
def test_names_that_fit_are_of_one_key_in_either_order(one: str, other: str) -> None:
    """Of two names of one key each fits the other or neither does; names that are spelt alike fit."""
    if blocking_key(one) == blocking_key(other):
        assert is_compatible(one, other) == is_compatible(other, one)
        assert is_spelling_variant(one, other) == is_spelling_variant(other, one)
        assert is_compatible(one, other) or not is_spelling_variant(one, other)


@given(st.lists(names, min_size=1, max_size=6))
def test_which_names_are_alike_hangs_on_no_order(several: list[str]) -> None:
    """Names in any order are alike in the same way, and only with names that they fit."""
    block = [name for name in several if blocking_key(name) == blocking_key(several[0])]
    found = spelling_variants(block, is_compatible)
    assert found == spelling_variants(sorted(block, reverse=True), is_compatible)
    assert all(is_compatible(one, other) for one in found for other in found if found[one] == found[other])


def test_the_migration_lists_the_same_family_names() -> None:
    """The migration that makes keys of the names in a graph knows the listed family names and no others."""
    text = "\n".join(part for one in migrations() if one.name == "V0007__name_keys" for part in one.statements)
    assert {name for name in SHARED | ALSO_GIVEN if f"'{name}'" not in text} == set()
    assert text.count("'") // 2 == len(SHARED) + len(ALSO_GIVEN) + len(SUFFIXES) + len((" ", " ", "", " "))


@pytest.mark.graph
async def test_the_migration_makes_the_same_keys(empty_graph: Graph) -> None:
    """Mentions that were there before get the keys that a load would give them, open ones for their open name too."""
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
