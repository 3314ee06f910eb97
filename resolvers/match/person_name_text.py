"""Parse names of people as users type them: "MANNING, C. D.", "Dr. Chris Manning (Stanford)", "Manning CD"."""

import re

from normalization.text import display_name, fold

NOT_NAME = re.compile(r"\([^)]*\)|\[[^\]]*\]|<[^>]*>|\S+@\S+|[*\u2020\u2021\u00a7\u00b6#]|\d+")
"""Text next to a name in an author list: an affiliation in brackets, an e-mail address, a footnote mark."""
TITLES = frozenset({"dr", "prof", "professor", "mr", "mrs", "ms", "sir", "phd", "md", "msc", "dphil"})
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv"})
INITIALS = re.compile(r"^[A-Z]{2,3}$")
MAX_WORDS = 8


def name_words(name: str) -> list[str]:
    """Return the folded words of a name, given names first, without titles and Jr.; at most eight."""
    plain = NOT_NAME.sub(" ", name)
    parts = [part for part in plain.split(",") if fold(part) not in TITLES]
    displayed = display_name(",".join(parts)) if any(map(str.strip, parts)) else ""
    tokens: list[str] = []
    pieces = displayed.replace(".", ". ").split()
    is_upper_case = displayed.isupper()
    for piece in pieces:
        letters = piece.strip(".")
        if (
            INITIALS.match(letters)
            and not is_upper_case
            and len(pieces) > 1
            and not any(vowel in letters for vowel in "AEIOU")
        ):
            tokens += letters.lower()
        else:
            tokens += fold(piece).split()
    name_tokens = [word for word in tokens if word not in TITLES]
    while len(name_tokens) > 1 and name_tokens[-1] in SUFFIXES:
        name_tokens.pop()
    if (
        len(name_tokens) > 1 and len(name_tokens[-1]) == 1 and len(name_tokens[0]) > 1
    ):  # "Manning C D": the family name came first
        first = next(i for i, word in enumerate(name_tokens) if len(word) == 1)
        if all(len(word) == 1 for word in name_tokens[first:]):
            name_tokens = [*name_tokens[first:], *name_tokens[:first]]
    return name_tokens[:MAX_WORDS]


def lacks_full_given_name(tokens: list[str]) -> bool:
    """Return True if a name has no full given name."""
    return not any(len(word) > 1 for word in tokens[:-1])
