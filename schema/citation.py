"""From paper to paper: citations, over several papers too, and how works stand to one another."""

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
    intents: list[str] = prop(
        "intents", "What for: background, methodology, result; empty where no source tells. Words are the sources'."
    )
    influential: bool | None = prop(
        "influential", "Whether the cited paper had a great part in the citing one; null: no source tells."
    )


@strawberry.type(description="Citations.")
class CitationConnection(Connection[CitationEdge, Paper], GroupedPapers):
    """Citations."""


@strawberry.type(description="How a work stands to another.")
class WorkRelationEdge(Edge[Paper]):
    """How a work stands to another."""

    kinds: list[str] = prop(
        "kinds",
        "supplements, part_of, version_of, derived_from, documents, requires, reviews, comments_on, replies_to, "
        "translates, replaces, corrects or retracts: what the first does to the second.",
    )
    sources: list[str] = prop("sources", "Who says so.")


@strawberry.type(description="Works that relate to one another.")
class WorkRelationConnection(Connection[WorkRelationEdge, Paper], GroupedPapers):
    """Works that relate to one another."""


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
