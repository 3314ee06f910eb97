"""Frequency of person names: the share of authors with a name, estimated with `name_frequencies.tsv`.

The table is a latent class model. Each author belongs to one of twelve classes, which resemble naming traditions
(Chinese, Iberian, Japanese). Within a class, the family name and the given names are independent:

    P(name) = sum over classes of P(class) * P(family name | class) * P(given names | class)

`make bench-name-frequencies` fits the table (`bench/identity/name_frequencies.py`). It is fixed and part of Byline,
because the rarity of a name must not depend on the loaded data. The graph stores blocking keys that depend on it, so a
new table needs a new `RULES_VERSION`: the next load of each source then computes them again.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from math import prod
from pathlib import Path
from typing import NamedTuple, TypeAlias

TABLE = Path(__file__).parent / "name_frequencies.tsv"
MIDDLE_INITIAL = 0.03
"""Share of authors with a certain middle initial: 2 of 5 authors state one, and each is one of about 13."""
NOT_IN_CLASS = 1e-8
"""Probability of a listed name in a class in which the table does not list it."""
MIN_NAME_LETTERS = 2
"""Minimum number of letters of a name that is written out; a single letter is an initial."""
SYLLABLES = 2
"""Number of words that may be the syllables of one given name."""
MAX_SYLLABLE_LETTERS = 6

Vector: TypeAlias = tuple[float, ...]
"""A probability for each class."""


class NameTable(NamedTuple):
    """The latent class model.

    Attributes:
        classes: probability of each class.
        families: probabilities of each listed family name, given the class.
        given_names: probabilities of each listed given name, given the class.
        other_family: probabilities of a family name that is not listed.
        other_given: probabilities of a given name that is not listed.
    """

    classes: Vector
    families: dict[str, Vector]
    given_names: dict[str, Vector]
    other_family: Vector
    other_given: Vector


def joined_given_name(given_names: Sequence[str]) -> str:
    """Return the given name that the table lists: two syllables as one word ("xiao ming"), else the first name.

    Args:
        given_names: folded given names without initials, at least one.
    """
    if len(given_names) == SYLLABLES and max(map(len, given_names)) <= MAX_SYLLABLE_LETTERS:
        return "".join(given_names)
    return given_names[0]


def name_frequency(given_names: Sequence[str], family: str) -> float:
    """Return the share of authors with a folded name, from 0 to 1; 1 if no given name is written out.

    The first word may be the family name ("wang wei"), so the result is the maximum of both readings.
    """
    written = [name for name in given_names if len(name) >= MIN_NAME_LETTERS]
    if not written or len(family) < MIN_NAME_LETTERS:
        return 1.0
    initials = MIDDLE_INITIAL if len(written) < len(given_names) else 1.0
    in_order = _joint_frequency(tuple(written), family)
    reversed_order = _joint_frequency((*written[1:], family), written[0])
    return initials * max(in_order, reversed_order)


def _joint_frequency(given_names: tuple[str, ...], family: str) -> float:
    table = name_table()
    joined = joined_given_name(given_names)
    names = (joined,) if joined != given_names[0] and joined in table.given_names else given_names
    likelihoods = [table.given_names.get(name, table.other_given) for name in names]
    of_family = table.families.get(family, table.other_family)
    return sum(map(prod, zip(table.classes, of_family, *likelihoods, strict=True)))


@cache
def family_frequency(family: str) -> float:
    """Return the share of authors with a family name, from 0 to 1."""
    table = name_table()
    shares = table.families.get(family, table.other_family)
    return sum(share * of_class for share, of_class in zip(shares, table.classes, strict=True))


@cache
def name_table() -> NameTable:
    """Return the table of `name_frequencies.tsv`."""
    rows = (line.split("\t") for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#"))
    families: dict[str, Vector] = {}
    given_names: dict[str, Vector] = {}
    vectors: dict[str, Vector] = {}
    for kind, name, *values in rows:
        if kind == "all":
            vectors[name] = tuple(map(float, values))
        else:
            people = vectors["people"]
            vector = [NOT_IN_CLASS] * len(people)
            for number, count in _counts(values):
                vector[number] = count / people[number]
            (families if kind == "family" else given_names)[name] = tuple(vector)
    total = sum(vectors["people"])
    return NameTable(
        tuple(count / total for count in vectors["people"]),
        families,
        given_names,
        vectors["other family"],
        vectors["other given"],
    )


def _counts(values: Sequence[str]) -> Iterator[tuple[int, int]]:
    for value in values:
        number, _, count = value.partition(":")
        yield int(number), int(count)
