"""Estimate the number of values that a plan reads, before it runs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Cost:
    """The estimated number of values that a part of the plan reads: its own, plus `size` times those of the nested
    parts.
    """

    own: int = 0
    size: Callable[[Any], int] | int = 1
    inside: list["Cost"] = field(default_factory=list["Cost"])
    name: str = ""
    """The field's key in the answer, where the part is one field."""

    def estimate(self, variables: Any) -> int:  # noqa: ANN401 value from the client
        """Return the estimate for these variables."""
        return self._times(variables) * (self.own + sum(part.estimate(variables) for part in self.inside))

    def heaviest(self, variables: Any) -> tuple[str, int]:  # noqa: ANN401 as above
        """Return the list or object, as a path, deepest of those that make up more than half, and its estimate."""
        path: list[str] = []
        here, times, total = self, 1, self.estimate(variables)
        while here.inside:
            times *= here._times(variables)
            part = max(here.inside, key=lambda child: child.estimate(variables))
            cost = times * part.estimate(variables)
            if cost * 2 <= total or (not part.inside and part.size == 1):
                break
            here, total = part, cost
            if part.name:
                path.append(part.name)
        return ".".join(path), total

    def _times(self, variables: Any) -> int:  # noqa: ANN401 as above
        return self.size if isinstance(self.size, int) else self.size(variables)


@dataclass(frozen=True, slots=True)
class Level:
    """The position of a part in the response: its depth, and the part to whose cost it adds."""

    depth: int
    cost: Cost

    def below(self, size: Callable[[Any], int] | int = 1) -> "Level":
        """Return the level of parts that are nested here and read `size` times."""
        cost = Cost(size=size)
        self.cost.inside.append(cost)
        return Level(self.depth + 1, cost)

    def within(self, key: str) -> "Level":
        """Return the level of the parts inside a field here, which itself costs nothing."""
        cost = Cost(name=key)
        self.cost.inside.append(cost)
        return Level(self.depth, cost)

    def at(self, key: str) -> "Level":
        """Return the level of one field here, which costs one itself."""
        cost = Cost(1, name=key)
        self.cost.inside.append(cost)
        return Level(self.depth, cost)
