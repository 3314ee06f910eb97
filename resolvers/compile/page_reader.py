"""Readers of pages: edges in their order, the page's place, cursors."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from resolvers.compile.order import encode
from resolvers.compile.page import Page
from resolvers.compile.readers import Reader, Reading
from resolvers.compile.selection import Asked


def cursor(order: str) -> Reader:
    """Return a reader of sort values as a cursor."""

    def read(values: Sequence[object], _reading: Reading) -> str:
        return encode(order, values)

    return read


@dataclass(frozen=True, slots=True)
class Shown:
    """What a page's reader needs to know: the asked fields, how edges and nodes are read, the page and its order."""

    type_name: str
    fields: Sequence[Asked]
    readers: Mapping[str, Reader]
    page_infos: Mapping[str, Sequence[Asked]]
    page: Page
    order: str
    most: int | None = None
    """How many rows there can be at all, for `truncated`."""


def page_reader(shown: Shown) -> Reader:
    """Return the reader of `[rows, total]`, rows being `[..one per key in readers.., sort values]`."""
    readers, page, order = shown.readers, shown.page, shown.order
    places = {key: place for place, key in enumerate(readers)}

    def read(value: Sequence[Any], reading: Reading) -> dict[str, Any]:
        found, total = value
        rows: list[list[Any]] = found or []
        more = False
        if rows:
            size = page.shown(reading.parameters)
            more = len(rows) > size
            rows = rows[:size]
            if page.backwards:
                rows = rows[::-1]
        answer: dict[str, Any] = {}
        for field in shown.fields:
            match field.name:
                case "edges" | "nodes":
                    reader, place = readers[field.key], places[field.key]
                    answer[field.key] = [reader(row[place], reading) for row in rows]
                case "totalCount":
                    answer[field.key] = total
                case "truncated":
                    answer[field.key] = shown.most is not None and total >= shown.most
                case "pageInfo":
                    answer[field.key] = _page_info(shown.page_infos[field.key], rows, page, order, more=more)
                case _:
                    answer[field.key] = shown.type_name
        return answer

    return read


def _page_info(
    fields: Sequence[Asked], rows: Sequence[Sequence[Any]], page: Page, order: str, *, more: bool
) -> dict[str, Any]:
    answer: dict[str, Any] = {}
    onwards, back = more, page.starts_inside
    for field in fields:
        match field.name:
            case "hasNextPage":
                answer[field.key] = back if page.backwards else onwards
            case "hasPreviousPage":
                answer[field.key] = onwards if page.backwards else back
            case "startCursor":
                answer[field.key] = encode(order, rows[0][-1]) if rows else None
            case "endCursor":
                answer[field.key] = encode(order, rows[-1][-1]) if rows else None
            case _:
                answer[field.key] = "PageInfo"
    return answer
