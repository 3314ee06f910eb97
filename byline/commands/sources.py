"""`byline sources`: what can be loaded, and whom Byline believes."""

from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.commands.manners import mannered, out
from byline.settings import settled
from cypher.trust import OTHERWISE, table
from loaders.source import Source, sources

app = typer.Typer(add_completion=False)


@app.command("sources", epilog="Example: byline sources")
def command(
    *,
    trust: Annotated[bool, typer.Option("--trust", help="For each kind of fact, whom Byline believes first.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The list as JSON.")] = False,
) -> None:
    """List every source: what it gives, what it does not, its licence, and how to load it."""
    if as_json:
        out.print_json(orjson.dumps(_believed() if trust else [_told(one) for one in sources().values()]).decode())
    else:
        out.print(_trust() if trust else _sources())


def _told(source: Source) -> dict[str, object]:
    told: dict[str, object] = {"name": source.name, "title": source.title, "licence": source.licence}
    told |= {"address": source.address or None, "gives": source.gives, "lacks": source.lacks}
    return told | {"expects": source.expects, "example": source.example, "bundled": source.bundled}


def _sources() -> Table:
    found = Table("source", "gives", "does not give", "licence", "load it with", show_lines=True)
    for source in sources().values():
        found.add_row(
            f"{source.name}\n{source.title}\n{source.address}",
            "\n".join(source.gives),
            "\n".join(source.lacks),
            source.licence,
            source.example,
        )
    return found


def _trust() -> Table:
    found = Table("kind of fact", "believed first to last; then others, by name", show_lines=True)
    for fact, believed in _believed().items():
        found.add_row(fact, ", ".join(believed))
    return found


def _believed() -> dict[str, list[str]]:
    with mannered():
        settled()
    rows = table()
    return {fact: list(rows[fact]) for fact in sorted(rows, key=lambda fact: (fact == OTHERWISE, fact))}
