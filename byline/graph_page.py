"""docs/graph.md: what the database holds, beside what the model says that it means."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

import cypher
from cypher.values import Row

MODEL = Path(str(cypher.__file__)).parent / "model.toml"
HEAD = """# The graph

Every label, relationship and property, with its meaning and how often it stands in the database that this page was made
from: `byline graph --output docs/graph.md`. The model is declared in `cypher/model.toml`.
"""


def page(labels: Mapping[str, int], nodes: Iterable[Row], edges: Iterable[Row]) -> str:
    """Return the page as Markdown. `nodes` and `edges` are the rows of cypher/admin's property counts."""
    model = tomllib.loads(MODEL.read_text("utf-8"))
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for label, name, _type, count in nodes:
        found[str(label)][str(name)] += cast("int", count)
    lines = [HEAD, "## Nodes", ""]
    for label, one in model["label"].items():
        lines += [f"### `(:{label})` — {labels.get(label, 0):,}", "", str(one["meaning"]), ""]
        lines += _properties(one.get("properties", {}), found[label])
    lines += _undeclared("label", labels.keys() - model["label"].keys())
    sizes: Counter[str] = Counter()
    carried: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for type_, _start, _end, count, names in edges:
        sizes[str(type_)] += cast("int", count)
        for keys in cast("list[list[str]]", names):
            carried[str(type_)].update(keys)
    lines += ["## Relationships", ""]
    for type_, one in model["relationship"].items():
        lines += [f"### `{type_}` — {sizes[type_]:,}", "", f"`{one['pattern']}`", "", str(one["meaning"]), ""]
        lines += _properties(one.get("properties", {}), None)
    lines += _undeclared("relationship", sizes.keys() - model["relationship"].keys())
    return "\n".join(lines).rstrip() + "\n"


def _properties(declared: Mapping[str, Any], counts: Mapping[str, int] | None) -> list[str]:
    if not declared:
        return []
    head = ["| property | type | meaning |", "| --- | --- | --- |"]
    if counts is not None:
        head = ["| property | type | nodes | meaning |", "| --- | --- | ---: | --- |"]
    rows = [
        f"| `{name}` | {type_} | {meaning} |"
        if counts is None
        else f"| `{name}` | {type_} | {counts.get(name, 0):,} | {meaning} |"
        for name, (type_, meaning) in declared.items()
    ]
    return [*head, *rows, ""]


def _undeclared(kind: str, names: Iterable[str]) -> list[str]:
    left = sorted(names)
    return [f"Also there, of no declared {kind}: {', '.join(f'`{name}`' for name in left)}.", ""] if left else []
