"""What was met a short while ago, so that a reader tells a journal once and not with each of its articles."""

from collections import OrderedDict
from collections.abc import Hashable

MOST = 50_000
"""So many are remembered; of a file with more, some are told again, which changes nothing."""


class Recently:
    """Keys met lately, the ones that were not met for longest forgotten first. One for each reading of a file."""

    def __init__(self, most: int = MOST) -> None:
        self._met: OrderedDict[Hashable, None] = OrderedDict()
        self._most = most

    def new(self, key: Hashable) -> bool:
        """Tell whether a key was not met lately, and note it."""
        if key in self._met:
            self._met.move_to_end(key)
            return False
        self._met[key] = None
        if len(self._met) > self._most:
            self._met.popitem(last=False)
        return True
