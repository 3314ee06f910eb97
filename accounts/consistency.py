"""Checks of the acts of users: counters, claims, visibility, the outbox and the audit log, each by one statement.

Most counts of acts need no check: Neo4j counts relationships itself, such as FOLLOWS. The checks compare what the graph
states twice. A repair locks the entity, and compares again before it writes, so acts of users can run at the same time.
"""

from collections.abc import AsyncGenerator
from functools import partial
from typing import NamedTuple

from accounts.audit import Change, write_query
from cypher.catalog import Query
from cypher.driver.client import Graph
from cypher.queries import accounts
from cypher.queries.accounts import CheckRow


class ConsistencyCheck(NamedTuple):
    """A check of acts.

    Attributes:
        name: subject of the check.
        query: statement of the check.
        problem: objects that it counts.
        is_repairable: True if the statement has the parameter `repair`.
        advice: next step for errors that the command cannot repair.
    """

    name: str
    query: Query[CheckRow]
    problem: str
    is_repairable: bool = True
    advice: str = ""


CHECKS = (
    ConsistencyCheck("Acts", accounts.CHECK_ACTS, "acts that are twice in the graph, or contradict each other"),
    ConsistencyCheck("Claims", accounts.CHECK_CLAIMS, "claims that do not match the rights of their user"),
    ConsistencyCheck(
        "Claimed profiles", accounts.CHECK_CLAIMED_PROFILES, "researchers with a wrong claimed or verificationLevel"
    ),
    ConsistencyCheck("Comments", accounts.CHECK_COMMENTS, "comments with the wrong visibility"),
    ConsistencyCheck("Reviews", accounts.CHECK_REVIEWS, "reviews with the wrong visibility"),
    ConsistencyCheck("Trust", accounts.CHECK_TRUST, "researchers or reviews whose trust must be recomputed"),
    ConsistencyCheck("Reports", accounts.CHECK_OPEN_REPORTS, "moderation cases with a wrong number of open reports"),
    ConsistencyCheck("Events", accounts.CHECK_EVENT_COUNTER, "counters of events that are below the last event"),
    ConsistencyCheck(
        "Notifications", accounts.CHECK_NOTIFICATIONS, "notifications without a user, an event or their content"
    ),
    ConsistencyCheck(
        "Audit log",
        accounts.CHECK_AUDIT_LOG,
        "comments, reviews or claims without an entry",
        is_repairable=False,
        advice="Entries cannot be made later. Find out who wrote to Neo4j without Byline.",
    ),
)


class CheckResult(NamedTuple):
    """Result of a check: number of objects with the problem, and the ID of one of them."""

    check: ConsistencyCheck
    wrong: int
    example: str | None


async def check_consistency(graph: Graph, *, repair: bool = False) -> AsyncGenerator[CheckResult]:
    """Yield the result of each check; a repair changes the counted elements. Raises a GraphError."""
    for check in CHECKS:
        if check.is_repairable:
            (row,) = await write_query(graph, check.query, {"repair": repair}, partial(_repair_entry, check, repair))
        else:
            (row,) = await graph.fetch(check.query)
        yield CheckResult(check, row.wrong, row.example)


def _repair_entry(check: ConsistencyCheck, repair: bool, row: CheckRow) -> Change | None:  # noqa: FBT001 of partial
    return Change("repairActs", after=f"{check.name}: {row.wrong}") if repair and row.wrong else None
