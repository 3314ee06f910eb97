"""Detect files of another format by their first items, before individual errors are reported."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from loaders.records.errors import RejectedItem, SourceFileError

T = TypeVar("T")

MAX_FOREIGN_ITEMS = 1_000
"""Number of initial items after which a file with only foreign items is regarded as another format."""


def reject_foreign_files(
    items: Iterable[T | RejectedItem],
    another_kind: Callable[[RejectedItem], bool],
    message: str,
    *,
    empty: str | None = None,
) -> Iterator[T | RejectedItem]:
    """Yield the items of a file if at least one of the first MAX_FOREIGN_ITEMS items belongs to the source.

    Args:
        another_kind: returns True for a reject that shows another format.
        message: raised if all these items are foreign, or all up to an unreadable position.
        empty: raised, if given, if the file has no items.

    Raises:
        SourceFileError: the file has another format or is empty; nothing was yielded before.
    """
    foreign: list[T | RejectedItem] | None = []
    try:
        for item in items:
            if foreign is not None:
                if isinstance(item, RejectedItem) and another_kind(item):
                    foreign.append(item)
                    if len(foreign) < MAX_FOREIGN_ITEMS:
                        continue
                    break
                yield from foreign
                foreign = None
            yield item
    except SourceFileError as error:
        if foreign:
            raise SourceFileError(message) from error
        raise
    if foreign:
        raise SourceFileError(message)
    if foreign == [] and empty is not None:
        raise SourceFileError(empty)
