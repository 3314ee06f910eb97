"""The two tiers of tests: `make test` runs some cases of a parametrized test, `make test-full` runs all of them."""

from collections.abc import Iterable
from typing import Any

import pytest


def sampled_cases(
    cases: Iterable[Any], fast_count: int = 1, parameter_count: int = 1, *, evenly_spaced: bool = False
) -> list[Any]:
    """Return the cases of a `parametrize`, with all but `fast_count` of them marked `full`.

    Args:
        cases: Values of one parameter, or tuples of values of several.
        fast_count: Number of cases that `make test` runs.
        parameter_count: Number of parameters; a case is unpacked if there are several.
        evenly_spaced: Run cases at equal distances instead of the first ones.
    """
    listed = list(cases)
    distance = max(1, len(listed) // fast_count) if evenly_spaced else 1
    fast = set(range(0, len(listed), distance)[:fast_count])
    return [
        pytest.param(*(case if parameter_count > 1 else (case,)), marks=[] if place in fast else pytest.mark.full)
        for place, case in enumerate(listed)
    ]
