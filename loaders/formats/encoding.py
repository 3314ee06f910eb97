"""Check that text is UTF-8; messages state the encoding found, and how to convert the file."""

import codecs
import re
from typing import IO

import msgspec

from loaders.formats.archive import SourceFile
from loaders.formats.parse_errors import format_json_error
from loaders.records.errors import SourceFileError, truncate

MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Byte order marks of encodings with several bytes per character; the longer ones first."""
UNMARKED = {"UTF-16LE": re.compile(rb"[\t\r\n -~]\0"), "UTF-16BE": re.compile(rb"\0[\t\r\n -~]")}
"""Encoding -> the beginning of such a text without byte order mark, in which every other byte is zero."""
NEAR = 40
"""Number of bytes shown before one that is not UTF-8."""

JSON_ERRORS = (ValueError, RecursionError)
"""Exceptions raised by decoding JSON: msgspec's errors and invalid UTF-8 are ValueErrors; RecursionError means deep
nesting.
"""
ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
"""An escape in JSON: a pair of surrogates, a lone surrogate (group 1), or any other."""


def _marked_encoding(beginning: bytes) -> str | None:
    """Return the encoding that a byte order mark states, if it is not UTF-8."""
    return next((name for mark, name in MARKS.items() if beginning.startswith(mark)), None)


def refuse_other(beginning: bytes, shown: str) -> None:
    """Raise SourceFileError, naming the file `shown`, if the text begins like UTF-16 or UTF-32."""
    codec = _marked_encoding(beginning)
    if codec is None:
        codec = next((name for name, form in UNMARKED.items() if form.match(beginning)), None)
    if codec:
        raise SourceFileError(f"{shown}: it is in {codec}, not UTF-8: convert it, for example with {_convert(codec)}.")


def refuse_other_encoding(file: SourceFile) -> None:
    """Raise SourceFileError if a file begins like UTF-16 or UTF-32. Raises one of DAMAGED_FILE_ERRORS."""
    with file.open() as stream:
        refuse_other(stream.read(4), file.display_name)


def open_with_utf_16(file: SourceFile) -> IO[bytes]:
    """Open a file of UTF-8 or of UTF-16 with a byte order mark, as Windows programs write it; reading returns UTF-8.

    Raises:
        SourceFileError: the file is UTF-32, or UTF-16 without a mark.
        DAMAGED_FILE_ERRORS: the compressed stream is damaged (any of these exceptions).
    """
    with file.open() as stream:
        beginning = stream.read(4)
    if _marked_encoding(beginning) == "UTF-16":
        return codecs.EncodedFile(file.open(), "utf-8", "utf-16", "replace")
    refuse_other(beginning, file.display_name)
    return file.open()


def rejection_reason(error: Exception) -> str:
    """Return a message that states why a record cannot be read; for bytes that are not UTF-8, with the action to
    take.
    """
    if isinstance(error, RecursionError):
        return "its lists and objects are nested too deeply."
    if isinstance(error, msgspec.MsgspecError):
        return format_json_error(str(error))
    if not isinstance(error, UnicodeDecodeError):
        return str(error)
    return f"{not_utf_8(error)} Convert the file, for example with {_convert('LATIN1')}."


def not_utf_8(error: UnicodeDecodeError) -> str:
    """Return a message that states which byte is not UTF-8, and the text before it."""
    before = error.object[max(error.start - NEAR, 0) : error.start].decode("utf-8", "ignore")
    position = f'after "{truncate(before)}"' if before else "at the beginning of a text"
    return f"it is not UTF-8: invalid byte 0x{error.object[error.start]:02x} {position}."


def replace_lone_surrogates(text: bytes) -> bytes:
    r"""Return JSON in which the escape of a lone surrogate (`\ud800`) is replaced by that of U+FFFD.

    JSON allows lone surrogates, and programs that truncate a text within a pair write them, but no text can contain
    them.
    """
    if rb"\ud" not in text and rb"\uD" not in text:
        return text
    return ESCAPE.sub(lambda match: rb"\ufffd" if match[1] else match[0], text)


def _convert(named: str) -> str:
    return f"iconv -f {named} -t UTF-8"
