"""A common tree for ORCID's XML and JSON, which have the same structure and names."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from lxml import etree

from loaders.formats.markup import Element

UNREAD = frozenset({"source", "created-date", "preferences", "emails", "keywords", "researcher-urls", "addresses"})
UNREAD_ACTIVITIES = frozenset(
    {"fundings", "peer-reviews", "research-resources", "memberships", "services", "distinctions"}
)
WRAPPERS = frozenset({"summaries", "bulk"})
"""Lists that exist only in JSON; their members are children of the parent in XML."""


@dataclass(slots=True)
class Node:
    """An element or object: its text, and its children by name, including attributes."""

    text: str = ""
    parts: dict[str, list["Node"]] = field(default_factory=dict[str, list["Node"]])

    def each(self, *path: str) -> list["Node"]:
        """Return all descendants on a path of names."""
        nodes: list[Node] = [self]
        for name in path:
            nodes = [part for node in nodes for part in node.parts.get(name, ())]
        return nodes

    def first(self, *path: str) -> "Node":
        """Return the first descendant on a path, or an empty node."""
        return next(iter(self.each(*path)), Node())

    def text_at(self, *path: str) -> str:
        """Return the text of the first descendant on a path, with normalized white space."""
        return " ".join(self.first(*path).text.split())

    def public(self) -> bool:
        """Return True if the node is public; a node without a visibility was published with its parent."""
        return self.text_at("visibility").lower() in ("", "public")


def of_xml(element: Element) -> Node:
    """Return an element as a node, without namespaces and without unread elements."""
    node = Node(element.text or "")
    for name, value in element.attrib.items():
        node.parts[str(name)] = [Node(str(value))]
    for child in element.iterchildren(etree.Element):
        name = etree.QName(child).localname
        if name not in UNREAD and name not in UNREAD_ACTIVITIES:
            node.parts.setdefault(name, []).append(of_xml(child))
    return node


def of_json(value: object) -> Node:
    """Return a JSON value as a node: `{"value": x}` is a text, a list is several children with one name, null is
    omitted.
    """
    node = Node()
    if isinstance(value, dict):
        for name, member in cast("dict[str, object]", value).items():
            if name == "value" and not isinstance(member, dict | list):
                node.text = _text(member)
            elif name not in UNREAD and name not in UNREAD_ACTIVITIES:
                _put(node, name, cast("object", member))
        return node
    return Node(_text(value))


def _put(node: Node, name: str, member: object) -> None:
    for item in _listed(member):
        if name in WRAPPERS:
            for inner, parts in of_json(item).parts.items():
                node.parts.setdefault(inner, []).extend(parts)
        elif item is not None:
            node.parts.setdefault(name, []).append(of_json(item))


def _listed(value: object) -> Iterator[object]:
    if isinstance(value, list):
        yield from cast("list[object]", value)
    else:
        yield value


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)
