"""Mutations: decisions of curators. The curation service executes them; a query reads the affected entities."""

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple, TypeAlias, TypeVar

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


@strawberry.type(description="Decisions of curators. They need an access token; see docs/accounts.md.")
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
