"""Mutations: decisions of curators and acts of users. A query reads the affected entities."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias, TypeVar

import strawberry
from graphql import (
    ArgumentNode,
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLResolveInfo,
    ListTypeNode,
    NamedTypeNode,
    NameNode,
    NonNullTypeNode,
    OperationDefinitionNode,
    OperationType,
    SelectionNode,
    SelectionSetNode,
    VariableDefinitionNode,
    VariableNode,
    Visitor,
    print_ast,
    visit,
)
from strawberry.types import Info

from accounts.errors import AccountGoneError, ActError
from accounts.follows import follow, unfollow
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.byline_ids import checked_key
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
)
from schema.follow import (
    EntityPayload,
    FollowEntityInput,
    FollowEntityPayload,
    UnfollowEntityInput,
    UnfollowEntityPayload,
)
from schema.mutation import UserError, UserErrorCode

MAX_MUTATIONS = 10
"""Maximum number of mutations in a request; a decision resolves the affected entities again."""
USER_ERRORS = {Code.BAD_USER_INPUT: UserErrorCode.INVALID, Code.BAD_ID: UserErrorCode.INVALID_ID}
"""Errors of a mutation that are part of its payload. Other errors are errors of the response."""

DecisionT = TypeVar("DecisionT", bound=DecisionPayload)
EntityT = TypeVar("EntityT", bound=EntityPayload)
T = TypeVar("T")
MAX_MESSAGE = 500
"""Maximum length of a message that quotes a text of the client."""
FetchNodes: TypeAlias = Callable[[Sequence[str], Info[Any]], Awaitable[list[Any]]]
"""Reads entities by their IDs with the selection of a field of a payload."""


class MutationResult(NamedTuple, Generic[T]):
    """Result of a mutation: its value, or the errors of its input."""

    value: T | None
    errors: list[UserError]


@dataclass(slots=True)
class MutationContext:
    """Context of a mutation.

    Attributes:
        graph: the graph.
        curation: service that executes decisions.
        viewer: client that sends the request.
        fetch_nodes: reads the affected entities.
        mutation_count: number of mutations that the request has executed.
    """

    graph: Graph
    curation: CurationService
    viewer: Viewer
    fetch_nodes: FetchNodes
    mutation_count: int = 0

    async def decide(
        self,
        payload_type: type[DecisionT],
        given: Any,  # noqa: ANN401 an input object
        decision: Callable[[], Awaitable[Decision]],
    ) -> DecisionT:
        """Return the payload of a decision: the decision, or the errors of the input.

        Raises:
            RequestError: the request has too many mutations, or another process writes to the graph.
        """
        made, errors = await self._execute(given, decision)
        return payload_type(decision=made, user_errors=errors, client_mutation_id=given.client_mutation_id or None)

    async def act(
        self,
        payload_type: type[EntityT],
        given: Any,  # noqa: ANN401 an input object
        act: Callable[[Graph, str, Sequence[str], str | None], Awaitable[str]],
    ) -> EntityT:
        """Return the payload of an act of the viewer: the entity, or the errors of the input.

        Args:
            payload_type: type of the payload.
            given: the input, with the ID of the entity and the idempotency key.
            act: executes the act and returns the Byline ID of the entity.

        Raises:
            RequestError: the request has too many mutations, or the account does not exist any more.
        """

        async def run_act() -> str:
            try:
                entity_key = checked_key(str(given.id))
            except RequestError as error:
                raise ActError(error.message[:MAX_MESSAGE], "id", is_unknown_id=True) from None
            return await act(self.graph, self.viewer.user_id or "", entity_key, given.client_mutation_id)

        entity_id, errors = await self._execute(given, run_act)
        return payload_type(
            entity_id=entity_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
        )

    async def _execute(self, given: Any, work: Callable[[], Awaitable[T]]) -> MutationResult[T]:  # noqa: ANN401 as above
        self.mutation_count += 1
        if self.mutation_count > MAX_MUTATIONS:
            raise RequestError(
                Code.TOO_COSTLY, f"A request can have {MAX_MUTATIONS} mutations. Send the others in another request."
            )
        try:
            return MutationResult(await work(), [])
        except RequestError as error:
            if error.code not in USER_ERRORS:
                raise
            code, field = USER_ERRORS[error.code], _field_at_fault(given, error.message)
            return MutationResult(None, [UserError(code=code, field=field, message=error.message)])
        except ActError as error:
            code = UserErrorCode.INVALID_ID if error.is_unknown_id else UserErrorCode.INVALID
            return MutationResult(None, [UserError(code=code, field=["input", error.field], message=str(error))])
        except AccountGoneError as error:
            raise RequestError(Code.UNAUTHENTICATED, str(error)) from None


def _field_at_fault(given: Any, message: str) -> list[str] | None:  # noqa: ANN401 an input object
    """Return the path of the input field whose value a message quotes, or None."""
    names = {"left_id": "leftId", "right_id": "rightId", "id": "id", "decision_id": "decisionId"}
    for name, shown in names.items():
        value = getattr(given, name, None)
        if value is not None and str(value) and str(value) in message:
            return ["input", shown]
    return None


@strawberry.type(
    description="Decisions of curators and acts of users. They need an access token; see docs/accounts.md."
)
class Mutation:
    """Decisions of curators and acts of users."""

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
            lambda: context.curation.merge(given.left_id, given.right_id, context.viewer.name, given.reason),
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
            lambda: context.curation.keep_apart(given.left_id, given.right_id, context.viewer.name, given.reason),
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
            lambda: context.curation.split(given.id, given.records, context.viewer.name, given.reason),
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
            lambda: context.curation.revoke(given.decision_id, context.viewer.name, given.reason),
        )

    @strawberry.mutation(
        description="Follow a researcher, paper, topic, institution or venue. Following it again changes nothing."
    )
    async def follow_entity(
        self,
        info: Info[MutationContext],
        given: Annotated[FollowEntityInput, strawberry.argument(name="input", description="The entity.")],
    ) -> FollowEntityPayload | None:
        """Follow an entity."""
        return await info.context.act(FollowEntityPayload, given, follow)

    @strawberry.mutation(description="End the follow of an entity. Without a follow, nothing changes.")
    async def unfollow_entity(
        self,
        info: Info[MutationContext],
        given: Annotated[UnfollowEntityInput, strawberry.argument(name="input", description="The entity.")],
    ) -> UnfollowEntityPayload | None:
        """End the follow of an entity."""
        return await info.context.act(UnfollowEntityPayload, given, unfollow)


PAYLOAD_IDS = "payloadIds"
"""Variable of the query: IDs of the entities."""
NODE_ID = "payloadNodeId"
"""Response key of the ID of each entity, in addition to the client's selection."""


class NodesQuery(NamedTuple):
    """A query for entities by their IDs: its document, and the names of the client's variables that it uses."""

    document: str
    variables: frozenset[str]


def nodes_query(info: GraphQLResolveInfo[Any]) -> NodesQuery:
    """Return the query `{ nodes(ids: $payloadIds) { ... } }` with the selection of the `nodes` field of a payload."""
    selections: list[SelectionNode] = [
        selection for node in info.field_nodes if node.selection_set for selection in node.selection_set.selections
    ]
    uses = _Uses(info.fragments)
    for selection in selections:
        visit(selection, uses)
    variable = VariableNode(name=NameNode(value=PAYLOAD_IDS))
    id_type = NonNullTypeNode(type=NamedTypeNode(name=NameNode(value="ID")))
    definitions = [
        VariableDefinitionNode(variable=variable, type=NonNullTypeNode(type=ListTypeNode(type=id_type))),
        *(
            definition
            for definition in info.operation.variable_definitions or ()
            if definition.variable.name.value in uses.variables
        ),
    ]
    node_id = FieldNode(alias=NameNode(value=NODE_ID), name=NameNode(value="id"))
    field = FieldNode(
        name=NameNode(value="nodes"),
        arguments=(ArgumentNode(name=NameNode(value="ids"), value=variable),),
        selection_set=SelectionSetNode(selections=(node_id, *selections)),
    )
    operation = OperationDefinitionNode(
        operation=OperationType.QUERY,
        variable_definitions=tuple(definitions),
        selection_set=SelectionSetNode(selections=(field,)),
    )
    document = DocumentNode(definitions=(operation, *uses.fragments.values()))
    return NodesQuery(print_ast(document), frozenset(uses.variables))


def distinct_nodes(nodes: Iterable[dict[str, Any] | None]) -> list[dict[str, Any]]:
    """Return the entities of a response, each once, without the ID that the query adds."""
    by_id = {node[NODE_ID]: node for node in nodes if node is not None}
    for node in by_id.values():
        del node[NODE_ID]
    return list(by_id.values())


class _Uses(Visitor):
    """Collects the variables and fragments that a selection uses, also through fragments."""

    def __init__(self, known: Mapping[str, FragmentDefinitionNode]) -> None:
        super().__init__()
        self.known = known
        self.fragments: dict[str, FragmentDefinitionNode] = {}
        self.variables: set[str] = set()

    def enter_variable(self, node: VariableNode, *_: object) -> None:
        """Collect a variable."""
        self.variables.add(node.name.value)

    def enter_fragment_spread(self, node: FragmentSpreadNode, *_: object) -> None:
        """Collect a fragment, and what it uses."""
        name = node.name.value
        if name not in self.fragments:
            self.fragments[name] = self.known[name]
            visit(self.known[name].selection_set, self)
