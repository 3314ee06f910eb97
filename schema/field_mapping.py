"""Mappings of GraphQL fields to the graph: properties, relationships, and queries in `.cypher` files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from schema.viewer_mapping import ViewerNode, ViewerObject, ViewerRelationship, ViewerRelationshipTypes, VisibleNode

Direction: TypeAlias = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class PropertyMapping:
    """A property of the current node, relationship or row; `default` replaces an absent value."""

    name: str
    default: str | int | float | bool | list[str] | None = None


@dataclass(frozen=True, slots=True)
class ExternalUrl:
    """A URL: prefix and value of the first property that the node has, or else of an external ID.

    Attributes:
        templates: (property, prefix), best first.
        ids: (beginning of an external ID, prefix), best first; the URL has the rest of the ID.
    """

    templates: tuple[tuple[str, str], ...]
    ids: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class SameNode:
    """An object with fields that are properties of the same node."""


@dataclass(frozen=True, slots=True)
class ParallelLists:
    """A list of objects, stored as parallel list properties: field name -> property."""

    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PropertyObject:
    """An object, stored as properties of the node: field name -> property. Null if the first property is absent."""

    columns: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class SummaryMapping:
    """The summary of a paper: the stored one, or else sentences of the abstract, which the decoder chooses."""


@dataclass(frozen=True, slots=True)
class Key:
    """One sort key. `null` replaces an absent value, so that it sorts last; None: the property always has a value."""

    prop: str
    descending: bool = False
    on: Literal["node", "edge", "count"] = "node"
    null: str | int | float | None = None
    unique: bool = False
    flag: bool = False
    """True if the property is a Boolean; it sorts as 1 and 0."""
    number: bool = False
    """True if the value is a number, False if it is a text."""
    stem: bool = False
    """True if the ID at the end of the property is not compared, so that entities with equal names tie."""


@dataclass(frozen=True, slots=True)
class RelationshipPageIndex:
    """An index of relationships for pages of nodes with many of them: its properties with the ID of the start node, and
    with the sort key of the end node.
    """

    owner: str
    order: str = "ord"


@dataclass(frozen=True, slots=True)
class Pattern:
    """A relationship of the current node, or a chain of up to `max_length` relationships.

    `minimum` is a condition: a property of the relationship and its lowest value. `label` is the label of the end node,
    if the relationship leads to several.
    """

    type: str
    direction: Direction
    minimum: tuple[str, int] | None = None
    max_length: int = 1
    label: str = ""


@dataclass(frozen=True, slots=True)
class RelatedList:
    """A short list of end nodes of a relationship, or one of them. The field is null unless the Boolean property
    `null_unless` is true: otherwise no source states the list. `where` is a condition: a property and its value.
    """

    pattern: Pattern
    order: tuple[Key, ...]
    single: bool = False
    null_unless: str | None = None
    where: tuple[str, bool] | None = None
    on: Literal["node", "edge"] = "node"
    """Owner of the properties of the fields."""


@dataclass(frozen=True, slots=True)
class RelationshipConnection:
    """A connection over a relationship.

    Attributes:
        direction_argument: argument that selects the direction of the pattern, an enum whose values are "out" and "in".
        null_unless: Boolean property; if it is not true, the connection is null, because no source states the list.
    """

    pattern: Pattern
    order: tuple[Key, ...]
    hub: RelationshipPageIndex | None = None
    direction_argument: str | None = None
    null_unless: str | None = None


class ComputedBy(NamedTuple):
    """A parameter of a `.cypher` file that a service computes before the query runs.

    Attributes:
        parameter: name of the parameter.
        file: the `.cypher` file whose parameters are the inputs of the service.
    """

    parameter: str
    file: str


@dataclass(frozen=True, slots=True)
class QueryConnection:
    """A connection with the nodes and edge values that a `.cypher` file returns.

    The parameters of the file are the arguments of the field; on a node, `id` is the ID of the node.

    Attributes:
        max_rows: maximum number of rows of the file; `truncated` is true if the file returns this many.
        max_filtered_rows: the same for a list with a filter, given to the file as `limit`.
    """

    file: str
    order: tuple[Key, ...]
    max_rows: int | None = None
    max_filtered_rows: int | None = None
    weight: int = 0
    """Cost of the query in addition to its rows, in values read."""
    scored_by: str = ""
    """Text argument that the scores depend on: a cursor is valid only for the same text."""
    computed: ComputedBy | None = None
    """Parameter that a service computes before the query runs; None without one."""
    null_unless: str | None = None
    """Boolean property; if it is not true, the connection is null, because no source states the list."""


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
    """The rows of a `.cypher` file: a list of objects, one object, or one value.

    The parameter `id` is the ID of the current node, parameters in `row_parameters` are values of the current row, and
    other parameters are the arguments of the field.
    """

    file: str
    single: bool = False
    null_unless: str | None = None
    weight: int = 0
    """Cost of the query in addition to its rows, in values read."""
    weight_per_item: str = ""
    """Argument with a list: the weight counts for each of its items; empty: it counts once."""
    row_parameters: tuple[str, ...] = ()
    node_key_parameter: str = ""
    """Parameter that is a list of keys; its only item is the [scheme, value] of the current node's ID."""
    of_known_node: "QueryResult | None" = None
    """Mapping instead of this one if an argument gives the ID of the node; None to use this one for all nodes."""
    computed: ComputedBy | None = None
    """Parameter that a service computes before the query runs; None without one."""
    check: str = ""
    """A `.cypher` file that runs in the same query and returns the code and message of an error in the arguments.

    If it returns a row, the field is null and the response has the error.
    """


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Candidates for each description in a list: argument -> (label, `.cypher` file). A client gives one argument."""

    files: Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Count:
    """The number of relationships, optionally only those with one property value."""

    pattern: Pattern
    where: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class ColumnNode:
    """A node in a column of the current row."""

    name: str


@dataclass(frozen=True, slots=True)
class ColumnNodes:
    """A list of nodes in a column of the current row."""

    name: str


@dataclass(frozen=True, slots=True)
class ColumnRows:
    """A list of maps in a column of the current row."""

    name: str


@dataclass(frozen=True, slots=True)
class ColumnRow:
    """A map of plain values in a column of the current row."""

    name: str


@dataclass(frozen=True, slots=True)
class RecordMember:
    """A member of the JSON of a record in the current row.

    Attributes:
        statement: column with the JSON of the record.
        member: column with the name of the member.
        plain: column with the value itself, for rows that have no JSON.
        otherwise: column with the value of a record that does not have the member.
    """

    statement: str
    member: str
    plain: str
    otherwise: str


@dataclass(frozen=True, slots=True)
class HasConflict:
    """True if the rows in a column of the current row state different values in their field of type `RecordMember`."""

    rows: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """One node of a label, found by one of several external IDs or by its Byline ID."""

    label: str
    schemes: Mapping[str, str] = field(default_factory=dict[str, str])
    """Key -> scheme of the Identifier, if they differ; after a colon the prefix of its values."""
    properties: Mapping[str, tuple[str, str, str]] = field(default_factory=dict[str, tuple[str, str, str]])
    """Key -> (property, its fixed value, property with the key), for keys that are properties of the node."""


@dataclass(frozen=True, slots=True)
class NodeById:
    """Any node by its ID; `many`: nodes by a list of IDs, in the order of the list."""

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
    """In a filter: an external ID; `prop` has the preferred one, and `scheme` selects the Identifier nodes."""

    prop: str
    scheme: str


@dataclass(frozen=True, slots=True)
class KindFilter:
    """In a filter for entities of all types: the filter for those of one type."""

    label: str


@dataclass(frozen=True, slots=True, init=False)
class RelationshipFilter:
    """In a filter: nodes at the end of a relationship, or of a chain of relationships.

    Attributes:
        steps: the relationships; conditions on `edge` concern the first.
        distinct: True if several chains can lead to the same node.
    """

    steps: tuple[Pattern, ...]
    distinct: bool

    def __init__(self, *steps: Pattern, distinct: bool = False) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "distinct", distinct)


@dataclass(frozen=True, slots=True)
class Groups:
    """In a connection: its groups; in a group: the measure `sum`, `avg`, `min` or `max`."""

    measure: str = ""


@dataclass(frozen=True, slots=True)
class Years:
    """In a connection of papers: their number per year."""


@dataclass(frozen=True, slots=True)
class ServiceResolved:
    """A root field that a service resolves, not the compiled Cypher: explanations and decisions of identities.

    Fields of its types are the attributes of the service's result.
    """

    weight: int
    """Cost in addition to the rows, in values read."""
    row_cost: int = 1
    """Cost of each row in addition to its selected values."""
    order: tuple[Key, ...] = ()
    """Sort keys that a cursor contains; empty if the field has no pages."""
    cursor_argument: str = ""
    """Argument for whose value alone a cursor is valid; empty: for all."""


FieldMapping: TypeAlias = (
    PropertyMapping | ExternalUrl | SameNode | ParallelLists | PropertyObject | SummaryMapping | RelatedList
    | RelationshipConnection | QueryConnection | SearchScore | Highlights | Correction | Truncation | LabelConnection
    | QueryResult | MatchResult | Count | ColumnNode | ColumnNodes | ColumnRows | ColumnRow | RecordMember | HasConflict
    | Lookup | NodeById | AnyId | EntityId | PartialDateMapping | RelationshipFilter | Groups | Years | ServiceResolved
    | ViewerNode | ViewerObject | ViewerRelationship | ViewerRelationshipTypes | VisibleNode
)  # fmt: skip
