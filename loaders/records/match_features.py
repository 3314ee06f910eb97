"""The features of a record that the rules for entities compare: its key, IDs, title, name and authors."""

from typing import NamedTuple, TypeAlias

Node: TypeAlias = tuple[str, str]
"""Source and key of a record, which are the same for all loaders."""


class RecordRef(NamedTuple):
    """The key of a record in the graph; sorts by source and key first."""

    source: str
    key: str
    loader: str


class MatchFeatures(NamedTuple):
    """The features of one record that the rules for entities compare."""

    ref: RecordRef
    kind: str
    ids: tuple[str, ...]
    title_key: str | None = None
    same_work: frozenset[str] = frozenset()
    """The IDs that belong to other records of the same work."""
    preprint: bool = False
    name: str | None = None
    """The folded name of a venue, funder or volume."""
    in_passing: bool = False
    """True for a partial record; its key consists of the values that the source states."""
    by_line: tuple[str, ...] = ()
    """The folded family names of all authors, in order; empty if the byline is incomplete."""
