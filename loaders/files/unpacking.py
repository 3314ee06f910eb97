"""Packed files read through as they stream: what came whole before a tear is given, then the tear is told."""

import bz2
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Protocol

import zstandard

TORN = (OSError, EOFError, zlib.error, zstandard.ZstdError)
"""What reading a file raises that is damaged, or ends too soon."""
BLOCK = 1 << 17
"""Bytes read from the disk at a time."""
PIECE = 1 << 10
"""Bytes unpacked at a time: of .gz and .zst they come to some 30 MB at most, whatever somebody packed."""
MOST = 1 << 20
"""Bytes that a piece of .bz2 gives at a time: a few of them may hold gigabytes."""


class _Stream(Protocol):
    """One packed stream; several may follow one another in a file."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


PACKINGS: dict[str, Callable[[], _Stream]] = {
    ".gz": lambda: zlib.decompressobj(zlib.MAX_WBITS | 16),
    ".zst": lambda: zstandard.ZstdDecompressor().decompressobj(),
    ".bz2": bz2.BZ2Decompressor,
}
"""What begins a stream, by the ending of a file's name."""
MARKS = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".bz2": b"BZh"}
"""With which bytes each packing begins."""
CALLED = {".gz": "gzip", ".zst": "Zstandard", ".bz2": "bzip2"}


class Unpacked(io.BufferedReader):
    """A packed file, unpacked. Reading raises one of TORN, after all that came before the tear."""

    def __init__(self, raw: io.FileIO, ending: str) -> None:
        super().__init__(_Unpacking(raw, ending), BLOCK)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read so many bytes, fewer at the end and before a tear."""
        if size is None or size < 0:
            return super().read(size)
        parts: list[bytes] = []
        while size:
            try:
                part = self.read1(size)
            except TORN:
                if not parts:
                    raise
                break  # it is raised again where more is asked for
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class _Unpacking(io.RawIOBase):
    """What is packed in a file, and the error by which it ends, each time that more is asked for."""

    def __init__(self, raw: io.FileIO, ending: str) -> None:
        super().__init__()
        self._raw = raw
        self._parts = _parts(raw, ending)
        self._part = memoryview(b"")
        self._torn: Exception | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._raw.close()
        super().close()

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # BufferedReader gives it no other
        if self._torn:
            raise self._torn
        try:
            while not self._part and (part := next(self._parts, None)) is not None:
                self._part = memoryview(part)
        except TORN as error:
            self._torn = error
            raise
        size = min(len(buffer), len(self._part))
        buffer[:size] = self._part[:size]
        self._part = self._part[size:]
        return size


def _parts(raw: io.FileIO, ending: str) -> Iterator[bytes]:
    """Yield what is packed in a file, one stream after another; zeros, which fill up tapes, may follow.

    Raises one of TORN.
    """
    stream: _Stream | None = None
    ended = gave = marked = False
    while block := raw.read(BLOCK):
        at = 0
        marked |= raw.tell() == len(block) and block.startswith(MARKS[ending])
        while piece := block[at : at + PIECE]:
            at += len(piece)
            if stream is None:
                piece = piece.lstrip(b"\0") if ended else piece
                if not piece:
                    continue
                stream, gave = PACKINGS[ending](), False
            try:
                for part in _of_piece(stream, piece):
                    gave |= bool(part)
                    yield part
            except TORN as error:
                if ended and not gave:
                    raise OSError("what is packed in it ends, and something else follows.") from error
                if not (marked or ended or gave):
                    raise OSError(_other(raw, ending)) from error
                raise
            if stream.eof:
                at -= len(stream.unused_data)
                stream, ended = None, True
    if stream is not None:
        raise EOFError("it breaks off within what is packed in it.")


def _other(raw: io.FileIO, ending: str) -> str:
    """Return what is told of a file that is not packed as its name says."""
    said = PurePath(str(raw.name)).suffix
    return f"it is no {CALLED[ending]}, though its name says so: rename it without {said}, then it is read as it is."


def _of_piece(stream: _Stream, piece: bytes) -> Iterator[bytes]:
    if not isinstance(stream, bz2.BZ2Decompressor):
        yield stream.decompress(piece)
        return
    yield stream.decompress(piece, MOST)
    while not (stream.eof or stream.needs_input):
        yield stream.decompress(b"", MOST)
