"""The two tiers of tests: `make test` runs some cases of a parametrized test, `make test-full` runs all of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled_cases(cases: Iterable[Any], keep: int = 1, names: int = 1, *, spread: bool = False) -> list[Any]:
    """Return the cases of a `parametrize`, with all but `keep` of them marked `full`.

    Args:
        cases: Values of one parameter, or tuples of values of several.
        keep: Number of cases that `make test` runs.
        names: Number of parameters; a case is unpacked if there are several.
        spread: Keep cases at equal distances instead of the first ones.
    """
    listed = list(cases)
    distance = max(1, len(listed) // keep) if spread else 1
    kept = set(range(0, len(listed), distance)[:keep])
    return [
        pytest.param(*(case if names > 1 else (case,)), marks=[] if place in kept else pytest.mark.full)
        for place, case in enumerate(listed)
    ]
