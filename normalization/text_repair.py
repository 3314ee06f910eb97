"""Repair texts of sources: fix unambiguous mojibake and remove invisible characters; keep everything else.

Of ftfy, only the repair of UTF-8 decoded with a wrong encoding is used. Its other corrections would change the text:
full-width characters, ligatures, curly quotes and `&amp;` stay. Keys for matching are folded further
(`normalization.text`).
"""

import re
import unicodedata

from ftfy import TextFixerConfig, fix_encoding_and_explain, fixes

CERTAIN = TextFixerConfig(restore_byte_a0=False, replace_lossy_sequences=False, fix_c1_controls=False)
ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u206a-\u206f\ufeff\ufff9-\ufffc\ud800-\udfff]")
"""Invisible characters to remove: control characters, byte order marks, lone surrogates."""
BLANK = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]*"
)
"""Characters without a glyph. Between letters, some are significant (joiners in Persian and Hindi) and are kept."""
C1 = re.compile(r"[\x80-\x9f]")
SIGNS = frozenset("\x85\x91\x92\x93\x94\x95\x96\x97")
"""Bytes for an ellipsis, quotes, a bullet and dashes in Windows-1252; in other encodings, some are letters."""
PUNCTUATION_BYTE = re.compile(
    r"(?<![^\W\d_])[\x85\x91-\x97]|[\x85\x91-\x97](?![^\W\d_])"
    r"|\x92(?=(?:s|t|d|m|ll|re|ve)\b)|(?:(?<=\b[cdjlmnst])|(?<=\bqu))\x92",
    re.IGNORECASE,
)
"""Such a byte in the position of punctuation: at the edge of a word, or as in `it's` and `l'eau`."""
SEVERAL = re.compile(r"[^\x00-\x7f]{2}")
"""Two adjacent non-ASCII characters: a non-ASCII character in UTF-8 has at least two bytes."""
UNKNOWN = "\ufffd"
WINDOWS = "windows-1252"


def repair_text(text: str) -> str:
    """Return a text on one line with mojibake fixed, characters composed (NFC), and control characters removed.

    A text without visible characters becomes "". A byte in an unknown encoding becomes U+FFFD, to show that a letter is
    missing.
    """
    while (again := _once(text)) != text:  # a repair may expose another defect
        text = again
    return "" if BLANK.fullmatch(text) else text


def _once(text: str) -> str:
    if ODD.search(text):
        text = fixes.remove_control_chars(fixes.remove_terminal_escapes(text))
    if not text.isascii():
        text = _signs(_decoded(fixes.fix_surrogates(text)))
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())


def _decoded(text: str) -> str:
    """Fix UTF-8 that was decoded with a wrong encoding; do not guess the meaning of single bytes."""
    if not SEVERAL.search(text):
        return text
    fixed, steps = fix_encoding_and_explain(text, CERTAIN)
    if any(step.parameter == WINDOWS for step in steps or ()):
        return text
    return fixed.replace("\x1a", UNKNOWN)  # ftfy decodes U+FFFD to this


def _signs(text: str) -> str:
    """Decode bytes as punctuation of Windows-1252 if all of them can be, and at least one is in such a position."""
    controls = C1.findall(text)
    if controls and SIGNS.issuperset(controls) and PUNCTUATION_BYTE.search(text):
        return C1.sub(lambda match: match[0].encode("latin-1").decode(WINDOWS), text)
    return C1.sub(UNKNOWN, text) if controls else text
