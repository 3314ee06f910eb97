"""arXiv's categories: what counts as one, and its name.

Source: https://arxiv.org/category_taxonomy; the names stand in categories.toml beside this module.
"""

import re
import tomllib
from functools import cache
from pathlib import Path

from loaders.records.record import TopicRecord

CODE = re.compile(r"^[a-z]+(?:-[a-z]+)?(?:\.[A-Z]{2}|\.[a-z]+(?:-[a-z]+)?)?$")
"""The shape of a category: `cs.CL`, `hep-th`, `cond-mat.mtrl-sci`. Authors' ACM and MSC classes do not have it."""
TAXONOMY = "https://arxiv.org/category_taxonomy"


@cache
def names() -> dict[str, str]:
    """Return the name of every category and archive by its code."""
    with Path(__file__).with_suffix(".toml").open("rb") as table:
        tables: dict[str, dict[str, str]] = tomllib.load(table)
    return {**tables["archives"], **tables["categories"]}


def is_category(term: str) -> bool:
    """Tell whether a term of an answer is a category, known or new, rather than an ACM or MSC class."""
    return bool(CODE.match(term))


def topics(code: str) -> list[TopicRecord]:
    """Return what arXiv says of a category and of the archive that it belongs to; nothing where it is not known."""
    archive = code.partition(".")[0]
    known = names()
    return [
        TopicRecord(
            source="arxiv",
            key=f"category/{one}",
            url=TAXONOMY,
            scheme="arxiv",
            code=one,
            name=known[one],
            parent=archive if one != archive else None,
        )
        for one in dict.fromkeys((archive, code))
        if one in known
    ]
