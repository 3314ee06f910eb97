"""Execute a request: look up its plan, check the cost, run one query in Neo4j, and decode the rows.

graphql-core executes introspection and mutations, and the identity service resolves its root fields. With the executor
`strawberry`, Strawberry completes the response; it is slower, and verifies that the response fits the schema.
"""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core's executor are incomplete.

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from inspect import isawaitable
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar, TypeVarTuple, cast

from anyio import CapacityLimiter, fail_after, to_thread
from graphql import (
    ExecutionResult,
    GraphQLError,
    GraphQLResolveInfo,
    OperationType,
    execute,
)
from strawberry.types import Info

from cypher.driver.client import Graph
from resolvers.compile.arguments import Variables
from resolvers.compile.cypher_format import format_cypher
from resolvers.compile.plan import BoundPlan, Plan
from resolvers.compile.row_decoders import DecodeContext
from resolvers.compile.service_root import ServiceRootCall
from resolvers.curation_service import CurationService, Rows
from resolvers.document import ValidatedDocument, variables_of
from resolvers.errors import Code, RequestError
from resolvers.introspection import execute_introspection
from resolvers.mutations import PAYLOAD_IDS, MutationContext, distinct_nodes, nodes_query
from resolvers.path_search import PathSearch
from resolvers.plan_cache import PlanCache
from resolvers.reply import FAILURES, Reply, format_error, problem, refusal
from resolvers.schema import graphql_schema, strawberry_schema
from schema.identity import (
    DecisionConnection,
    DecisionEdge,
    IdentityExplanation,
    ReviewItemConnection,
    ReviewItemEdge,
    ReviewKind,
)
from schema.paging import ForwardPageInfo, PageInfo
from traversal.coauthor_graph import CoauthorGraph

T = TypeVar("T")


class ParsedMutation(NamedTuple):
    """A valid mutation: its document, the name of the operation, and the variables as received."""

    prepared: ValidatedDocument
    operation: str | None
    raw: Mapping[str, Any]


def parse_mutation(
    preparer: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]
) -> ParsedMutation | None:
    """Return the mutation in a request; None for a query. Raises InvalidDocumentError or RequestError."""
    if "mutation" not in query:
        return None
    prepared, valid_variables = preparer.valid(query, raw)
    chosen = prepared.operation(operation)
    return ParsedMutation(prepared, operation, valid_variables) if chosen.operation is OperationType.MUTATION else None


async def execute_mutation(mutation: ParsedMutation, context: MutationContext, query: str) -> Reply:
    """Execute a mutation for a curator. Raises InvalidDocumentError if a variable is invalid, or a GraphError."""
    variables_of(mutation.prepared.operation(mutation.operation), mutation.raw)
    running = execute(
        graphql_schema(),
        mutation.prepared.document,
        context_value=context,
        variable_values=dict(mutation.raw),
        operation_name=mutation.operation,
    )
    result: ExecutionResult = await running if isawaitable(running) else running
    return Reply(result.data, ran=True, errors=[_mutation_error(error, query) for error in result.errors or ()])


def _mutation_error(error: GraphQLError, query: str) -> dict[str, Any]:
    if error.original_error is None:
        return format_error(error, Code.BAD_VARIABLES)
    if isinstance(error.original_error, RequestError):
        return problem(error.original_error.code, error.original_error.message, error.path or (), query)
    raise error.original_error


async def resolve_service_root(call: ServiceRootCall, identity: CurationService) -> Any:  # noqa: ANN401 a type of schema/identity
    """Return the value of a root field, an object of its type. Raises RequestError or a GraphError."""
    arguments = call.arguments
    match call.name:
        case "decisionLog":
            rows = await identity.log(call.after, call.first)
            edges = [DecisionEdge(cursor=call.cursor(position), node=decision) for position, decision in rows.items]
            return DecisionConnection(
                edges=edges, nodes=[edge.node for edge in edges], page_info=_page_info(call, rows)
            )
        case "explainEntity":
            explanation = await identity.explain(str(arguments["id"]), call.after, call.first)
            return IdentityExplanation(
                subject=explanation.subject,
                parts=[part for _, part in explanation.parts.items],
                part_count=explanation.part_count,
                page_info=_page_info(call, explanation.parts),
                decisions=explanation.decisions,
            )
        case "compareEntities":
            return await identity.compare(str(arguments["leftId"]), str(arguments["rightId"]))
        case "reviewQueue":
            open_items = await identity.review(ReviewKind(arguments["kind"]), call.after, call.first)
            edges = [
                ReviewItemEdge(cursor=call.cursor(position), node=question) for position, question in open_items.items
            ]
            return ReviewItemConnection(
                edges=edges, nodes=[edge.node for edge in edges], page_info=_page_info(call, open_items)
            )
        case _:
            raise RequestError(Code.INTERNAL, f"No resolver for the field {call.name}.")


def _page_info(call: ServiceRootCall, rows: Rows[T]) -> PageInfo:
    cursors = [call.cursor(position) for position, _ in rows.items]
    ends = (cursors[0], cursors[-1]) if cursors else (None, None)
    return cast("PageInfo", ForwardPageInfo(rows.more, call.after is not None, *ends))  # read by the same names


def complete_with_strawberry(
    query: str, answer: dict[str, Any], variables: Mapping[str, Any], operation: str | None
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the response as Strawberry completes it from `answer`, and the errors."""
    result = strawberry_schema().execute_sync(
        query, variable_values=dict(variables), root_value=answer, operation_name=operation
    )
    return result.data, [error.message for error in result.errors or ()]


DECISION_COST = 1_000
"""Cost of a mutation."""
MAX_INLINE_LENGTH = 500
"""Maximum length in characters of a new document that is parsed in the event loop. Validation takes longest for a
repeated field, with the square of its count: 0.08 s for 1,000 characters, 1 s for 3,900 (two busy processors).
"""

Ts = TypeVarTuple("Ts")
Executor: TypeAlias = Literal["compiled", "strawberry"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request."""

    max_depth: int = 15
    max_cost: int = 50_000
    timeout_s: float = 10.0
    introspection: bool = True
    """True if `__schema` and `__type` are allowed."""


@dataclass(frozen=True, slots=True)
class Request:
    """One GraphQL request."""

    query: str
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    operation: str | None = None
    curator: str | None = None
    """The curator who sends the request; None without a token."""
    safe: bool = False
    """True if the request must not change the graph, such as a GET."""
    spend: Callable[[int], None] | None = None
    """Charges the estimated cost to the client before execution. Raises RequestError if the budget is exhausted."""


@dataclass(slots=True)
class Service:
    """Answers GraphQL requests over one graph."""

    graph: Graph
    limits: Limits = field(default_factory=Limits)
    executor: Executor = "compiled"
    shows_cypher: bool = False
    """Whether the response has `extensions.cypher`."""
    identity: CurationService | None = None
    """The identity service; None if there is no such service."""
    network: Callable[[], CoauthorGraph | None] = lambda: None
    """Returns the co-author network in memory; None while there is none, and Neo4j searches for paths."""
    preparer: PlanCache = field(init=False)
    path_search: PathSearch = field(init=False)
    _long: CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        self.preparer = PlanCache(self.limits.max_depth)
        self.path_search = PathSearch(self.graph, self.network, self.limits.timeout_s)
        self._long = CapacityLimiter(1)

    async def answer(self, request: Request) -> Reply:
        """Answer a request. Errors of the client or the graph become part of the response."""
        started = time.perf_counter()
        try:
            mutation = await self._prepare_document(request, parse_mutation)
            if mutation is not None:
                return await self._execute_decision(mutation, request)
            plan, coerced = await self._prepare_document(request, PlanCache.plan)
            bound = await self._run_in_thread(plan, plan.bind, coerced)
            self.check_cost(plan, bound, request)
            await self.path_search.compute(plan.parts.computed, bound.parameters)
            planned_s = time.perf_counter() - started
            reply = await self.run_plan(plan, bound, request.query)
            await self._resolve_service_fields(reply, bound, request.query)
            self._add_executed_fields(reply, plan, request, coerced)
            reply.timing_s = {"plan": planned_s, **reply.timing_s}
            return reply
        except FAILURES as error:
            return refusal(error, request.query)

    async def _prepare_document(
        self, request: Request, work: Callable[[PlanCache, str, str | None, Mapping[str, Any]], T]
    ) -> T:
        """Parse a request's document; long new documents are parsed in a worker thread, one at a time.

        Raises InvalidDocumentError or RequestError.
        """
        call_args = self.preparer, request.query, request.operation, request.variables
        if len(request.query) <= MAX_INLINE_LENGTH or self.preparer.knows(request.query):
            return work(*call_args)
        return await to_thread.run_sync(work, *call_args, limiter=self._long)

    async def _execute_decision(self, mutation: ParsedMutation, request: Request) -> Reply:
        """Execute a mutation. Raises RequestError without a curator's token, or a GraphError."""
        if request.safe:
            raise RequestError(Code.METHOD_NOT_ALLOWED, "A mutation changes the graph. Use POST.")
        if self.identity is None or request.curator is None:
            raise RequestError(Code.UNAUTHENTICATED, Code.UNAUTHENTICATED.advice)
        if request.spend is not None:
            request.spend(DECISION_COST)

        async def fetch_nodes(ids: Sequence[str], info: Info[Any]) -> list[Any]:
            wanted = nodes_query(cast("GraphQLResolveInfo[Any]", info._raw_info))  # noqa: SLF001  # pyright: ignore[reportPrivateUsage, reportUnknownMemberType]
            variables = {name: value for name, value in mutation.raw.items() if name in wanted.variables}
            reply = await self.answer(
                replace(request, query=wanted.document, variables={**variables, PAYLOAD_IDS: list(ids)}, operation=None)
            )
            if reply.data is None:
                message = str(reply.errors[0]["message"]) if reply.errors else Code.INTERNAL.advice
                raise RequestError(
                    reply.code or Code.INTERNAL, f"The decision was made, but its entities cannot be read: {message}"
                )
            return distinct_nodes(reply.data["nodes"])

        context = MutationContext(self.identity, request.curator, fetch_nodes)
        return await execute_mutation(mutation, context, request.query)

    async def _run_in_thread(self, plan: Plan, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run a step of a plan; slow steps run in a worker thread."""
        return await to_thread.run_sync(work, *args, limiter=self._long) if plan.heavy else work(*args)

    def check_cost(self, plan: Plan, bound: BoundPlan, request: Request) -> None:
        """Check the estimated cost of a plan, and charge the client. Raises RequestError if it exceeds a limit."""
        if plan.introspects and not self.limits.introspection:
            raise RequestError(Code.VALIDATION, "Introspection is off here. The schema is at /schema.graphql.")
        if bound.cost > self.limits.max_cost:
            field_, cost = bound.heaviest()
            most = f" {field_} makes up {cost:,} of it." if field_ else ""
            raise RequestError(
                Code.TOO_COSTLY,
                f"The estimated cost is {bound.cost:,}, the limit {self.limits.max_cost:,}.{most} "
                "Request smaller pages or fewer fields.",
                path=field_.split(".") if field_ else (),
            )
        if request.spend is not None:
            request.spend(bound.cost)

    async def run_plan(self, plan: Plan, bound: BoundPlan, query: str = "") -> Reply:
        """Run one query in Neo4j and decode its row. Raises GraphError."""
        row: list[Any] = []
        timing_s: dict[str, float] = {}
        started = time.perf_counter()
        if bound.text:
            answer = await self.graph.read(bound.text, bound.parameters, timeout_s=self.limits.timeout_s)
            row = answer.rows[0]
            timing_s["neo4j"] = time.perf_counter() - started
        reading = DecodeContext(bound.parameters)
        started = time.perf_counter()
        data = await self._run_in_thread(plan, plan.decode_row, row, reading)
        timing_s["decode"] = time.perf_counter() - started
        errors = [problem(wrong.code, wrong.message, wrong.path, query) for wrong in reading.errors]
        cost = {"estimated": bound.cost, "limit": self.limits.max_cost, "actual": reading.values}
        extensions: dict[str, Any] = {"cost": cost}
        if self.shows_cypher:
            extensions["cypher"] = {"text": format_cypher(bound.text), "parameters": bound.parameters}
        return Reply(data, ran=True, errors=errors, extensions=extensions, timing_s=timing_s)

    async def _resolve_service_fields(self, reply: Reply, bound: BoundPlan, query: str) -> None:
        """Add the root fields that the identity service resolves. Raises RequestError on timeout, or a GraphError."""
        if reply.data is None or not bound.service_calls:
            return
        if self.identity is None:
            raise RequestError(Code.INTERNAL, "This service has no identity service.")
        try:
            with fail_after(self.limits.timeout_s):
                for call in bound.service_calls:
                    try:
                        value = await resolve_service_root(call, self.identity)
                    except RequestError as error:
                        reply.errors.append(problem(error.code, error.message, (call.key,), query))
                        continue
                    # Strawberry's executor reads the object itself
                    reply.data[call.key] = value if self.executor == "strawberry" else call.written(value)
        except TimeoutError:
            raise RequestError(Code.TIMEOUT, Code.TIMEOUT.advice) from None

    def _add_executed_fields(self, reply: Reply, plan: Plan, request: Request, coerced: Variables) -> None:
        """Add the fields that graphql-core or Strawberry executes: introspection, or all fields if so configured."""
        if reply.data is None:
            return
        if plan.introspects:
            prepared = self.preparer.document(request.query)
            operation = prepared.operation(request.operation)
            reply.data |= execute_introspection(prepared, operation, request.variables, coerced)
        if self.executor == "strawberry":
            reply.data, wrong = complete_with_strawberry(
                request.query, reply.data, request.variables, request.operation
            )
            reply.errors += [problem(Code.INTERNAL, message) for message in wrong]
