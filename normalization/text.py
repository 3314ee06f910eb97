"""Fold texts, names and titles: spellings that differ only in accents, case, hyphens or white space become equal.

The graph stores folded values (`foldedName`, `ord`, `titleKey`, names of institutions). Loaders write them and
resolvers look them up, so both import this module.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

from anyascii import anyascii
from nameparser import HumanName
from nameparser.config import CONSTANTS

from normalization.text_repair import repair_text

APOSTROPHES = re.compile(r"['\u2018\u2019\u02bc`\u00b4]")
NOT_WORD = re.compile(r"[^a-z0-9]+")
CACHE_SIZE = 50_000
"""Maximum number of texts in each cache of a function of texts: 8 MB. A function takes 1 to 10 microseconds."""
SUFFIXES = frozenset({"jr", "sr", "ii", "iii", "iv", "2nd", "3rd", "4th"})
NAME_PART = r"[A-Za-z\u00c0-\u024f]{2,}(?:[-'\u2019][A-Za-z\u00c0-\u024f]{2,})*"
PLAIN_NAME = re.compile(rf"(?:(?:[A-Z]\.?|{NAME_PART}) )+{NAME_PART}")
"""A name of words and initials in Latin letters, separated by single spaces. The last word is the family name, unless
one of the words is in `NAME_PARTICLES`.
"""
NAME_PARTICLES = frozenset({"nee", "n\u00e9e"}).union(
    CONSTANTS.titles,
    CONSTANTS.first_name_titles,
    CONSTANTS.prefixes,
    CONSTANTS.bound_first_names,
    CONSTANTS.conjunctions,
    CONSTANTS.suffix_acronyms,
    CONSTANTS.suffix_not_acronyms,
)
"""Words that nameparser treats specially: titles, prefixes such as "van", conjunctions and suffixes."""
TEX_COMMAND = re.compile(r"\\([A-Za-z]+)\s*")
TEX_FONTS = frozenset({
    "mathbf", "mathrm", "mathcal", "mathbb", "mathsf", "mathit", "mathfrak", "mathtt", "boldsymbol", "bm", "text",
    "textrm", "textbf", "textit", "textsf", "textsc", "texttt", "emph", "ensuremath", "operatorname", "rm", "bf", "it",
    "sf", "tt", "cal",
})  # fmt: skip
"""TeX commands that only change the font of their argument."""
GREEK_LETTERS: Mapping[str, str] = dict(zip(
    (
        "alpha", "beta", "gamma", "delta", "epsilon", "varepsilon", "zeta", "eta", "theta", "vartheta", "iota", "kappa",
        "lambda", "mu", "nu", "xi", "pi", "rho", "varrho", "sigma", "varsigma", "tau", "upsilon", "phi", "varphi",
        "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi",
        "Omega",
    ),
    "\u03b1\u03b2\u03b3\u03b4\u03b5\u03b5\u03b6\u03b7\u03b8\u03b8\u03b9\u03ba\u03bb\u03bc\u03bd\u03be\u03c0\u03c1\u03c1\u03c3\u03c3\u03c4"
    "\u03c5\u03c6\u03c6\u03c7\u03c8\u03c9\u0393\u0394\u0398\u039b\u039e\u03a0\u03a3\u03a5\u03a6\u03a8\u03a9",
    strict=True,
))  # fmt: skip
"""TeX command -> Greek letter."""
MAX_TITLE_KEY = 300
"""Maximum length of a title key before its hash suffix, because index entries have a size limit."""
MIN_TITLE_LETTERS = 20
"""Minimum number of letters of a title by which papers of adjacent years match; shorter ones, such as "Introduction",
recur every year.
"""


@lru_cache(maxsize=CACHE_SIZE)
def fold(text: str) -> str:
    """Return a text as lower-case ASCII words: "Müller-Lüdenscheidt, O'Neil" -> "muller ludenscheidt oneil"."""
    text = APOSTROPHES.sub("", text)
    if not text.isascii():
        text = anyascii(text).replace("'", "")
    return NOT_WORD.sub(" ", text.lower()).strip()


def family_key(folded_name: str) -> str:
    """Return the last word of a folded name, without suffixes such as Jr.

    The key is the same if sources divide a name differently into given names and family name.
    """
    tokens, _ = _split_suffixes(folded_name.split())
    return tokens[-1] if tokens else ""


@lru_cache(maxsize=CACHE_SIZE)
def sort_name(name: str, family: str | None = None) -> str:
    """Return a folded name with the family name first: "Ludwig van Beethoven" -> "van beethoven ludwig".

    Args:
        name: name with the given name first.
        family: family name, if a source states it.
    """
    if family is None:
        unsuffixed = " ".join(_split_suffixes(name.split())[0]).rstrip(",")
        family = plain_family_name(unsuffixed) or str(HumanName(unsuffixed).last) or name
    folded_family = " ".join(_split_suffixes(fold(family).split())[0])
    tokens, suffixes = _split_suffixes(fold(name).split())
    given_name = " ".join(tokens).removesuffix(folded_family).strip()
    return " ".join(filter(None, (folded_family, given_name, *suffixes)))


def plain_family_name(name: str) -> str | None:
    """Return the family name of a name in a simple form (`PLAIN_NAME`): its last word. None for other names.

    nameparser gives the same result, but takes 0.2 ms per name.
    """
    if not PLAIN_NAME.fullmatch(name):
        return None
    words = name.lower().replace("\u2019", "'").split(" ")
    parts = (part for word in words for part in (word, *word.replace("'", "-").split("-")))
    return None if not NAME_PARTICLES.isdisjoint(parts) else name.rpartition(" ")[2]


def split_name(name: str) -> tuple[str, str]:
    """Return the family name and the given names of a name: "Ludwig van Beethoven" -> ("van Beethoven", "Ludwig").

    Suffixes such as Jr. follow the family name. A name of one word, or in a script without spaces, is a family name.
    """
    unsuffixed, suffixes = _split_suffixes(display_name(name).split())
    text = " ".join(unsuffixed)
    family = plain_family_name(text) or str(HumanName(text).last) or text
    given_names = text.removesuffix(family).strip() if text.endswith(family) else ""
    return (" ".join([family, *suffixes]), given_names) if given_names else (" ".join([text, *suffixes]), "")


@lru_cache(maxsize=CACHE_SIZE)
def display_name(name: str) -> str:
    """Return a name with the given name first: "O'Brien, Pat Jr." becomes "Pat O'Brien Jr."."""
    name = repair_text(name)
    family, *rest = (part.strip() for part in name.split(","))
    given_names, suffixes = _split_suffixes(" ".join(part for part in rest if fold(part) not in SUFFIXES).split())
    suffixes += [part for part in rest if fold(part) in SUFFIXES]
    if not given_names and (suffixes or not rest):
        return name
    return " ".join(filter(None, (*given_names, family, *suffixes)))


def _split_suffixes(tokens: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split the words of a name into the name and its suffixes, such as Jr.; the name keeps at least one word."""
    end = len(tokens)
    while end > 1 and fold(tokens[end - 1]) in SUFFIXES:
        end -= 1
    return list(tokens[:end]), list(tokens[end:])


def title_key(title: str, year: int | None, first_author: str) -> str | None:
    """Return the blocking key of a paper: folded title, year, and family name of the first author; None if one is
    missing.
    """
    folded = fold(_without_math_markup(title)).replace(" ", "")
    family = family_key(fold(first_author))
    if not folded or year is None or not family:
        return None
    if len(folded) > MAX_TITLE_KEY:
        folded = folded[:MAX_TITLE_KEY] + blake2b(folded.encode(), digest_size=8).hexdigest()
    return f"{folded}|{year}|{family}"


def _without_math_markup(title: str) -> str:
    """Return a title with Greek letters for TeX commands, and without commands that change the font."""
    if "\\" not in title:
        return title
    return TEX_COMMAND.sub(lambda match: GREEK_LETTERS.get(match[1], "" if match[1] in TEX_FONTS else match[0]), title)


def adjacent_year_keys(key: str) -> tuple[str, ...]:
    """Return the title keys for the years before and after; empty for a short title."""
    title, year, family = key.split("|")
    if len(title) < MIN_TITLE_LETTERS:
        return ()
    return tuple(f"{title}|{int(year) + step}|{family}" for step in (-1, 1))


def are_compatible_names(left: str, right: str) -> bool:
    """Return True if two folded names can belong to one person.

    The family names must be equal, and each given name must equal the one at the same position, or one must be the
    initial of the other. If one name has more given names, the additional ones are not compared.

    "m shoeybi" and "m k shoeybi" are compatible with "mohammad shoeybi"; "mark shoeybi" is not.
    """
    if family_key(left) != family_key(right):
        return False
    left_given, right_given = left.split()[:-1], right.split()[:-1]
    return bool(left_given and right_given) and all(
        a == b or (1 in (len(a), len(b)) and a[0] == b[0]) for a, b in zip(left_given, right_given, strict=False)
    )
