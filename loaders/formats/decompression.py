"""Decompress files as a stream. Of a damaged file, all data before the damage is read; then an error is raised."""

import bz2
import io
import zlib
from collections.abc import Callable, Iterator
from pathlib import PurePath
from typing import Protocol

import zstandard

DAMAGED_FILE_ERRORS = (OSError, EOFError, zlib.error, zstandard.ZstdError)
"""Exceptions raised by reading a damaged or truncated file."""
BLOCK_SIZE = 1 << 17
"""Number of bytes that one read from disk requests."""
PIECE_SIZE = 1 << 10
"""Number of compressed bytes that are decompressed at a time. In .gz and .zst, they become at most about 30 MB."""
MAX_BZ2_OUTPUT = 1 << 20
"""Maximum number of bytes that a step of .bz2 returns, because a few compressed bytes can become gigabytes."""


class _Stream(Protocol):
    """The decompressor of one compressed stream; a file may contain several streams in sequence."""

    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, /) -> bytes: ...


DECOMPRESSORS: dict[str, Callable[[], _Stream]] = {
    ".gz": lambda: zlib.decompressobj(zlib.MAX_WBITS | 16),
    ".zst": lambda: zstandard.ZstdDecompressor().decompressobj(),
    ".bz2": bz2.BZ2Decompressor,
}
"""File suffix -> function that creates a decompressor."""
MAGIC_BYTES = {".gz": b"\x1f\x8b", ".zst": b"\x28\xb5\x2f\xfd", ".bz2": b"BZh"}
"""File suffix -> bytes with which a file of this format begins."""
FORMAT_NAMES = {".gz": "gzip", ".zst": "Zstandard", ".bz2": "bzip2"}


class DecompressedFile(io.BufferedReader):
    """A compressed file as a stream of its content. Reading raises one of DAMAGED_FILE_ERRORS after all data before the
    damage was read.
    """

    def __init__(self, raw: io.FileIO, suffix: str) -> None:
        super().__init__(_DecompressingReader(raw, suffix), BLOCK_SIZE)

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
                break  # the next read raises the error
            if not part:
                break
            parts.append(part)
            size -= len(part)
        return b"".join(parts)


class _DecompressingReader(io.RawIOBase):
    """The decompressed content of a file. After a decompression error, every read raises the error again."""

    def __init__(self, raw: io.FileIO, suffix: str) -> None:
        super().__init__()
        self._raw = raw
        self._parts = _decompressed_parts(raw, suffix)
        self._part = memoryview(b"")
        self._error: Exception | None = None

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self._raw.close()
        super().close()

    def readinto(self, buffer: memoryview, /) -> int:  # type: ignore[override] # BufferedReader passes only this type
        if self._error:
            raise self._error
        try:
            while not self._part and (part := next(self._parts, None)) is not None:
                self._part = memoryview(part)
        except DAMAGED_FILE_ERRORS as error:
            self._error = error
            raise
        size = min(len(buffer), len(self._part))
        buffer[:size] = self._part[:size]
        self._part = self._part[size:]
        return size


def _decompressed_parts(raw: io.FileIO, suffix: str) -> Iterator[bytes]:
    """Yield the content of the compressed streams of a file. Zero bytes, the padding of tapes, may follow the last
    stream.

    Raises one of DAMAGED_FILE_ERRORS.
    """
    stream: _Stream | None = None
    ended = has_output = has_magic = False
    while block := raw.read(BLOCK_SIZE):
        offset = 0
        has_magic |= raw.tell() == len(block) and block.startswith(MAGIC_BYTES[suffix])
        while piece := block[offset : offset + PIECE_SIZE]:
            offset += len(piece)
            if stream is None:
                piece = piece.lstrip(b"\0") if ended else piece
                if not piece:
                    continue
                stream, has_output = DECOMPRESSORS[suffix](), False
            try:
                for part in _decompress_piece(stream, piece):
                    has_output |= bool(part)
                    yield part
            except DAMAGED_FILE_ERRORS as error:
                if ended and not has_output:
                    raise OSError("other data follows the end of the compressed data.") from error
                if not (has_magic or ended or has_output):
                    raise OSError(_wrong_format_message(raw, suffix)) from error
                raise
            if stream.eof:
                offset -= len(stream.unused_data)
                stream, ended = None, True
    if stream is not None:
        raise EOFError("it is truncated within the compressed data.")


def _wrong_format_message(raw: io.FileIO, expected_suffix: str) -> str:
    """Return the error message for a file that is not in the format of its suffix."""
    suffix = PurePath(str(raw.name)).suffix
    name = FORMAT_NAMES[expected_suffix]
    return f"it is not a {name} file, despite its name. To read it unchanged, rename it without {suffix}."


def _decompress_piece(stream: _Stream, piece: bytes) -> Iterator[bytes]:
    if not isinstance(stream, bz2.BZ2Decompressor):
        yield stream.decompress(piece)
        return
    yield stream.decompress(piece, MAX_BZ2_OUTPUT)
    while not (stream.eof or stream.needs_input):
        yield stream.decompress(b"", MAX_BZ2_OUTPUT)
