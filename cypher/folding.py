"""Folding: texts, names and titles made comparable, whatever their accents, case, hyphens and white space.

The graph keeps what is folded here (`foldedName`, `ord`, `titleKey`, names of institutions), so it stands beside the
graph: loaders write by it and resolvers look up by it, while these two do not know each other.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

from anyascii import anyascii
from nameparser import HumanName

from cypher.tidy import tidy

APOSTROPHES = re.compile(r"['\u2018\u2019\u02bc`\u00b4]")
NOT_WORD = re.compile(r"[^a-z0-9]+")
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "2nd", "3rd", "4th"})
LONGEST_KEY = 300
"""Longer title keys end in a hash: an index entry has a size limit."""
LEAST_TITLE = 20
"""Letters of a title that may speak for one work in two years: there is an "Introduction" each year."""


@lru_cache(maxsize=400_000)
def fold(text: str) -> str:
    """Return lower-case ASCII words: "Müller-Lüdenscheidt, O'Neil" -> "muller ludenscheidt oneil"."""
    text = APOSTROPHES.sub("", text)
    if not text.isascii():
        text = anyascii(text).replace("'", "")
    return NOT_WORD.sub(" ", text.lower()).strip()


def family_key(folded_name: str) -> str:
    """Return the last word of a folded name, Jr. and the like left out: sources split names unlike, here they agree."""
    words, _ = _parted(folded_name.split())
    return words[-1] if words else ""


@lru_cache(maxsize=400_000)
def sort_name(name: str, family: str | None = None) -> str:
    """Return the folded name with the family name first: "beethoven, ludwig van" sorts as "van beethoven ludwig"."""
    if family is None:
        unsuffixed = " ".join(_parted(name.split())[0]).rstrip(",")
        family = str(HumanName(unsuffixed).last) or name
    folded_family = " ".join(_parted(fold(family).split())[0])
    words, suffixes = _parted(fold(name).split())
    given = " ".join(words).removesuffix(folded_family).strip()
    return " ".join(filter(None, (folded_family, given, *suffixes)))


@lru_cache(maxsize=400_000)
def display_name(name: str) -> str:
    """Return a name as printed, given name first: "O'Brien, Pat Jr." becomes "Pat O'Brien Jr."."""
    name = tidy(name)
    family, *rest = (part.strip() for part in name.split(","))
    given, suffixes = _parted(" ".join(part for part in rest if fold(part) not in SUFFIXES).split())
    suffixes += [part for part in rest if fold(part) in SUFFIXES]
    if not given and (suffixes or not rest):
        return name
    return " ".join(filter(None, (*given, family, *suffixes)))


def _parted(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Part a name's words from Jr. and the like at its end; a name that is nothing else keeps one."""
    end = len(words)
    while end > 1 and fold(words[end - 1]) in SUFFIXES:
        end -= 1
    return list(words[:end]), list(words[end:])


def title_key(title: str, year: int | None, first_author: str) -> str | None:
    """Return the key by which papers of different sources meet: folded title, year, first author's family name.

    None where one of the three is missing: no rule may use it then.
    """
    folded = fold(title).replace(" ", "")
    family = family_key(fold(first_author))
    if not folded or year is None or not family:
        return None
    if len(folded) > LONGEST_KEY:
        folded = folded[:LONGEST_KEY] + blake2b(folded.encode(), digest_size=8).hexdigest()
    return f"{folded}|{year}|{family}"


def a_year_beside(key: str) -> tuple[str, ...]:
    """Return the title keys of the same title and family name in the year before and after; none for a short title."""
    title, year, family = key.split("|")
    if len(title) < LEAST_TITLE:
        return ()
    return tuple(f"{title}|{int(year) + step}|{family}" for step in (-1, 1))


def compatible(one: str, other: str) -> bool:
    """Tell whether two folded names may be one person's: one family name, given names equal or initials of each other.

    "m shoeybi" and "mohammad shoeybi" may; "m k shoeybi" and "mohammad shoeybi" may; "mark shoeybi" may not.
    """
    if family_key(one) != family_key(other):
        return False
    ours, theirs = one.split()[:-1], other.split()[:-1]
    return bool(ours and theirs) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(ours, theirs, strict=False)
    )
