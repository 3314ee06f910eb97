"""docs/graph.md: what the database holds, beside what the model says that it means."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeAlias, cast

import cypher
from cypher.catalog import statement
from cypher.run import Graph
from cypher.values import Row

MODEL = Path(str(cypher.__file__)).parent / "model.toml"
HEAD = """# The graph

Every label, relationship and property, with its meaning and how often it stands in the database that this page was made
from: `byline graph --output docs/graph.md`. The model is declared in `cypher/model.toml`.
"""
LONG_S = 600.0
"""Everything is counted: a database of millions takes minutes."""

Counts: TypeAlias = Mapping[str, int]
Carried: TypeAlias = Mapping[str, Counts]


async def described(graph: Graph) -> str:
    """Return the page as Markdown. Raises a GraphError."""
    asked = ("label_counts", "node_properties", "relationship_counts", "relationship_properties")
    labels, nodes, types, edges = [await _rows(graph, name) for name in asked]
    model: dict[str, dict[str, Any]] = tomllib.loads(MODEL.read_text("utf-8"))
    lines = [HEAD, "## Nodes", ""]
    counts = _counts(labels)
    carried = _carried(nodes)
    for label, one in model["label"].items():
        lines += [f"### `(:{label})` — {counts.get(label, 0):,}", "", str(one["meaning"]), ""]
        lines += _properties("nodes", one.get("properties", {}), carried.get(label, {}))
    lines += _undeclared("label", counts.keys() - model["label"].keys())
    lines += ["## Relationships", ""]
    counts = _counts(types)
    carried = _carried(edges)
    for kind, one in model["relationship"].items():
        lines += [f"### `{kind}` — {counts.get(kind, 0):,}", "", f"`{one['pattern']}`", "", str(one["meaning"]), ""]
        lines += _properties("edges", one.get("properties", {}), carried.get(kind, {}))
    lines += _undeclared("relationship", counts.keys() - model["relationship"].keys())
    return "\n".join(lines).rstrip() + "\n"


async def _rows(graph: Graph, name: str) -> list[Row]:
    return (await graph.read(statement(f"admin/{name}").text, timeout_s=LONG_S)).rows


def _counts(rows: Iterable[Row]) -> Counts:
    return {str(name): cast("int", count) for name, count in rows}


def _carried(rows: Iterable[Row]) -> Carried:
    """Return how often each property stands, by label or relationship type, whatever its type there."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for owner, name, _type, count in rows:
        found[str(owner)][str(name)] += cast("int", count)
    return found


def _properties(counted: str, declared: Mapping[str, tuple[str, str]], counts: Counts) -> list[str]:
    lines: list[str] = []
    if declared:
        lines = [f"| property | type | {counted} | meaning |", "| --- | --- | ---: | --- |"]
        lines += [
            f"| `{name}` | {type_} | {counts.get(name, 0):,} | {text} |" for name, (type_, text) in declared.items()
        ]
        lines.append("")
    return lines + _undeclared("property", counts.keys() - declared.keys())


def _undeclared(kind: str, names: Iterable[str]) -> list[str]:
    left = sorted(names)
    return [f"Also there, of no declared {kind}: {', '.join(f'`{name}`' for name in left)}.", ""] if left else []
