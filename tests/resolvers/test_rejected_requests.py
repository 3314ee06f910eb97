"""Invalid input gets a clear error with a stable code and does not run."""

import re
from typing import Any

import pytest

from cypher.driver.client import Graph
from cypher.driver.errors import GraphBusyError, GraphMemoryError
from resolvers.errors import Code
from resolvers.execute import Limits, Request, Service
from resolvers.reply import failure_reply
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

DEEP = "{ papers { nodes " + "{ authors { nodes { papers { nodes " * 9 + "{ id }" + " } } } }" * 9 + " } }"


@pytest.mark.parametrize(
    ("query", "code", "told"),
    [
        ("{ papers {", Code.SYNTAX, "Expected Name"),
        ("{ papers { nodes { titel } } }", Code.VALIDATION, "Did you mean 'title'"),
        ("{ papers { nodes { } } }", Code.VALIDATION, "Select at least one field"),
        ("query A { }", Code.VALIDATION, "Select at least one field"),
        ("mutation { }", Code.VALIDATION, "Select at least one field"),
        ("mutation { x }", Code.VALIDATION, "Cannot query field 'x' on type 'Mutation'"),
        ("{ papers(first: -1) { totalCount } }", Code.BAD_USER_INPUT, "first is -1"),
        ("{ papers(first: 100000) { totalCount } }", Code.PAGE_TOO_LARGE, "Use 0 to 1,000"),
        ("{ papers(first: 1, last: 1) { totalCount } }", Code.BAD_USER_INPUT, "first and last"),
        ('{ papers(after: "nonsense") { nodes { id } } }', Code.BAD_CURSOR, "not a cursor"),
        ('{ papers(after: "WyJlLnBvc2l0aW9uIiwxXQ") { nodes { id } } }', Code.BAD_CURSOR, "order"),
        ('{ node(id: "x") { id } }', Code.BAD_ID, "'x' is not an ID. Examples:"),
        ('{ paper(by: {id: "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"}) { id } }', Code.BAD_ID, "researcher"),
        ('{ paper(by: {doi: "x"}) { id } }', Code.BAD_ID, "by.doi: 'x' is not"),
        ('{ paper(by: {doi: "10.1/x", arxiv: "2201.11990"}) { id } }', None, ""),
        ("{ paper(by: {}) { id } }", None, ""),
        ("{ papers(orderBy: [{field: DEFAULT}]) { nodes { id } } }", Code.BAD_USER_INPUT, "DEFAULT"),
        (f"{{ papers(orderBy: [{'{field: YEAR} ' * 21}]) {{ nodes {{ id }} }} }}", Code.BAD_USER_INPUT, "at most 20"),
        (DEEP, Code.TOO_DEEP, "levels"),
        (
            "{ papers(first: 1000) { nodes { authors(first: 1000) { nodes { id } } } } }",
            Code.TOO_COSTLY,
            "the limit 50,000",
        ),
        (
            "{ papers(where: {citationPercentile: {gt: 1e999}}) { totalCount } }",
            Code.BAD_USER_INPUT,
            "1e999 is not a value of the type Float",
        ),
        ("{ papers(where: {citationPercentile: {in: [-1e999]}}) { totalCount } }", Code.BAD_USER_INPUT, "-1e999"),
        ("query Q($n: Int!) { papers(first: $n) { totalCount } }", Code.BAD_VARIABLES, "$n"),
        ('{ papers(where: {title: {matches: "("}}) { totalCount } }', Code.BAD_USER_INPUT, "where.title.matches: '('"),
        ('{ comment(id: "x") { id } }', Code.BAD_ID, "id: 'x' is not the ID of a comment. Expected an ID that begins"),
        ("{ node(id: null) { id } }", Code.VALIDATION, "not to be null"),
    ],
)
async def test_invalid_input_is_rejected_with_code(ask: Asker, query: str, code: Code | None, told: str) -> None:
    """Each mistake gets one code and a message that names it, and the query does not run."""
    reply = await ask.reply(query)
    assert reply.errors
    assert not reply.ran
    assert reply.code in ((code,) if code else (Code.VALIDATION, Code.BAD_USER_INPUT))
    assert told in reply.errors[0]["message"]


FILTERED = "query Q($where: PaperFilter) { papers(where: $where) { totalCount } }"


def nested_filter(depth: int) -> dict[str, object]:
    """Return a filter of nested `not` conditions."""
    where: dict[str, object] = {"year": {"eq": 2020}}
    for _ in range(depth):
        where = {"not": where}
    return where


@pytest.mark.parametrize("depth", [11, 40, 80])
async def test_deeply_nested_filter_is_rejected(ask: Asker, depth: int) -> None:
    """Over ten nested `not` conditions are rejected before the query runs, in variables and in the document."""
    where = nested_filter(depth)
    literal = str(where).replace("'", "")
    for reply in (
        await ask.reply(FILTERED, where=where),
        await ask.reply(f"{{ papers(where: {literal}) {{ totalCount }} }}"),
    ):
        assert (reply.code, reply.ran) == (Code.TOO_DEEP, False)
        assert "flatter" in reply.errors[0]["message"]


async def test_extremely_nested_filter_is_rejected(ask: Asker) -> None:
    """Filters of hundreds of levels are rejected with a message, in variables and in the document."""
    where = nested_filter(400)
    assert (await ask.reply(FILTERED, where=where)).code == Code.TOO_DEEP
    literal = str(where).replace("'", "")
    reply = await ask.reply(f"{{ papers(where: {literal}) {{ totalCount }} }}")
    assert (reply.code, reply.ran) == (Code.SYNTAX, False)
    assert "nested too deeply" in reply.errors[0]["message"]


async def test_filter_of_ten_levels_is_answered(ask: Asker) -> None:
    """A condition under ten `not` conditions is evaluated and equals the condition itself."""
    plain: Any = await ask(FILTERED, where={"year": {"eq": 2022}})
    assert plain["papers"]["totalCount"] == 2
    assert await ask(FILTERED, where={**nested_filter(0), "year": {"eq": 2022}}) == plain
    where: dict[str, object] = {"year": {"eq": 2022}}
    for _ in range(10):
        where = {"not": where}
    assert await ask(FILTERED, where=where) == plain


@pytest.mark.full
async def test_over_200_conditions_are_rejected(ask: Asker) -> None:
    """Over 200 conditions in one operation are rejected, however distributed; 1,000 values of one are accepted."""
    many = {"or": [{"title": {"eq": "x"}}] * 20_000}
    spread = " ".join(f"a{place}: papers(where: $where) {{ totalCount }}" for place in range(101))
    for query, where in (
        (FILTERED, many),
        (f"query Q($where: PaperFilter) {{ {spread} }}", {"not": {"year": {"eq": 1}}}),
    ):
        reply = await ask.reply(query, where=where)
        assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
        assert re.search("over 200 conditions; PaperFilter.* is one too many", reply.errors[0]["message"])
    await ask(FILTERED, where={"title": {"in": ["x"] * 1_000}})


async def test_conditions_count_in_cost(ask: Asker) -> None:
    """Each condition of a filter adds 1 to the estimated cost."""
    plain = await ask.reply("{ papers { totalCount } }")
    filtered = await ask.reply('{ papers(where: {year: {gte: 1, lt: 9999}, title: {ne: "x"}}) { totalCount } }')
    assert filtered.extensions["cost"]["estimated"] == plain.extensions["cost"]["estimated"] + 3


async def test_list_values_count_in_cost(ask: Asker) -> None:
    """Each value of a list adds 1 to the cost, also for IDs; a list of 100,000 is rejected with its path."""
    plain = (await ask.reply("{ papers { totalCount } }")).extensions["cost"]["estimated"]
    texts = [f"x{number}" for number in range(500)]
    for where, cost in (
        ({"title": {"in": texts}}, 500),
        ({"title": {"ignoringCase": {"in": texts}}}, 500),
        ({"not": {"topics": {"some": {"node": {"code": {"notIn": texts}}}}}}, 502),
        ({"doi": {"in": [f"10.1000/{text}" for text in texts]}}, 500),
    ):
        found = (await ask.reply(FILTERED, where=where)).extensions["cost"]["estimated"]
        assert found == plain + cost, where
    reply = await ask.reply(
        "query L($where: PaperFilter) { p: papers(where: $where) { totalCount } }", where={"title": {"in": texts * 200}}
    )
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "p.where makes up 100,000 of it" in reply.errors[0]["message"]


@pytest.mark.parametrize(
    "one",
    sampled_cases(
        [
            "a{}: papers(first: 1) {{ nodes {{ title }} }}",
            "a{}: papers {{ totalCount }}",
            'a{}: paper(by: {{arxiv: "1909.08053"}}) {{ year }}',
        ]
    ),
)
async def test_over_100_subqueries_are_rejected(ask: Asker, one: str) -> None:
    """100 lists, counts or lookups in one operation are answered; 101 are rejected before Neo4j plans them."""
    assert (await ask.reply("{" + " ".join(one.format(n) for n in range(100)) + "}")).ran
    reply = await ask.reply("{" + " ".join(one.format(n) for n in range(101)) + "}")
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "nodes(ids" in reply.errors[0]["message"]


async def test_traversals_have_extra_cost(ask: Asker) -> None:
    """A research map adds 4,000 and similar papers add 100 to the cost; 13 maps in one request are too costly."""
    for query, weight in (
        ('{ researchMap(around: "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB") { truncated } }', 4_000),
        ("{ papers(first: 1) { nodes { similarPapers { score } } } }", 100),
    ):
        assert weight < (await ask.reply(query)).extensions["cost"]["estimated"] < weight * 1.5
    several = " ".join(f'm{n}: researchMap(around: "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB") {{ truncated }}' for n in range(13))
    assert (await ask.reply(f"{{ {several} }}")).code is Code.TOO_COSTLY


@pytest.mark.parametrize("asked", ["totalCount", "totalCount nodes { id }", "years { year }"])
async def test_invalid_cursor_is_rejected_for_any_selection(ask: Asker, asked: str) -> None:
    """An invalid cursor returns BAD_CURSOR, even if the selection set reads no page."""
    reply = await ask.reply(f'{{ papers(after: "abc") {{ {asked} }} }}')
    assert (reply.code, reply.ran) == (Code.BAD_CURSOR, False)


async def test_error_messages_are_shortened(ask: Asker) -> None:
    """An error about a text of a million characters has at most 1,000 characters, with beginning and end."""
    long = "x" * 1_000_000
    for query in (f'{{ paper(by: {{id: "{long}"}}) {{ id }} }}', f'{{ papers(after: "{long}") {{ nodes {{ id }} }} }}'):
        reply = await ask.reply(query)
        message = reply.errors[0]["message"]
        assert len(message) <= 1_000
        assert "xxx [...] " in message or "xxx...' is not an ID" in message
    assert message.endswith("Start without it.")


async def test_cost_error_names_most_expensive_field(ask: Asker) -> None:
    """A cost error names the path of the most expensive field and its share."""
    reply = await ask.reply(
        "{ few: topics(first: 2) { nodes { code } } "
        "many: papers(first: 1000) { nodes { title by: authors(first: 100) { nodes { name } } } } }"
    )
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert re.search(r" many\.nodes\.by\.nodes makes up 1\d\d,\d{3} of it", reply.errors[0]["message"])


async def test_introspection_can_be_disabled(three_papers: Graph) -> None:
    """With introspection disabled, __schema and __type are rejected, and __typename is answered."""
    service = Service(three_papers, Limits(introspection=False))
    for query in ("{ __schema { types { name } } }", '{ papers { totalCount } __type(name: "Paper") { name } }'):
        reply = await service.answer(Request(query))
        assert (reply.code, reply.ran) == (Code.VALIDATION, False)
    assert (await service.answer(Request("{ __typename papers { __typename } }"))).data == {
        "__typename": "Query",
        "papers": {"__typename": "PaperConnection"},
    }


@pytest.mark.full
async def test_repetitive_document_is_rejected(ask: Asker) -> None:
    """A valid document that takes too long to validate is TOO_COSTLY, not invalid."""
    reply = await ask.reply("{ papers { nodes { " + "authors { nodes { name } } " * 400 + "} } }")
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "too often" in reply.errors[0]["message"]


async def test_thousand_objects_fit_default_cost(ask: Asker) -> None:
    """1,000 objects with 6 fields are within the default cost."""
    reply = await ask.reply("{ papers(first: 1000) { nodes { id title year kind doi citationCount } } }")
    assert not reply.errors
    assert reply.extensions["cost"]["estimated"] <= 10_000


async def test_missing_entity_is_null(ask: Asker) -> None:
    """A valid key of a missing entity gives null, and other fields of the same request are answered."""
    data = await ask(
        '{ gone: paper(by: {doi: "10.9999/nothing"}) { title } there: paper(by: {arxiv: "1909.08053"}) { year } }'
    )
    assert data == {"gone": None, "there": {"year": 2019}}


def test_lack_of_memory_is_no_outage() -> None:
    """A statement that needs more memory than Neo4j has is too costly; a busy Neo4j is unavailable."""
    [error] = failure_reply(GraphMemoryError("The pool of 692.9 MiB is used up.")).errors
    assert error["extensions"]["code"] == "TOO_COSTLY"
    assert "smaller pages" in error["message"]
    [error] = failure_reply(GraphBusyError("Neo4j is busy.")).errors
    assert error["extensions"]["code"] == "UNAVAILABLE"
