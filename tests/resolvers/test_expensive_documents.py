"""Documents that are expensive to validate or to introspect: they do not block the event loop, and have a cost."""

import asyncio
from collections.abc import Awaitable
from typing import Any, cast

import pytest
from graphql import get_introspection_query

from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.document import InvalidDocumentError
from resolvers.errors import Code, RequestError
from resolvers.execute import Limits, Request, Service
from resolvers.expensive_queries import EXPENSIVE_COST, ClientQuery
from resolvers.export import iter_pages
from resolvers.plan_cache import PlanCache

NO_SERVER = Address("bolt://127.0.0.1:1", "neo4j", "")
TYPES = "__schema { types { fields { args { name } } } }"


async def count_turns(answer: Awaitable[Any]) -> int:
    """Return how often another task runs while a request is answered."""
    turns = 0

    async def count() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.001)

    counting = asyncio.create_task(count())
    await asyncio.sleep(0)
    await answer
    counting.cancel()
    return turns


async def first_page_error(service: Service, query: str) -> None:
    """Export a document that is rejected."""
    with pytest.raises(RequestError, match="repeats fields too often"):
        await anext(iter_pages(service, Request(query)))


async def test_long_documents_do_not_block_the_event_loop() -> None:
    """While a document of 1,500 fields is validated for an export or introspects, other requests are answered.

    A blocked event loop lets the other task run once or twice.
    """
    async with Graph(NO_SERVER) as graph:
        service = Service(graph)
        fields = " ".join(["papers { totalCount }"] * 1_500)
        assert await count_turns(first_page_error(service, f"{{ {fields} }}")) > 3
        text = get_introspection_query().replace("query IntrospectionQuery", "query ($deprecated: Boolean!)")
        text = text.replace("includeDeprecated: true", "includeDeprecated: $deprecated")
        await service.answer(Request(text, variables={"deprecated": True}))  # parses the document
        assert await count_turns(service.answer(Request(text, variables={"deprecated": False}))) > 3


def test_rejected_document_is_validated_once() -> None:
    """The errors of an invalid document are kept, so that its repetition costs nothing."""
    cache = PlanCache(15)
    for _ in range(2):
        with pytest.raises(InvalidDocumentError, match="Cannot query field 'wrong'"):
            cache.plan("{ wrong }", None, {})
        assert cache.has_document("{ wrong }")


def count_values(value: Any) -> int:  # noqa: ANN401 any value of JSON
    """Return the number of objects and values in a response."""
    if isinstance(value, dict):
        return 1 + sum(count_values(item) for item in cast("dict[str, Any]", value).values())
    return sum(count_values(item) for item in cast("list[Any]", value)) if isinstance(value, list) else 1


@pytest.mark.parametrize(
    "query",
    [
        f"{{ {TYPES} }}",
        '{ __type(name: "Paper") { name fields { name type { name ofType { name fields { name } } } } } }',
        '{ __type(name: "Nothing") { name } }',
        "{ __schema { queryType { name fields { args { name } } } directives { args { type { name } } } } }",
        "{ __schema { types { possibleTypes { name } enumValues { name } inputFields { name } } } }",
    ],
)
async def test_introspection_costs_half_its_values(query: str) -> None:
    """The cost of an introspection follows from the number of its objects and values."""
    async with Graph(NO_SERVER) as graph:
        reply = await Service(graph).answer(Request(query))
    assert reply.extensions["cost"]["estimated"] == -(-(count_values(reply.data) - 1) // 2)


async def test_introspection_is_limited() -> None:
    """A client can read the whole schema, but not sixty times in one request."""
    async with Graph(NO_SERVER) as graph:
        service = Service(graph)
        whole = await service.answer(Request(get_introspection_query()))
        assert (whole.errors, 5_000 < whole.extensions["cost"]["estimated"] < 25_000) == ([], True)
        aliases = " ".join(f"a{number}: {TYPES}" for number in range(60))
        repeated = await service.answer(Request(f"{{ {aliases} }}"))
        assert repeated.code is Code.TOO_COSTLY


async def test_costly_introspection_waits_for_a_slot() -> None:
    """An introspection of the whole schema runs in a slot for expensive queries, also in a document with a comment."""
    async with Graph(NO_SERVER) as graph:
        service = Service(graph, Limits(expensive_queries=1))
        end = asyncio.Event()
        other = asyncio.create_task(service.expensive_queries.run(ClientQuery("other", EXPENSIVE_COST, ""), end.wait))
        waiting = asyncio.create_task(service.answer(Request(get_introspection_query() + "# 1", client="client")))
        done, _ = await asyncio.wait([waiting], timeout=3)
        assert not done
        end.set()
        assert (await waiting).errors == []
        await other
