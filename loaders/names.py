"""Which names few people share: these alone may speak for one person where nothing speaks against it.

Family names that very many people bear are listed, as they are written in Latin letters, folded: from China, Korea and
Vietnam, where few family names are shared by most, and the most frequent of other countries. Who bears one of these, or
signs with initials, is told from namesakes by evidence alone. The list is fixed: whether a name is rare must not depend
on what is loaded.
"""

from pathlib import Path

SHARED = frozenset((Path(__file__).parent / "shared_family_names.txt").read_text("utf-8").split())
LEAST_GIVEN = 2
"""Letters of a given name; one is an initial."""


def rare(folded: str) -> bool:
    """Tell whether few share a folded name: a given name written out, and no family name that very many bear.

    The family name may come first or last.
    """
    first, *rest = folded.split() or [""]
    return len(first) >= LEAST_GIVEN and bool(rest) and not {first, rest[-1]} & SHARED
