"""Mappings of GraphQL fields to the graph: properties, relationships, and queries in `.cypher` files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from schema.viewer_mapping import ViewerNode, ViewerObject, ViewerRelationship, ViewerRelationshipTypes, VisibleNode

Direction: TypeAlias = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class PropertyMapping:
    """A property of the node, the relationship or the row at hand; `default` stands in for an absent one."""

    name: str
    default: str | int | float | bool | None = None


@dataclass(frozen=True, slots=True)
class ExternalUrl:
    """A URL made from the first property that a node has: (property, text before its value), in order of preference."""

    templates: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SameNode:
    """An object with fields that are properties of the same node."""


@dataclass(frozen=True, slots=True)
class ParallelLists:
    """A list of objects kept as parallel list properties: field name -> property."""

    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PropertyObject:
    """An object kept as properties of the node: field name -> property. It is null if the first property is absent."""

    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Key:
    """One sort key. `null` stands in for an absent value and sorts it last; without it the value is always there."""

    prop: str
    descending: bool = False
    on: Literal["node", "edge", "count"] = "node"
    null: str | int | float | None = None
    unique: bool = False
    flag: bool = False
    """Whether the property is yes or no, which sort as 1 and 0."""
    number: bool = False
    """Whether the value is a number; else it is a text."""
    stem: bool = False
    """Whether the id that ends the property is left out, so that what is alike ties."""


@dataclass(frozen=True, slots=True)
class RelationshipPageIndex:
    """The relationship index that pages a hub: the owner's id and the far node's ord, both on the relationship."""

    owner: str
    order: str = "ord"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A relationship from the node at hand, or up to `deep` of them in a row.

    `only` is a fixed condition on the relationship, at least this value.
    """

    type: str
    direction: Direction
    only: tuple[str, int] | None = None
    deep: int = 1


@dataclass(frozen=True, slots=True)
class RelatedList:
    """A short list (or one) of what lies over a relationship, the relationship's properties among the fields.

    `known` names a boolean property: where it is not true, the answer is null, for nobody said.
    """

    pattern: Pattern
    order: tuple[Key, ...]
    single: bool = False
    known: str | None = None
    only: tuple[str, bool] | None = None
    on: Literal["node", "edge"] = "node"
    """Whether the answer's fields are the far node's or the relationship's properties."""


@dataclass(frozen=True, slots=True)
class RelationshipConnection:
    """A connection over a relationship.

    Attributes:
        direction_argument: argument that selects the direction of the pattern, an enum whose values are "out" and "in".
        known: Boolean property; the connection is null if it is not true, because no source states the list.
    """

    pattern: Pattern
    order: tuple[Key, ...]
    hub: RelationshipPageIndex | None = None
    direction_argument: str | None = None
    known: str | None = None


@dataclass(frozen=True, slots=True)
class QueryConnection:
    """A connection whose nodes and edge values come from a named `.cypher` file.

    At a root its parameters are the field's arguments; on a node `id` is the node's. `most` is how many rows the file
    gives at most: a connection that has a field `truncated` says by it whether that many came.
    """

    file: str
    order: tuple[Key, ...]
    most: int | None = None
    weight: int = 0
    """Cost of the query in addition to its rows, in values read."""
    scored_by: str = ""
    """The text argument that the rows' scores depend on: a cursor holds for the same text alone."""
    known: str | None = None
    """Boolean property; the connection is null if it is not true, because no source states the list."""


@dataclass(frozen=True, slots=True)
class SearchScore:
    """On an edge: the score of a search; null if the list is not searched."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """On an edge: the texts of the node that match the search."""


@dataclass(frozen=True, slots=True)
class Correction:
    """In a connection: a corrected search text."""


@dataclass(frozen=True, slots=True)
class Truncation:
    """In a connection: True if a search found as many items as it can return."""


@dataclass(frozen=True, slots=True)
class LabelConnection:
    """A root connection over all nodes of one label. Its argument `query` searches among them."""

    label: str
    order: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class QueryResult:
    """The rows of a named `.cypher` file: a list of objects, or one, or one plain value.

    Its parameter `id` is the id of the node at hand, those in `row` are values of the row at hand; others are the
    field's arguments of the same name.
    """

    file: str
    single: bool = False
    known: str | None = None
    weight: int = 0
    """Cost of the query in addition to its rows, in values read."""
    row: tuple[str, ...] = ()
    key_of_node: str = ""
    """Parameter that is the [scheme, value] of the node at hand."""
    computed: tuple[str, str] | None = None
    """Parameter that a service computes before the query runs, and the `.cypher` file with its inputs as parameters."""
    check: str = ""
    """A `.cypher` file that runs in the same query and returns the code and message of an error in the arguments.

    If it returns a row, the field is null and the response has the error.
    """


@dataclass(frozen=True, slots=True)
class Matched:
    """Candidates for each of many descriptions: argument -> (label, named `.cypher` file). One argument is given."""

    files: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of relationships, optionally only those with one property value."""

    pattern: Pattern
    where: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class NodeIn:
    """A node inside the row at hand."""

    name: str


@dataclass(frozen=True, slots=True)
class NodesIn:
    """A list of nodes inside the row at hand."""

    name: str


@dataclass(frozen=True, slots=True)
class RowsIn:
    """A list of maps inside the row at hand."""

    name: str


@dataclass(frozen=True, slots=True)
class RowIn:
    """A map inside the row at hand, of plain values."""

    name: str


@dataclass(frozen=True, slots=True)
class RecordMember:
    """A member of the record whose JSON stands in the row at hand: `member` is the column that names it.

    `plain` is a column that holds the value itself, where the record's JSON is not asked; `otherwise` one that holds
    what a record means which leaves the member out.
    """

    statement: str
    member: str
    plain: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class HasConflict:
    """Whether the rows inside the row at hand say different things, by their column that is `Said`."""

    rows: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """One node of a label by one of several outside ids, or by Byline's own."""

    label: str
    schemes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Key -> scheme of the Identifier, where the two differ; after a colon what its values begin with."""
    properties: Mapping[str, tuple[str, str, str]] = field(default_factory=dict[str, tuple[str, str, str]])
    """Key -> (property, its fixed value, property that the key is), where the node's own unique key is meant."""


@dataclass(frozen=True, slots=True)
class ById:
    """Any node by its Byline id; `many` takes a list of ids and answers in their order."""

    many: bool = False


@dataclass(frozen=True, slots=True)
class PartialDateMapping:
    """In a filter: a property with a partial date, compared as a period of time."""

    name: str


@dataclass(frozen=True, slots=True)
class EntityId:
    """In a filter: the Byline ID of an entity with this label, or any other ID of it."""

    label: str


@dataclass(frozen=True, slots=True)
class AnyId:
    """In a filter: an outside id; `prop` is the preferred one's property, `scheme` that of the Identifier nodes."""

    prop: str
    scheme: str


@dataclass(frozen=True, slots=True, init=False)
class RelationshipFilter:
    """In a filter: what lies over one relationship, or over several in a row.

    The edge's conditions speak of the first. `distinct` where several ways may lead to one node.
    """

    steps: tuple[Pattern, ...]
    distinct: bool

    def __init__(self, *steps: Pattern, distinct: bool = False) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "distinct", distinct)


@dataclass(frozen=True, slots=True)
class Groups:
    """In a connection: its groups; in a group: one measure, `sum`, `avg`, `min` or `max`."""

    measure: str = ""


@dataclass(frozen=True, slots=True)
class Years:
    """In a connection of papers: how many each year has."""


@dataclass(frozen=True, slots=True)
class ServiceResolved:
    """A root that is answered beside the compiled Cypher, by what knows of identities, under the field's own name.

    Its types' fields are read from the answer by their Python names.
    """

    weight: int
    """Cost in addition to the rows, in values read."""
    row: int = 1
    """What each row of its page costs besides the values that are asked of it."""
    order: tuple[Key, ...] = ()
    """Where a row stands, as its cursor says; empty where the root has no pages."""
    told_by: str = ""
    """The argument that a cursor holds for alone."""


FieldMapping: TypeAlias = (
    PropertyMapping | ExternalUrl | SameNode | ParallelLists | PropertyObject | RelatedList | RelationshipConnection
    | QueryConnection | SearchScore | Highlights | Correction | Truncation | LabelConnection | QueryResult | Matched
    | Count | NodeIn | NodesIn | RowsIn | RowIn | RecordMember | HasConflict | Lookup | ById | AnyId | EntityId
    | PartialDateMapping | RelationshipFilter | Groups | Years | ServiceResolved
    | ViewerNode | ViewerObject | ViewerRelationship | ViewerRelationshipTypes | VisibleNode
)  # fmt: skip
