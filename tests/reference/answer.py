"""Answers operations with graphql-core's own executor, the stored schema text and naive rules."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false, reportUnknownArgumentType=false
# graphql-core leaves the generics of its executor and its wrapping types open.
from graphql import GraphQLEnumType, GraphQLList, GraphQLNonNull, GraphQLResolveInfo, build_schema, graphql_sync

from tests.reference.conditions import OTHER_NAMES, fits
from tests.reference.graph_dump import ROOTS, Thing, World
from tests.reference.groups import group_by, years
from tests.reference.links import CONNECTIONS, Row, edge_value
from tests.reference.orders import ordered

SCHEMA = build_schema((Path(__file__).parents[2] / "schema" / "schema.graphql").read_text("utf-8"))


FAR = {
    "papers": "Paper",
    "references": "Paper",
    "citedBy": "Paper",
    "relations": "Paper",
    "outgoingRelations": "Paper",
    "incomingRelations": "Paper",
    "funders": "Funder",
    "transitiveReferences": "Paper",
    "transitiveCitedBy": "Paper",
    "authors": "Researcher",
    "researchers": "Researcher",
    "collaborators": "Researcher",
    "closeCollaborators": "Researcher",
    "topics": "Topic",
    "volumes": "Volume",
    "editors": "Researcher",
}
"""What the nodes of a connection are, where not of the same kind as its owner."""


class Page(dict[str, Any]):
    """A page of a connection, with all rows of the connection."""

    rows: list[Row]


def answer(world: World, query: str, cursors: Mapping[str, int] | None = None) -> dict[str, Any]:
    """Return the data of an operation, computed naively; `cursors` maps each cursor to the index of its row.

    Raises AssertionError if the naive rules fail.
    """

    def resolve(source: Any, info: GraphQLResolveInfo[Any], **args: Any) -> Any:  # noqa: ANN401 whatever a field holds
        mapping = (info.parent_type.name, info.field_name)
        if source is None:
            label = ROOTS[info.field_name]
            return page([({}, thing) for thing in world.of(label)], label, mapping, args)
        if isinstance(source, Page) and info.field_name == "groupBy":
            return group_by(source.rows, args)
        if isinstance(source, Page) and info.field_name == "years":
            return years(source.rows, **args)
        if isinstance(source, Page):
            return source[info.field_name]
        if isinstance(source, tuple):
            props, thing = cast("Row", source)
            return thing if info.field_name == "node" else _plain(edge_value(props, info.field_name), info)
        if isinstance(source, Thing):
            if mapping in CONNECTIONS:
                found = CONNECTIONS[mapping](source)
                return page(found, FAR.get(info.field_name, source.label), mapping, args)
            return _plain(source.props.get(OTHER_NAMES.get(mapping, info.field_name)), info)
        value = source[info.field_name]
        return value(**args) if callable(value) else value

    def page(found: list[Row], label: str, mapping: tuple[str, str], args: dict[str, Any]) -> Page:
        ends = {name: (cursors or {})[args[name]] for name in ("after", "before") if name in args}
        return _page(found, label, mapping, args, ends)

    result = graphql_sync(SCHEMA, query, field_resolver=resolve, type_resolver=_label)
    assert not result.errors, result.errors
    assert result.data is not None
    return result.data


def _label(thing: Thing, *_: object) -> str:
    return thing.label


def _page(
    found: list[Row], label: str, mapping: tuple[str, str], args: dict[str, Any], ends: Mapping[str, int]
) -> Page:
    """Return the page between two rows: its beginning, or with `last` its end."""
    kept = [row for row in found if fits(row[1], args.get("where") or {})]
    kept = ordered(kept, label, mapping, args.get("orderBy"))
    size = args["last"] if args.get("last") is not None else args["first"]
    between = kept[ends.get("after", -1) + 1 : ends.get("before")]
    backwards = args.get("last") is not None
    shown = between[len(between) - min(len(between), cast("int", size)) :] if backwards else between[:size]
    more = len(between) > len(shown)
    info = {
        "hasNextPage": "before" in ends if backwards else more,
        "hasPreviousPage": more if backwards else "after" in ends,
    }
    page = Page(edges=shown, nodes=[thing for _, thing in shown], totalCount=len(kept), pageInfo=info)
    page.rows = kept
    return page


def _plain(value: Any, info: GraphQLResolveInfo[Any]) -> Any:  # noqa: ANN401 a property
    type_: Any = info.return_type
    required = isinstance(type_, GraphQLNonNull)
    bare: Any = type_.of_type if required else type_
    if isinstance(bare, GraphQLEnumType) and value is not None:
        return str(value).upper()
    inner: Any = (
        bare.of_type.of_type if isinstance(bare, GraphQLList) and isinstance(bare.of_type, GraphQLNonNull) else None
    )
    if isinstance(inner, GraphQLEnumType) and value is not None:
        return [str(item).upper() for item in value]
    if value is None and required:
        return [] if isinstance(bare, GraphQLList) else {"Int": 0, "Boolean": False}[bare.name]
    return value
