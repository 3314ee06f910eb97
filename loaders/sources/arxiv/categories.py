"""arXiv categories: their format and their names.

Source: https://arxiv.org/category_taxonomy. The names are in categories.toml in the same folder.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from loaders.records.record import TopicRecord

CODE = re.compile(r"^[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2}|\.[a-z]+(?:-[a-z]+)?)?$")
"""Format of a category: `cs.CL`, `hep-th`, `cond-mat.mtrl-sci`. ACM and MSC classes, which authors enter, do not
match.
"""
TAXONOMY = "https://arxiv.org/category_taxonomy"


@cache
def names() -> dict[str, str]:
    """Return the names of all categories and archives by code."""
    with Path(__file__).with_suffix(".toml").open("rb") as table:
        tables: dict[str, dict[str, str]] = tomllib.load(table)
    return {**tables["archives"], **tables["categories"]}


def is_category(term: str) -> bool:
    """Return True if a term is a category, known or new, and not an ACM or MSC class."""
    return bool(CODE.match(term))


def topics(code: str) -> list[TopicRecord]:
    """Return the topics of a category and of its archive; empty if the category is unknown."""
    archive = code.partition(".")[0]
    known = names()
    return [
        TopicRecord(
            source="arxiv",
            key=f"category/{category}",
            url=TAXONOMY,
            scheme="arxiv",
            code=category,
            name=known[category],
            parent=archive if category != archive else None,
        )
        for category in dict.fromkeys((archive, code))
        if category in known
    ]
