"""Versions of plans: reads keep the plan of a statement while Neo4j makes a new one for a graph that has grown.

By default Neo4j plans a statement again if the statistics of the graph have changed, and the request waits. Here each
statement forbids that, and ends with a comment: its version, which depends on the counts of the labels and relationship
types in its text. If they have grown or shrunk fourfold, one read in the background plans the statement with the new
version; until it ends, all requests use the version before.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

from cypher.driver.planning import MAX_STATEMENTS

KEEP_PLAN = "CYPHER replan=skip "
"""Prefix of a statement whose plan Neo4j keeps although the statistics have changed."""
SMALL = 64
"""Below twice this count, a label or type does not change the version: any plan is fast."""
FACTOR_BITS = 2
"""Binary logarithm of the factor by which a count changes between two versions."""
WORD = re.compile(r"\w+")


class PlannedText(NamedTuple):
    """A statement with its version; `words` are the labels and relationship types in its text."""

    text: str
    words: tuple[str, ...]


class PlanVersions:
    """The version of each statement. Without counts, a statement has none, and Neo4j plans it as by default."""

    def __init__(self) -> None:
        self._counts: Mapping[str, int] = {}
        self._current: dict[str, PlannedText] = {}

    def update(self, counts: Mapping[str, int]) -> None:
        """Set the current number of nodes or relationships of each label and relationship type."""
        is_new = counts.keys() != self._counts.keys()
        self._counts = counts
        if is_new:
            for text, planned in self._current.items():
                self._current[text] = planned._replace(words=self._words(text))

    def current(self, text: str) -> str:
        """Return the statement in the version that requests use."""
        if not self._counts:
            return text
        planned = self._current.get(text)
        if planned is None:
            words = self._words(text)
            planned = PlannedText(self._versioned(text, words), words)
            if len(self._current) >= MAX_STATEMENTS:
                del self._current[next(iter(self._current))]
            self._current[text] = planned
        return planned.text

    def outdated(self, text: str) -> str | None:
        """Return the statement in a newer version than the current one, or None if the current one is the newest."""
        planned = self._current.get(text)
        if planned is None:
            return None
        newest = self._versioned(text, planned.words)
        return None if newest == planned.text else newest

    def replace(self, text: str, newest: str) -> None:
        """Let requests use a version that Neo4j has planned."""
        if (planned := self._current.get(text)) is not None:
            self._current[text] = planned._replace(text=newest)

    def _words(self, text: str) -> tuple[str, ...]:
        return tuple(sorted(set(WORD.findall(text)) & self._counts.keys()))

    def _versioned(self, text: str, words: tuple[str, ...]) -> str:
        sizes = [(self._counts.get(word, 0) // SMALL).bit_length() // FACTOR_BITS for word in words]
        return f"{KEEP_PLAN}{text}\n// version {'.'.join(map(str, sizes))}"
