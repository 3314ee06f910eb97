"""Read one file in portions: records cleaned, encoded and hashed, so that they cross to another process as bytes."""

from collections.abc import Iterator
from typing import TypeAlias

from msgspec import Struct

from cypher.identifiers import IdentifierError, seen
from loaders.files.archive import TORN, SourceFile
from loaders.records.bounds import bounded
from loaders.records.normalise import cleaned
from loaders.records.statement import content_hash, encoded
from loaders.refused import RecordError, Rejected, SourceError, clipped
from loaders.source import Item, Reader

ITEMS = 100
"""Items to a portion at most."""
BYTES = 1 << 18
"""Bytes of records after which a portion ends; one record may be larger by itself."""
LONGEST_PLACE = 200
LONGEST_REASON = 500
"""Characters: what is refused may itself be huge."""


class Kept(Struct, frozen=True, array_like=True, tag="k", gc=False):
    """A record: its source and key, its JSON, hash and date of revision (empty: unknown), what was left out of it.

    `in_passing` is the record's own.
    """

    source: str
    key: str
    statement: bytes
    hash: str
    revised: str
    in_passing: bool = False
    told: tuple[str, ...] = ()


class Refused(Struct, frozen=True, array_like=True, tag="r", gc=False):
    """A record that was refused: as `Rejected`, but short enough to be told."""

    place: str
    reason: str
    whose: tuple[str, str] | None = None
    none: bool = False


Taken: TypeAlias = Kept | Refused


class Portion(Struct, array_like=True, tag="portion"):
    """Some items of a file, in file order.

    `offset` counts the file's items up to its end, those among them that were passed over; `position` the bytes on disk
    that were read by then. The last portion of a file says so, and why it is the last where the file could not be read
    to its end.
    """

    items: list[Taken]
    offset: int = 0
    position: int = 0
    last: bool = False
    torn: str | None = None


def portions(reader: Reader, file: SourceFile, skip: int = 0) -> Iterator[Portion]:
    """Yield a file's items in portions, but for the first `skip`: one portion at least, even of an empty file."""
    portion, held = Portion([]), 0
    try:
        for item in reader(file):
            portion.offset += 1
            if portion.offset <= skip:
                continue
            taken = _taken(item)
            portion.items.append(taken)
            held += len(taken.statement) if isinstance(taken, Kept) else 0
            if len(portion.items) >= ITEMS or held >= BYTES:
                portion.position = file.position
                yield portion
                portion, held = Portion([], portion.offset, portion.position), 0
    except (SourceError, *TORN) as error:
        portion.torn = _reason(file, error)
    portion.position, portion.last = file.size, True
    yield portion


def _reason(file: SourceFile, error: Exception) -> str:
    """Return why a file cannot be read, without its name, which is said beside it."""
    said = error.strerror if isinstance(error, OSError) else None
    return clipped((said or str(error)).removeprefix(f"{file.shown}: "), LONGEST_REASON)


def _taken(item: Item) -> Taken:
    if isinstance(item, Rejected):
        return Refused(
            clipped(seen(item.place), LONGEST_PLACE), clipped(item.reason, LONGEST_REASON), item.whose, item.none
        )
    try:
        record, told = bounded(cleaned(item))
    except (RecordError, IdentifierError) as error:
        return Refused(place(item.source, item.key), clipped(str(error), LONGEST_REASON), (item.source, item.key))
    statement = encoded(record)
    return Kept(
        record.source,
        record.key,
        statement,
        content_hash(statement),
        record.revised or "",
        record.in_passing,
        tuple(told),
    )


def place(source: str, key: str) -> str:
    """Return where a record stands, in words: its source and key."""
    return clipped(seen(f"{source}:{key}"), LONGEST_PLACE)
