"""Context of a mutation: it executes decisions and acts, and returns their payloads with typed user errors."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from strawberry.types import Info

from accounts.acts import Act, ActRequest
from accounts.erasure import ErasureList
from accounts.errors import AccountGoneError, ActError, InputProblem
from accounts.mail import Mailer
from accounts.object_writes import ObjectWriter
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from resolvers.compile.byline_ids import checked_key
from resolvers.curation_service import CurationService
from resolvers.errors import Code, RequestError
from schema.decision import Decision, DecisionPayload
from schema.mutation import EntityPayload, UserError, UserErrorCode

USER_ERRORS = {code: UserErrorCode[code.name] for code in (Code.BAD_USER_INPUT, Code.BAD_ID, Code.NOT_FOUND)}
"""Errors of a mutation that are part of its payload. Other errors are errors of the response."""

DecisionT = TypeVar("DecisionT", bound=DecisionPayload)
EntityT = TypeVar("EntityT", bound=EntityPayload)
T = TypeVar("T")
MAX_MESSAGE = 500
"""Maximum length of a message that quotes a text of the client."""
WriteAct: TypeAlias = Callable[[Graph, Act, ActRequest], Awaitable[str]]
"""Adds or removes an act, and returns the Byline ID of its entity."""
FetchNodes: TypeAlias = Callable[[Sequence[str], Info[Any]], Awaitable[list[Any]]]
"""Reads entities by their IDs with the selection of a field of a payload."""
FetchObject: TypeAlias = Callable[[str, str, Info[Any]], Awaitable[Any]]
"""Reads an object by the name of its root field and its ID with the selection of a field of a payload."""


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
        fetch_object: reads the affected object of another type.
        mailer: sends mails; None if the operator configured no SMTP server.
        erasures: list of erased accounts, if the service erases accounts.
        forget_user: called with the ID of a user after the account was erased.
    """

    graph: Graph
    curation: CurationService
    viewer: Viewer
    fetch_nodes: FetchNodes
    fetch_object: FetchObject
    mailer: Mailer | None = None
    erasures: ErasureList | None = None
    forget_user: Callable[[str], None] = lambda _: None

    async def decide(
        self,
        payload_type: type[DecisionT],
        mutation_input: Any,  # noqa: ANN401 an input object
        decision: Callable[[], Awaitable[Decision]],
    ) -> DecisionT:
        """Return the payload of a decision: the decision, or the errors of the input.

        Raises:
            RequestError: another process writes to the graph.
        """
        made, errors = await self.execute(mutation_input, decision)
        return payload_type(
            decision=made, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    async def act(
        self,
        payload_type: type[EntityT],
        mutation_input: Any,  # noqa: ANN401 an input object
        write: WriteAct,
        act: Act,
    ) -> EntityT:
        """Return the payload of an act of the viewer: the entity, or the errors of the input.

        Args:
            payload_type: type of the payload.
            mutation_input: the input, with the ID of the entity and the idempotency key.
            write: adds or removes the act, and returns the Byline ID of the entity.
            act: the kind of act.

        Raises:
            RequestError: the account does not exist any more.
        """

        async def run_act() -> str:
            key = entity_key(mutation_input.id, "id")
            request = ActRequest(
                self.viewer.user_id or "", key, mutation_input.client_mutation_id, action_of(mutation_input)
            )
            return await write(self.graph, act, request)

        entity_id, errors = await self.execute(mutation_input, run_act)
        return payload_type(
            entity_id=entity_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    def writer(self, mutation_input: Any) -> ObjectWriter:  # noqa: ANN401 as above
        """Return the writer of objects of the viewer, for the input of a mutation."""
        return ObjectWriter(
            self.graph, self.viewer.user_id or "", mutation_input.client_mutation_id, action_of(mutation_input)
        )

    async def execute(self, mutation_input: Any, work: Callable[[], Awaitable[T]]) -> MutationResult[T]:  # noqa: ANN401 as above
        """Return the result of a mutation, or the errors of its input. Raises RequestError as `decide` and `act` do."""
        try:
            return MutationResult(await work(), [])
        except RequestError as error:
            if error.code not in USER_ERRORS:
                raise
            field = ["input", error.field] if error.field else _field_at_fault(mutation_input, error.message)
            return MutationResult(None, [UserError(code=USER_ERRORS[error.code], field=field, message=error.message)])
        except ActError as error:
            code = UserErrorCode[error.problem.name]
            return MutationResult(None, [UserError(code=code, field=["input", error.field], message=str(error))])
        except AccountGoneError as error:
            raise RequestError(Code.UNAUTHENTICATED, str(error)) from None


def action_of(mutation_input: Any) -> str:  # noqa: ANN401 an input object
    """Return the name of the mutation with this input, such as followEntity for FollowEntityInput."""
    name = type(mutation_input).__name__.removesuffix("Input")
    return name[0].lower() + name[1:]


def entity_key(text: str, field: str) -> list[str]:
    """Return scheme and value of an ID in an input field. Raises ActError if the text is not an ID."""
    try:
        return checked_key(str(text))
    except RequestError as error:
        raise ActError(error.message[:MAX_MESSAGE], field, InputProblem.BAD_ID) from None


def _field_at_fault(mutation_input: Any, message: str) -> list[str] | None:  # noqa: ANN401 an input object
    """Return the path of the input field whose value a message quotes, or None."""
    names = {"left_id": "leftId", "right_id": "rightId", "id": "id", "decision_id": "decisionId"}
    for name, shown in names.items():
        value = str(getattr(mutation_input, name, None) or "")
        if value and (value in message or repr(value.partition(":")[2]) in message):
            return ["input", shown]
    return None
