"""Files of a record a line: each line with its number, and whether the file breaks off within the last."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from loaders.files.archive import SourceFile
from loaders.refused import Rejected, SourceError

NO_END = "it breaks off: its last line has no end."


class Line(NamedTuple):
    """A line without white space around it, and where it stands: `line 7`."""

    place: str
    text: str


def too_long(longest: int) -> str:
    """Return why a line of more bytes is refused."""
    return f"the line is longer than {longest:,} bytes."


def lines(file: SourceFile, longest: int, whole: Callable[[str], object]) -> Iterator[Line | Rejected]:
    """Yield each line that holds anything; one of more bytes than `longest` is rejected.

    Raises SourceError where the last has no line end, unless it is `whole` all the same. Raises one of TORN.
    """
    number = 0
    with file.open() as stream:
        while read := stream.readline(longest + 1):
            number += 1
            place, size = f"line {number}", len(read.rstrip(b"\r\n"))
            end = read
            while end and not end.endswith(b"\n"):
                end = stream.readline(longest + 1)
                size += len(end.rstrip(b"\r\n"))
            if size > longest:
                yield Rejected(place, too_long(longest))
            elif text := read.decode("utf-8", "replace").strip():
                if not read.endswith((b"\r", b"\n")) and not whole(text):
                    raise SourceError(f"{file.shown}: {place}: {NO_END}")
                yield Line(place, text)
