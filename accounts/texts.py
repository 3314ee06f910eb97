"""Texts that users write: length, characters and normal form."""

import unicodedata

from accounts.errors import ActError

DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that change the direction of the text after them, and can so disguise it."""
LINE_CHARACTERS = frozenset("\n\t")
REFUSED_CATEGORIES = frozenset({"Cc", "Cs", "Co", "Cn"})
"""Control characters, surrogates, private and unassigned characters."""


def strip_control_characters(text: str) -> str:
    """Return a client's text on one line, without disallowed characters."""
    return "".join(
        " " if character in LINE_CHARACTERS else character
        for character in text
        if character in LINE_CHARACTERS or not _is_refused(character)
    )


def _is_refused(character: str) -> bool:
    return character in DIRECTION_OVERRIDES or unicodedata.category(character) in REFUSED_CATEGORIES


def normalize_text(text: str, field: str, max_length: int, *, multiline: bool = True, required: bool = False) -> str:
    """Return a text in normal form (NFC, lines end with a line feed), without white space at its ends.

    Args:
        text: text of the client.
        field: name of the input field.
        max_length: maximum length in characters.
        multiline: whether the text can have several lines.
        required: whether the text must not be empty.

    Raises:
        ActError: The text is too long, empty, or has a character that is not allowed.
    """
    if len(text) > 4 * max_length:  # normalization is slow for huge texts and can shorten a text only to a quarter
        raise _too_long(field, len(text), max_length)
    normal = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).strip()
    if len(normal) > max_length:
        raise _too_long(field, len(normal), max_length)
    if required and not normal:
        raise ActError(f"{field} is empty. Expected 1 to {max_length:,} characters.", field)
    allowed = LINE_CHARACTERS if multiline else frozenset[str]()
    for character in normal:
        if character in allowed:
            continue
        if _is_refused(character):
            raise ActError(
                f"{field} contains the character U+{ord(character):04X}, which is not allowed. Remove it.", field
            )
    return normal


def _too_long(field: str, length: int, max_length: int) -> ActError:
    return ActError(f"{field} has {length:,} characters. Expected at most {max_length:,}.", field)
