"""Read files with one record per line, with line numbers; detect a truncated last line."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem, SourceFileError

NO_END = "truncated: the last line has no line end."


class Line(NamedTuple):
    """A line without surrounding white space, and its position: `line 7`."""

    place: str
    text: str


def line_too_long_error(longest: int) -> str:
    """Return the reason for rejecting a line that is too long."""
    return f"the line is longer than {longest:,} bytes."


def lines(file: SourceFile, longest: int, is_complete: Callable[[str], object]) -> Iterator[Line | RejectedItem]:
    """Yield each non-empty line; a line of more than `longest` bytes is rejected.

    Raises one of DAMAGED_FILE_ERRORS if the file is damaged.

    Raises:
        SourceFileError: the last line has no line end, and `is_complete` returns a false value for it.
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
                yield RejectedItem(place, line_too_long_error(longest))
            elif text := read.decode("utf-8", "replace").strip():
                if not read.endswith((b"\r", b"\n")) and not is_complete(text):
                    raise SourceFileError(f"{file.display_name}: {place}: {NO_END}")
                yield Line(place, text)
