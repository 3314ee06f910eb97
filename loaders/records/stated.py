"""What the rules for things look at: a record by its key, its ids, and by what else it may be known."""

from typing import NamedTuple, TypeAlias

Node: TypeAlias = tuple[str, str]
"""A record's source and key: under whichever loader, it is one record."""


class Ref(NamedTuple):
    """A record's key in the graph; sorts by source and key first."""

    source: str
    key: str
    loader: str


class Stated(NamedTuple):
    """What the rules for things look at in one record."""

    ref: Ref
    kind: str
    ids: tuple[str, ...]
    title_key: str | None = None
    same_work: frozenset[str] = frozenset()
    """Those of the ids that are of other records of the same work."""
    preprint: bool = False
    name: str | None = None
    """What a venue, funder or volume is called, folded."""
    in_passing: bool = False
    """Whether the source told of it in passing, under a key that is made of what it said."""
    by_line: tuple[str, ...] = ()
    """The folded family names of all authors, in order; empty where a by-line is cut off."""
