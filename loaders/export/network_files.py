"""Network files: the tables of an export as GraphML or GEXF, for networkx, igraph, Gephi and Cytoscape.

Nodes have the attributes `type` (the label) and `label` (a name to show), relationships have `type`; the other
attributes are the properties. Lists are written as JSON. Values that are unknown are left out.
"""

import re
from collections.abc import AsyncIterator, Iterator, Sequence
from xml.sax.saxutils import escape, quoteattr

import orjson

from cypher.driver.values import Value
from cypher.model import Property
from loaders.export.graph_tables import Table, TablePage

NAMES = ("name", "title", "value", "url")
"""Properties that name a node, by priority."""
WEIGHTS = {"COLLABORATED_WITH": "papers"}
"""Relationship type -> the property that Gephi reads as the weight of an edge."""
NUMBERS = {"int": "long", "float": "double", "bool": "boolean"}
"""Property type of the model -> attribute type of both formats; all other types are strings."""
SHOWN = (Property("type", "string", ""), Property("label", "string", ""))
INVALID_IN_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
"""Characters that XML does not allow."""


class GraphMLFile:
    """GraphML: attributes are declared as keys, `d0` and so on, and nodes and edges refer to them."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = tables
        self._keys = _attribute_keys(tables)

    async def lines(self, pages: AsyncIterator[TablePage]) -> AsyncIterator[list[bytes]]:
        """Yield the file in pieces. Raises a GraphError of the pages."""
        declared = (
            f'<key id="d{number}" for="{"node" if kind == 1 else "edge"}" attr.name={_quoted(column.name)} '
            f'attr.type="{NUMBERS.get(column.type, "string")}"/>\n'
            for (kind, _), (number, column) in self._keys.items()
        )
        default = "directed" if _is_directed(self._tables) else "undirected"
        yield [
            b'<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n',
            *(line.encode() for line in declared),
            f'<graph edgedefault="{default}">\n'.encode(),
        ]
        async for page in pages:
            yield [self._element(page.table, row).encode() for row in page.rows]
        yield [b"</graph>\n</graphml>\n"]

    def _element(self, table: Table, row: Sequence[Value]) -> str:
        values = "".join(
            f'<data key="d{self._keys[table.keys, name][0]}">{escape(_text(value))}</data>'
            for name, value in _attributes(table, row)
        )
        if table.keys == 1:
            return f"<node id={_quoted(row[0])}>{values}</node>\n"
        return f"<edge source={_quoted(row[0])} target={_quoted(row[1])}>{values}</edge>\n"


class GEXFFile:
    """GEXF 1.2, the format of Gephi."""

    def __init__(self, tables: Sequence[Table]) -> None:
        self._tables = tables
        self._keys = _attribute_keys(tables)

    async def lines(self, pages: AsyncIterator[TablePage]) -> AsyncIterator[list[bytes]]:
        """Yield the file in pieces. Raises a GraphError of the pages."""
        default = "directed" if _is_directed(self._tables) else "undirected"
        yield [
            b'<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">\n',
            f'<graph defaultedgetype="{default}" mode="static">\n'.encode(),
            *(line.encode() for line in self._declarations()),
            b"<nodes>\n",
        ]
        edges = 0
        in_nodes = True
        async for page in pages:
            if page.table.keys == 1:
                yield [self._node(page.table, row).encode() for row in page.rows]
                continue
            if in_nodes:
                in_nodes = False
                yield [b"</nodes>\n<edges>\n"]
            yield [self._edge(page.table, row, edges + number).encode() for number, row in enumerate(page.rows)]
            edges += len(page.rows)
        yield [b"</nodes>\n" if in_nodes else b"</edges>\n", b"</graph>\n</gexf>\n"]

    def _declarations(self) -> Iterator[str]:
        for kind, name in ((1, "node"), (2, "edge")):
            yield f'<attributes class="{name}">\n'
            for (owner, _), (number, column) in self._keys.items():
                if owner == kind:
                    type_ = NUMBERS.get(column.type, "string")
                    yield f'<attribute id="{number}" title={_quoted(column.name)} type="{type_}"/>\n'
            yield "</attributes>\n"

    def _node(self, table: Table, row: Sequence[Value]) -> str:
        return f"<node id={_quoted(row[0])} label={_quoted(_label(table, row))}>{self._values(table, row)}</node>\n"

    def _edge(self, table: Table, row: Sequence[Value], number: int) -> str:
        weight = next(
            (row[i] for i, column in enumerate(table.columns) if column.name == WEIGHTS.get(table.name)), None
        )
        stated = "" if weight is None else f" weight={_quoted(weight)}"
        ends = f"source={_quoted(row[0])} target={_quoted(row[1])}"
        return f'<edge id="{number}" {ends}{stated}>{self._values(table, row)}</edge>\n'

    def _values(self, table: Table, row: Sequence[Value]) -> str:
        values = "".join(
            f'<attvalue for="{self._keys[table.keys, name][0]}" value={_quoted(value)}/>'
            for name, value in _attributes(table, row)
            if not (table.keys == 1 and name == "label")
        )
        return f"<attvalues>{values}</attvalues>"


def _attribute_keys(tables: Sequence[Table]) -> dict[tuple[int, str], tuple[int, Property]]:
    """Return the number and declaration of each attribute by kind (1: node, 2: edge) and name."""
    keys: dict[tuple[int, str], tuple[int, Property]] = {}
    for table in tables:
        for column in (*SHOWN[: 3 - table.keys], *table.columns[table.keys :]):
            keys.setdefault((table.keys, column.name), (len(keys), column))
    return keys


def _attributes(table: Table, row: Sequence[Value]) -> Iterator[tuple[str, Value]]:
    """Yield the names and known values of a row, without the IDs."""
    yield "type", table.name
    if table.keys == 1:
        yield "label", _label(table, row)
    for i in range(table.keys, len(row)):
        if row[i] is not None:
            yield table.columns[i].name, row[i]


def _label(table: Table, row: Sequence[Value]) -> Value:
    values = {column.name: value for column, value in zip(table.columns, row, strict=True)}
    return next((values[name] for name in NAMES if values.get(name)), row[0])


def _is_directed(tables: Sequence[Table]) -> bool:
    """Return False if all relationship types are undirected: readers reject a mixture."""
    return any(table.element.directed for table in tables if table.element.ends)


def _text(value: Value) -> str:
    """Return a value as text with the characters that XML allows; lists and booleans as JSON."""
    text = orjson.dumps(value).decode() if isinstance(value, list | bool) else str(value)
    return INVALID_IN_XML.sub("", text)


def _quoted(value: Value) -> str:
    return quoteattr(_text(value), {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
