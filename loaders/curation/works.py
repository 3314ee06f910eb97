"""What the works of two people say for and against their being one: years, titles, venues."""

from collections.abc import Iterable, Sequence

from cypher.folding import fold
from loaders.curation.likeness import SHORTEST
from loaders.curation.subject import Named

FAR = 10
"""Years between two people's works that are worth telling."""
SHOWN = 8
"""Words of titles that are told."""


def compared(ours: Sequence[Named], theirs: Sequence[Named]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against."""
    speaks_for, against = list[str](), list[str]()
    mine, others = _words(ours), _words(theirs)
    if shared := sorted(mine & others, key=lambda word: (-len(word), word)):
        speaks_for.append(f"words of titles in common: {', '.join(shared[:SHOWN])}")
    elif mine and others:
        against.append("no word of a title in common")
    venues, other_venues = ({venue for one in side for venue in one.venues} for side in (ours, theirs))
    if count := len(venues & other_venues):
        speaks_for.append(f"{count} venue{'' if count == 1 else 's'} in common")
    elif venues and other_venues:
        against.append("no venue in common")
    years, other_years = (sorted(one.year for one in side if one.year) for side in (ours, theirs))
    if years and other_years:
        earlier, later = sorted(((years[0], years[-1]), (other_years[0], other_years[-1])))
        if (between := later[0] - earlier[1]) >= FAR:
            against.append(f"{between} years between their works: until {earlier[1]}, from {later[0]} on")
    return speaks_for, against


def _words(side: Iterable[Named]) -> set[str]:
    titles = {one.title for one in side if one.title}
    return {word for title in titles for word in fold(title).split() if len(word) >= SHORTEST}
