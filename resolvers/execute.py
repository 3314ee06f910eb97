"""Execute a request: look up its plan, check the cost, run one query in Neo4j, and decode the rows.

graphql-core executes introspection and mutations (`execute_mutation`), and the identity service resolves its root
fields. With the executor `strawberry`, Strawberry completes the response; it is slower, and verifies that the response
fits the schema.
"""

# pyright: reportUnknownVariableType=false
# The generic types of graphql-core's executor are incomplete.

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, TypeAlias, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, fail_after, to_thread

from accounts.erasure import ErasureList
from accounts.mail import Mailer
from accounts.viewer import Viewer
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.driver.metrics import timed_planning
from cypher.graph_statistics import NO_STATISTICS, GraphStatistics
from resolvers.compile.arguments import Variables
from resolvers.compile.cypher_format import format_cypher
from resolvers.compile.introspection import introspect
from resolvers.compile.plan import BoundPlan, Plan
from resolvers.compile.row_decoders import DecodeState
from resolvers.compile.selection import Document
from resolvers.compile.viewer import viewer_variables
from resolvers.computed_parameters import READ_FROM_NEO4J, ParameterServices, TextEmbedder
from resolvers.curation_service import CurationService
from resolvers.document import InvalidDocumentError
from resolvers.errors import Code, RequestError
from resolvers.execute_mutation import (
    MUTATION,
    MUTATION_COST,
    MutationServices,
    ParsedMutation,
    execute_mutation,
    mutation_fields,
    parse_mutation,
)
from resolvers.expensive_queries import EXPENSIVE_COST, SERVER_WEIGHT, ClientQuery, ExpensiveQueryLimiter
from resolvers.path_search import PathSearch
from resolvers.permissions import require_permissions
from resolvers.plan_cache import PlanCache
from resolvers.reply import FAILURES, Reply, failure_reply, problem
from resolvers.schema import graphql_schema, strawberry_schema
from resolvers.service_roots import resolve_service_root
from traversal.coauthor_graph import CoauthorGraph

T = TypeVar("T")
MAX_INLINE_LENGTH = 500
"""Maximum length in characters of a new document that is parsed in the event loop. Validation takes longest for a
repeated field, with the square of its count: 0.08 s for 1,000 characters, 1 s for 3,900 (two busy processors).
"""
Ts = TypeVarTuple("Ts")
Executor: TypeAlias = Literal["compiled", "strawberry"]


def complete_with_strawberry(
    query: str, answer: dict[str, Any], variables: Mapping[str, Any], operation: str | None
) -> tuple[dict[str, Any] | None, list[str]]:
    """Return the response as Strawberry completes it from `answer`, and the errors."""
    result = strawberry_schema().execute_sync(
        query, variable_values=dict(variables), root_value=answer, operation_name=operation
    )
    return result.data, [error.message for error in result.errors or ()]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request."""

    max_depth: int = 15
    max_cost: int = 50_000
    timeout_s: float = 10.0
    introspection: bool = True
    """True if `__schema` and `__type` are allowed."""
    expensive_queries: int = 0
    """Maximum number of expensive queries at once; 0: unlimited."""


@dataclass(frozen=True, slots=True)
class Request:
    """One GraphQL request."""

    query: str
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    operation: str | None = None
    viewer: Viewer | None = None
    """The client, if it is signed in."""
    client: str = ""
    """Address or account of the client; the clients share the slots for expensive queries."""
    token_error: str = ""
    """The reason why the server refused the client's token; empty without a token."""
    safe: bool = False
    """True if the request must not change the graph, such as a GET."""
    spend: Callable[[int], None] | None = None
    """Charges the estimated cost to the client before execution. Raises RequestError if the budget is exhausted."""
    protect: Callable[[], None] | None = None
    """Called before a mutation runs: from then on, the request continues even if the client disconnects."""


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
    mailer: Mailer | None = None
    """Sends mails; None if the operator configured no SMTP server."""
    erasures: ErasureList | None = None
    """List of erased accounts; None if the service erases no accounts."""
    forget_user: Callable[[str], None] = lambda _: None
    """Called with the ID of a user after the account was erased, so that a cache of users drops it."""
    statistics: GraphStatistics = NO_STATISTICS
    """Size of the graph, for the cost of requests."""
    network: Callable[[], CoauthorGraph | None] = lambda: None
    """Returns the co-author network in memory; None while it is not built, and Neo4j searches for paths."""
    embedder: TextEmbedder | None = None
    """Turns texts into vectors; None if the server has no model."""
    plan_cache: PlanCache = field(init=False)
    path_search: PathSearch = field(init=False)
    expensive_queries: ExpensiveQueryLimiter = field(init=False)
    _long: CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        self.plan_cache = PlanCache(self.limits.max_depth)
        self.path_search = PathSearch(self.graph, self.network, self.limits.timeout_s)
        self.expensive_queries = ExpensiveQueryLimiter(self.limits.expensive_queries)
        self._long = CapacityLimiter(1)

    @property
    def parameter_services(self) -> ParameterServices:
        """The services that compute parameters before a query runs."""
        return ParameterServices(self.graph, self.path_search, self.embedder, self.limits.timeout_s)

    async def answer(self, request: Request) -> Reply:
        """Answer a request. Errors of the client or the graph become part of the response."""
        started = time.perf_counter()
        try:
            if MUTATION in request.query:
                mutation = await self.prepare_document(request, parse_mutation)
                if mutation is not None:
                    compiled_s = time.perf_counter() - started
                    reply = await self._execute_mutation(mutation, request)
                    reply.timing_s = {"compile": compiled_s, "execute": time.perf_counter() - started - compiled_s}
                    return reply
            plan, coerced = await self.prepare_document(request, PlanCache.plan)
            user_id = request.viewer.personal_user_id if request.viewer else None
            bound = await self._run_in_thread(plan, plan.bind, viewer_variables(coerced, user_id), self.statistics)
            self.check_cost(plan, bound, request)
            compiled_s = time.perf_counter() - started
            reply = await self.run_plan(plan, bound, request)
            if bound.service_calls:
                await self._resolve_service_fields(reply, bound, request)
            if plan.introspects or self.executor == "strawberry":
                await self._add_executed_fields(reply, plan, bound, request, coerced)
            reply.timing_s = {"compile": compiled_s, **reply.timing_s}
            files = {parameter.file for parameter in plan.parts.computed}
            reply.reads_only_neo4j = files <= READ_FROM_NEO4J and not bound.service_calls
            reply.depends_only_on_schema = plan.introspects and not bound.text and reply.reads_only_neo4j
            return reply
        except FAILURES as error:
            return await self.reply_to_failure(error, request)

    async def reply_to_failure(
        self, error: InvalidDocumentError | RequestError | GraphError, request: Request
    ) -> Reply:
        """Return the reply to a request that failed; later, if the client sends many requests that are rejected."""
        if not isinstance(error, GraphError):
            await self.expensive_queries.delay_rejection(request.client)
        return failure_reply(error, request.query)

    async def prepare_document(
        self, request: Request, work: Callable[[PlanCache, str, str | None, Mapping[str, Any]], T]
    ) -> T:
        """Parse a request's document; long new documents are parsed in a worker thread, one at a time.

        Raises InvalidDocumentError or RequestError.
        """
        call_args = self.plan_cache, request.query, request.operation, request.variables
        if self.plan_cache.has_document(request.query):
            return work(*call_args)
        return await self.expensive_queries.run_in_server(
            request.client, lambda: self.compute(request.query, work, *call_args)
        )

    async def compute(self, query: str, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run a computation on a document; for a long document, in a worker thread, one at a time."""
        if len(query) <= MAX_INLINE_LENGTH:
            return work(*args)
        return await to_thread.run_sync(work, *args, limiter=self._long)

    async def _execute_mutation(self, mutation: ParsedMutation, request: Request) -> Reply:
        """Execute a mutation. Raises RequestError if the client may not send it, or a GraphError."""
        if request.safe:
            raise RequestError(Code.METHOD_NOT_ALLOWED, "A mutation changes the graph. Use POST.")
        await require_permissions(self.graph, mutation_fields(mutation), request.viewer, request.token_error)
        if self.identity is None or request.viewer is None:
            raise RequestError(Code.INTERNAL, "This service executes no mutations.")
        if request.spend is not None:
            request.spend(MUTATION_COST)
        if request.protect is not None:
            request.protect()

        cost = {"estimated": MUTATION_COST, "limit": self.limits.max_cost, "actual": 0}

        async def run_query(query: str, variables: Mapping[str, Any]) -> Reply:
            reply = await self.answer(replace(request, query=query, variables=variables, operation=None))
            for name in ("estimated", "actual"):
                cost[name] += reply.extensions.get("cost", {}).get(name, 0)
            return reply

        services = MutationServices(self.graph, self.identity, self.mailer, self.erasures, self.forget_user)
        reply = await execute_mutation(mutation, services, request.viewer, run_query)
        reply.extensions["cost"] = cost
        return reply

    async def _run_in_thread(self, plan: Plan, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Run a step of a plan; slow steps run in a worker thread."""
        return await to_thread.run_sync(work, *args, limiter=self._long) if plan.needs_thread else work(*args)

    def check_cost(self, plan: Plan, bound: BoundPlan, request: Request) -> None:
        """Check the estimated cost of a plan, and charge the client. Raises RequestError if it exceeds a limit."""
        if plan.introspects and not self.limits.introspection:
            raise RequestError(Code.VALIDATION, "Introspection is off here. The schema is at /schema.graphql.")
        if max(bound.cost, bound.values) > self.limits.max_cost:
            part = bound.most_expensive_part()
            share = f" {part.name} makes up {part.cost:,} of it." if part.name else ""
            measure = (
                f"The estimated cost is {bound.cost:,}"
                if bound.cost >= bound.values
                else f"The response could have {bound.values:,} values"
            )
            raise RequestError(
                Code.TOO_COSTLY,
                f"{measure}, the limit {self.limits.max_cost:,}.{share} "
                "Request smaller pages, fewer fields or a narrower filter.",
                path=part.path,
            )
        if request.spend is not None:
            request.spend(bound.cost)

    async def run_plan(self, plan: Plan, bound: BoundPlan, request: Request, *, is_export: bool = False) -> Reply:
        """Run one query in Neo4j and decode its row. Raises GraphError, or RequestError if the server is too busy.

        Args:
            plan: The plan of the query.
            bound: The plan with its parameters.
            request: The request of the client.
            is_export: True for a page of an export, which is expensive whatever its cost: more pages follow it.
        """
        row: list[Any] = []
        timing_s: dict[str, float] = {}
        started = time.perf_counter()
        if bound.text:
            query_cost = max(bound.cost, EXPENSIVE_COST) if is_export else bound.cost
            query = ClientQuery(request.client, query_cost, bound.text, always_expensive=is_export)
            with timed_planning() as planning:
                row, bound = await self.expensive_queries.run(query, partial(self._read_row, plan, bound))
            timing_s |= {"planning": planning.waited_s, "neo4j": time.perf_counter() - started}
        state = DecodeState(bound.parameters)
        started = time.perf_counter()
        data = await self._run_in_thread(plan, plan.decode_row, row, state)
        timing_s["decode"] = time.perf_counter() - started
        errors = [problem(wrong.code, wrong.message, wrong.path, request.query) for wrong in state.errors]
        cost = {"estimated": bound.cost, "limit": self.limits.max_cost, "actual": state.values}
        extensions: dict[str, Any] = {"cost": cost}
        if self.shows_cypher:
            extensions["cypher"] = {"text": format_cypher(bound.text), "parameters": bound.parameters}
        return Reply(data, ran=True, errors=errors, extensions=extensions, timing_s=timing_s)

    async def _read_row(self, plan: Plan, bound: BoundPlan) -> tuple[list[Any], BoundPlan]:
        """Compute parameters and run the query; return its row, and the plan with all parameters.

        Raises RequestError or a GraphError.
        """
        if plan.parts.computed:
            try:
                with fail_after(self.limits.timeout_s):
                    parameters = await self.parameter_services.compute(plan.parts.computed, bound.parameters)
            except TimeoutError:
                raise RequestError(Code.TIMEOUT, Code.TIMEOUT.advice) from None
            bound = replace(bound, parameters=parameters)
        result = await self.graph.read(bound.grouped_text, bound.grouped_parameters, timeout_s=self.limits.timeout_s)
        return result.rows[0], bound

    async def _resolve_service_fields(self, reply: Reply, bound: BoundPlan, request: Request) -> None:
        """Add the root fields that services resolve. Raises RequestError on timeout, or a GraphError."""
        if reply.data is None:
            return
        try:
            with fail_after(self.limits.timeout_s):
                for call in bound.service_calls:
                    try:
                        value = await resolve_service_root(call, self.graph, self.identity, request.viewer)
                    except RequestError as error:
                        reply.errors.append(problem(error.code, error.message, (call.key,), request.query))
                        continue
                    # Strawberry's executor reads the object itself
                    reply.data[call.key] = value if self.executor == "strawberry" else call.written(value)
        except TimeoutError:
            raise RequestError(Code.TIMEOUT, Code.TIMEOUT.advice) from None

    async def _add_executed_fields(
        self, reply: Reply, plan: Plan, bound: BoundPlan, request: Request, coerced: Variables
    ) -> None:
        """Add the fields that graphql-core or Strawberry executes: introspection, or all fields if so configured."""
        if reply.data is None:
            return
        if plan.introspects:
            call_args = self.plan_cache, request, coerced
            text = f"introspection with a cost of {bound.cost}"
            reply.data |= await self.expensive_queries.run(
                ClientQuery(request.client, bound.cost, text, SERVER_WEIGHT, always_expensive=True),
                lambda: to_thread.run_sync(_introspect, *call_args, limiter=self._long),
            )
        if self.executor == "strawberry":
            reply.data, wrong = complete_with_strawberry(
                request.query, reply.data, request.variables, request.operation
            )
            reply.errors += [problem(Code.INTERNAL, message) for message in wrong]


def _introspect(plan_cache: PlanCache, request: Request, coerced: Variables) -> dict[str, Any]:
    prepared = plan_cache.document(request.query)
    return introspect(Document(graphql_schema(), prepared.fragments, coerced), prepared.operation(request.operation))
