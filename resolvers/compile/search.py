"""What a person types into a search box, made fit for the full-text index: never a syntax error.

What was typed is split at white space alone and each word quoted, so that the index's own analyzer takes it apart, as
it took the stored texts: "Don't", "cs.LG" and "Černocký" become the same terms on both sides. Only the beginning of a
word is never analysed; it is folded here, as the analyzer (`standard-folding`) folds.
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
"""Roughly what the analyzer makes one term of: here it only finds the beginning of the last one."""
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
"""What stands for what, after compatibility decomposition and in lower case, where two texts are compared."""
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
"""Schemes tried for what was typed: `byline` finds what a retired Byline id stands for now."""
KINDS = ("Paper", "Researcher", "Topic", "Institution", "Venue", "Funder")


def words(query: Any) -> str:  # noqa: ANN401 what a client sent
    """Return a Lucene query: every word quoted and wanted, the last one perhaps begun; empty where there is none."""
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
    """Return the labels to look among; all of them where none was named."""
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
    """Fold one letter as the analyzer does: only what then is plain Latin; й stays й."""
    plain = fold_query(letter)
    return plain if plain.isascii() and plain else letter.lower()
