"""Canonical export: the graph as sorted lines without generated IDs, so that two loads can be compared byte by byte.

Papers, institutions and venues are named by their external IDs and record keys, people by their IDs and the places at
which they are mentioned; pairs have no direction. Loads, the change feed and retired IDs are left out, because they
describe the history and not the result.
"""

import re
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from hashlib import blake2b
from typing import NamedTuple

import msgspec

from cypher.catalog import Query, RowT
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.driver.values import Value
from cypher.queries import admin, lookup
from loaders.formats.external_sort import ExternalSorter
from loaders.writing import process_identity as processes
from loaders.writing.lease import LEASE_NAME, parse_holder


class ConcurrentWriteError(GraphError):
    """Another process writes to the graph while it is exported; the message names the process if known."""


class GraphVersion(NamedTuple):
    """Values that identify a state of the graph: the position of the change feed, and the loads."""

    feed: int
    loads: int
    newest: str | None


async def require_no_writer(graph: Graph) -> GraphVersion:
    """Return the current version of the graph.

    Raises ConcurrentWriteError if another process is writing, or another GraphError.
    """
    (status,) = await graph.fetch(admin.LEASE_STATUS, {"name": LEASE_NAME})
    if status.holder is not None and not processes.is_process_dead(*parse_holder(status.holder)):
        raise ConcurrentWriteError(_inconsistent_read_message(f"{status.doing} writes to it"))
    return GraphVersion(status.feed, status.loads, status.newest)


async def require_unchanged(graph: Graph, before: GraphVersion) -> None:
    """Raise ConcurrentWriteError if the graph was changed since a version, or another GraphError."""
    if await require_no_writer(graph) != before:
        raise concurrent_change_error()


def concurrent_change_error() -> ConcurrentWriteError:
    """Return the error to raise if the data read are inconsistent."""
    return ConcurrentWriteError(_inconsistent_read_message("it has changed"))


def _inconsistent_read_message(what: str) -> str:
    return f"Cannot read a consistent graph: {what} during the export. Run it again when no other command writes."


MINTED = re.compile(r" ?[a-z]_[0-9A-HJKMNP-TV-Z]{26}$")
MINTED_KEYS = frozenset({"id", "rid", "pid", "tid", "iid", "fid", "addedIn", "changedIn", "collaborationsChangedIn"})
CLAIM_KEYS = frozenset(
    {
        "claimed",
        "verificationLevel",
        "trustScore",
        "citingResearcherCount",
        "reviewsReceivedCount",
        "reviewsGivenCount",
    }
)
"""Properties that claims and reviews of users change."""
PAIRS = frozenset({"COLLABORATED_WITH", "RELATED_TO"})
EXPORT_S = 3600.0
MAX_NAME_LENGTH, TRUNCATED_LENGTH = 300, 200
"""Maximum length of a name in the line of a relationship, and the length to which a longer name is truncated."""
OWN: Mapping[str, tuple[str, ...]] = {
    "Record": ("loader", "source", "key"),
    "Identifier": ("scheme", "value"),
    "InstitutionName": ("folded",),
    "Resource": ("url",),
    "Topic": ("scheme", "code"),
}
"""Labels with nodes that are named by their own properties."""

_encoder = msgspec.json.Encoder(order="deterministic")


async def export(graph: Graph) -> list[str]:
    """Return the lines of the graph, sorted, in memory. Raises a GraphError."""
    return [line async for line in iter_canonical_lines(graph)]


async def iter_canonical_lines(graph: Graph) -> AsyncGenerator[str]:
    """Yield the lines of the graph, sorted. Only the names of nodes are held in memory; lines are sorted on disk.

    Raises ConcurrentWriteError before the first line if another process writes during the export, or another
    GraphError.
    """
    before = await require_no_writer(graph)
    with ExternalSorter() as sorted_lines:
        try:
            await _read_graph(graph, sorted_lines)
        except KeyError:  # a node that was created after the names were read
            raise concurrent_change_error() from None
        await require_unchanged(graph, before)
        for line in sorted_lines.merged():
            yield line


async def _read_graph(graph: Graph, sorted_lines: ExternalSorter) -> None:
    """Read the lines of the graph. Raises KeyError if a node was created meanwhile."""
    names = await _names(graph)
    async for node in _rows(graph, lookup.CANONICAL_NODES):
        sorted_lines.add(f"{names[_number(node.node)]} {_encode_value(node.values)}")
    async for edge in _rows(graph, lookup.CANONICAL_EDGES):
        ends = [_short(names[_number(edge.start)]), _short(names[_number(edge.end)])]
        if edge.type in PAIRS:
            ends.sort()
        sorted_lines.add(f"({ends[0]})-[{edge.type} {_encode_value(edge.values)}]->({ends[1]})")


async def _names(graph: Graph) -> dict[int, str]:
    """Return the names of all nodes, from external IDs, keys and places of mention."""
    names: dict[int, str] = {}
    nameless: dict[int, str] = {}
    urls: dict[int, str] = {}
    async for row in _rows(graph, lookup.CANONICAL_OWN_NAMES):
        node, properties = _number(row.node), row.key_properties
        label = " ".join(sorted(row.labels))
        keys = OWN.get(label.partition(" ")[0])
        if keys is None:
            nameless[node] = label
            urls[node] = str(properties.get("url"))
        else:
            names[node] = " ".join([label, *(str(properties[key]) for key in keys if properties.get(key) is not None)])
    reached_from: dict[int, list[str]] = defaultdict(list)
    form_of: list[tuple[int, int]] = []
    async for edge in _rows(graph, lookup.CANONICAL_NAME_ORIGINS):
        start, end = _number(edge.start), _number(edge.end)
        if edge.type == "AVAILABLE_AS":
            form_of.append((start, end))
        elif end in nameless:
            reached_from[end].append(f"{names[start]} {edge.mention_position}".strip())
    for number, label in nameless.items():
        names[number] = f"{label} [{', '.join(sorted(set(reached_from.pop(number, ()))))}]"
    for paper, form in form_of:
        names[form] = f"{names[paper]} as {urls[form]}"
    return names


def _short(name: str) -> str:
    """Return the name of a node for the line of a relationship; a long name is truncated and has its hash appended."""
    if len(name) <= MAX_NAME_LENGTH:
        return name
    return f"{name[:TRUNCATED_LENGTH]}... {blake2b(name.encode(), digest_size=12).hexdigest()}]"


def _encode_value(values: Mapping[str, Value]) -> str:
    stored_values = {
        key: MINTED.sub("", value) if key == "ord" and isinstance(value, str) else value
        for key, value in values.items()
    }
    return _encoder.encode(
        {key: value for key, value in stored_values.items() if key not in MINTED_KEYS | CLAIM_KEYS}
    ).decode()


async def _rows(graph: Graph, query: Query[RowT]) -> AsyncIterator[RowT]:
    async with aclosing(graph.stream(query.text, timeout_s=EXPORT_S)) as pages:
        async for page in pages:
            for row in query.typed_rows(page):
                yield row


def _number(element: str) -> int:
    """Return the number in a node's element ID (`4:uuid:number`), which is unique within a database."""
    return int(element.rpartition(":")[2])
