"""Mutations: decisions of curators. The curation service executes them; a query reads the affected entities."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

import strawberry
from strawberry.types import Info

from resolvers.curation_service import CurationService
from resolvers.errors import Code, RequestError
from schema.decision import (
    Decision,
    DecisionPayload,
    KeepEntitiesApartInput,
    KeepEntitiesApartPayload,
    MergeEntitiesInput,
    MergeEntitiesPayload,
    RevokeDecisionInput,
    RevokeDecisionPayload,
    SplitEntityInput,
    SplitEntityPayload,
    UserError,
    UserErrorCode,
)

MAX_DECISIONS = 10
"""Maximum number of decisions in a request; each resolves the affected entities again."""
USER_ERRORS = {Code.BAD_USER_INPUT: UserErrorCode.INVALID, Code.BAD_ID: UserErrorCode.INVALID_ID}
"""Errors of a decision that are part of its payload. Other errors are errors of the response."""

PayloadT = TypeVar("PayloadT", bound=DecisionPayload)
FetchNodes: TypeAlias = Callable[[Sequence[str], Info[Any]], Awaitable[list[Any]]]
"""Reads entities by their IDs with the selection of a payload's `nodes` field."""


@dataclass(slots=True)
class MutationContext:
    """Context of a mutation.

    Attributes:
        curation: service that executes decisions.
        curator: name of the curator.
        fetch_nodes: reads the affected entities.
        decision_count: number of decisions that the request has made.
    """

    curation: CurationService
    curator: str
    fetch_nodes: FetchNodes
    decision_count: int = 0

    async def decide(
        self,
        payload_type: type[PayloadT],
        given: Any,  # noqa: ANN401 an input object
        decision: Callable[[], Awaitable[Decision]],
    ) -> PayloadT:
        """Return the payload of a decision: the decision, or the errors of the input.

        Raises:
            RequestError: the request has too many decisions, or another process writes to the graph.
        """
        self.decision_count += 1
        if self.decision_count > MAX_DECISIONS:
            raise RequestError(
                Code.TOO_COSTLY, f"A request can make {MAX_DECISIONS} decisions. Send the others in another request."
            )
        try:
            made, errors = await decision(), list[UserError]()
        except RequestError as error:
            if error.code not in USER_ERRORS:
                raise
            field = _field_at_fault(given, error.message)
            made, errors = None, [UserError(code=USER_ERRORS[error.code], field=field, message=error.message)]
        return payload_type(decision=made, user_errors=errors, client_mutation_id=given.client_mutation_id or None)


def _field_at_fault(given: Any, message: str) -> list[str] | None:  # noqa: ANN401 an input object
    """Return the path of the input field whose value a message quotes, or None."""
    names = {"left_id": "leftId", "right_id": "rightId", "id": "id", "decision_id": "decisionId"}
    for name, shown in names.items():
        value = getattr(given, name, None)
        if value is not None and str(value) and str(value) in message:
            return ["input", shown]
    return None


@strawberry.type(description="Decisions of curators. They need an `Authorization: Bearer` header; see docs/graphql.md.")
class Mutation:
    """Decisions of curators."""

    @strawberry.mutation(
        description="Merge two papers, researchers, institutions, funders, venues or volumes. The older Byline ID "
        "remains; the other redirects to it."
    )
    async def merge_entities(
        self,
        info: Info[MutationContext],
        given: Annotated[MergeEntitiesInput, strawberry.argument(name="input", description="Entities and reason.")],
    ) -> MergeEntitiesPayload | None:
        """Merge two entities."""
        context = info.context
        return await context.decide(
            MergeEntitiesPayload,
            given,
            lambda: context.curation.merge(given.left_id, given.right_id, context.curator, given.reason),
        )

    @strawberry.mutation(
        description="Mark two entities as distinct. No rule merges them, and the review queue no longer lists them."
    )
    async def keep_entities_apart(
        self,
        info: Info[MutationContext],
        given: Annotated[KeepEntitiesApartInput, strawberry.argument(name="input", description="Entities and reason.")],
    ) -> KeepEntitiesApartPayload | None:
        """Mark two entities as distinct."""
        context = info.context
        return await context.decide(
            KeepEntitiesApartPayload,
            given,
            lambda: context.curation.keep_apart(given.left_id, given.right_id, context.curator, given.reason),
        )

    @strawberry.mutation(
        description="Move some records of an entity to a new entity. The remaining records keep the ID."
    )
    async def split_entity(
        self,
        info: Info[MutationContext],
        given: Annotated[
            SplitEntityInput, strawberry.argument(name="input", description="Entity, its records, and reason.")
        ],
    ) -> SplitEntityPayload | None:
        """Move some records of an entity to a new entity."""
        context = info.context
        return await context.decide(
            SplitEntityPayload,
            given,
            lambda: context.curation.split(given.id, given.records, context.curator, given.reason),
        )

    @strawberry.mutation(
        description="Revoke a decision. Entities that it merged are separated and get their earlier Byline IDs back."
    )
    async def revoke_decision(
        self,
        info: Info[MutationContext],
        given: Annotated[RevokeDecisionInput, strawberry.argument(name="input", description="Decision and reason.")],
    ) -> RevokeDecisionPayload | None:
        """Revoke a decision."""
        context = info.context
        return await context.decide(
            RevokeDecisionPayload,
            given,
            lambda: context.curation.revoke(given.decision_id, context.curator, given.reason),
        )
