"""Repair texts of sources: fix unambiguous mojibake and remove invisible characters; keep everything else.

ftfy repairs UTF-8 that was decoded with a wrong encoding. Its other corrections are off, because they would change the
text: full-width characters, ligatures, curly quotes and `&amp;` stay. `normalization.text` folds texts further, for the
keys of matching.
"""

import re
import unicodedata

from ftfy import TextFixerConfig, fix_encoding_and_explain, fixes

UNAMBIGUOUS_FIXES = TextFixerConfig(restore_byte_a0=False, replace_lossy_sequences=False, fix_c1_controls=False)
INVISIBLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u206a-\u206f\ufeff\ufff9-\ufffc\ud800-\udfff]")
"""Invisible characters to remove: control characters, byte order marks, lone surrogates."""
NO_GLYPH = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]*"
)
"""Characters without a glyph. Between letters, some are significant (joiners in Persian and Hindi) and are kept."""
C1_CONTROL = re.compile(r"[\x80-\x9f]")
PUNCTUATION_BYTES = frozenset("\x85\x91\x92\x93\x94\x95\x96\x97")
"""Bytes for an ellipsis, quotes, a bullet and dashes in Windows-1252; in other encodings, some are letters."""
BYTE_AS_PUNCTUATION = re.compile(
    r"(?<![^\W\d_])[\x85\x91-\x97]|[\x85\x91-\x97](?![^\W\d_])"
    r"|\x92(?=(?:s|t|d|m|ll|re|ve)\b)|(?:(?<=\b[cdjlmnst])|(?<=\bqu))\x92",
    re.IGNORECASE,
)
"""One of `PUNCTUATION_BYTES` where punctuation stands: at the edge of a word, or as in `it's` and `l'eau`."""
NON_ASCII_PAIR = re.compile(r"[^\x00-\x7f]{2}")
"""Two adjacent non-ASCII characters. Without them, no UTF-8 was decoded wrongly: each non-ASCII character has at least
two bytes in UTF-8."""
REPLACEMENT_CHARACTER = "\ufffd"
WINDOWS_1252 = "windows-1252"


def repair_text(text: str) -> str:
    """Return a text on one line with mojibake fixed, characters composed (NFC), and control characters removed.

    A text without visible characters becomes "". A byte in an unknown encoding becomes U+FFFD, to show that a letter is
    missing.
    """
    if text.isascii() and text.isprintable():  # true of most texts: there is nothing to repair
        return " ".join(text.split())
    while (repaired := _repair_once(text)) != text:  # a repair may expose another defect
        text = repaired
    return "" if NO_GLYPH.fullmatch(text) else text


def _repair_once(text: str) -> str:
    if INVISIBLE.search(text):
        text = fixes.remove_control_chars(fixes.remove_terminal_escapes(text))
    if not text.isascii():
        text = _decode_punctuation(_fix_encoding(fixes.fix_surrogates(text)))
        text = unicodedata.normalize("NFC", text)
    return " ".join(text.split())


def _fix_encoding(text: str) -> str:
    """Fix UTF-8 that was decoded with a wrong encoding; do not guess the meaning of single bytes."""
    if not NON_ASCII_PAIR.search(text):
        return text
    fixed, steps = fix_encoding_and_explain(text, UNAMBIGUOUS_FIXES)
    if any(step.parameter == WINDOWS_1252 for step in steps or ()):
        return text
    return fixed.replace("\x1a", REPLACEMENT_CHARACTER)  # the character to which ftfy decodes U+FFFD


def _decode_punctuation(text: str) -> str:
    """Decode C1 controls as punctuation of Windows-1252, if all can be and one stands where punctuation stands.

    Otherwise, replace each by U+FFFD.
    """
    controls = C1_CONTROL.findall(text)
    if controls and PUNCTUATION_BYTES.issuperset(controls) and BYTE_AS_PUNCTUATION.search(text):
        return C1_CONTROL.sub(lambda match: match[0].encode("latin-1").decode(WINDOWS_1252), text)
    return C1_CONTROL.sub(REPLACEMENT_CHARACTER, text) if controls else text
