"""The encoding of files: UTF-8. What is in another is told, and how to convert it."""

import re

import msgspec

from loaders.files.archive import SourceFile
from loaders.files.json_words import in_words
from loaders.refused import SourceError, clipped

MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}
"""Byte order marks of encodings whose signs have several bytes; the longer ones first."""
UNMARKED = {"UTF-16LE": re.compile(rb"[\t\r\n -~]\0"), "UTF-16BE": re.compile(rb"\0[\t\r\n -~]")}
"""How a file begins whose every other byte is none."""
NEAR = 40
"""Bytes shown of what stands before one that is no UTF-8."""

NO_JSON = (ValueError, RecursionError)
"""What reading JSON raises: msgspec's errors and bad UTF-8 are ValueErrors, a nest too deep for it is the other."""
ESCAPE = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(u[dD][89a-fA-F][0-9a-fA-F]{2})|.)", re.DOTALL
)
"""An escape in JSON: of a pair of surrogates, which are one sign; of one alone, which is none; any other."""


def refuse_other(beginning: bytes, shown: str) -> None:
    """Raise SourceError, naming the file, where it begins as text of UTF-16 or UTF-32 does."""
    named = next((name for mark, name in MARKS.items() if beginning.startswith(mark)), None)
    if named is None:
        named = next((name for name, form in UNMARKED.items() if form.match(beginning)), None)
    if named:
        raise SourceError(f"{shown}: it is in {named}, not UTF-8: convert it, for example with {_convert(named)}.")


def refuse_other_file(file: SourceFile) -> None:
    """Raise SourceError where a file begins so. Raises one of TORN."""
    with file.open() as stream:
        refuse_other(stream.read(4), file.shown)


def why(error: Exception) -> str:
    """Return in words why a record cannot be read; of bytes that are no UTF-8, which they are and what to do."""
    if isinstance(error, RecursionError):
        return "its lists and objects nest too deep to be read."
    if isinstance(error, msgspec.MsgspecError):
        return in_words(str(error))
    if not isinstance(error, UnicodeDecodeError):
        return str(error)
    return f"{not_utf_8(error)} Convert the file, for example with {_convert('LATIN1')}."


def not_utf_8(error: UnicodeDecodeError) -> str:
    """Return in words which byte is no UTF-8, and what stands before it."""
    before = error.object[max(error.start - NEAR, 0) : error.start].decode("utf-8", "ignore")
    where = f'after "{clipped(before)}"' if before else "at the beginning of a text"
    return f"it is not UTF-8: byte 0x{error.object[error.start]:02x} stands {where}."


def without_half_signs(text: bytes) -> bytes:
    r"""Return JSON in which the escape of half a sign (`\ud800` alone) is that of U+FFFD.

    JSON allows it, and programs that cut a text between the two halves of a sign write it; no text can hold it.
    """
    if rb"\ud" not in text and rb"\uD" not in text:
        return text
    return ESCAPE.sub(lambda found: rb"\ufffd" if found[1] else found[0], text)


def _convert(named: str) -> str:
    return f"iconv -f {named} -t UTF-8"
