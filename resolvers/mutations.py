"""Mutations: what curators decide. Each is done by what stands behind `Curation`; nothing here writes."""

from dataclasses import dataclass
from typing import Annotated, Protocol

import strawberry
from strawberry.types import Info

from resolvers.errors import Code, RequestError
from schema.decision import Decision

MOST = 10
"""Decisions in one request: each settles anew what it touches."""


class Curation(Protocol):
    """What makes decisions. Each raises RequestError saying why one cannot be made, or a GraphError."""

    async def merge(self, one: str, other: str, by: str, why: str) -> Decision:
        """Join what two ids name."""
        ...

    async def split(self, identifier: str, records: list[str], by: str, why: str) -> Decision:
        """Part some records from what an id names."""
        ...

    async def undo(self, decision: str, by: str, why: str) -> Decision:
        """Take a decision back."""
        ...


@dataclass(slots=True)
class Deciding:
    """A request's context: who decides, by what, and how much yet."""

    curation: Curation
    by: str
    made: int = 0

    def turn(self) -> Curation:
        """Return what makes the next decision. Raises RequestError where a request makes too many."""
        self.made += 1
        if self.made > MOST:
            raise RequestError(Code.TOO_COSTLY, f"A request may make {MOST} decisions. Send the others in another.")
        return self.curation


WHY = Annotated[str, strawberry.argument(description="The reason, for whoever reads the log.")]
ID = Annotated[
    strawberry.ID, strawberry.argument(description="A Byline id, also a retired one, or an outside id with its scheme.")
]


@strawberry.type(description="What curators may do. Needs `Authorization: Bearer`; docs/graphql.md says how.")
class Mutation:
    """What curators may do. Null stands for a decision that could not be made, so that the others are answered."""

    @strawberry.mutation(
        description="Say that two ids name one paper, researcher, institution, funder or venue. The older Byline id "
        "stays, the other leads to it for ever."
    )
    async def merge_identities(self, info: Info[Deciding], one: ID, other: ID, why: WHY) -> Decision | None:
        """Join what two ids name."""
        return await info.context.turn().merge(one, other, info.context.by, why)

    @strawberry.mutation(
        description="Say that some records are not of what an id names, but of one other thing or person. The rest "
        "keeps the id."
    )
    async def split_identity(
        self,
        info: Info[Deciding],
        id: ID,  # noqa: A002 the argument's name in GraphQL
        records: Annotated[
            list[str],
            strawberry.argument(description="source:key of records; of a researcher also ids of papers."),
        ],
        why: WHY,
    ) -> Decision | None:
        """Part some records from what an id names."""
        return await info.context.turn().split(id, records, info.context.by, why)

    @strawberry.mutation(
        description="Take a decision back: what it joined is parted, each with the Byline id that it had."
    )
    async def undo_decision(
        self,
        info: Info[Deciding],
        decision: Annotated[strawberry.ID, strawberry.argument(description="The decision's own id: d_01H...")],
        why: WHY,
    ) -> Decision | None:
        """Take a decision back."""
        return await info.context.turn().undo(decision, info.context.by, why)
