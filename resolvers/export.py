"""Export a list of any length: read it page by page, each with one Cypher statement, in constant memory."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from graphql import (
    ArgumentNode,
    FieldNode,
    FragmentDefinitionNode,
    GraphQLList,
    GraphQLObjectType,
    NameNode,
    OperationDefinitionNode,
    SelectionNode,
    SelectionSetNode,
    VariableNode,
)

from resolvers.compile.arguments import ArgumentValue, Variables, arguments
from resolvers.compile.plan import BoundPlan, Plan, compile_operation
from resolvers.compile.registry import registry
from resolvers.compile.selection import Document, SelectedField
from resolvers.compile.types import named_type, strip_non_null, type_of
from resolvers.compile.viewer import viewer_variables
from resolvers.errors import Code, RequestError
from resolvers.execute import Request, Service
from resolvers.plan_cache import PlanCache
from schema.field_mapping import ServiceResolved
from schema.paging import MAX_PAGE

FIRST, AFTER, PAGE = "__first", "__after", "__page"
"""Names of the variables and the key for pages.

Two leading underscores are reserved, so they cannot collide with a client's names.
"""
PAGE_ARGUMENTS = frozenset({"first", "last", "before"})
ROWS = ("nodes", "edges")


@dataclass(frozen=True, slots=True)
class PagedOperation:
    """An operation with variables for its pages: `path` leads to the connection in the response, `rows` to the rows."""

    operation: OperationDefinitionNode
    path: tuple[str, ...]
    rows: str
    start: str | None
    """Cursor of the edge before the first row."""


def paged(
    operation: OperationDefinitionNode, fragments: Mapping[str, FragmentDefinitionNode], variables: Variables
) -> PagedOperation:
    """Return the operation with variables for the page of its connection. Raises RequestError.

    Each level above the connection has one field, as in `{ researcher(by: ...) { papers { nodes { ... } } } }`.
    """
    schema = registry().schema
    document = Document(schema, fragments, variables)
    type_ = cast("GraphQLObjectType", schema.query_type)
    sets = [operation.selection_set]
    path: list[SelectedField] = []
    while True:
        selections = document.selected_fields(type_, sets)
        if len(selections) != 1 or selections[0].name not in type_.fields:
            keys = ", ".join(selection.key for selection in selections) or "none"
            raise _error(f"each level above the list has exactly one field; under {type_.name} there are: {keys}")
        if isinstance(registry().mappings.get((type_.name, selections[0].name)), ServiceResolved):
            raise _error(f"{selections[0].name} cannot be exported; read its pages with first and after")
        path.append(selections[0])
        definition = type_.fields[selections[0].name]
        field_type = type_of(definition)
        inner = named_type(field_type)
        if isinstance(strip_non_null(field_type), GraphQLList) or not isinstance(inner, GraphQLObjectType):
            raise _error(f"{selections[0].key} is not a connection")
        type_, sets = inner, selections[0].selection_sets
        if type_.name.endswith("Connection"):
            break
    rows = document.selected_fields(type_, sets)
    if len(rows) != 1 or rows[0].name not in ROWS:
        raise _error(f"{path[-1].key} must have exactly one field, nodes or edges; each line is one of them")
    start = arguments(definition, path[-1].node, variables).get("after")
    after = start.evaluate(variables) if isinstance(start, ArgumentValue) else None
    return PagedOperation(_rewritten(operation, path), tuple(selection.key for selection in path), rows[0].key, after)


def _error(problem: str) -> RequestError:
    return RequestError(Code.BAD_USER_INPUT, f"An export has one list: {problem}.")


def _rewritten(operation: OperationDefinitionNode, path: list[SelectedField]) -> OperationDefinitionNode:
    *above, last = path
    kept_arguments = [argument for argument in last.node.arguments or () if argument.name.value != "after"]
    page_arguments = sorted({argument.name.value for argument in kept_arguments} & PAGE_ARGUMENTS)
    if page_arguments:
        raise _error(f"it is read to its end; remove {' and '.join(page_arguments)}. `after` selects the start")
    page = FieldNode(
        alias=_name(PAGE), name=_name("pageInfo"), selection_set=_set(_field("hasNextPage"), _field("endCursor"))
    )
    field = FieldNode(
        alias=last.node.alias,
        name=last.node.name,
        arguments=(*kept_arguments, _argument("first", FIRST), _argument("after", AFTER)),
        selection_set=_set(*(selection for set_ in last.selection_sets for selection in set_.selections), page),
    )
    for parent in reversed(above):
        field = FieldNode(
            alias=parent.node.alias, name=parent.node.name, arguments=parent.node.arguments, selection_set=_set(field)
        )
    return OperationDefinitionNode(
        operation=operation.operation, variable_definitions=operation.variable_definitions, selection_set=_set(field)
    )


def _name(value: str) -> NameNode:
    return NameNode(value=value)


def _field(name: str) -> FieldNode:
    return FieldNode(name=_name(name))


def _set(*selections: SelectionNode) -> SelectionSetNode:
    return SelectionSetNode(selections=selections)


def _argument(name: str, variable: str) -> ArgumentNode:
    return ArgumentNode(name=_name(name), value=VariableNode(name=_name(variable)))


async def iter_pages(service: Service, request: Request) -> AsyncGenerator[list[Any]]:
    """Yield pages of nodes or edges, as the document selects them, until the list ends.

    Each page is a request with its own limits that starts after the previous page, so concurrent changes neither repeat
    nor omit rows. Raises RequestError, InvalidDocumentError or GraphError.
    """
    paging, fragments, variables = await service.prepare_document(request, _paged_document)
    user_id = request.viewer.personal_user_id if request.viewer else None
    pages = Pages(paging, fragments, viewer_variables(variables, user_id), service.limits.max_depth)
    after = paging.start
    while True:
        plan, bound = await service.compute(request.query, pages.next, after, service.limits.max_cost)
        service.check_cost(plan, bound, request)
        reply = await service.run_plan(plan, bound, request, is_export=True)
        if reply.errors:
            raise RequestError(Code.INTERNAL, reply.errors[0]["message"])
        node: Any = reply.data
        for key in paging.path:
            node = node[key] if node is not None else None
        if node is None:  # no entity has the key in the document
            return
        yield node[paging.rows]
        if not node[PAGE]["hasNextPage"]:
            return
        after = node[PAGE]["endCursor"]


def _paged_document(
    plan_cache: PlanCache, query: str, operation: str | None, raw: Mapping[str, Any]
) -> tuple[PagedOperation, Mapping[str, FragmentDefinitionNode], Variables]:
    prepared = plan_cache.document(query)
    chosen, variables = prepared.select_operation(operation, raw)
    return paged(chosen, prepared.fragments, variables), prepared.fragments, variables


@dataclass(slots=True)
class Pages:
    """The plans of an export: one for the first page, one for pages after a cursor."""

    paging: PagedOperation
    fragments: Mapping[str, FragmentDefinitionNode]
    variables: Variables
    max_depth: int
    size: int = MAX_PAGE
    plans: dict[bool, Plan] = field(default_factory=dict[bool, Plan])

    def next(self, after: str | None, max_cost: int) -> tuple[Plan, BoundPlan]:
        """Return the page after a cursor, as large as its cost allows. Raises RequestError."""
        started = after is not None
        if started not in self.plans:
            variables = {**self.variables, FIRST: self.size, AFTER: after}
            self.plans[started] = compile_operation(self.paging.operation, self.fragments, variables, self.max_depth)
        plan = self.plans[started]
        while True:
            bound = plan.bind({**self.variables, FIRST: self.size, AFTER: after})
            if bound.cost <= max_cost or self.size == 1:
                return plan, bound
            self.size //= 2
