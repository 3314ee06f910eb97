"""Readers of pages: edges in their order, the page's place, cursors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resolvers.compile.cursor import beginning, encode
from resolvers.compile.order import Order
from resolvers.compile.page import Page
from resolvers.compile.readers import Reader, Reading, each
from resolvers.compile.selection import Asked


def cursor(order: Order) -> Reader:
    """Return a reader of sort values as a cursor."""

    def read(values: Sequence[object], reading: Reading) -> str:
        return encode(beginning(order, reading.parameters), values)

    return read


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page's reader needs to know: the asked fields, how edges and nodes are read, the page and its order."""

    type_name: str
    fields: Sequence[Asked]
    readers: Mapping[str, Reader]
    page_infos: Mapping[str, Sequence[Asked]]
    page: Page
    order: Order
    others: Mapping[str, Reader | None] = field(default_factory=dict[str, Reader | None])
    """What follows rows and total: key -> reader, in order."""


def page_reader(shown: Shown) -> Reader:
    """Return the reader of `[rows, total, ...]`, rows being `[..one per key in readers.., sort values]`."""
    readers, page, order = shown.readers, shown.page, shown.order
    places = {key: place for place, key in enumerate(readers)}
    more_places = {key: place for place, key in enumerate(shown.others)}

    def read(value: Sequence[Any], reading: Reading) -> dict[str, Any]:
        found, total, *others = value
        rows: list[list[Any]] = found or []
        more = False
        if rows:
            size = page.shown(reading.parameters)
            more = len(rows) > size
            rows = rows[:size]
            if page.backwards:
                rows = rows[::-1]
        answer: dict[str, Any] = {}
        for one in shown.fields:
            match one.name:
                case "edges" | "nodes":
                    reader, place = readers[one.key], places[one.key]
                    answer[one.key] = each(reader, [row[place] for row in rows], reading)
                case "totalCount":
                    answer[one.key] = total
                case "pageInfo":
                    answer[one.key] = _page_info(
                        shown.page_infos[one.key], rows, page, beginning(order, reading.parameters), more=more
                    )
                case _ if one.key in more_places:
                    reader, given = shown.others[one.key], others[more_places[one.key]]
                    answer[one.key] = given if reader is None else reader(given, reading)
                case _:
                    answer[one.key] = shown.type_name
        return answer

    return read


def _page_info(
    fields: Sequence[Asked], rows: Sequence[Sequence[Any]], page: Page, order: str, *, more: bool
) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    onwards, back = more, page.starts_inside
    for one in fields:
        match one.name:
            case "hasNextPage":
                answer[one.key] = back if page.backwards else onwards
            case "hasPreviousPage":
                answer[one.key] = onwards if page.backwards else back
            case "startCursor":
                answer[one.key] = encode(order, rows[0][-1]) if rows else None
            case "endCursor":
                answer[one.key] = encode(order, rows[-1][-1]) if rows else None
            case _:
                answer[one.key] = "PageInfo"
    return answer
