"""One request: prepare, weigh, ask Neo4j once, read the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias, TypeVar, TypeVarTuple

from anyio import CapacityLimiter, fail_after, to_thread

from cypher.driver.client import Graph
from resolvers.compile.arguments import Variables
from resolvers.compile.cypher_format import format_cypher
from resolvers.compile.plan import BoundPlan, Plan
from resolvers.compile.row_decoders import DecodeContext
from resolvers.curation_service import CurationService
from resolvers.errors import Code, RequestError
from resolvers.mutation_execution import Mutating, execute_mutation, parse_mutation
from resolvers.plan_cache import PlanCache
from resolvers.reply import FAILURES, Reply, problem, refusal
from resolvers.service_roots import resolve_service_root
from resolvers.strawberry_execution import complete_with_strawberry, execute_introspection

DECISION_COST = 1_000
"""Cost of a mutation."""
SHORT = 500
"""Characters of a new document that is prepared at once. Checking takes longest where one field is repeated, with the
square of how often: 0.08 s for 1,000 characters, 1 s for 3,900 (two busy processors)."""

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Executor: TypeAlias = Literal["compiled", "strawberry"]


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a request."""

    max_depth: int = 15
    max_cost: int = 50_000
    timeout_s: float = 10.0
    introspection: bool = True
    """Whether `__schema` and `__type` are answered."""


@dataclass(frozen=True, slots=True)
class Request:
    """One GraphQL request."""

    query: str
    variables: Mapping[str, Any] = field(default_factory=dict[str, Any])
    operation: str | None = None
    curator: str | None = None
    """The curator who sends the request; None without a token."""
    safe: bool = False
    """Whether it must change nothing, as a GET."""
    spend: Callable[[int], None] | None = None
    """Told the estimated cost before anything runs. Raises RequestError where the client has no more to spend."""


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
    preparer: PlanCache = field(init=False)
    _long: CapacityLimiter = field(init=False)

    def __post_init__(self) -> None:
        self.preparer = PlanCache(self.limits.max_depth)
        self._long = CapacityLimiter(1)

    async def answer(self, request: Request) -> Reply:
        """Answer a request. Errors of the client or the graph become part of the response."""
        try:
            mutation = await self._prepare_document(request, parse_mutation)
            if mutation is not None:
                return await self._execute_decision(mutation, request)
            plan, coerced = await self._prepare_document(request, PlanCache.plan)
            bound = await self._run_in_thread(plan, plan.bind, coerced)
            self.check_cost(plan, bound, request)
            reply = await self.run_plan(plan, bound)
            await self._tell(reply, bound)
            self._complete(reply, plan, request, coerced)
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
        if len(request.query) <= SHORT or self.preparer.knows(request.query):
            return work(*call_args)
        return await to_thread.run_sync(work, *call_args, limiter=self._long)

    async def _execute_decision(self, mutation: Mutating, request: Request) -> Reply:
        """Execute a mutation. Raises RequestError without a curator's token, or a GraphError."""
        if request.safe:
            raise RequestError(Code.METHOD_NOT_ALLOWED, "A mutation changes the graph. Use POST.")
        if self.identity is None or request.curator is None:
            raise RequestError(Code.UNAUTHENTICATED, Code.UNAUTHENTICATED.advice)
        if request.spend is not None:
            request.spend(DECISION_COST)
        return await execute_mutation(mutation, self.identity, request.curator)

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
                "Ask for smaller pages or fewer fields.",
            )
        if request.spend is not None:
            request.spend(bound.cost)

    async def run_plan(self, plan: Plan, bound: BoundPlan) -> Reply:
        """Ask Neo4j once, and read its answer. Raises GraphError."""
        row: list[Any] = []
        if bound.text:
            answer = await self.graph.read(bound.text, bound.parameters, timeout_s=self.limits.timeout_s)
            row = answer.rows[0]
        reading = DecodeContext(bound.parameters)
        data = await self._run_in_thread(plan, plan.decode_row, row, reading)
        errors = [problem(wrong.code, wrong.message, wrong.path) for wrong in reading.errors]
        cost = {"estimated": bound.cost, "limit": self.limits.max_cost, "actual": reading.values}
        extensions: dict[str, Any] = {"cost": cost}
        if self.shows_cypher:
            extensions["cypher"] = {"text": format_cypher(bound.text), "parameters": bound.parameters}
        return Reply(data, ran=True, errors=errors, extensions=extensions)

    async def _tell(self, reply: Reply, bound: BoundPlan) -> None:
        """Add the fields that services answer. Raises RequestError if they time out, or a GraphError."""
        if reply.data is None or not bound.service_calls:
            return
        if self.identity is None:
            raise RequestError(Code.INTERNAL, "Nothing that knows of identities stands behind this service.")
        try:
            with fail_after(self.limits.timeout_s):
                for call in bound.service_calls:
                    try:
                        value = await resolve_service_root(call, self.identity)
                    except RequestError as error:
                        reply.errors.append(problem(error.code, error.message, (call.key,)))
                        continue
                    # Strawberry's executor reads the object itself
                    reply.data[call.key] = value if self.executor == "strawberry" else call.written(value)
        except TimeoutError:
            raise RequestError(Code.TIMEOUT, Code.TIMEOUT.advice) from None

    def _complete(self, reply: Reply, plan: Plan, request: Request, coerced: Variables) -> None:
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
