"""ORCID's documents in one shape, for its XML and its JSON say the same under the same names."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

from lxml import etree

from loaders.files.markup import Element

UNREAD = frozenset({"source", "created-date", "preferences", "emails", "keywords", "researcher-urls", "addresses"})
UNREAD_ACTIVITIES = frozenset(
    {"fundings", "peer-reviews", "research-resources", "memberships", "services", "distinctions"}
)
WRAPPERS = frozenset({"summaries", "bulk"})
"""Lists of JSON that XML has not: what is in their objects stands in XML by itself."""


@dataclass(slots=True)
class Node:
    """An element or object: its text, and its parts by name; attributes are parts too."""

    text: str = ""
    parts: dict[str, list["Node"]] = field(default_factory=dict[str, list["Node"]])

    def each(self, *path: str) -> list["Node"]:
        """Return all parts on a path of names."""
        found: list[Node] = [self]
        for name in path:
            found = [part for one in found for part in one.parts.get(name, ())]
        return found

    def first(self, *path: str) -> "Node":
        """Return the first part on a path, an empty one where there is none."""
        return next(iter(self.each(*path)), Node())

    def said(self, *path: str) -> str:
        """Return the text of the first part on a path, with white space folded."""
        return " ".join(self.first(*path).text.split())

    def public(self) -> bool:
        """Tell whether everybody may see it; what says nothing of that was published with what it stands in."""
        return self.said("visibility").lower() in ("", "public")


def of_xml(element: Element) -> Node:
    """Return an element without its namespaces, and without what is not read."""
    node = Node(element.text or "")
    for name, value in element.attrib.items():
        node.parts[str(name)] = [Node(str(value))]
    for child in element.iterchildren(etree.Element):
        name = etree.QName(child).localname
        if name not in UNREAD and name not in UNREAD_ACTIVITIES:
            node.parts.setdefault(name, []).append(of_xml(child))
    return node


def of_json(value: object) -> Node:
    """Return a JSON value: `{"value": x}` is a text, a list is several parts of one name, null is none."""
    node = Node()
    if isinstance(value, dict):
        for name, said in cast("dict[str, object]", value).items():
            if name == "value" and not isinstance(said, dict | list):
                node.text = _text(said)
            elif name not in UNREAD and name not in UNREAD_ACTIVITIES:
                _put(node, name, cast("object", said))
        return node
    return Node(_text(value))


def _put(node: Node, name: str, said: object) -> None:
    for one in _listed(said):
        if name in WRAPPERS:
            for inner, parts in of_json(one).parts.items():
                node.parts.setdefault(inner, []).extend(parts)
        elif one is not None:
            node.parts.setdefault(name, []).append(of_json(one))


def _listed(said: object) -> Iterator[object]:
    if isinstance(said, list):
        yield from cast("list[object]", said)
    else:
        yield said


def _text(value: object) -> str:
    return "" if value is None or isinstance(value, dict | list) else str(value)
