"""How the mentions that those of a batch may meet are looked up."""

import pytest

from loaders.matching import circle
from loaders.matching.circle import Circle
from loaders.matching.decided import Decided
from loaders.matching.evidence import Mention
from loaders.matching.names import key
from loaders.records.stated import Ref

NAMES = 300
FAMILIES = 100


def mention(source: str, number: int, middle: str) -> Mention:
    """Return one place in a source's by-line of the work."""
    name = f"person{number % 7} {middle} surname{number % FAMILIES}"
    ref = Ref(source, "key", "loader")
    return Mention(ref, "author", number, name, (), frozenset(), frozenset(), "work", None, None)


async def test_long_by_lines_of_one_work_meet_by_family_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two by-lines of 300 names only those of one family are laid side by side."""
    mine = [mention("one", number, "m") for number in range(NAMES)]
    mine += [mention("other", number, "mary") for number in range(NAMES)]
    calls = 0
    compatible = circle.compatible

    def counted(one: str, other: str) -> bool:
        nonlocal calls
        calls += 1
        return compatible(one, other)

    monkeypatch.setattr(circle, "compatible", counted)
    of_record = {source: [one for one in mine if one.ref.source == source] for source in ("one", "other")}
    around = Circle(None, mine, frozenset(), lambda ref: of_record[ref.source], Decided(None, {}, ()))
    await around.widen({key(one.folded) for one in mine})
    assert len(around.mentions) == 2 * NAMES
    assert 0 < calls < 10 * NAMES
