"""Tasks in the background of the server: plan the pages of the cookbook and acts, and refresh the size of the graph.

Planning a statement for the first time takes 0.1 to several seconds; a planned statement runs in milliseconds. After
the start, the pages of the cookbook therefore run once, one at a time, and so do the searches that precede queries.
Neo4j plans a statement even if the graph has no entity for its variables. If the graph has users, the statements of
their acts then run without values in transactions that are rolled back: otherwise many users who act at once after a
start each wait for all plans. Every ten seconds, the counts of the graph decide which plans are outdated. The cost
limit uses the size of the graph, read at the start and every five minutes.
"""

import asyncio
import json
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import structlog

from accounts.relations import CONFLICTS
from accounts.trust import recompute_statements
from cypher.catalog import PARAMETER_MAP, catalog
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError, GraphRejectedError
from cypher.graph_statistics import read_counts, read_statistics
from cypher.queries import accounts
from resolvers.computed_parameters import SEARCH_COLUMNS, search_query
from resolvers.execute import Request, Service

log = structlog.get_logger()
FOLDER = Path(__file__).parent / "pages"
"""Documents of docs/cookbook.md as `.graphql` files, each with a `.json` file of its variables if it has any."""
PAUSE_S = 0.05
"""Pause in seconds between two pages, in which the server answers clients."""
ACTS = re.compile(r"accounts/(add|change|confirm|create_collection|moderate|record|remove|reply|report|update)")
"""Statements of acts: the start of their names."""
POLICY_READS = (accounts.RELATION.name, CONFLICTS)
"""Statements by which the policy finds the relation of a user to an object, before an act."""
REFRESH_INTERVAL_S = 300
PLAN_INTERVAL_S = 10
RETRY_S = 10
"""Pause in seconds after an error that can pass, such as an unavailable Neo4j."""


class Page(NamedTuple):
    """A GraphQL document with variables."""

    name: str
    document: str
    variables: dict[str, object]


def pages() -> Iterator[Page]:
    """Yield the pages, sorted by name."""
    for file in sorted(FOLDER.glob("*.graphql")):
        variables = file.with_suffix(".json")
        yield Page(
            file.stem,
            file.read_text("utf-8"),
            json.loads(variables.read_text("utf-8")) if variables.is_file() else {},
        )


async def warm_up(service: Service, pause_s: float = PAUSE_S) -> dict[str, float]:
    """Run each page once, and return the duration of each in seconds.

    Args:
        service: The GraphQL service.
        pause_s: Pause between two pages.
    """
    started_at = time.monotonic()
    durations: dict[str, float] = {}
    for page in pages():
        await asyncio.sleep(pause_s)
        page_started_at = time.monotonic()
        reply = await service.answer(Request(page.document, page.variables))
        durations[page.name] = round(time.monotonic() - page_started_at, 3)
        if reply.errors:
            log.warning("warm_up_failed", page=page.name, message=reply.errors[0]["message"])
    slowest = max(durations, key=lambda page: durations[page])
    seconds = round(time.monotonic() - started_at, 1)
    log.info("warm_up_finished", pages=len(durations), seconds=seconds, slowest=slowest)
    return durations


async def plan_searches(graph: Graph, pause_s: float = PAUSE_S) -> int:
    """Let Neo4j plan the searches that run before the query of a request, and return their number.

    Args:
        graph: The graph.
        pause_s: Pause between two searches.
    """
    for file in SEARCH_COLUMNS:
        await asyncio.sleep(pause_s)
        try:
            await graph.read(search_query(file), {PARAMETER_MAP: {}})
        except GraphRejectedError:  # Neo4j has planned it, but cannot run it without values
            continue
        except GraphError as error:
            log.warning("plan_searches_failed", message=str(error))
            return 0
    return len(SEARCH_COLUMNS)


async def plan_acts(graph: Graph, pause_s: float = PAUSE_S) -> int:
    """Let Neo4j plan the statements of acts if the graph has users, and return the number of statements.

    Args:
        graph: The graph.
        pause_s: Pause between two statements.
    """
    try:
        if not (await graph.fetch(accounts.COUNT_USERS))[0].users:
            return 0
        names = [name for name in catalog() if ACTS.match(name)]
        for name in (*POLICY_READS, *names):
            await asyncio.sleep(pause_s)
            step = Statement.grouped(name, {})  # the plan does not depend on the values in the map
            with suppress(GraphRejectedError):  # Neo4j has planned it, but cannot run it without values
                await (graph.read(step.text, step.parameters) if name in POLICY_READS else graph.plan(step))
        for step in recompute_statements():
            await graph.plan(step)
    except GraphError as error:
        log.warning("plan_acts_failed", message=str(error))
        return 0
    log.info("plan_acts_finished", statements=len(names))
    return len(names)


async def keep_plans_current(graph: Graph, interval_s: float = PLAN_INTERVAL_S) -> None:
    """Read the counts that decide when a statement needs a new plan, again and again, until the task is cancelled."""
    while True:
        try:
            graph.plan_versions.update(await read_counts(graph))
        except GraphRejectedError:  # Neo4j then plans as by default; `refresh_statistics` logs the reason
            return
        except GraphError as error:
            log.warning("counts_refresh_failed", message=str(error))
        await asyncio.sleep(interval_s)


async def warm_up_all(service: Service) -> None:
    """Run the pages once, and let Neo4j plan the searches and the statements of acts."""
    with suppress(GraphError):  # plans have no version before the first counts
        service.graph.plan_versions.update(await read_counts(service.graph))
    await warm_up(service)
    await plan_searches(service.graph)
    await plan_acts(service.graph)


async def refresh_statistics(service: Service, interval_s: float = REFRESH_INTERVAL_S) -> None:
    """Read the statistics of the graph again and again, until the task is cancelled.

    A database that refuses the query, for example because its user lacks the right, is not asked again; costs then are
    the maximum numbers of values.
    """
    while True:
        try:
            service.statistics = await read_statistics(service.graph)
        except GraphRejectedError as error:
            log.warning("statistics_refused", message=str(error))
            return
        except GraphError as error:
            log.warning("statistics_refresh_failed", message=str(error))
            await asyncio.sleep(RETRY_S)
        else:
            await asyncio.sleep(interval_s)
