"""`byline sources`: what can be loaded, and whom Byline believes."""

from textwrap import TextWrapper
from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.commands.manners import mannered, out, say
from byline.settings import settled
from cypher.trust import OTHERWISE, table
from loaders.source import Source, sources

app = typer.Typer(add_completion=False)
INDENT = "  "
NARROWEST = 20
"""Columns below which nothing is folded any further."""


@app.command("sources", epilog="Example: byline sources")
def command(
    *,
    trust: Annotated[bool, typer.Option("--trust", help="For each kind of fact, whom Byline believes first.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="The list as JSON.")] = False,
) -> None:
    """List every source: what it gives, what it does not, its licence, and how to load it."""
    if as_json:
        out.print_json(orjson.dumps(_believed() if trust else [_told(one) for one in sources().values()]).decode())
    elif trust:
        out.print(_trust())
    else:
        for source in sources().values():
            _tell(source)
        say("`byline sources --json` gives the same for programs.")


def _told(source: Source) -> dict[str, object]:
    told: dict[str, object] = {"name": source.name, "title": source.title, "licence": source.licence}
    told |= {"address": source.address or None, "gives": source.gives, "lacks": source.lacks}
    return told | {"expects": source.expects, "example": source.example, "bundled": source.bundled}


def _tell(source: Source) -> None:
    """Print what a source is, whole: texts are folded between words, addresses and commands never."""
    told = {"gives": "; ".join(source.gives), "does not give": "; ".join(source.lacks), "licence": source.licence}
    _print(f"{source.name}: {source.title}", "")
    if source.address:
        out.print(f"{INDENT}{source.address}", soft_wrap=True)
    for what, text in told.items():
        if text:
            _print(f"{what}: {text}", INDENT)
    out.print(f"{INDENT}load it with: {source.example}\n", soft_wrap=True)


def _print(text: str, before: str) -> None:
    folding = TextWrapper(
        max(out.width, NARROWEST),
        initial_indent=before,
        subsequent_indent=before + INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    out.print(folding.fill(text), soft_wrap=True)


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
