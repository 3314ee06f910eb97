"""What the works of two people say for and against their being one: years, titles, venues."""

from collections.abc import Sequence

from loaders.curation.likeness import Seen, title_words, years_apart

FAR = 10
"""Years between two people's works that are worth telling."""
SHOWN = 8
"""Words of titles that are told."""


def compared(ours: Sequence[Seen], theirs: Sequence[Seen]) -> tuple[list[str], list[str]]:
    """Return what speaks for two people being one, and what against."""
    speaks_for, against = list[str](), list[str]()
    mine, others = title_words(ours).keys(), title_words(theirs).keys()
    if shared := sorted(mine & others, key=lambda word: (-len(word), word)):
        speaks_for.append(f"words of titles in common: {', '.join(shared[:SHOWN])}")
    elif mine and others:
        against.append("no word of a title in common")
    venues, other_venues = ({venue for one in side for venue in one.venues} for side in (ours, theirs))
    if count := len(venues & other_venues):
        speaks_for.append(f"{count} venue{'' if count == 1 else 's'} in common")
    elif venues and other_venues:
        against.append("no venue in common")
    if (between := years_apart(ours, theirs)) >= FAR:
        earlier, later = sorted([one.year for one in side if one.year] for side in (ours, theirs))
        against.append(f"{between} years between their works: until {max(earlier)}, from {min(later)} on")
    return speaks_for, against
