"""The two pages that a front end requests, as in docs/graphql.md, and a long list."""

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "docs" / "graphql.md").read_text("utf-8")


def _example(operation: str) -> str:
    """Return the guide's example with this operation name."""
    return next(one for one in re.findall(r"```graphql\n(.*?)```", GUIDE, re.DOTALL) if f"query {operation}(" in one)


RESEARCHER_PAGE = _example("Researcher")
PAPER_PAGE = _example("Paper")
LIST_PAGE = (
    "query List { papers(first: 1000) { totalCount edges { cursor node { id title year kind doi citationCount } } } }"
)
