"""Files that are none of a source's: told by how they begin, before anything of them is reported."""

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from loaders.refused import Rejected, SourceError

T = TypeVar("T")

STRANGE = 1_000
"""A file that begins with so many things that are none of the source's is another kind of file."""


def told_by_its_beginning(
    items: Iterable[T | Rejected], another_kind: Callable[[Rejected], bool], message: str, *, empty: str | None = None
) -> Iterator[T | Rejected]:
    """Yield the items of a file that is the source's: of its first STRANGE at least one is no stranger.

    Raises SourceError with the message, before anything is yielded, where all are strange, or all up to where the file
    cannot be read on; and with `empty`, where that is given, where there is none at all.
    """
    strange: list[T | Rejected] | None = []
    try:
        for item in items:
            if strange is not None:
                if isinstance(item, Rejected) and another_kind(item):
                    strange.append(item)
                    if len(strange) < STRANGE:
                        continue
                    break
                yield from strange
                strange = None
            yield item
    except SourceError as error:
        if strange:
            raise SourceError(message) from error
        raise
    if strange:
        raise SourceError(message)
    if strange == [] and empty is not None:
        raise SourceError(empty)
