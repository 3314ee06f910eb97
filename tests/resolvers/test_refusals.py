"""Bad input: a clear error with a stable code, and nothing else."""

import pytest

from resolvers.errors import Code
from tests.resolvers.conftest import Asker

pytestmark = pytest.mark.graph

DEEP = "{ papers { nodes " + "{ authors { nodes { papers { nodes " * 9 + "{ id }" + " } } } }" * 9 + " } }"


@pytest.mark.parametrize(
    ("query", "code", "told"),
    [
        ("{ papers {", Code.SYNTAX, "Expected Name"),
        ("{ papers { nodes { titel } } }", Code.VALIDATION, "Did you mean 'title'"),
        ("mutation { x }", Code.VALIDATION, "mutation"),
        ("{ papers(first: -1) { totalCount } }", Code.BAD_USER_INPUT, "first is -1"),
        ("{ papers(first: 100000) { totalCount } }", Code.PAGE_TOO_LARGE, "at most 1,000"),
        ("{ papers(first: 1, last: 1) { totalCount } }", Code.BAD_USER_INPUT, "first and last"),
        ('{ papers(after: "nonsense") { nodes { id } } }', Code.BAD_CURSOR, "no cursor"),
        ('{ papers(after: "WyJlLnBvc2l0aW9uIiwxXQ") { nodes { id } } }', Code.BAD_CURSOR, "order"),
        ('{ node(id: "x") { id } }', Code.BAD_ID, "no Byline id"),
        ('{ paper(by: {id: "r_01J9ZX5T3NQ4W8E6R7Y2K0M1AB"}) { id } }', Code.BAD_ID, "researcher"),
        ('{ paper(by: {doi: "x"}) { id } }', Code.BAD_ID, "doi"),
        ('{ paper(by: {doi: "10.1/x", arxiv: "2201.11990"}) { id } }', None, ""),
        ("{ paper(by: {}) { id } }", None, ""),
        ("{ papers(where: {year: {eq: null}}) { totalCount } }", Code.BAD_USER_INPUT, "isNull"),
        ("{ papers(orderBy: [{field: EDGE}]) { nodes { id } } }", Code.BAD_USER_INPUT, "EDGE"),
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
