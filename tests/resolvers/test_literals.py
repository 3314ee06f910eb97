"""Documents that differ only in numbers and texts share a plan and keep their own values."""

from typing import Any

import pytest

from resolvers.document import InvalidDocumentError
from resolvers.plan_cache import MAX_LITERALS, PlanCache, shape
from tests.resolvers.graphql_client import Asker

PAPERS = (
    '{{ papers(first: {first}, where: {{title: {{contains: "{text}"}}, year: {{gte: {year}}}}}) {{ totalCount }} }}'
)


def papers_document(number: int) -> str:
    return PAPERS.format(first=number % 50, text=f"word {number}", year=1950 + number)


def test_thousand_documents_share_one_plan() -> None:
    """A thousand documents with other numbers and texts share one plan, each with its own values."""
    plan_cache = PlanCache(15)
    plans = {id(plan_cache.plan(papers_document(number), None, {})[0]) for number in range(1_000)}
    assert (len(plans), len(plan_cache.plans), len(plan_cache.shapes)) == (1, 1, 1)
    _, variables = plan_cache.plan(papers_document(7), None, {})
    assert sorted(map(str, variables.values())) == ["1957", "7", "word 7"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('{ paper(by: {doi: "10.1000/1"}) { title } }', '{ paper(by: {arxiv: "10.1000/1"}) { title } }'),
        ("{ papers(first: 1) { totalCount } }", "{ papers(last: 1) { totalCount } }"),
        ('{ search(query: "1") { totalCount } }', "{ search(query: 1) { totalCount } }"),
        ("{ a: papers(first: 1) { totalCount } }", "{ b: papers(first: 1) { totalCount } }"),
    ],
)
def test_structural_differences_change_shape(one: str, other: str) -> None:
    """Keys, arguments, aliases and the kind of a value are part of the shape."""
    shapes = [shape(one), shape(other)]
    assert None not in shapes
    assert len({found.text for found in shapes if found}) == 2


@pytest.mark.parametrize(
    "query",
    [
        "{ meta { version } }",
        '{ __type(name: "Paper") { name } }',
        "query Q($__value0: Int) { papers(first: $__value0, last: 1) { totalCount } }",
        f"{{ papers(first: {'9' * 5_000}) {{ totalCount }} }}",
        f"{{ papers(first: 1) {{ {'totalCount ' * 15_000} }} }}",
        f"{{ nodes(ids: [{', '.join(['1'] * (MAX_LITERALS + 1))}]) {{ id }} }}",
    ],
)
def test_some_documents_have_no_shape(query: str) -> None:
    """Documents without values, about the schema, or with reserved names, huge numbers, long ID lists
    or too many tokens have no shape.
    """
    assert shape(query) is None


@pytest.mark.parametrize(
    "query",
    [
        'query Q($n: Int = 3) { papers(first: $n, where: {title: {eq: "x"}}) { totalCount } }',
        'query A { papers(first: 1) { totalCount } } query B { papers(where: {title: {eq: "x"}}) { totalCount } }',
        '{ papers(where: {doi: {in: "10.1000/1"}}) { totalCount } }',
        "{ papers(first: 1) { totalCount } papers(first: 1) { nodes { title } } }",
    ],
)
def test_some_values_are_not_extracted(query: str) -> None:
    """Variable defaults, several operations, one value for a list and merged fields are planned as written."""
    plan_cache = PlanCache(15)
    for _ in range(2):
        plan_cache.plan(query, "A" if " A " in query else None, {})
    assert len(plan_cache.plans) == 1


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ('{ papers(first: "x") { totalCount } }', 'Int cannot represent non-integer value: "x"'),
        ("{ papers(first: 3000000000) { totalCount } }", "Int cannot represent non 32-bit signed integer value"),
        ("{ papers(where: {title: {eq: 5}}) { totalCount } }", "String cannot represent a non string value: 5"),
        ('{ papers(first: 1) { nothing(a: "x") } }', "Cannot query field 'nothing'"),
        ("{ papers(first: 1.0) { totalCount } }", "Int cannot represent non-integer value: 1.0"),
        ("{ papers(where: {year: {gte: 2019.0}}) { totalCount } }", "Int cannot represent non-integer value: 2019.0"),
        ("{ node(id: 5.0) { id } }", "ID cannot represent a non-string and non-integer value: 5.0"),
        ('{ papers(where: {publishedOn: {eq: "2022-13-45"}}) { totalCount } }', "'2022-13-45' is not a date"),
        ('{ papers(where: {publishedOn: {eq: "2022\\n"}}) { totalCount } }', "is not a date"),
        ('{ papers(where: {publishedOn: {eq: "soon"}}) { totalCount } }', "'soon' is not a date"),
    ],
)
def test_invalid_value_is_reported_as_written(query: str, told: str) -> None:
    """An invalid value is rejected with its own position in the document, although its shape is known."""
    plan_cache = PlanCache(15)
    plan_cache.plan("{ papers(first: 1) { totalCount } }", None, {})
    with pytest.raises(InvalidDocumentError) as refused:
        plan_cache.plan(query, None, {})
    assert told in refused.value.errors[0].message
    assert "__value" not in refused.value.errors[0].message
    assert refused.value.errors[0].locations


@pytest.mark.graph
@pytest.mark.parametrize("executor", ["compiled", "strawberry"])
async def test_each_document_uses_its_own_values(ask: Asker, executor: str) -> None:
    """Consecutive documents of one shape get the answers for their own values, also in fragments."""
    ask.service.executor = executor  # pyright: ignore[reportAttributeAccessIssue] a text of the two
    query = """
        fragment F on Paper {{ authors(first: {first}) {{ nodes {{ name }} }} }}
        query Q($year: Int!) {{
          papers(where: {{arxiv: {{eq: "{arxiv}"}}, year: {{gte: $year}}}}) {{ nodes {{ arxiv ...F }} }}
        }}
    """
    for arxiv, first in (("1909.08053", 2), ("2201.11990", 3), ("1909.08053", 2), ("9999.99999", 1)):
        found: Any = await ask(query.format(first=first, arxiv=arxiv), year=1900)
        told = [(node["arxiv"], len(node["authors"]["nodes"])) for node in found["papers"]["nodes"]]
        assert told == ([(arxiv, first)] if arxiv != "9999.99999" else [])
    assert len(ask.service.plan_cache.plans) == 1
