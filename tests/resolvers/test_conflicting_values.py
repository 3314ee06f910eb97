"""Values that conflict, and values that only add information."""

from typing import Any

import pytest

from resolvers.compile.record_values import values_conflict

CASES: list[tuple[str, list[Any], bool]] = [
    ("title", ["One", "One"], False),
    ("title", ["One", "Ones"], True),
    ("year", [2020, 2021], True),
    ("ids", [["doi:1"], ["doi:1", "arxiv:2"], ["acl:3"]], False),
    ("ids", [["doi:1"], ["doi:1", "doi:2"], ["doi:2"]], True),
    ("ids", [["doi:1", "doi:2"], ["doi:2", "doi:3"], ["doi:1", "doi:3"]], False),
    ("ids", [["doi:1"], ["doi:2"]], True),
    ("ids", [[], ["doi:2"]], False),
    ("types", [["a"], ["b", "a"], ["a", "b"]], False),
    ("types", [["a"], ["b"], ["a", "b"]], True),
    ("aliases", [["a"], ["b"]], False),
    ("venues", [["dblp-venue:a"], ["crossref-venue:b"]], False),
    ("dates", [[{"value": "2020"}], [{"value": "2020-03"}, {"value": "2021"}]], False),
    ("dates", [[{"value": "2020-01"}], [{"value": "2020-03"}]], True),
    ("dates", [[{"value": "2020"}], [{"value": "2021", "kind": "updated"}]], False),
    ("dates", [[{"value": "2020"}, {"value": "2019"}], [{"value": "2021"}]], True),
    ("topics", [[], [{"code": "x"}]], True),
    ("topics", [[], []], False),
    ("funding", [[{"funder": "f", "awards": []}], [{"awards": [], "funder": "f"}]], False),
    ("authors", [[{"name": "A"}], [{"name": "A"}, {"name": "B"}]], True),
]


@pytest.mark.parametrize(("member", "values", "wanted"), CASES)
def test_only_incompatible_values_conflict(member: str, values: list[Any], *, wanted: bool) -> None:
    """Different values conflict; a list that contains the other, or additional IDs, only add information."""
    assert values_conflict(member, values) is wanted
    assert values_conflict(member, values[::-1]) is wanted
