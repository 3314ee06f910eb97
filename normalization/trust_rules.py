"""Rules of trust scores: the points of each kind of evidence for researchers, papers and reviews (trust_rules.toml)."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parent / "trust_rules.toml"
LOGARITHMIC = "log2"
"""Scale of a rule that gives points * log2(1 + count)."""


class TrustRule(NamedTuple):
    """Points of one kind of evidence.

    Attributes:
        kind: kind of the evidence.
        points: points for each unit of the count.
        maximum: maximum number of points.
        scale: LOGARITHMIC, or None for points * count.
    """

    kind: str
    points: float
    maximum: int
    scale: str | None = None


class TrustRules(NamedTuple):
    """All rules.

    Attributes:
        version: number of the version.
        labels: lowest score of each label, ascending.
        researcher: rules for each researcher.
        claimed_researcher: further rules, for a researcher whom one user claimed.
        paper: rules for papers.
        review: rules for reviews.
    """

    version: int
    labels: dict[str, int]
    researcher: tuple[TrustRule, ...]
    claimed_researcher: tuple[TrustRule, ...]
    paper: tuple[TrustRule, ...]
    review: tuple[TrustRule, ...]


@cache
def trust_rules() -> TrustRules:
    """Return the rules of trust_rules.toml."""
    table = tomllib.loads(FILE.read_text("utf-8"))
    subjects = (
        tuple(TrustRule(kind, **row) for kind, row in table[subject].items()) for subject in TrustRules._fields[2:]
    )
    return TrustRules(table["version"], table["labels"], *subjects)


def rule_parameters(rules: tuple[TrustRule, ...]) -> list[dict[str, str | float]]:
    """Return rules as a parameter of a statement, without absent scales."""
    return [{name: value for name, value in rule._asdict().items() if value is not None} for rule in rules]


def researcher_parameters() -> Mapping[str, Any]:
    """Return the parameters of the statement that computes the scores of all researchers."""
    rules = {rule.kind: {"points": rule.points, "maximum": rule.maximum} for rule in trust_rules().researcher}
    return {"rules": rules}


def claimed_researcher_parameters() -> Mapping[str, Any]:
    """Return the parameters of the statement that computes the scores of claimed researchers."""
    return {**researcher_parameters(), "claimedRules": rule_parameters(trust_rules().claimed_researcher)}
