"""Run the pages of the cookbook once after the start, so that Neo4j has their plans before the first client asks.

Planning a statement for the first time takes 0.1 to several seconds; a planned statement runs in milliseconds. The
pages run one at a time and in the background. The graph provides their variables: the ID and the name of one entity per
type.
"""

import asyncio
import re
import time
from collections.abc import Mapping
from pathlib import Path

import structlog

from resolvers.execute import Request, Service

log = structlog.get_logger()
PAGES = Path(__file__).parent / "pages"
"""GraphQL documents of docs/cookbook.md."""
PAUSE_S = 0.05
"""Pause in seconds between two pages, in which requests of clients are answered."""
EXAMPLES = """{
  researcher: researchers(first: 2) { nodes { id name } } paper: papers(first: 1) { nodes { id name } }
  institution: institutions(first: 1) { nodes { id name } } topic: topics(first: 1) { nodes { id name } }
  venue: venues(first: 1) { nodes { id name } }
}"""
VARIABLE = re.compile(r"\$(\w+)\s*:\s*(\w+)!")
"""A required variable and its type."""


async def warm_up(service: Service, pause_s: float = PAUSE_S) -> dict[str, float]:
    """Run each page once, and return the duration of each in seconds.

    A page is left out if the graph has no entity for one of its variables.

    Args:
        service: The GraphQL service.
        pause_s: Pause between two pages.
    """
    started_at = time.monotonic()
    durations: dict[str, float] = {}
    values = await example_values(service)
    for file in sorted(PAGES.glob("*.graphql")):
        document = file.read_text("utf-8")
        variables = page_variables(document, values)
        if variables is None:
            continue
        await asyncio.sleep(pause_s)
        page_started_at = time.monotonic()
        reply = await service.answer(Request(document, variables))
        durations[file.stem] = round(time.monotonic() - page_started_at, 3)
        if reply.errors:
            log.warning("warm_up_failed", page=file.stem, message=reply.errors[0]["message"])
    slowest = max(durations, key=lambda page: durations[page], default=None)
    seconds = round(time.monotonic() - started_at, 1)
    log.info("warm_up_finished", pages=len(durations), seconds=seconds, slowest=slowest)
    return durations


async def example_values(service: Service) -> Mapping[str, str]:
    """Return values for variables of pages: the ID of one entity per type, a second researcher, and search texts."""
    reply = await service.answer(Request(EXAMPLES))
    values: dict[str, str] = {}
    for name, connection in (reply.data or {}).items():
        for place, node in enumerate(connection["nodes"]):
            values[name if place == 0 else f"other{name.capitalize()}"] = node["id"]
            values.setdefault("query", node["name"])
    if "query" in values:
        values["prefix"] = values["query"][:3]
    return values


def page_variables(document: str, values: Mapping[str, str]) -> dict[str, str] | None:
    """Return the required variables of a document; None if there is no value for one of them."""
    names = [name for name, _ in VARIABLE.findall(document)]
    return {name: values[name] for name in names} if values.keys() >= set(names) else None
