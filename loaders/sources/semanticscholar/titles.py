"""Whether two names are of one journal: `Expert Syst. Appl.` and `Expert systems with applications` are."""

import re

from cypher.folding import fold

SILENT = frozenset({"a", "an", "and", "at", "de", "for", "in", "of", "on", "the", "to", "with"})
"""Words that abbreviations leave out."""
SUBTITLE = re.compile(r"\s[:=]\s.*$")
"""What libraries add to a title, between blanks: `Neural networks : the official journal ...`."""
ASIDE = re.compile(r"\s*\([^()]*\)")


def one_journal(name: str, listed: str, *, brackets: bool = False) -> bool:
    """Tell whether a name is what a list calls a journal: word by word equal, or one short for the other.

    What stands in brackets, as in `Science (New York, N.Y.)`, is no part of a name, unless `brackets` of the name
    count.
    """
    ours, theirs = _words(name if brackets else ASIDE.sub("", name)), _words(ASIDE.sub("", listed))
    alike = bool(ours) and len(ours) == len(theirs) and all(map(_one_word, ours, theirs))
    return alike or fold(name) == fold(listed)


def _words(name: str) -> list[str]:
    words = fold(SUBTITLE.sub("", name)).split()
    return [one for one in words if one not in SILENT] or words


def _one_word(one: str, other: str) -> bool:
    """Tell whether two words are equal, one the beginning of the other, or its contraction (natl, national)."""
    short, long = sorted((one, other), key=len)
    if long.startswith(short):
        return True
    letters = iter(long)
    return short[0] == long[0] and short[-1] == long[-1] and all(sign in letters for sign in short)
