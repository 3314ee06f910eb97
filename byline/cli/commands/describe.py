"""`byline describe`: document the graph from the declared model and the counts in the database."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, TypeAlias

import typer

from byline.cli.params import parse_path
from byline.cli.runtime import print_status, run_with_graph, write
from cypher import model
from cypher.driver.client import Graph
from cypher.queries import admin

app = typer.Typer(add_completion=False)


@app.command("describe", epilog="Example: byline describe --output docs/graph.md")
def command(
    output: Annotated[
        Path | None, typer.Option(parser=parse_path, help="File to write. Default: standard output.")
    ] = None,
) -> None:
    """Describe every label, relationship and property as Markdown: type, meaning and count."""
    text = run_with_graph(described)
    if output is None:
        typer.echo(text, nl=False)
    else:
        write(output, text)
        print_status(f"Wrote {output}")


HEAD = """# The graph

Every label, relationship and property, with its meaning and its count in the database that this page was generated
from: `byline describe --output docs/graph.md`. The model is declared in `cypher/model.toml`.
"""
LONG_S = 600.0
"""Query timeout in seconds: counting a database of millions of nodes takes minutes."""

Counts: TypeAlias = Mapping[str, int]
Carried: TypeAlias = Mapping[str, Counts]


async def described(graph: Graph) -> str:
    """Return the page as Markdown. Raises a GraphError."""
    labels = await graph.fetch(admin.LABEL_COUNTS, timeout_s=LONG_S)
    nodes = await graph.fetch(admin.NODE_PROPERTIES, timeout_s=LONG_S)
    types = await graph.fetch(admin.RELATIONSHIP_COUNTS, timeout_s=LONG_S)
    edges = await graph.fetch(admin.RELATIONSHIP_PROPERTIES, timeout_s=LONG_S)
    lines = [HEAD, "## Nodes", ""]
    counts = _counts(labels)
    carried = _carried(nodes)
    for label, element in model.labels().items():
        lines += [f"### `(:{label})` — {counts.get(label, 0):,}", "", element.meaning, ""]
        lines += _properties("nodes", element, carried.get(label, {}))
    lines += _undeclared("label", counts.keys() - model.labels().keys())
    lines += ["## Relationships", ""]
    counts = _counts(types)
    carried = _carried(edges)
    for kind, element in model.relationship_types().items():
        lines += [
            f"### `{kind}` — {counts.get(kind, 0):,}",
            "",
            f"`{element.pattern}`",
            "",
            element.meaning,
            "",
        ]
        lines += _properties("edges", element, carried.get(kind, {}))
    lines += _undeclared("relationship", counts.keys() - model.relationship_types().keys())
    return "\n".join(lines).rstrip() + "\n"


def _counts(rows: Iterable[admin.CountRow]) -> Counts:
    return {row.name: row.total for row in rows}


def _carried(rows: Iterable[admin.PropertyCountRow]) -> Carried:
    """Return the count of each property by label or relationship type, over all value types."""
    counters: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        counters[row.owner][row.property] += row.total
    return counters


def _properties(counted: str, element: model.ModelElement, counts: Counts) -> list[str]:
    lines: list[str] = []
    if element.properties:
        lines = [f"| property | type | {counted} | meaning |", "| --- | --- | ---: | --- |"]
        lines += [
            f"| `{name}` | {type_} | {counts.get(name, 0):,} | {text} |" for name, type_, text in element.properties
        ]
        lines.append("")
    return lines + _undeclared("property", counts.keys() - {declared.name for declared in element.properties})


def _undeclared(kind: str, names: Iterable[str]) -> list[str]:
    left = sorted(names)
    return [f"Not declared as {kind}: {', '.join(f'`{name}`' for name in left)}.", ""] if left else []
