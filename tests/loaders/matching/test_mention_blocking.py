"""Expansion of a batch to the mentions in the graph that may match."""

import time

import pytest

from loaders.records.match_features import RecordRef
from loaders.resolution.blocking import mentions as circle
from loaders.resolution.blocking.mentions import MentionNeighborhood
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


async def test_names_of_one_record_are_not_compared_with_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """A byline of many people of one family takes linear time, because mentions of one record are never merged."""
    mine = [mention("one", number * FAMILIES, "m") for number in range(20_000)]
    around = MentionNeighborhood(mine, frozenset(), lambda _: mine, DecisionRepository(None, {}, ()))
    monkeypatch.setattr(circle, "are_compatible_names", pytest.fail)
    began = time.process_time()
    await around.expand({blocking_key(one.folded_name) for one in mine})
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
    around = MentionNeighborhood(mine, frozenset(), lambda ref: of_record[ref.source], DecisionRepository(None, {}, ()))
    await around.expand({blocking_key(one.folded_name) for one in mine})
    assert len(around.mentions) == 2 * NAMES
    assert 0 < calls < 10 * NAMES
