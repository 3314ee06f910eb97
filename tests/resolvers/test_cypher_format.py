import re

import pytest

from cypher.catalog import catalog
from resolvers.compile.cypher_format import format_cypher
from resolvers.plan_cache import PlanCache
from tests.resolvers.page_queries import LIST_PAGE, PAPER_PAGE, RESEARCHER_PAGE

PAGES = {
    "book/researcher_page": (RESEARCHER_PAGE, {"name": "Jared Casper"}),
    "book/paper_page": (PAPER_PAGE, {"arxiv": "2201.11990"}),
}


@pytest.mark.parametrize("name", PAGES)
def test_book_pages_equal_compiled_text(name: str) -> None:
    """The book's entry of a page is exactly the formatted Cypher that the compiler makes of its document."""
    query, variables = PAGES[name]
    plan, _ = PlanCache(15).plan(query, None, variables)
    assert catalog()[name].text == format_cypher(plan.text)


@pytest.mark.parametrize("query", [RESEARCHER_PAGE, PAPER_PAGE, LIST_PAGE])
def test_formatting_changes_only_white_space(query: str) -> None:
    """A formatted text differs from the compiled one only in white space, and is indented by whole levels."""
    plan, _ = PlanCache(15).plan(query, None, {"name": "x", "arxiv": "2201.11990"})
    shown = format_cypher(plan.text)
    assert re.sub(r"\s", "", shown) == re.sub(r"\s", "", plan.text)
    assert all((len(line) - len(line.lstrip())) % 2 == 0 for line in shown.splitlines())
