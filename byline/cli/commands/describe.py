"""`byline describe`: the graph described, from the database and the declared model."""

import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, TypeAlias, cast

import typer

import cypher
from byline.cli.params import parse_path
from byline.cli.runtime import print_status, run_with_graph, write
from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.values import Row

app = typer.Typer(add_completion=False)


@app.command("describe", epilog="Example: byline describe --output docs/graph.md")
def command(
    output: Annotated[
        Path | None, typer.Option(parser=parse_path, help="A file to write; standard output without it.")
    ] = None,
) -> None:
    """Describe every label, relationship and property: type, meaning and count, as Markdown."""
    text = run_with_graph(described)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write(output, text)
        print_status(f"written to {output}")


MODEL = Path(str(cypher.__file__)).parent / "model.toml"
HEAD = """# The graph

Every label, relationship and property, with its meaning and how often it stands in the database that this page was made
from: `byline describe --output docs/graph.md`. The model is declared in `cypher/model.toml`.
"""
LONG_S = 600.0
"""Everything is counted: a database of millions takes minutes."""

Counts: TypeAlias = Mapping[str, int]
Carried: TypeAlias = Mapping[str, Counts]


async def described(graph: Graph) -> str:
    """Return the page as Markdown. Raises a GraphError."""
    query_names = ("label_counts", "node_properties", "relationship_counts", "relationship_properties")
    labels, nodes, types, edges = [await _rows(graph, name) for name in query_names]
    model: dict[str, dict[str, Any]] = tomllib.loads(MODEL.read_text("utf-8"))
    lines = [HEAD, "## Nodes", ""]
    counts = _counts(labels)
    carried = _carried(nodes)
    for label, definition in model["label"].items():
        lines += [f"### `(:{label})` — {counts.get(label, 0):,}", "", str(definition["meaning"]), ""]
        lines += _properties("nodes", definition.get("properties", {}), carried.get(label, {}))
    lines += _undeclared("label", counts.keys() - model["label"].keys())
    lines += ["## Relationships", ""]
    counts = _counts(types)
    carried = _carried(edges)
    for kind, definition in model["relationship"].items():
        lines += [
            f"### `{kind}` — {counts.get(kind, 0):,}",
            "",
            f"`{definition['pattern']}`",
            "",
            str(definition["meaning"]),
            "",
        ]
        lines += _properties("edges", definition.get("properties", {}), carried.get(kind, {}))
    lines += _undeclared("relationship", counts.keys() - model["relationship"].keys())
    return "\n".join(lines).rstrip() + "\n"


async def _rows(graph: Graph, name: str) -> list[Row]:
    return (await graph.read(statement(f"admin/{name}").text, timeout_s=LONG_S)).rows


def _counts(rows: Iterable[Row]) -> Counts:
    return {str(name): cast("int", count) for name, count in rows}


def _carried(rows: Iterable[Row]) -> Carried:
    """Return how often each property stands, by label or relationship type, whatever its type there."""
    counters: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for owner, name, _type, count in rows:
        counters[str(owner)][str(name)] += cast("int", count)
    return counters


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
