"""Orders: what each list can be sorted by, and the keys that do it.

Every order ends in a unique key, so that pages are stable. DATE of a paper is its `ord`, newest first.
"""

from enum import Enum

import strawberry

from schema.graph import Key

ID = Key("id", unique=True)
ID_DOWN = Key("id", descending=True, unique=True)
ORD = Key("ord", unique=True)
ORD_DOWN = Key("ord", descending=True, unique=True)
EDGE_ORD = Key("ord", on="edge")
LAST_TEXT = "\U0010ffff"
"""Sorts after every text."""


@strawberry.enum(description="Which way to sort.")
class Direction(Enum):
    """Which way to sort."""

    ASC = strawberry.enum_value("ASC", description="Smallest, oldest, A first.")
    DESC = strawberry.enum_value("DESC", description="Largest, newest, Z first.")


@strawberry.enum(description="What papers can be sorted by.")
class PaperSort(Enum):
    """What papers can be sorted by."""

    DATE = strawberry.enum_value("DATE", description="First publication; papers without a date come last.")
    CITATIONS = strawberry.enum_value("CITATIONS", description="Citations from papers in this graph.")
    TITLE = strawberry.enum_value("TITLE", description="Title, by code point.")
    EDGE = strawberry.enum_value("EDGE", description="The connection's own order, such as a by-line's.")


@strawberry.enum(description="What researchers can be sorted by.")
class ResearcherSort(Enum):
    """What researchers can be sorted by."""

    NAME = strawberry.enum_value("NAME", description="Family name, then given name, accents and case folded.")
    PAPERS = strawberry.enum_value("PAPERS", description="Number of papers.")
    CITATIONS = strawberry.enum_value("CITATIONS", description="Citations of all papers.")
    EDGE = strawberry.enum_value("EDGE", description="The connection's own order, such as a by-line's.")


@strawberry.enum(description="What topics, institutions and venues can be sorted by.")
class NamedSort(Enum):
    """What topics, institutions and venues can be sorted by."""

    NAME = strawberry.enum_value("NAME", description="Name or code, accents and case folded.")
    PAPERS = strawberry.enum_value("PAPERS", description="Number of papers.")
    EDGE = strawberry.enum_value("EDGE", description="The connection's own order, such as a topic's score.")


@strawberry.input(description="A sort key for papers.")
class PaperOrder:
    """A sort key for papers."""

    field: PaperSort = strawberry.field(description="By what.")
    direction: Direction = strawberry.field(default=Direction.DESC, description="Which way.")


@strawberry.input(description="A sort key for researchers.")
class ResearcherOrder:
    """A sort key for researchers."""

    field: ResearcherSort = strawberry.field(description="By what.")
    direction: Direction = strawberry.field(default=Direction.ASC, description="Which way.")


@strawberry.input(description="A sort key for topics, institutions and venues.")
class NamedOrder:
    """A sort key for topics, institutions and venues."""

    field: NamedSort = strawberry.field(description="By what.")
    direction: Direction = strawberry.field(default=Direction.ASC, description="Which way.")


BY_NAME = {"ASC": (ORD,), "DESC": (ORD_DOWN,)}
BY_PAPERS = {"ASC": (Key("paperCount"), ID), "DESC": (Key("paperCount", descending=True), ID_DOWN)}
BY_CITATIONS = {"ASC": (Key("citationCount"), ID), "DESC": (Key("citationCount", descending=True), ID_DOWN)}

SORTS: dict[str, dict[str, dict[str, tuple[Key, ...]]]] = {
    "PaperOrder": {
        "DATE": {"DESC": (ORD,), "ASC": (Key("publishedOn", null=LAST_TEXT), ID)},
        "CITATIONS": BY_CITATIONS,
        "TITLE": {"ASC": (Key("title"), ID), "DESC": (Key("title", descending=True), ID_DOWN)},
    },
    "ResearcherOrder": {"NAME": BY_NAME, "PAPERS": BY_PAPERS, "CITATIONS": BY_CITATIONS},
    "NamedOrder": {"NAME": BY_NAME, "PAPERS": BY_PAPERS},
}
"""Input type -> sort -> direction -> keys. EDGE stands for the connection's own order and is filled in there."""
