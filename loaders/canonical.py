"""The graph as sorted lines that name nothing by a minted id, so that two loads can be compared byte for byte.

Papers, institutions and venues go by their outside ids and the keys of their records, people by their ids and the
places where they are mentioned, pairs without a direction. Loads, the feed of changes, and ids that a merge retired,
are left out: they tell of the way, not of the outcome.
"""

import re
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing
from hashlib import blake2b

import msgspec

from cypher.catalog import statement
from cypher.run import Graph
from cypher.values import Value
from loaders.sorted_lines import SortedLines
from loaders.undisturbed import changed, same, still

MINTED = re.compile(r" ?[a-z]_[0-9A-HJKMNP-TV-Z]{26}$")
MINTED_KEYS = frozenset({"id", "rid", "pid", "tid", "iid", "fid", "addedIn", "changedIn"})
PAIRS = frozenset({"COLLABORATED_WITH", "RELATED_TO"})
EXPORT_S = 3600.0
LONGEST, SHOWN = 300, 200
"""Characters of a name that a relationship's line repeats whole, and of a longer one so many."""
OWN: Mapping[str, tuple[str, ...]] = {
    "Record": ("loader", "source", "key"),
    "Identifier": ("scheme", "value"),
    "InstitutionName": ("folded",),
    "Resource": ("url",),
    "Topic": ("scheme", "code"),
}
"""Labels whose nodes have a name of their own."""

_encoder = msgspec.json.Encoder(order="deterministic")


async def export(graph: Graph) -> list[str]:
    """Return the graph's lines, sorted, all in memory. Raises a GraphError."""
    return [line async for line in lines(graph)]


async def lines(graph: Graph) -> AsyncGenerator[str]:
    """Yield the graph's lines, sorted. What is held are the names of its nodes; lines go to the disk.

    Raises DisturbedError before the first line where somebody writes to the graph meanwhile, or another GraphError.
    """
    before = await still(graph)
    with SortedLines() as found:
        try:
            await _read(graph, found)
        except KeyError:  # what was not there when the names were read
            raise changed() from None
        await same(graph, before)
        for line in found.merged():
            yield line


async def _read(graph: Graph, found: SortedLines) -> None:
    """Read the graph's lines. Raises KeyError where a node came meanwhile."""
    names = await _names(graph)
    async for node, _, values in _rows(graph, "write/canonical/nodes"):
        found.add(f"{names[_number(node)]} {_said(_map(values))}")
    async for start, kind, end, values in _rows(graph, "write/canonical/edges"):
        ends = [_short(names[_number(start)]), _short(names[_number(end)])]
        if kind in PAIRS:
            ends.sort()
        found.add(f"({ends[0]})-[{kind} {_said(_map(values))}]->({ends[1]})")


async def _names(graph: Graph) -> dict[int, str]:
    """Name every node by what sources say: ids, keys, places of mention."""
    names: dict[int, str] = {}
    nameless: dict[int, str] = {}
    urls: dict[int, str] = {}
    async for node, labels, own in _rows(graph, "write/canonical/own_names"):
        said = _map(own)
        label = " ".join(sorted(map(str, labels if isinstance(labels, list) else ())))
        keys = OWN.get(label.partition(" ")[0])
        if keys is None:
            nameless[_number(node)] = label
            urls[_number(node)] = str(said.get("url"))
        else:
            names[_number(node)] = " ".join([label, *(str(said[key]) for key in keys if said.get(key) is not None)])
    led_to: dict[int, list[str]] = defaultdict(list)
    form_of: list[tuple[int, int]] = []
    async for start, kind, end, at in _rows(graph, "write/canonical/names_from"):
        if kind == "AVAILABLE_AS":
            form_of.append((_number(start), _number(end)))
        elif _number(end) in nameless:
            led_to[_number(end)].append(f"{names[_number(start)]} {at}".strip())
    for number, label in nameless.items():
        names[number] = f"{label} [{', '.join(sorted(set(led_to.pop(number, ()))))}]"
    for paper, form in form_of:
        names[form] = f"{names[paper]} as {urls[form]}"
    return names


def _short(name: str) -> str:
    """Return what stands for a name in the line of a relationship: a long one is cut, with its hash."""
    if len(name) <= LONGEST:
        return name
    return f"{name[:SHOWN]}... {blake2b(name.encode(), digest_size=12).hexdigest()}]"


def _said(values: Mapping[str, Value]) -> str:
    kept = {
        key: MINTED.sub("", value) if key == "ord" and isinstance(value, str) else value
        for key, value in values.items()
    }
    return _encoder.encode({key: value for key, value in kept.items() if key not in MINTED_KEYS}).decode()


async def _rows(graph: Graph, name: str) -> AsyncIterator[list[Value]]:
    async with aclosing(graph.stream(statement(name).text, timeout_s=EXPORT_S)) as pages:
        async for page in pages:
            for row in page:
                yield row


def _number(element: Value) -> int:
    """Return the number in a node's element id (`4:uuid:number`), which is unique within one database."""
    return int(str(element).rpartition(":")[2])


def _map(value: Value) -> Mapping[str, Value]:
    return value if isinstance(value, Mapping) else {}
