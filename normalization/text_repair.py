"""Texts as sources give them: what is certainly broken is mended, what cannot be shown goes, all else stays.

Of ftfy only what undoes UTF-8 that was read as another encoding is used. Its other corrections change what a source
says: full-width signs, ligatures, curly quotes and `&amp;` stay as they are. Keys by which things meet fold more
(`normalization.text`).
"""

import re
import unicodedata

from ftfy import TextFixerConfig, fix_encoding_and_explain, fixes

CERTAIN = TextFixerConfig(restore_byte_a0=False, replace_lossy_sequences=False, fix_c1_controls=False)
ODD = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u206a-\u206f\ufeff\ufff9-\ufffc\ud800-\udfff]")
"""What no reader sees: control characters, byte order marks, halves of characters."""
BLANK = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800"
    r"\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e0fff]*"
)
"""What shows nothing by itself. Between letters some of it matters (joiners of Persian and Hindi), and stays."""
C1 = re.compile(r"[\x80-\x9f]")
SIGNS = frozenset("\x85\x91\x92\x93\x94\x95\x96\x97")
"""Bytes that are dots, quotes, a bullet and dashes in Windows-1252; in other encodings some are letters."""
BESIDE_WORDS = re.compile(
    r"(?<![^\W\d_])[\x85\x91-\x97]|[\x85\x91-\x97](?![^\W\d_])"
    r"|\x92(?=(?:s|t|d|m|ll|re|ve)\b)|(?:(?<=\b[cdjlmnst])|(?<=\bqu))\x92",
    re.IGNORECASE,
)
"""Such a byte where a sign stands and no letter: at a word's edge, or as in `it's` and `l'eau`."""
SEVERAL = re.compile(r"[^\x00-\x7f]{2}")
"""What UTF-8 leaves that was read as another encoding: a character beyond ASCII is two bytes of it at least."""
UNKNOWN = "\ufffd"
WINDOWS = "windows-1252"


def repair_text(text: str) -> str:
    """Return a text with certain mojibake mended, characters composed, control characters gone, on one line.

    A text that shows nothing is empty. A byte of an encoding that nobody knows becomes U+FFFD, so that one sees where a
    letter is missing.
    """
    while (again := _once(text)) != text:  # what was mended may show what else is broken
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
    """Undo UTF-8 that was read as another encoding; a guess at what single bytes might mean is no such thing."""
    if not SEVERAL.search(text):
        return text
    fixed, steps = fix_encoding_and_explain(text, CERTAIN)
    if any(step.parameter == WINDOWS for step in steps or ()):
        return text
    return fixed.replace("\x1a", UNKNOWN)  # as which ftfy decodes U+FFFD


def _signs(text: str) -> str:
    """Read signs of Windows-1252 where there is nothing but signs among such bytes, and one stands as signs do."""
    controls = C1.findall(text)
    if controls and SIGNS.issuperset(controls) and BESIDE_WORDS.search(text):
        return C1.sub(lambda match: match[0].encode("latin-1").decode(WINDOWS), text)
    return C1.sub(UNKNOWN, text) if controls else text
