"""Decompress files as a stream: yield all data before a damaged position, then raise an error."""

import bz2
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Protocol

import zstandard

DAMAGED_FILE_ERRORS = (OSError, EOFError, zlib.error, zstandard.ZstdError)
"""Exceptions raised by reading a damaged or truncated file."""
BLOCK = 1 << 17
"""Bytes read from disk at a time."""
PIECE = 1 << 10
"""Compressed bytes processed at a time: .gz and .zst expand them to at most about 30 MB, for any input."""
MOST = 1 << 20
"""Maximum bytes of .bz2 output per step, because a few compressed bytes may hold gigabytes."""


class _Stream(Protocol):
    """One compressed stream; a file may contain several in sequence."""

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
"""File suffix -> function that creates a decompressor."""
MARKS = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".bz2": b"BZh"}
"""File suffix -> magic bytes of the compression."""
CALLED = {".gz": "gzip", ".zst": "Zstandard", ".bz2": "bzip2"}


class DecompressedFile(io.BufferedReader):
    """A compressed file as a stream of its content. Reading raises one of DAMAGED_FILE_ERRORS after all data before the
    damage was read.
    """

    def __init__(self, raw: io.FileIO, ending: str) -> None:
        super().__init__(_DecompressingReader(raw, ending), BLOCK)

    def read(self, size: int | None = -1, /) -> bytes:
        """Read up to `size` bytes; fewer at the end and before a damaged position."""
        if size is None or size < 0:
            return super().read(size)
        parts: list[bytes] = []
        while size:
            try:
                part = self.read1(size)
            except DAMAGED_FILE_ERRORS:
                if not parts:
                    raise
                break  # the next read raises it again
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class _DecompressingReader(io.RawIOBase):
    """The decompressed content of a file; a decompression error is raised on every later read."""

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

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # BufferedReader passes only this type
        if self._torn:
            raise self._torn
        try:
            while not self._part and (part := next(self._parts, None)) is not None:
                self._part = memoryview(part)
        except DAMAGED_FILE_ERRORS as error:
            self._torn = error
            raise
        size = min(len(buffer), len(self._part))
        buffer[:size] = self._part[:size]
        self._part = self._part[size:]
        return size


def _parts(raw: io.FileIO, ending: str) -> Iterator[bytes]:
    """Yield the content of the streams of a file; zeros, which pad tapes, may follow them.

    Raises one of DAMAGED_FILE_ERRORS.
    """
    stream: _Stream | None = None
    ended = has_output = has_magic = False
    while block := raw.read(BLOCK):
        offset = 0
        has_magic |= raw.tell() == len(block) and block.startswith(MARKS[ending])
        while piece := block[offset : offset + PIECE]:
            offset += len(piece)
            if stream is None:
                piece = piece.lstrip(b"\0") if ended else piece
                if not piece:
                    continue
                stream, has_output = PACKINGS[ending](), False
            try:
                for part in _of_piece(stream, piece):
                    has_output |= bool(part)
                    yield part
            except DAMAGED_FILE_ERRORS as error:
                if ended and not has_output:
                    raise OSError("other data follows the end of the compressed data.") from error
                if not (has_magic or ended or has_output):
                    raise OSError(_other(raw, ending)) from error
                raise
            if stream.eof:
                offset -= len(stream.unused_data)
                stream, ended = None, True
    if stream is not None:
        raise EOFError("it is truncated within the compressed data.")


def _other(raw: io.FileIO, ending: str) -> str:
    """Return the message about a file that is not compressed as its name states."""
    suffix = PurePath(str(raw.name)).suffix
    return f"it is not a {CALLED[ending]} file, despite its name. Rename it without {suffix} to read it as it is."


def _of_piece(stream: _Stream, piece: bytes) -> Iterator[bytes]:
    if not isinstance(stream, bz2.BZ2Decompressor):
        yield stream.decompress(piece)
        return
    yield stream.decompress(piece, MOST)
    while not (stream.eof or stream.needs_input):
        yield stream.decompress(b"", MOST)
