"""Expansion of a batch to the mentions in the graph that may match."""

import time

import pytest

from loaders.records.match_features import RecordRef
from loaders.resolution.blocking import mentions as circle
from loaders.resolution.blocking.mention_cache import MentionCache
from loaders.resolution.blocking.mentions import BatchMentions, MentionNeighborhood, OpenKeys
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.person_name_keys import blocking_key

NAMES = 300
FAMILIES = 100


def mention(source: str, number: int, middle: str) -> Mention:
    """Return a mention at one position of a source's byline of the work."""
    name = f"person{number % 7} {middle} surname{number % FAMILIES}"
    ref = RecordRef(source, "key", "loader")
    return Mention(ref, "author", number, name, (), (), (), "work", None, None)


def test_keys_of_one_family_name_are_taken_together() -> None:
    """A neighborhood takes all open keys of a family name, so that a corrected name keeps its person."""
    open_keys = OpenKeys(["wang x", "wang xiaoming", "hopper g", "lovelace a"])
    assert open_keys.take(1) == {"hopper g"}
    assert open_keys.take_families({"wang wei", "gauss c"}) == {"wang x", "wang xiaoming"}
    assert open_keys.take(5) == {"lovelace a"}
    assert not open_keys


async def test_names_of_one_record_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byline of many people of one family takes linear time, because mentions of one record are never merged."""
    mine = [mention("one", number * FAMILIES, "m") for number in range(20_000)]
    batch = BatchMentions(mine, frozenset(), lambda _: mine)
    around = MentionNeighborhood(batch, DecisionRepository(None, {}, ()), MentionCache())
    monkeypatch.setattr(circle, "are_compatible_names", pytest.fail)
    began = time.process_time()
    await around.expand(OpenKeys(blocking_key(one.folded_name) for one in mine))
    assert len(around.mentions) == len(mine)
    assert time.process_time() - began < 2


async def test_long_bylines_are_compared_by_family_name_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """For two bylines of 300 names, the matcher compares only names with the same family name."""
    mine = [mention("one", number, "m") for number in range(NAMES)]
    mine += [mention("other", number, "mary") for number in range(NAMES)]
    calls = 0
    compatible = circle.are_compatible_names

    def counted(one: str, other: str) -> bool:
        nonlocal calls
        calls += 1
        return compatible(one, other)

    monkeypatch.setattr(circle, "are_compatible_names", counted)
    of_record = {source: [one for one in mine if one.ref.source == source] for source in ("one", "other")}
    batch = BatchMentions(mine, frozenset(), lambda ref: of_record[ref.source])
    around = MentionNeighborhood(batch, DecisionRepository(None, {}, ()), MentionCache())
    await around.expand(OpenKeys(blocking_key(one.folded_name) for one in mine))
    assert len(around.mentions) == 2 * NAMES
    assert 0 < calls < 10 * NAMES
