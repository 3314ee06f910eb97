"""The page that a connection's arguments ask for: how many edges, which way, from where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from resolvers.compile.arguments import Given, Leaf
from resolvers.compile.text import Text
from resolvers.errors import Code, RequestError
from schema.paging import DEFAULT_PAGE, MAX_PAGE


@dataclass(frozen=True, slots=True)
class Page:
    """One page: `limit` is the parameter of LIMIT, one more than `size` where the answer says if there is more."""

    limit: str
    asked: Leaf
    look_ahead: bool
    backwards: bool
    after: Leaf | None
    before: Leaf | None

    def size(self, variables: Any) -> int:  # noqa: ANN401 what a client sent
        """Return how many edges the page may have."""
        return int(self.asked.read(variables))

    def shown(self, parameters: Mapping[str, Any]) -> int:
        """Return how many of the rows that came are the page."""
        return int(parameters[self.limit.removeprefix("$")]) - self.look_ahead

    @property
    def starts_inside(self) -> bool:
        """Whether the arguments say that something precedes the page in its own direction."""
        return (self.before if self.backwards else self.after) is not None


def paged(text: Text, given: Mapping[str, Given], *, look_ahead: bool) -> Page:
    """Read first, after, last and before. Raises RequestError, here or when the parameters are bound."""
    first, last = _said(given, "first"), _said(given, "last")
    if first is not None and last is not None:
        raise RequestError(Code.BAD_USER_INPUT, "first and last stand together. Ask for one of them.")
    name = "last" if last is not None else "first"
    asked = last or first or Leaf(DEFAULT_PAGE)

    def convert(value: Any) -> int:  # noqa: ANN401 what a client sent
        return sized(name, value) + look_ahead

    limit = text.parameter(asked, convert)
    return Page(limit, asked, look_ahead, last is not None, _said(given, "after"), _said(given, "before"))


def sized(name: str, value: int) -> int:
    """Return how many edges an argument asks for. Raises RequestError where no page has as many."""
    if value < 0:
        raise RequestError(Code.BAD_USER_INPUT, f"{name} is {value}; it can be 0 to {MAX_PAGE:,}.")
    if value > MAX_PAGE:
        raise RequestError(
            Code.PAGE_TOO_LARGE, f"{name} is {value:,}; a page has at most {MAX_PAGE:,}. Use cursors to go on."
        )
    return int(value)


def _said(given: Mapping[str, Given], name: str) -> Leaf | None:
    leaf = given.get(name)
    return leaf if isinstance(leaf, Leaf) and leaf.value is not None else None
