r"""Decode TeX accents and letters, in texts of arXiv and BibTeX: `Schr\"odinger`, `Erd\H{o}s`, `{\O}ystein`.

Mathematics between dollar signs stays unchanged.
"""

import re
import unicodedata

ABOVE = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
"""TeX command -> combining character that follows the letter."""
LETTERS = {
    "ss": "ß",
    "ae": "æ",
    "AE": "Æ",
    "oe": "œ",
    "OE": "Œ",
    "aa": "å",
    "AA": "Å",
    "o": "ø",
    "O": "Ø",
    "l": "ł",
    "L": "Ł",
    "i": "\u0131",
    "j": "\u0237",
    "dh": "ð",
    "DH": "Ð",
    "th": "þ",
    "TH": "Þ",
}
NAMES = "|".join(LETTERS)
BASE = r"(?:\{\s*\\?([A-Za-z])\s*\}|\\([ij])(?![A-Za-z])\s?|([A-Za-z]))"
ACCENT = re.compile(rf"(\{{)?(?:\\([`'^~=.\"])\s*{BASE}|\\([uvHcdbkr])(?:\s+(?=[A-Za-z\\])|(?=\{{)){BASE})(?(1)\}}|)")
LETTER = re.compile(rf"\{{\\({NAMES})\s*\}}|\\({NAMES})(?![A-Za-z])(?:\{{\}}|\s)?")
MATHEMATICS = re.compile(r"(\$[^$]*\$)")


def decode_accents(text: str) -> str:
    """Return a text with TeX accents and letters decoded; unknown commands stay unchanged."""
    if "\\" not in text:
        return text
    return "".join(part if part.startswith("$") else _accented(part) for part in MATHEMATICS.split(text))


def _accented(text: str) -> str:
    return LETTER.sub(lambda match: LETTERS[match[1] or match[2]], ACCENT.sub(_letter, text))


def _letter(match: re.Match[str]) -> str:
    _, sign, *bases = match.groups()
    command = sign or bases[3]
    base = next(letter for letter in (*bases[:3], *bases[4:]) if letter)
    return unicodedata.normalize("NFC", base + ABOVE[command])
