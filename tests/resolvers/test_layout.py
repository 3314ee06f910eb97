import re

import pytest

from cypher.catalog import catalog
from resolvers.compile.cypher_format import format_cypher
from resolvers.plan_cache import PlanCache
from tests.resolvers.pages import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

PAGES = {
    "book/researcher_page": (RESEARCHER_PAGE, {"name": "Jared Casper"}),
    "book/paper_page": (PAPER_PAGE, {"arxiv": "2201.11990"}),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_book_keeps_the_pages_as_compiled(name: str) -> None:
    """The query book's entry of a page is what the compiler makes of its GraphQL request, to the letter."""
    query, variables = PAGES[name]
    plan, _ = PlanCache(15).plan(query, None, variables)
    assert catalog()[name].text == format_cypher(plan.text)


@pytest.mark.parametrize("query", [RESEARCHER_PAGE, PAPER_PAGE, LIST_PAGE])
def test_laying_out_changes_white_space_alone(query: str) -> None:
    """A laid-out text is the compiled one but for white space, and every line is indented by whole levels."""
    plan, _ = PlanCache(15).plan(query, None, {"name": "x", "arxiv": "2201.11990"})
    shown = format_cypher(plan.text)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", plan.text)
    assert all((len(line) - len(line.lstrip())) % 2 == 0 for line in shown.splitlines())
