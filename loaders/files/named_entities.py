"""Named entities such as `&uuml;`, which a DTD elsewhere declares: read as the signs that HTML has for these names."""

import re
from html.entities import html5
from typing import IO

NAME = re.compile(rb"&([A-Za-z][A-Za-z0-9]{1,31});")
LONGEST = 33
"""Bytes of a name with its ampersand, as far as one may be cut by the end of a chunk."""
OF_XML = frozenset({"amp", "lt", "gt", "quot", "apos"})
"""Those that need no DTD."""


class NamedEntities:
    """A stream of XML, read with each known named entity as the number of its sign; other names are left as they are.

    The encoding has to hold ASCII as it is, as UTF-8 and the ISO 8859 family do.
    """

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self._held = b""

    def read(self, size: int = -1) -> bytes:
        """Return about so many bytes, none at the end of the stream."""
        while chunk := self._stream.read(size):
            text = self._held + chunk
            start = text.rfind(b"&", len(text) - LONGEST) if len(text) > LONGEST else text.rfind(b"&")
            cut = len(text) if start < 0 or b";" in text[start:] else start
            self._held = text[cut:]
            if cut:
                return NAME.sub(_number, text[:cut])
        rest, self._held = self._held, b""
        return rest

    def close(self) -> None:
        """Close the stream below."""
        self._stream.close()


def _number(entity: re.Match[bytes]) -> bytes:
    name = entity[1].decode("ascii")
    signs = None if name in OF_XML else html5.get(f"{name};")
    return "".join(f"&#{ord(sign)};" for sign in signs).encode("ascii") if signs else entity[0]
