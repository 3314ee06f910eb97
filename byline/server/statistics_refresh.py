"""Refresh the size of the graph that the cost limit uses: at the start of the server and every five minutes."""

import asyncio

import structlog

from cypher.driver.errors import GraphError, GraphRejectedError
from cypher.graph_statistics import read_statistics
from resolvers.execute import Service

log = structlog.get_logger()
INTERVAL_S = 300
RETRY_S = 10
"""Pause in seconds after an error that can pass, such as an unavailable Neo4j."""


async def refresh_statistics(service: Service, interval_s: float = INTERVAL_S) -> None:
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
