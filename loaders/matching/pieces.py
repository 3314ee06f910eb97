"""Names that a part of an affiliation may hold beside other words, and the same names turned round."""

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from loaders.matching.abbreviations import BODIES, COUNTRIES, ORDINARY, SILENT, TELLING, WITHIN
from loaders.matching.institution_names import country_key, told

Needs: TypeAlias = Literal["place", "city"]
"""What must stand in the text beside a name: the city or country of the institution, or its city."""
AND = frozenset(["and", "et", "e", "und", "y", "at"])
GOES_ON = BODIES | {"project", "campus", "branch"}
"""What makes another name of that behind which it stands: "Makerere University Walter Reed Project"."""
LONG_ORDINARY = 5
"""Words of a name that speaks for itself though all of them are ordinary."""
LONG_NAME = 2
"""Words of a name that is looked for beside others."""
PIECE = 5
"""Words of the longest name that is looked for inside a part."""


class Piece(NamedTuple):
    """A name inside a part: its key, what else must stand in the text, and whether the part ends with it."""

    key: str
    needs: Needs | None
    last: bool = False
    places: tuple[str, ...] = ()
    """Places that the name itself says: Stuttgart University is in Stuttgart."""


def needs(key: str) -> Needs | None:
    """Return what must stand beside a name: many a town has a National Hospital, or an Institute of Chemistry.

    The longer such a name, the fewer have it.
    """
    words = key.split()
    if len(words) >= LONG_ORDINARY or not ORDINARY.issuperset(words):
        return None
    return "place" if len(words) == LONG_ORDINARY - 1 else "city"


def pieces(words: Sequence[str]) -> Iterator[Piece]:
    """Yield the names that a part, given by its stems, may hold beside other words, the longest first."""
    found = (*_universities(words), *_last(words), *_before_country(words), *_before_city(words))
    yield from (one for one in found if len(one.key.split()) >= LONG_NAME)


def _universities(words: Sequence[str]) -> Iterator[Piece]:
    """Yield what ends or begins with university, behind a department's name or before a place."""
    for at, word in enumerate(words):
        if word != "univ":
            continue
        rest = words[at + 1 :]
        footnote = len(rest) == 1 and rest[0].isdigit()
        if not (SILENT & {*rest[:1]}) and (footnote or _may_end(rest)):
            for first in range(max(0, at - PIECE + 1), at):
                if first == 0 or _parts(words[:first]):
                    yield _piece(words[first : at + 1], beside=() if footnote else rest)
        if at == 0 or (_parts(words[:at]) and words[at - 1] not in TELLING):
            for end in range(min(len(words), at + PIECE + 1), at + 1, -1):
                if _may_end(words[end:]):
                    yield _piece(words[at:end], beside=words[end:])


def _piece(words: Sequence[str], *, beside: Sequence[str]) -> Piece:
    """Return a name; what goes on behind it must be a part of it, else a place must speak for it."""
    key = told(words)
    return Piece(key, needs(key) or (None if not beside or _a_part(beside) else "place"), last=not beside)


def _a_part(words: Sequence[str]) -> bool:
    """Tell whether words name a part of what stands before them: "School of Medicine", "Medical College"."""
    return words[0] == "coll" or [*words[:2]] == ["med", "coll"] or not WITHIN.isdisjoint(words[:3])


def _may_end(words: Sequence[str]) -> bool:
    """Tell whether a name may end before these words: they name a part of it or a place, nothing else."""
    return not words or _a_part(words) or (GOES_ON.isdisjoint(words) and not words[0].isdigit())


def _parts(words: Sequence[str]) -> bool:
    """Tell whether a name may begin behind these words: they name a department, or end one.

    A university's hospital is none.
    """
    return "hosp" not in words and (
        bool((WITHIN | BODIES | AND) & {*words})
        or any(len(word) == 1 for word in words)
        or (bool(words) and words[-1] in ORDINARY - TELLING)
    )


def _last(words: Sequence[str]) -> Iterator[Piece]:
    """Yield what ends a part that begins otherwise: "Laboratory of Optics Beijing Institute of Technology"."""
    for at in range(3, len(words)):
        if words[at] in BODIES and words[at] != "univ" and _parts(words[:2]):
            for first in range(max(2, at - 3), at):
                if words[first] not in SILENT and words[first - 1] not in SILENT:
                    key = told(words[first:])
                    yield Piece(key, needs(key) or "place", last=True, places=(words[first],))


def _before_country(words: Sequence[str]) -> Iterator[Piece]:
    for long in (3, 2, 1):
        if long < len(words) and country_key(" ".join(words[-long:])) in COUNTRIES:
            for end in range(len(words) - long, max(LONG_NAME, len(words) - long - 3), -1):
                if words[0] not in WITHIN:
                    key = told(words[:end])
                    yield Piece(key, needs(key) or "place")
            return


def _before_city(words: Sequence[str]) -> Iterator[Piece]:
    """Yield what stands before the last words, which must be its city: "Kaunas Univ. of Technology Kaunas"."""
    if words[:1] and words[0] not in WITHIN and BODIES & {*words}:
        for long in (1, 2):
            if len(words) > LONG_NAME + long and ORDINARY.isdisjoint(words[-long:]):
                yield Piece(told(words[:-long]), "city")
