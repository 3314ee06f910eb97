"""Where a load lists what it refuses, batch by batch, before the batch is acknowledged: a killed load leaves it."""

from collections.abc import Sequence
from typing import Protocol

from loaders.streaming.reading import Reject


class RejectList(Protocol):
    """A list of what is refused. Its methods raise what whoever made it knows of."""

    def go_on(self, known: Sequence[Reject], count: int) -> None:
        """Go on with the list of a load that was broken off: `count` were acknowledged, the first are `known`."""
        ...

    def add(self, rejects: Sequence[Reject]) -> None:
        """List what was refused of a batch, which is read again where it is not acknowledged."""
        ...


class Unlisted:
    """Lists nothing."""

    def go_on(self, known: Sequence[Reject], count: int) -> None:
        """Go on with nothing."""

    def add(self, rejects: Sequence[Reject]) -> None:
        """Leave it at that."""
