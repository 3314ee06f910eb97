"""Tasks in the background of the server: plan the pages of the cookbook, acts and decisions; read the graph's size.

Planning a statement for the first time takes 0.1 to several seconds; a planned statement runs in milliseconds. After
the start, the pages of the cookbook therefore run once, one at a time, and so do the searches that precede queries.
Neo4j plans a statement even if the graph has no entity for its variables. As soon as the graph has users, the
statements of their acts and of curators' decisions run without values in transactions that are rolled back: otherwise
many users who act at once after a start each wait for all plans. Every ten seconds, the counts of the graph decide
which plans are outdated. The cost limit uses the size of the graph, read at the start and every five minutes.
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

from accounts.trust import recompute_statements
from cypher.catalog import PARAMETER_MAP, catalog
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError, GraphRejectedError
from cypher.graph_statistics import read_counts, read_statistics
from cypher.queries import accounts, curation, derive, graphql, lookup
from loaders.writing.derive import STEPS, count_stale, single_transaction_statements
from loaders.writing.lease import PLANNING, LeaseHeldError, write_lease
from resolvers.computed_parameters import SEARCH_COLUMNS, search_query
from resolvers.execute import Request, Service

log = structlog.get_logger()
FOLDER = Path(__file__).parent / "pages"
"""Documents of docs/cookbook.md as `.graphql` files, each with a `.json` file of its variables if it has any."""
PAUSE_S = 0.05
"""Pause in seconds between two pages, in which the server answers clients."""
ACTS = re.compile(r"accounts/(add|change|confirm|create_collection|moderate|record|remove|reply|report|update)")
"""Statements of acts: the start of their names."""
POLICY_READS = (accounts.RELATION.name, graphql.CONFLICTS_OF_INTEREST.name)
"""Statements by which the policy finds the relation of a user to an object, before an act."""
DECISION_WRITES = re.compile(r"ingest/\w+")
"""Statements by which a decision changes the graph, before it recomputes derived facts."""
DECISION_READS = frozenset(
    query.name
    for query in (
        curation.DECISION_LOG,
        curation.DECISIONS_ABOUT,
        curation.ENTITY_BY_ID,
        curation.MENTIONS_WITH_CONTEXT,
        curation.RECORDS,
        curation.RESOLVE_ANCHORS,
        lookup.CITING_PAPERS,
        lookup.DECISION_NAME_VARIANTS,
        lookup.DECISIONS,
        lookup.EMPTYING_LOAD,
        lookup.ENDED_PROFILES,
        lookup.ENTITIES_BY_INSTITUTION,
        lookup.FORMER_IDS,
        lookup.HAS_DECISIONS,
        lookup.IDS_OF_FUNDER,
        lookup.IDS_OF_VOLUME,
        lookup.IDS_REDIRECTING_TO,
        lookup.MENTIONS_BY_NAME,
        lookup.MENTIONS_OF_WORKS,
        lookup.NAMES_OF_PEOPLE,
        lookup.NAMES_OF_RECORDS,
        lookup.OPEN_NAME_KEYS,
        lookup.PEOPLE_BY_ID,
        lookup.RECORD_VERSIONS,
        lookup.RECORDS_BY_ENTITY,
        lookup.RECORDS_BY_ID,
        lookup.RECORDS_BY_TITLE,
        lookup.RECORDS_BY_TOPIC,
        lookup.REDIRECTED_IDS,
        lookup.REFERENCE_KINDS,
    )
)
"""Statements that a decision reads. Without values, each returns no row."""
REFRESH_INTERVAL_S = 300
PLAN_INTERVAL_S = 10
USERS_INTERVAL_S = 5
"""Pause in seconds between two checks whether the graph has a user."""
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
            await _plan_read(graph, Statement(search_query(file), {PARAMETER_MAP: {}}))
        except GraphError as error:
            log.warning("plan_searches_failed", message=str(error))
            return 0
    return len(SEARCH_COLUMNS)


async def _plan_read(graph: Graph, step: Statement) -> None:
    """Let Neo4j plan a reading statement: run it without values."""
    with suppress(GraphRejectedError):  # Neo4j has planned it, but cannot run it without values
        await graph.read(step.text, step.parameters)


async def wait_for_users(graph: Graph, interval_s: float = USERS_INTERVAL_S) -> None:
    """Wait until the graph has a user."""
    while True:
        try:
            if (await graph.fetch(accounts.COUNT_USERS))[0].users:
                return
        except GraphError as error:
            log.warning("user_count_failed", message=str(error))
        await asyncio.sleep(interval_s)


async def plan_acts(graph: Graph, pause_s: float = PAUSE_S) -> int:
    """Let Neo4j plan the statements of acts, and return the number of statements.

    Args:
        graph: The graph.
        pause_s: Pause between two statements.
    """
    try:
        names = [name for name in catalog() if ACTS.match(name)]
        for name in (*POLICY_READS, *names):
            await asyncio.sleep(pause_s)
            step = Statement.grouped(name, {})  # the plan does not depend on the values in the map
            await (_plan_read(graph, step) if name in POLICY_READS else graph.plan(step))
        for step in recompute_statements():
            await graph.plan(step)
    except GraphError as error:
        log.warning("plan_acts_failed", message=str(error))
        return 0
    log.info("plan_acts_finished", statements=len(names))
    return len(names)


def decision_statements() -> list[str]:
    """Return the names of the statements of decisions, without those that recompute derived facts."""
    return [name for name in catalog() if name in DECISION_READS or DECISION_WRITES.fullmatch(name)]


async def plan_decisions(graph: Graph, pause_s: float = PAUSE_S) -> int:
    """Let Neo4j plan the statements of curators' decisions, and return their number.

    The statements that recompute derived facts are planned under the writer lease, so that they do not disturb a load.
    They are left out if another process holds the lease, or if some facts are stale.

    Args:
        graph: The graph.
        pause_s: Pause between two statements.
    """
    planned = 0
    try:
        for name in decision_statements():
            await asyncio.sleep(pause_s)
            step = Statement.grouped(name, {})
            await (_plan_read(graph, step) if name in DECISION_READS else graph.plan(step))
            planned += 1
        await graph.plan(Statement.grouped(derive.STALE_LABELS.name, {}))
        async with write_lease(graph, PLANNING) as lease:
            for step in [] if await count_stale(graph) else single_transaction_statements(STEPS, lease):
                await graph.plan(step)
                planned += 1
    except LeaseHeldError:
        log.info("plan_decisions_stopped", statements=planned, reason="Another process writes to the graph.")
        return planned
    except GraphError as error:
        log.warning("plan_decisions_failed", message=str(error))
        return planned
    log.info("plan_decisions_finished", statements=planned)
    return planned


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


async def plan_reads(service: Service) -> None:
    """Run the pages once, and let Neo4j plan the searches."""
    with suppress(GraphError):  # plans have no version before the first counts
        service.graph.plan_versions.update(await read_counts(service.graph))
    await warm_up(service)
    await plan_searches(service.graph)


async def plan_all(service: Service) -> None:
    """Plan pages and searches, and, as soon as the graph has users, the statements of acts and decisions."""
    await plan_reads(service)
    await wait_for_users(service.graph)
    await plan_acts(service.graph)
    await plan_decisions(service.graph)


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
