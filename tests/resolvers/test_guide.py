"""The GraphQL examples of the documentation work on the sample, and those of docs/graphql.md cover every root field."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from graphql import FieldNode, OperationDefinitionNode, parse
from structlog.testing import capture_logs

from byline.server.background_tasks import pages, warm_up
from resolvers.schema import graphql_schema
from tests.resolvers.graphql_client import Asker
from tests.tiers import sampled_cases

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("graphql", "graphql-tutorial", "cookbook", "search", "traversal")
BLOCK = re.compile(r"```graphql\n(.*?)```\n(?:\n```json\n(.*?)```)?", re.DOTALL)
"""An example, and its variables if a JSON block follows."""
NOT_IN_SAMPLE = ("0000-0002-1825-0097", "10.13039/100000001", "viewer {", "comment(id", "review(id", "trending(")
"""Parts of examples for which the sample has no entity."""


@dataclass(frozen=True)
class Example:
    """A GraphQL document in a page, with its variables."""

    page: str
    number: int
    document: str
    variables: dict[str, object]

    def __str__(self) -> str:
        return f"{self.page}-{self.number}"


def examples(page: str) -> Iterator[Example]:
    """Yield the examples of a page."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    for number, (document, variables) in enumerate(BLOCK.findall(text), 1):
        yield Example(page, number, document, json.loads(variables or "{}"))


EXAMPLES = [example for page in PAGES for example in examples(page)]


@pytest.mark.graph
@pytest.mark.parametrize("example", sampled_cases(EXAMPLES, 10, evenly_spaced=True), ids=str)
async def test_example_returns_data(ask_sample: Asker, example: Example) -> None:
    """Each example is answered without errors, and with data unless the page says that there is no data."""
    data: Any = await ask_sample(example.document, **example.variables)
    assert any(missing in example.document for missing in NOT_IN_SAMPLE) or all(data.values()), data


@pytest.mark.parametrize("page", PAGES)
def test_every_graphql_block_is_an_example(page: str) -> None:
    """The pattern finds every GraphQL block of a page, and the page has at least one."""
    blocks = (DOCS / f"{page}.md").read_text("utf-8").count("```graphql")
    assert len(list(examples(page))) == blocks > 0


def test_every_root_field_has_example() -> None:
    """The examples of docs/graphql.md select exactly the root fields of the schema."""
    query = graphql_schema().query_type
    assert query is not None
    selected = {
        field.name.value
        for example in examples("graphql")
        for operation in parse(example.document).definitions
        if isinstance(operation, OperationDefinitionNode)
        for field in operation.selection_set.selections
        if isinstance(field, FieldNode)
    }
    missing, unknown = set(query.fields) - selected, selected - set(query.fields)
    assert not missing, f"add examples of these root fields to docs/graphql.md: {missing}"
    assert not unknown, f"remove these root fields, which the schema does not have, from docs/graphql.md: {unknown}"


def test_warm_up_runs_the_pages_of_the_cookbook() -> None:
    """The documents and variables that the server runs after its start are those of the cookbook."""
    cookbook = [(example.document, example.variables) for example in examples("cookbook")]
    assert [(page.document, page.variables) for page in pages()] == cookbook[: len(list(pages()))]
    assert len(list(pages())) == 12


@pytest.mark.full
@pytest.mark.graph
async def test_warm_up_runs_without_errors(ask_sample: Asker) -> None:
    """Each page runs once without errors, and the report has its duration."""
    with capture_logs() as logs:
        durations = await warm_up(ask_sample.service, 0)
    assert durations.keys() == {page.name for page in pages()}
    (entry,) = logs
    assert (entry["event"], entry["pages"]) == ("warm_up_finished", 12)
    assert entry["slowest"] in durations
