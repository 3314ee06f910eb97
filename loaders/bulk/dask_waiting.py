"""Waiting for what workers do, as long as there are any."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from loaders.bulk.hands import HandsError

T = TypeVar("T")
WITHOUT_S = 60
"""Seconds without any worker after which nobody waits longer: a worker that ends is started anew by its own keeper."""
LOOK_S = 1
"""Seconds between looks at which workers there are."""


def _unsaid(_: str) -> None:
    """Say nothing."""


@dataclass(frozen=True, slots=True)
class Patience:
    """For so many seconds without any worker one waits; `say` is told once that one does."""

    say: Callable[[str], None] = _unsaid
    without_s: float = WITHOUT_S

    def wait(self, ask: Callable[[float], T | None], workers: Callable[[], int], start: str) -> T:
        """Ask, for some seconds each time, until there is an answer; `start` is how workers are started.

        Raises HandsError where there are no workers for too long.
        """
        gone: float | None = None
        while (answer := ask(LOOK_S)) is None:
            if workers():
                gone = None
            elif gone is None:
                gone = time.monotonic()
                self.say(
                    f"No worker of the cluster is left: waiting {self.without_s:g} s for one. `{start}` starts some."
                )
            elif time.monotonic() - gone >= self.without_s:
                raise HandsError(
                    f"No worker of the cluster is left, and none came for {self.without_s:g} s. "
                    f"`{start}` starts some: then load again."
                )
        return answer
