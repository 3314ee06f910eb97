"""Whether anybody writes while the graph is read as a whole: what is read then is of no one moment.

A reader takes no turn of its own: it may have no right to write, and must not keep loads waiting.
"""

from typing import NamedTuple

from cypher.catalog import statement
from cypher.errors import GraphError
from cypher.run import Graph
from cypher.values import Value
from loaders import processes
from loaders.writing.lease import NAME, place


class DisturbedError(GraphError):
    """Somebody writes to the graph while it is read as a whole; the message says who, where that is known."""


class Moment(NamedTuple):
    """What tells one moment of the graph from another: the number of the feed of changes, and the loads."""

    of_feed: Value
    loads: Value
    newest: Value


async def still(graph: Graph) -> Moment:
    """Return which moment this is. Raises DisturbedError where somebody writes now, or another GraphError."""
    read = await graph.read(statement("read/meta/writing").text, {"name": NAME})
    holder, doing, *moment, _ = read.rows[0]
    if holder is not None and not processes.has_ended(*place(str(holder))):
        raise DisturbedError(_told(f"{doing} writes to it"))
    return Moment(*moment)


async def same(graph: Graph, before: Moment) -> None:
    """Find out that nobody has written since a moment. Raises DisturbedError, or another GraphError."""
    if await still(graph) != before:
        raise changed()


def changed() -> DisturbedError:
    """Return what to raise where what was read contradicts itself."""
    return DisturbedError(_told("it has changed"))


def _told(what: str) -> str:
    return f"The graph cannot be read as a whole: {what} meanwhile. Run this again once nobody writes."
