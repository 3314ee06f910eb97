"""Bad input: a clear error with a stable code, and nothing else."""

import re
from typing import Any

import pytest

from cypher.driver.client import Graph
from resolvers.errors import Code
from resolvers.execute import Limits, Request, Service
from tests.resolvers.asker import Asker
from tests.tiers import sampled_cases

pytestmark = pytest.mark.graph

DEEP = "{ papers { nodes " + "{ authors { nodes { papers { nodes " * 9 + "{ id }" + " } } } }" * 9 + " } }"


@pytest.mark.parametrize(
    ("query", "code", "told"),
    [
        ("{ papers {", Code.SYNTAX, "Expected Name"),
        ("{ papers { nodes { titel } } }", Code.VALIDATION, "Did you mean 'title'"),
        ("mutation { x }", Code.VALIDATION, "Cannot query field 'x' on type 'Mutation'"),
        ("{ papers(first: -1) { totalCount } }", Code.BAD_USER_INPUT, "first is -1"),
        ("{ papers(first: 100000) { totalCount } }", Code.PAGE_TOO_LARGE, "at most 1,000"),
        ("{ papers(first: 1, last: 1) { totalCount } }", Code.BAD_USER_INPUT, "first and last"),
        ('{ papers(after: "nonsense") { nodes { id } } }', Code.BAD_CURSOR, "no cursor"),
        ('{ papers(after: "WyJlLnBvc2l0aW9uIiwxXQ") { nodes { id } } }', Code.BAD_CURSOR, "order"),
        ('{ node(id: "x") { id } }', Code.BAD_ID, "'x' is not an ID. Examples:"),
        ('{ paper(by: {id: "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"}) { id } }', Code.BAD_ID, "researcher"),
        ('{ paper(by: {doi: "x"}) { id } }', Code.BAD_ID, "doi"),
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
        ("query Q($n: Int!) { papers(first: $n) { totalCount } }", Code.BAD_VARIABLES, "$n"),
    ],
)
async def test_bad_input_is_refused_with_its_code(ask: Asker, query: str, code: Code | None, told: str) -> None:
    """Each mistake gets one code from the list and words that name it; nothing runs."""
    reply = await ask.reply(query)
    assert reply.errors
    assert not reply.ran
    assert reply.code in ((code,) if code else (Code.VALIDATION, Code.BAD_USER_INPUT))
    assert told in reply.errors[0]["message"]


FILTERED = "query Q($where: PaperFilter) { papers(where: $where) { totalCount } }"


def nested(depth: int) -> dict[str, object]:
    """Return a filter of `not` in `not`."""
    where: dict[str, object] = {"year": {"eq": 2020}}
    for _ in range(depth):
        where = {"not": where}
    return where


@pytest.mark.parametrize("depth", [11, 40, 80])
async def test_a_filter_that_nests_deeper_than_a_person_would_is_refused(ask: Asker, depth: int) -> None:
    """`not` in `not` over ten deep is refused before anything runs, in variables as in the document."""
    where = nested(depth)
    literal = str(where).replace("'", "")
    for reply in (
        await ask.reply(FILTERED, where=where),
        await ask.reply(f"{{ papers(where: {literal}) {{ totalCount }} }}"),
    ):
        assert (reply.code, reply.ran) == (Code.TOO_DEEP, False)
        assert "Write it flatter" in reply.errors[0]["message"]


async def test_what_no_parser_can_hold_is_refused(ask: Asker) -> None:
    """Filters of hundreds of levels are refused in words too, in variables and in the document."""
    where = nested(400)
    assert (await ask.reply(FILTERED, where=where)).code == Code.TOO_DEEP
    literal = str(where).replace("'", "")
    reply = await ask.reply(f"{{ papers(where: {literal}) {{ totalCount }} }}")
    assert (reply.code, reply.ran) == (Code.SYNTAX, False)
    assert "nested too deeply" in reply.errors[0]["message"]


async def test_a_filter_of_ten_levels_is_answered(ask: Asker) -> None:
    """What stands under ten times not is the condition itself."""
    plain: Any = await ask(FILTERED, where={"year": {"eq": 2022}})
    assert plain["papers"]["totalCount"] == 2
    assert await ask(FILTERED, where={**nested(0), "year": {"eq": 2022}}) == plain
    where: dict[str, object] = {"year": {"eq": 2022}}
    for _ in range(10):
        where = {"not": where}
    assert await ask(FILTERED, where=where) == plain


async def test_filters_of_hundreds_of_conditions_are_refused(ask: Asker) -> None:
    """Over 200 conditions in one operation are refused, however they are spread; a thousand values of one are not."""
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


async def test_conditions_are_part_of_the_cost(ask: Asker) -> None:
    """Each condition of a filter adds one to the estimate."""
    plain = await ask.reply("{ papers { totalCount } }")
    filtered = await ask.reply('{ papers(where: {year: {gte: 1, lt: 9999}, title: {ne: "x"}}) { totalCount } }')
    assert filtered.extensions["cost"]["estimated"] == plain.extensions["cost"]["estimated"] + 3


async def test_each_value_of_a_list_is_part_of_the_cost(ask: Asker) -> None:
    """A condition costs as much as its list has values, ids too; one of a hundred thousand is refused by its place."""
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
async def test_over_a_hundred_subqueries_are_refused(ask: Asker, one: str) -> None:
    """100 lists, counts or look-ups in one operation are answered, 101 refused before Neo4j plans them."""
    assert (await ask.reply("{" + " ".join(one.format(n) for n in range(100)) + "}")).ran
    reply = await ask.reply("{" + " ".join(one.format(n) for n in range(101)) + "}")
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "nodes(ids" in reply.errors[0]["message"]


async def test_what_a_traversal_costs_is_weighed(ask: Asker) -> None:
    """A map weighs 5,000 and paths 2,000 besides what is asked of them, so that a request has room for a few."""
    for query, weight in (
        ('{ researchMap(center: "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB") { truncated } }', 5_000),
        ("{ papers(first: 1) { nodes { similarPapers { score } } } }", 100),
    ):
        assert weight < (await ask.reply(query)).extensions["cost"]["estimated"] < weight * 1.5
    several = " ".join(f'm{n}: researchMap(center: "p_01J9ZX5T3NQ4W8E6R7Y2K0M1AB") {{ truncated }}' for n in range(10))
    assert (await ask.reply(f"{{ {several} }}")).code is Code.TOO_COSTLY


@pytest.mark.parametrize("asked", ["totalCount", "totalCount nodes { id }", "years { year }"])
async def test_a_broken_cursor_is_refused_whatever_is_asked(ask: Asker, asked: str) -> None:
    """A cursor that is none is BAD_CURSOR, also where no page is read by it."""
    reply = await ask.reply(f'{{ papers(after: "abc") {{ {asked} }} }}')
    assert (reply.code, reply.ran) == (Code.BAD_CURSOR, False)


async def test_what_was_sent_is_not_told_back_at_length(ask: Asker) -> None:
    """A text of a million characters is refused with a message of a thousand at most, its beginning and end in it."""
    long = "x" * 1_000_000
    for query in (f'{{ paper(by: {{id: "{long}"}}) {{ id }} }}', f'{{ papers(after: "{long}") {{ nodes {{ id }} }} }}'):
        reply = await ask.reply(query)
        message = reply.errors[0]["message"]
        assert len(message) <= 1_000
        assert "xxx [...] " in message
    assert message.endswith("Start without it.")


async def test_what_costs_too_much_is_named(ask: Asker) -> None:
    """A refusal for its cost names the field that makes up most of it, by its path in the answer, and how much."""
    reply = await ask.reply(
        "{ few: topics(first: 2) { nodes { code } } "
        "many: papers(first: 1000) { nodes { title by: authors(first: 100) { nodes { name } } } } }"
    )
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert re.search(r" many\.nodes\.by\.nodes makes up 1\d\d,\d{3} of it", reply.errors[0]["message"])


async def test_introspection_can_be_switched_off(three_papers: Graph) -> None:
    """With introspection off, __schema and __type are refused and __typename is not."""
    service = Service(three_papers, Limits(introspection=False))
    for query in ("{ __schema { types { name } } }", '{ papers { totalCount } __type(name: "Paper") { name } }'):
        reply = await service.answer(Request(query))
        assert (reply.code, reply.ran) == (Code.VALIDATION, False)
    assert (await service.answer(Request("{ __typename papers { __typename } }"))).data == {
        "__typename": "Query",
        "papers": {"__typename": "PaperConnection"},
    }


async def test_a_document_that_repeats_itself_is_refused(ask: Asker) -> None:
    """A valid document that takes too long to check says so, and not that it is invalid."""
    reply = await ask.reply("{ papers { nodes { " + "authors { nodes { name } } " * 400 + "} } }")
    assert (reply.code, reply.ran) == (Code.TOO_COSTLY, False)
    assert "too often" in reply.errors[0]["message"]


async def test_a_thousand_objects_of_six_fields_fit(ask: Asker) -> None:
    """1,000 objects of 6 fields are within the default cost."""
    reply = await ask.reply("{ papers(first: 1000) { nodes { id title year kind doi citationCount } } }")
    assert not reply.errors
    assert reply.extensions["cost"]["estimated"] <= 10_000


async def test_what_is_not_there_is_null(ask: Asker) -> None:
    """A well-formed key of nothing answers null, and its neighbour in the same request all the same."""
    data = await ask(
        '{ gone: paper(by: {doi: "10.9999/nothing"}) { title } there: paper(by: {arxiv: "1909.08053"}) { year } }'
    )
    assert data == {"gone": None, "there": {"year": 2019}}
