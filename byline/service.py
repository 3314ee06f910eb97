"""The GraphQL service as the settings have it."""

from typing import cast

from byline.identities import Identities
from byline.settings import Settings
from cypher.run import Graph
from resolvers.execute import Executor, Limits, Service


def service(graph: Graph, settings: Settings) -> Service:
    """Return the service over an open graph."""
    limits = Limits(settings.max_depth, settings.max_cost, settings.query_timeout_s, settings.introspection)
    return Service(
        graph,
        limits,
        cast("Executor", settings.executor),
        shows_cypher=settings.show_cypher,
        identity=Identities(graph),
    )
