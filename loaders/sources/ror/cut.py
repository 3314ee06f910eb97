"""Organisations cut out of a dump one at a time, so that memory does not grow with it."""

import re
from collections.abc import Iterator
from typing import IO

from loaders.source import SourceError

CHUNK = 1 << 20
"""Bytes read at a time."""
LONGEST = 16 << 20
"""An organisation of more bytes is a file gone wrong (a quote or brace that never closes)."""
BRACE = re.compile(rb'[^"{}]*+(?:"(?:[^"\\]|\\.)*+"[^"{}]*+)*+([{}])', re.DOTALL)
"""Up to the next brace outside a string. Possessive, so that an unfinished end costs one pass."""


def objects(stream: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the outermost JSON objects of a stream.

    Raises SourceError where it begins otherwise than a dump does, where an object goes on for too long, and where the
    stream ends inside an object or before the end of the array.
    """
    held = begins = b""
    start = place = depth = 0
    while chunk := stream.read(CHUNK):
        held = held[start:] + chunk
        begins = begins or held.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
        if begins not in b"[{":
            raise SourceError(f"{name}: expected a ROR dump, a JSON array of organisations.")
        place, start = place - start, 0
        while found := BRACE.match(held, place):
            place = found.end()
            if found[1] == b"{":
                depth += 1
                if depth == 1:
                    start = place - 1
            else:
                depth = max(depth - 1, 0)
                if depth == 0:
                    yield held[start:place]
                    start = place
        if len(held) - start > LONGEST:
            raise SourceError(f"{name}: no organisation ends within {LONGEST >> 20} MiB.")
    if depth or (begins == b"[" and not held.rstrip().endswith(b"]")):
        raise SourceError(f"{name}: the dump breaks off.")
