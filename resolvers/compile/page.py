"""The requested page of a connection: its size, direction and start, and the decoder of its rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from resolvers.compile.arguments import ArgumentValue, Given
from resolvers.compile.cursor import cursor_prefix, encode
from resolvers.compile.name_allocator import NameAllocator
from resolvers.compile.order import Order
from resolvers.compile.row_decoders import Decoder, DecodeState, decode_each
from resolvers.compile.selection import SelectedField
from resolvers.errors import Code, RequestError
from schema.paging import DEFAULT_PAGE, MAX_PAGE


@dataclass(frozen=True, slots=True)
class PageRequest:
    """One page.

    Attributes:
        limit: Cypher parameter for LIMIT: page size, plus one row if hasNextPage or hasPreviousPage is requested.
        size_argument: argument with the page size.
        look_ahead: True if hasNextPage or hasPreviousPage may be requested.
        backwards: True if the page is the last one before `before` or the end.
        after: cursor before the page; None: the beginning.
        before: cursor after the page; None: the end.
    """

    limit: str
    size_argument: ArgumentValue
    look_ahead: bool
    backwards: bool
    after: ArgumentValue | None
    before: ArgumentValue | None

    def size(self, variables: Any) -> int:  # noqa: ANN401 value from the client
        """Return the maximum number of edges of the page."""
        return int(self.size_argument.evaluate(variables))

    def page_length(self, parameters: Mapping[str, Any]) -> int:
        """Return the number of rows that belong to the page."""
        return int(parameters[self.limit.removeprefix("$")]) - self.look_ahead

    @property
    def starts_inside(self) -> bool:
        """True if the page starts at a cursor, so that other edges precede it."""
        return (self.before if self.backwards else self.after) is not None


def parse_page_args(names: NameAllocator, arguments: Mapping[str, Given], *, look_ahead: bool) -> PageRequest:
    """Read first, after, last and before. Raises RequestError, here or when the parameters are bound."""
    first, last = _page_argument(arguments, "first"), _page_argument(arguments, "last")
    if last is not None and first is not None:
        if not first.is_default:
            raise RequestError(Code.BAD_USER_INPUT, "Both first and last are given. Give one of them.")
        first = None
    name = "last" if last is not None else "first"
    size_argument = last or first or ArgumentValue(DEFAULT_PAGE)

    def convert(value: Any) -> int:  # noqa: ANN401 value from the client
        return parse_size(name, value) + look_ahead

    limit = names.parameter(size_argument, convert)
    return PageRequest(
        limit,
        size_argument,
        look_ahead,
        last is not None,
        _page_argument(arguments, "after"),
        _page_argument(arguments, "before"),
    )


def parse_size(name: str, value: int) -> int:
    """Return the page size of an argument. Raises RequestError if it is out of bounds."""
    if value < 0:
        raise RequestError(Code.BAD_USER_INPUT, f"{name} is {value}. Use 0 to {MAX_PAGE:,}.")
    if value > MAX_PAGE:
        raise RequestError(
            Code.PAGE_TOO_LARGE,
            f"{name} is {value:,}. Use 0 to {MAX_PAGE:,}, and `after` with a cursor to continue.",
        )
    return int(value)


def _page_argument(arguments: Mapping[str, Given], name: str) -> ArgumentValue | None:
    argument = arguments.get(name)
    return argument if isinstance(argument, ArgumentValue) and argument.value is not None else None


def cursor_decoder(order: Order) -> Decoder:
    """Return a decoder of sort values as a cursor."""

    def decode_cursor(values: Sequence[object], state: DecodeState) -> str:
        return encode(cursor_prefix(order, state.parameters), values)

    return decode_cursor


@dataclass(frozen=True, slots=True)
class PageDecoderContext:
    """The inputs of a page's decoder: the selected fields, the decoders of edges and nodes, the page and its order."""

    type_name: str
    fields: Sequence[SelectedField]
    decoders: Mapping[str, Decoder]
    page_infos: Mapping[str, Sequence[SelectedField]]
    page: PageRequest
    order: Order
    extra_decoders: Mapping[str, Decoder | None] = field(default_factory=dict[str, Decoder | None])
    """Key and decoder of each field after rows and total, in order."""


def page_decoder(context: PageDecoderContext) -> Decoder:
    """Return the decoder of `[rows, total, ...]`, rows being `[..one per key in decoders.., sort values]`."""
    decoders, page, order = context.decoders, context.page, context.order
    indexes = {key: index for index, key in enumerate(decoders)}
    extra_indexes = {key: index for index, key in enumerate(context.extra_decoders)}

    def decode_page(value: Sequence[Any], state: DecodeState) -> dict[str, Any]:
        raw_rows, total, *extra_values = value
        rows: list[list[Any]] = raw_rows or []
        has_more = False
        if rows:
            size = page.page_length(state.parameters)
            has_more = len(rows) > size
            rows = rows[:size]
            if page.backwards:
                rows = rows[::-1]
        result: dict[str, Any] = {}
        for selection in context.fields:
            match selection.name:
                case "edges" | "nodes":
                    decoder, index = decoders[selection.key], indexes[selection.key]
                    result[selection.key] = decode_each(decoder, [row[index] for row in rows], state)
                case "totalCount":
                    result[selection.key] = total
                case "pageInfo":
                    result[selection.key] = _page_info(
                        context.page_infos[selection.key],
                        rows,
                        page,
                        cursor_prefix(order, state.parameters),
                        has_more=has_more,
                    )
                case _ if selection.key in extra_indexes:
                    decoder, raw_value = (
                        context.extra_decoders[selection.key],
                        extra_values[extra_indexes[selection.key]],
                    )
                    result[selection.key] = raw_value if decoder is None else decoder(raw_value, state)
                case _:
                    result[selection.key] = context.type_name
        return result

    return decode_page


def _page_info(
    fields: Sequence[SelectedField], rows: Sequence[Sequence[Any]], page: PageRequest, order: str, *, has_more: bool
) -> dict[str, Any]:
    result: dict[str, Any] = {}
    starts_at_cursor = page.starts_inside
    for selection in fields:
        match selection.name:
            case "hasNextPage":
                result[selection.key] = starts_at_cursor if page.backwards else has_more
            case "hasPreviousPage":
                result[selection.key] = has_more if page.backwards else starts_at_cursor
            case "startCursor":
                result[selection.key] = encode(order, rows[0][-1]) if rows else None
            case "endCursor":
                result[selection.key] = encode(order, rows[-1][-1]) if rows else None
            case _:
                result[selection.key] = "PageInfo"
    return result
