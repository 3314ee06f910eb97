"""Citations: from paper to paper, and over several papers."""

from typing import TYPE_CHECKING, Annotated, TypeAlias

import strawberry

from schema.graph import Named, placed, prop
from schema.groups.paper import GroupedPapers
from schema.paging import Connection, Edge
from schema.walk import Walked

if TYPE_CHECKING:
    from schema.paper import Paper
else:
    Paper: TypeAlias = Annotated["Paper", strawberry.lazy("schema.paper")]


@strawberry.type(description="A citation.")
class CitationEdge(Edge[Paper]):
    """A citation."""

    sources: list[str] = prop("sources", "Who says so.")


@strawberry.type(description="Citations.")
class CitationConnection(Connection[CitationEdge, Paper], GroupedPapers):
    """Citations."""


@strawberry.type(description="A paper some citations away.")
class CitationWalkEdge(Edge[Paper]):
    """A paper some citations away."""

    depth: int = prop("depth", "Citations away: 1 is cited, or cites, at first hand.")
    chain: list[Paper] = placed(
        Named("read/citation_chain", row=("citing", "cited")),
        "A shortest way between the two, both ends among it: each paper cites the next.",
    )


@strawberry.type(description="Papers some citations away.")
class CitationWalkConnection(Connection[CitationWalkEdge, Paper], Walked, GroupedPapers):
    """Papers some citations away."""
