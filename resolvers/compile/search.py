"""Convert search text to a query of the full-text index that is never a syntax error.

The text is split at white space and each word is quoted, so that the analyzer of the index splits it like the stored
texts: "Don't", "cs.LG" and "Černocký" become the same terms. The analyzer does not process prefixes, so they are folded
here like the analyzer (`standard-folding`) does.
"""

import re
import unicodedata
from typing import Any

from normalization.identifiers import IdentifierError, normalize
from resolvers.compile.registry import stored

MOST_WORDS = 32
"""Words of one question that are looked for; more find nothing more."""
LONGEST_WORD = 1_000
"""Letters of one word that are looked for."""
TERM = re.compile(r"\w+(?:['.:]\w+)*")
"""Approximate pattern of a term of the analyzer; it only finds the start of the last term."""
UNINDEXED = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be but by for if in into is it no not of on or such that the their then there these they"
        " this to was will with",
    )
)
"""The words that the analyzer leaves out; a test compares them with the server's list."""
MARKS = [chr(mark) for mark in (*range(0x300, 0x30D), 0x30F, 0x311, 0x31B, *range(0x323, 0x332))]
LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "ł": "l",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "\N{LATIN SMALL LETTER DOTLESS I}": "i",
}
QUOTES_AND_DASHES = {
    **dict.fromkeys(map(chr, (0x2018, 0x2019, 0x2BC)), "'"),
    **dict.fromkeys(map(chr, (0x201C, 0x201D)), '"'),
    **dict.fromkeys(map(chr, (0x2010, 0x2011, 0x2013, 0x2014)), "-"),
}
FOLDS = [
    [character, replacement]
    for character, replacement in (dict.fromkeys(MARKS, "") | LETTERS | QUOTES_AND_DASHES).items()
]
"""Replacements after compatibility decomposition and lower-casing, for comparing texts."""
SCHEMES = (
    "byline",
    "doi",
    "arxiv",
    "orcid",
    "ror",
    "acl",
    "openalex",
    "s2",
    "pmid",
    "dblp",
    "acl-person",
    "acl-venue",
    "funder",
)
"""Schemes to try for the search text; `byline` finds merged entities by their former Byline IDs."""
KINDS = ("Paper", "Researcher", "Topic", "Institution", "Venue", "Funder")


def words(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return a Lucene query that requires every word, the last one also as a prefix; empty without words."""
    tokens = [word[:LONGEST_WORD] for word in normalize_query(query).split()[:MOST_WORDS]]
    if not tokens:
        return ""
    *leading_terms, last = tokens
    return " ".join([*(f"+{_quoted(word)}" for word in leading_terms), _beginning(last)])


def normalize_query(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return the text composed, white space folded; half of a surrogate pair, which no text can hold, becomes a "?"."""
    return " ".join(unicodedata.normalize("NFC", str(query)).encode(errors="replace").decode().split())


def fold_query(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return the text as search.cypher folds a name: without accents and case, curly quotes straight."""
    text = unicodedata.normalize("NFKD", normalize_query(query)).lower()
    for character, replacement in FOLDS:
        text = text.replace(character, replacement)
    return text


def folds(_: Any) -> list[list[str]]:  # noqa: ANN401 nothing is asked
    """Return FOLDS, for search.cypher."""
    return FOLDS


def identifiers(query: Any) -> list[list[str]]:  # noqa: ANN401 what a client sent
    """Return every [scheme, value] that the text could be, in normal form."""
    raw = normalize_query(query)
    pairs: list[list[str]] = []
    for scheme in SCHEMES:
        try:
            pairs.append(normalize(f"{scheme}:{raw}").split(":", 1))
        except IdentifierError:
            continue
    return pairs


def kinds(values: Any) -> list[str]:  # noqa: ANN401 what a client sent
    """Return the labels to search. Default: all."""
    return [str(stored(kind)) for kind in values] if values is not None else list(KINDS)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _beginning(word: str) -> str:
    """Return the last word, as it is or begun; not wanted where the index leaves it out, as it does with "An Yang"."""
    plain = "".join(_latin(letter) for letter in word)
    terms = TERM.findall(plain)
    if not terms:
        return f"+{_quoted(word)}"
    *leading_terms, last = terms
    begun = " ".join([*(f"+{_quoted(term)}" for term in leading_terms), "+" + re.sub(r"(\W)", r"\\\1", last) + "*"])
    wanted = "" if UNINDEXED.issuperset(terms) else "+"
    return f"{wanted}({_quoted(word)} ({begun}))"


def _latin(letter: str) -> str:
    """Fold a letter like the analyzer does: only letters that become plain Latin; й is unchanged."""
    plain = fold_query(letter)
    return plain if plain.isascii() and plain else letter.lower()
