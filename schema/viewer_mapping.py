"""Mappings of fields that depend on the viewer, the client that sends the request."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ViewerNode:
    """The node of the viewer's account; null without an account."""


@dataclass(frozen=True, slots=True)
class ViewerObject:
    """An object about the node at hand and the viewer; null if the viewer has no account."""


@dataclass(frozen=True, slots=True)
class ViewerRelationship:
    """True if the viewer has a relationship of this type with the node at hand."""

    type: str


@dataclass(frozen=True, slots=True)
class ViewerRelationshipTypes:
    """The types of these that relationships of the viewer with the node at hand have, sorted."""

    types: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VisibleNode:
    """The node of this label with the ID of the argument `id`; null if it is private to other users.

    Attributes:
        label: label of the node.
        readers: types of the relationships of users who can read a node whose `visibility` is private. Empty if all
            nodes are public.
        roles: roles of users who can read all nodes.
    """

    label: str
    readers: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
