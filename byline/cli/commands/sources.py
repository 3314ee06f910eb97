"""`byline sources`: list the supported sources, and the source priority."""

from textwrap import TextWrapper
from typing import Annotated

import orjson
import typer
from rich.table import Table

from byline.cli.runtime import handle_errors, out, print_status
from byline.settings import load_settings
from loaders.sources.base import Source, sources
from normalization.source_priority import ANY_OTHER, table

app = typer.Typer(add_completion=False)
INDENT = "  "
MIN_WRAP_WIDTH = 20
"""Minimum width in columns for wrapped text."""


@app.command("sources", epilog="Example: byline sources")
def command(
    *,
    show_priority: Annotated[
        bool, typer.Option("--priority", help="Show the source priority per kind of value.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print the list as JSON.")] = False,
) -> None:
    """List the supported sources: data that they provide and lack, license, and how to load them."""
    if as_json:
        out.print_json(
            orjson.dumps(
                _priority_table()
                if show_priority
                else [_source_to_json(known_source) for known_source in sources().values()]
            ).decode()
        )
    elif show_priority:
        out.print(_format_priority())
    else:
        for source in sources().values():
            _print_source(source)
        print_status("For machine-readable output, use `byline sources --json`.")


def _source_to_json(source: Source) -> dict[str, object]:
    description: dict[str, object] = {"name": source.name, "title": source.title, "license": source.license}
    description |= {"url": source.address or None, "provides": source.provides, "omits": source.omits}
    return description | {"input": source.expected_files, "example": source.example, "bundled": source.bundled}


def _print_source(source: Source) -> None:
    """Print a source completely: texts are wrapped between words; URLs and commands are not wrapped."""
    details = {
        "provides": "; ".join(source.provides),
        "does not provide": "; ".join(source.omits),
        "license": source.license,
    }
    _print_wrapped(f"{source.name}: {source.title}", "")
    if source.address:
        out.print(f"{INDENT}{source.address}", soft_wrap=True)
    for label, text in details.items():
        if text:
            _print_wrapped(f"{label}: {text}", INDENT)
    out.print(f"{INDENT}load it with: {source.example}\n", soft_wrap=True)


def _print_wrapped(text: str, indent: str) -> None:
    wrapper = TextWrapper(
        max(out.width, MIN_WRAP_WIDTH),
        initial_indent=indent,
        subsequent_indent=indent + INDENT,
        break_long_words=False,
        break_on_hyphens=False,
    )
    out.print(wrapper.fill(text), soft_wrap=True)


def _format_priority() -> Table:
    output_table = Table("kind of value", "sources by priority; all others follow by name", show_lines=True)
    for fact, source_names in _priority_table().items():
        output_table.add_row(fact, ", ".join(source_names))
    return output_table


def _priority_table() -> dict[str, list[str]]:
    with handle_errors():
        load_settings()
    rows = table()
    return {fact: list(rows[fact]) for fact in sorted(rows, key=lambda fact: (fact == ANY_OTHER, fact))}
