"""Rows to objects, by functions made for the number of their fields.

Python builds a dict that is written out twice as fast as one made by `dict` and `zip`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, TypeAlias, cast

Objects: TypeAlias = Callable[[Sequence[Sequence[Any]]], list[dict[str, Any]]]
"""From rows to objects, a key for each place."""


def objects(keys: Sequence[str]) -> Objects:
    """Return the function for these keys, of which there is one at least; rows must have as many places."""
    return _maker(len(keys))(*keys)


@cache
def _maker(size: int) -> Callable[..., Objects]:
    """Return what makes the function for so many keys. Its text holds no key: they are its arguments."""
    keys, values = ([f"{letter}{place}" for place in range(size)] for letter in "kv")
    pairs = ", ".join(f"{key}: {value}" for key, value in zip(keys, values, strict=True))
    text = f"def make({', '.join(keys)}):\n return lambda rows: [{{{pairs}}} for {', '.join(values)}, in rows]"
    made: dict[str, object] = {}
    exec(text, {}, made)  # noqa: S102 the text depends on a number alone
    return cast("Callable[..., Objects]", made["make"])
