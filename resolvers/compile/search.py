"""Convert search text to queries of the full-text indexes that are never syntax errors.

The text is split at white space and each word is quoted, so that the analyzer of the index splits it like the stored
texts: "Don't", "cs.LG" and "Černocký" become the same terms. The analyzer does not process prefixes and similar words,
so they are folded here like the analyzer (`standard-folding`) does.
"""

import re
import unicodedata
from typing import Any

from rapidfuzz.distance import OSA

from normalization.identifiers import is_url, lookup_key_of_url, normalize_or_none
from resolvers.compile.registry import stored
from resolvers.errors import Code, RequestError

MOST_WORDS = 32
"""Maximum number of words of a search; others are ignored."""
LONGEST_WORD = 1_000
"""Maximum number of letters of a word; others are ignored."""
LONGEST_TEXT = 10_000
"""Maximum number of characters of a text that papers are about."""
MOST_TERMS = 100
"""Maximum number of different words of such a text; others are ignored."""
TERM = re.compile(r"\w+(?:(?:['.:\u2018\u2019]|(?<=\d),(?=\d))\w+)*")
"""Approximate pattern of a term of the analyzer: it keeps 11,001 and don't whole, and splits at hyphens."""
UNINDEXED = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be but by for if in into is it no not of on or such that the their then there these they"
        " this to was will with",
    )
)
"""Stop words of the analyzer; a test compares them with the list of the server."""
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
    "dblp-person",
    "acl-person",
    "acl-venue",
    "funder",
    "volume",
    "isbn",
    "issn",
)
"""Schemes to try for a search text without a scheme; `byline` finds merged entities by their former Byline IDs."""
KINDS = ("Paper", "Researcher", "Topic", "Institution", "Venue", "Volume", "Funder")
PHRASE = re.compile(r'["\u201c\u201d\u201e]([^"\u201c\u201d\u201e]*)["\u201c\u201d]')
INITIALS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?\.?")
"""Initials without spaces, such as J.P."""
SIMILAR_FROM = 3
"""Minimum length of a word that may be misspelled."""
TWO_EDITS_FROM = 8
"""Minimum length of a word that may be misspelled twice."""
OPTIONAL_TERMS = UNINDEXED | {"et", "al"}
"""Words of a text with authors and title words that need not occur."""
MOST_AUTHOR_AND_TITLE_WORDS = 8
"""Maximum number of words of a text that may name authors and words of a title, such as "vaswani attention 2017"."""
LONG_UNINDEXED_FROM = 4
"""Minimum length of a word of `UNINDEXED` that may be misspelled; words similar to a shorter one are too frequent."""


def words(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return a Lucene query that requires every word, whole or as a prefix, and every phrase; empty without words."""
    phrases, tokens = _tokens(query)
    return " ".join([*(f"+{_quoted(phrase)}" for phrase in phrases), *map(_word_or_prefix, tokens)])


def any_word(text: Any) -> str:  # noqa: ANN401 value from the client
    """Return a Lucene query that finds texts with any word of a longer text; empty without words.

    Raises RequestError for a text that is too long.
    """
    if len(text) > LONGEST_TEXT:
        raise RequestError(
            Code.BAD_USER_INPUT,
            f"text has {len(text):,} characters. Expected at most {LONGEST_TEXT:,}, such as a title and an abstract.",
        )
    terms = dict.fromkeys(TERM.findall(_folded(normalize_query(text))))
    kept = [_escaped(term) for term in terms if term not in UNINDEXED and len(term) <= LONGEST_WORD]
    return " ".join(kept[:MOST_TERMS])


def similar_words(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return a Lucene query that requires every word, or a similar word, and every phrase; empty without words."""
    return _similar(query, names=False)


def similar_names(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return the same query for names of people: all words but the last may be given names, which match initials."""
    return _similar(query, names=True)


def _similar(query: Any, *, names: bool) -> str:  # noqa: ANN401 value from the client
    phrases, tokens = _tokens(query)
    last = len(tokens) - 1
    clauses = (
        _word_or_similar(word, in_name=names, given_name=names and place < last) for place, word in enumerate(tokens)
    )
    return " ".join([*(f"+{_quoted(phrase)}" for phrase in phrases), *filter(None, clauses)])


def search_terms(query: Any) -> list[str]:  # noqa: ANN401 value from the client
    """Return the folded words of a search text, each once."""
    phrases, tokens = _tokens(query)
    texts = [*phrases, *tokens, *(letter for word in tokens for letter in _initials(word))]
    return list(dict.fromkeys(term for text in texts for term in TERM.findall(fold_query(text))))


def author_or_title_query(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return a Lucene query for any word of a text that may name authors and words of a title, else an empty string.

    Whole words have higher scores than words that begin with them. Single letters are omitted.
    """
    patterns = word_patterns(query)
    if not 1 < len(patterns) <= MOST_AUTHOR_AND_TITLE_WORDS:
        return ""
    terms = [_escaped(term) for term in search_terms(query) if len(term) > 1 and term not in OPTIONAL_TERMS]
    return " ".join(f"{term}^4 {term}*" for term in terms)


def word_patterns(query: Any) -> list[str]:  # noqa: ANN401 value from the client
    """Return regular expressions that find each word, or its beginning, and each phrase in a folded text."""
    phrases, tokens = _tokens(query)
    terms_of_tokens = (_initials(token) or TERM.findall(fold_query(token)) for token in tokens)
    prefixes = dict.fromkeys(term for terms in terms_of_tokens for term in terms if term not in OPTIONAL_TERMS)
    phrase_patterns = [r"\W+".join(rf"\Q{term}\E" for term in TERM.findall(fold_query(phrase))) for phrase in phrases]
    parts = [*(rf"{pattern}\b" for pattern in phrase_patterns), *(rf"\Q{prefix}\E" for prefix in prefixes)]
    return [rf"(?sU).*\b{part}.*" for part in parts]


def identifiers_of_prefix(prefix: Any) -> list[list[str]]:  # noqa: ANN401 value from the client
    """Return `identifiers`; none for a number, which can be the year of a title as well."""
    return [] if normalize_query(prefix).isdecimal() else identifiers(prefix)


def _tokens(query: Any) -> tuple[list[str], list[str]]:  # noqa: ANN401 value from the client
    """Return the phrases in quotes, and the remaining words."""
    text = normalize_query(query)
    phrases = [phrase[:LONGEST_WORD] for phrase in PHRASE.findall(text) if TERM.search(phrase)]
    tokens = [word[:LONGEST_WORD] for word in PHRASE.sub(" ", text).split()]
    return phrases[:MOST_WORDS], tokens[:MOST_WORDS]


def _initials(word: str) -> list[str]:
    """Return the letters of initials such as J.P.; none for other words."""
    return re.findall(r"\w", _folded(word)) if INITIALS.fullmatch(word) else []


def normalize_query(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return the text composed, white space folded; half of a surrogate pair, which no text can hold, becomes a "?"."""
    return " ".join(unicodedata.normalize("NFC", str(query)).encode(errors="replace").decode().split())


def fold_query(query: Any) -> str:  # noqa: ANN401 value from the client
    """Return the text as search.cypher folds a name: without accents and case, curly quotes straight."""
    text = unicodedata.normalize("NFKD", normalize_query(query)).lower()
    for character, replacement in FOLDS:
        text = text.replace(character, replacement)
    return text


def folds(_: Any) -> list[list[str]]:  # noqa: ANN401 an ignored argument
    """Return FOLDS, for search.cypher."""
    return FOLDS


def identifiers(query: Any) -> list[list[str]]:  # noqa: ANN401 value from the client
    """Return every [scheme, value] that a text can be, in normal form; the text may state the scheme or be a URL."""
    raw = normalize_query(query)
    url = raw if is_url(raw) else f"https://{raw}"
    schemes = (*SCHEMES, "pmcid") if raw[:3].upper() == "PMC" else SCHEMES
    candidates = [raw, *(f"{scheme}:{raw}" for scheme in schemes)]
    normalized = (lookup_key_of_url(url), *(normalize_or_none(candidate) for candidate in candidates))
    return [identifier.split(":", 1) for identifier in dict.fromkeys(normalized) if identifier is not None]


def kinds(values: Any) -> list[str]:  # noqa: ANN401 value from the client
    """Return the labels to search, each once. Default: all."""
    return list(dict.fromkeys(str(stored(kind)) for kind in values)) if values is not None else list(KINDS)


def _quoted(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _word_or_prefix(word: str) -> str:
    """Return the clause for a word, whole or as a prefix; optional if the index omits it, as it does with "An Yang"."""
    plain = _folded(word)
    terms = TERM.findall(plain)
    if not terms:
        return f"+{_quoted(word)}"
    *leading_terms, last = terms
    prefix = " ".join([*(f"+{_quoted(term)}" for term in leading_terms), f"+{_escaped(last)}*"])
    required = "" if UNINDEXED.issuperset(terms) else "+"
    letters = " ".join(f"+{letter}*" for letter in _initials(word))
    return f"{required}({_quoted(word)} ({prefix}){f' ({letters})' if letters else ''})"


def _word_or_similar(word: str, *, in_name: bool, given_name: bool) -> str:
    """Return the clause for a word, whole, as a prefix, or similar; empty if the index omits it.

    Args:
        word: the word as typed.
        in_name: True if the word is part of the name of a person, such as Hill, and no misspelled "will".
        given_name: True if the word may be a given name, which also matches its initial.
    """
    if INITIALS.fullmatch(word):
        return _word_or_prefix(word)
    clauses: list[str] = []
    for term in TERM.findall(_folded(word)):
        if term in UNINDEXED:  # as in speech-to-speech
            continue
        escaped = _escaped(term)
        alternatives = [f"{escaped}^4", f"{escaped}*^2"]
        if len(term) >= SIMILAR_FROM and term.isascii():
            alternatives.append(f"{escaped}~{2 if len(term) >= TWO_EDITS_FROM else 1}")
        if given_name and term.isalpha() and term.isascii() and len(term) > 1:
            alternatives.append(f"{term[0]}^0.1")
        required = "" if not in_name and _may_be_unindexed(term) else "+"
        clauses.append(f"{required}({' '.join(alternatives)})")
    return " ".join(clauses)


def _may_be_unindexed(term: str) -> bool:
    """Return True if a term can be a misspelled word that the index omits, such as wiht."""
    return any(OSA.distance(term, word, score_cutoff=1) <= 1 for word in UNINDEXED if len(word) >= LONG_UNINDEXED_FROM)


def _folded(word: str) -> str:
    return "".join(_latin(letter) for letter in word)


def _escaped(term: str) -> str:
    return re.sub(r"(\W)", r"\\\1", term)


def _latin(letter: str) -> str:
    """Fold a letter like the analyzer does: only letters that become plain Latin; й is unchanged."""
    plain = fold_query(letter)
    return plain if plain.isascii() and plain else letter.lower()
