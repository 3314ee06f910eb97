"""Check the plan of a statement: its operators, and the labels and relationship types that they read."""

import re
from collections.abc import Callable, Mapping

from cypher.driver.explain import Plan
from cypher.public.public_graph import ALLOWED, StatementRefusedError, allowed, check_labels, check_types

PROCEDURES = allowed("procedures")
OPERATORS: Mapping[str, list[str]] = ALLOWED["operators"]
MAX_ESTIMATED_ROWS = 10_000_000
"""Maximum sum of the rows that Neo4j expects from all operators."""
ANONYMOUS = re.compile(r"anon_\d", re.IGNORECASE)
"""Beginning of the names that a plan has for nodes and relationships without a variable."""
QUOTED = re.compile(r"`(?:[^`]|``)*`")
NEGATION = re.compile(r"&!\w+")
RELATIONSHIP = re.compile(
    r"-\[\w*(?::(?P<types>\w+(?:\|\w+)*))?(?P<length>\*[\d.]*)?(?:\([\w, ]*\))?(?: WHERE [^\]]*)?\]-"
)
DEGREE = re.compile(r"getDegree\(\(\w+\)<?-\[:(?P<types>\w+(?:\|\w+)*)\]->?\(\)\)")
NODE = re.compile(r"(?<!:):(?P<labels>\w+(?:[|&]\w+)*)(?=[\s,()]|$)")
SHORTEST_RELATIONSHIP = re.compile(r"-\[(\w+)\]-")
PREDICATE = re.compile(r"(\w+):(\w+(?::\w+)*)")
INLINED = "    inlined predicates: "
SHORTEST_PATH = re.compile(r"shortestPaths?\(", re.IGNORECASE)
"""An expression that finds paths, which the check of the text restricts, too."""
NESTED = re.compile(r"\b(?:COLLECT|COUNT|EXISTS)\s*\{", re.IGNORECASE)


def check_plan(plan: Plan) -> None:
    """Check the plan of a statement. Raises StatementRefusedError."""
    if plan.kind != "r":
        raise StatementRefusedError("The statement does not only read. Nothing was written.")
    if plan.estimated_rows > MAX_ESTIMATED_ROWS:
        raise StatementRefusedError(
            f"Neo4j expects {plan.estimated_rows:,.0f} rows in the steps of the statement. The maximum is "
            f"{MAX_ESTIMATED_ROWS:,}. Add conditions, or connect the patterns."
        )
    for name, details in plan.operators:
        _check_operator(name, details)


def _check_operator(name: str, plan_details: str) -> None:
    details = QUOTED.sub("_", plan_details)
    if NESTED.search(details):
        raise StatementRefusedError(
            "A subquery inside a list or CASE is not allowed. Move it to a clause of its own: CALL (x) { ... }."
        )
    for part in details.split("getDegree")[1:]:
        match = DEGREE.match(f"getDegree{part}")
        check_types(match["types"] if match else None)
    if check := CHECKS.get(name):
        check(details)
    elif name.startswith("StatefulShortestPath("):
        _check_shortest_path(plan_details)
    elif "Relationship" in name:
        check_types(None)
    else:
        raise StatementRefusedError(f"The statement needs the operator {name}, which is not allowed.")


def _check_node_source(details: str, expected: int = 1) -> None:
    """Check that nodes are found by public labels, as many times as expected."""
    nodes = [node["labels"] for node in NODE.finditer(NEGATION.sub("", details))]
    if len(nodes) < max(1, expected) or "()" in details:
        check_labels(None)
    for labels in nodes:
        check_labels(labels)


def _check_node_count(details: str) -> None:
    _check_node_source(details, details.count("(:"))


def _check_relationship_source(details: str) -> None:
    """Check that each relationship has a public type."""
    types = [pattern["types"] for pattern in RELATIONSHIP.finditer(details)]
    if not types or "--" in details or details.count("-[") != len(types):
        check_types(None)
    for alternatives in types:
        check_types(alternatives)


def _check_relationship_count(details: str) -> None:
    _check_relationship_source(details)
    for node in NODE.finditer(RELATIONSHIP.sub("", details)):
        check_labels(node["labels"])


def _check_combination(details: str) -> None:
    """Check the types that an operator without a source of its own states."""
    if SHORTEST_PATH.search(details):
        _check_relationship_source(details)
    for pattern in RELATIONSHIP.finditer(details):
        if pattern["types"] is not None:
            check_types(pattern["types"])


def _check_procedure(details: str) -> None:
    procedure = details.partition("(")[0]
    if procedure not in PROCEDURES:
        raise StatementRefusedError(
            f"The procedure {procedure[:80]} is not allowed. Allowed: {', '.join(sorted(PROCEDURES))}."
        )


def _refuse_element_id(_details: str) -> None:
    raise StatementRefusedError("A node cannot be found by elementId(). Use its property id.")


def _refuse_any_node(_details: str) -> None:
    check_labels(None)


CHECKS: Mapping[str, Callable[[str], None]] = {
    **dict.fromkeys(OPERATORS["nodes"], _check_node_source),
    **dict.fromkeys(OPERATORS["relationships"], _check_relationship_source),
    **dict.fromkeys(OPERATORS["others"], _check_combination),
    **dict.fromkeys(("AllNodesScan", "DynamicLabelNodeLookup"), _refuse_any_node),
    **dict.fromkeys(("NodeByElementIdSeek", "NodeByIdSeek"), _refuse_element_id),
    "NodeCountFromCountStore": _check_node_count,
    "ProcedureCall": _check_procedure,
    "RelationshipCountFromCountStore": _check_relationship_count,
}
"""Checks of the details of operators, by name."""


def _check_shortest_path(details: str) -> None:
    """Check the details of a pattern such as `SHORTEST 1`: a head with the pattern, then one predicate in each line.

    The head names the relationships; their types are predicates, such as `r:CITES:ABOUT` for `-[r:CITES|ABOUT]-`.
    """
    if "'" in details or '"' in details:
        raise StatementRefusedError("A text in a path pattern is not allowed. Send it as a parameter.")
    head, *lines = details.replace("`", "").splitlines()
    matches = (PREDICATE.fullmatch(line.removeprefix(INLINED).strip()) for line in lines)
    predicates = {match[1]: match[2] for match in matches if match}
    names = SHORTEST_RELATIONSHIP.findall(head)
    if not names or len(names) != head.count("-[") or "--" in head:
        check_types(None)
    for name in names:
        if name not in predicates and ANONYMOUS.match(name):
            raise StatementRefusedError("Give each relationship of a SHORTEST pattern a variable, such as [r:CITES].")
        check_types(predicates[name].replace(":", "|") if name in predicates else None)
