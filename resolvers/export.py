"""A list of any length, read to its end in pages of one Cypher each, in constant memory."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any

from graphql import FragmentDefinitionNode

from resolvers.compile.arguments import Variables
from resolvers.compile.paged import AFTER, FIRST, PAGE, Paged, paged
from resolvers.compile.plan import Bound, Plan, compiled
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from schema.paging import MAX_PAGE


async def exported(service: Service, request: Request) -> AsyncGenerator[list[Any]]:
    """Yield pages of rows, nodes or edges as the document asks for them, until the list ends.

    Each page is a request of its own, with the limits of one; it starts where the last one ended, so that what comes
    and goes meanwhile neither repeats nor loses a row. Raises RequestError, InvalidDocumentError or GraphError.
    """
    prepared = service.preparer.document(request.query)
    chosen, variables = prepared.asked(request.operation, request.variables)
    asked = paged(chosen, prepared.fragments, variables)
    pages = Pages(asked, prepared.fragments, variables, service.limits.max_depth)
    after = asked.start
    while True:
        plan, bound = pages.next(after, service.limits.max_cost)
        service.weigh(plan, bound, request)
        reply = await service.ask(plan, bound)
        if reply.errors:
            raise RequestError(Code.INTERNAL, reply.errors[0]["message"])
        found: Any = reply.data
        for key in asked.path:
            found = found[key] if found is not None else None
        if found is None:  # nothing has the key that was asked for
            return
        yield found[asked.rows]
        if not found[PAGE]["hasNextPage"]:
            return
        after = found[PAGE]["endCursor"]


@dataclass(slots=True)
class Pages:
    """The plans of one export's pages: one for the first, one for those after a cursor."""

    asked: Paged
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Variables
    max_depth: int
    size: int = MAX_PAGE
    plans: dict[bool, Plan] = field(default_factory=dict[bool, Plan])

    def next(self, after: str | None, max_cost: int) -> tuple[Plan, Bound]:
        """Return the page after a cursor, as large as its cost allows. Raises RequestError."""
        started = after is not None
        if started not in self.plans:
            given = {**self.variables, FIRST: self.size, AFTER: after}
            self.plans[started] = compiled(self.asked.operation, self.fragments, given, self.max_depth)
        plan = self.plans[started]
        while True:
            bound = plan.bind({**self.variables, FIRST: self.size, AFTER: after})
            if bound.cost <= max_cost or self.size == 1:
                return plan, bound
            self.size //= 2
