"""Split plain text into sentences and words, in any script.

The rules are those of abstracts: a period after an abbreviation, an initial or a decimal point, or inside brackets,
does not end a sentence. Sentences of scripts without spaces, such as Chinese, end at their own full stop.
"""

import re
from collections.abc import Iterator

FULL_STOPS = "\u3002\uff01\uff1f\uff61\u0964\u06d4\u061f\u0589\u1362"
"""Marks that end a sentence without a space: of Chinese, Japanese, Hindi, Urdu, Arabic, Armenian and Amharic."""
UNSPACED_ENDS = "\u3002\uff01\uff1f\uff61\u300d\u300f\uff09"
"""Last characters of sentences after which Chinese and Japanese have no space."""
WESTERN_MARKS = (".", "!", "?", "\u2026")
CLOSING_MARKS = "\"'\\)\\]\u201d\u2019\u00bb\u300d\u300f\uff09"
"""Quotation marks and brackets that belong to the sentence before them; escaped for a class of a pattern."""
SENTENCE_END = re.compile(
    rf"[{FULL_STOPS}]+[{CLOSING_MARKS}]*"
    rf"|(?<![.!?\u2026])[.!?\u2026]++[{CLOSING_MARKS}]*+(?=\s)"
    r"|(?<=[a-z)\]])\.(?=[A-Z])"
    r"|(?=\n[ \t\r]*\n)"
)
"""A possible end of a sentence. A period between a lower-case letter and a capital is a lost space: "results.We"."""
NEXT_WORD = re.compile(r"\s*([^\W\d_]*)")
LAST_WORD = re.compile(r"[\w.]*$")
MAX_WORD_LENGTH = 20
"""Number of characters before a period that can hold an abbreviation."""
DOTTED_LETTERS = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]|[A-Z]")
"""Initials and acronyms without their last period: "J", "J.R", "U.S"."""
LIST_NUMBER = re.compile(r"\s*[(\[]?(?:\d{1,3}|[ivx]{1,4})")
"""Number of an item of a list, without its period: "1", "(2"."""
ABBREVIATIONS = frozenset({
    "approx", "cf", "def", "dr", "e.g", "eg", "eq", "eqn", "eqns", "eqs", "fig", "figs", "i.e", "ie", "mr",
    "prof", "ref", "refs", "resp", "st", "vs", "viz",
})  # fmt: skip
"""Abbreviations without their last period, after which the sentence continues."""
NUMBERED_PARTS = frozenset({
    "art", "ch", "chap", "no", "nos", "p", "pp", "sec", "sect", "tab", "vol", "vols",
})  # fmt: skip
"""Abbreviations after which the sentence continues with a number."""
FINAL_ABBREVIATIONS = frozenset({
    "al", "co", "corp", "dept", "inc", "jr", "ltd", "ph.d", "sr", "univ",
})  # fmt: skip
"""Abbreviations that can also end a sentence. They do before a word of `FIRST_WORDS`."""
FIRST_WORDS = frozenset({
    "a", "additionally", "although", "an", "and", "as", "at", "based", "both", "but", "by", "compared", "despite",
    "due", "each", "experimental", "experiments", "extensive", "finally", "first", "for", "from", "furthermore",
    "given", "here", "hence", "however", "if", "in", "instead", "it", "its", "many", "moreover", "most",
    "motivated", "on", "one", "our", "overall", "recent", "recently", "results", "second", "several", "since",
    "such", "that", "the", "their", "then", "there", "therefore", "these", "they", "this", "those", "though",
    "through", "thus", "to", "under", "unlike", "using", "we", "when", "where", "while", "with", "yet",
})  # fmt: skip
"""Words that begin many sentences of abstracts, and are not names."""
BRACKETS = re.compile(r"[()\[\]{}]")
CLOSING_BRACKETS = {")": "(", "]": "[", "}": "{"}
MAX_BRACKET_LENGTH = 400
"""Maximum number of characters in brackets that are one part of a sentence; longer ones lack a bracket between."""
UNSPACED = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002fa1f"
"""Characters of Chinese and Japanese, each of which counts as a word."""
LETTER = rf"(?:(?![{UNSPACED}])[^\W_]|[\u0300-\u036f\u064b-\u065f\u0900-\u0963\u0966-\u0dff\u0e31-\u0eff])"
"""A letter or digit, or a vowel sign or accent that is a character of its own."""
WORD = re.compile(rf"[{UNSPACED}]|{LETTER}+(?:[-'\u2019]{LETTER}+)*")


def split_words(text: str) -> list[str]:
    """Return the words of a text in lower case; each character of Chinese and Japanese is a word."""
    return WORD.findall(text.lower())


def split_sentences(text: str) -> list[str]:
    """Return the sentences of a text in their order, with single spaces. The time is linear in the length.

    An empty line ends a sentence, so that a heading is a sentence of its own.
    """
    sentences: list[str] = []
    start = 0
    for end in _sentence_ends(text):
        sentences.append(" ".join(text[start:end].split()))
        start = end
    sentences.append(" ".join(text[start:].split()))
    return [sentence for sentence in sentences if sentence]


def _sentence_ends(text: str) -> Iterator[int]:
    """Yield the positions after the sentences of a text, except the last."""
    brackets = _bracket_spans(text)
    bracket = next(brackets, None)
    start = 0
    for match in SENTENCE_END.finditer(text):
        while bracket is not None and bracket[1] <= match.start():
            bracket = next(brackets, None)
        if bracket is not None and bracket[0] < match.start():
            has_whole_sentence = match.end() > bracket[1] and not text[start : bracket[0]].strip()
            if not has_whole_sentence:
                continue
        if not match[0].startswith(WESTERN_MARKS) or _ends_sentence(text, start, match):
            start = match.end()
            yield start


def _ends_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    """Return True if the mark of a match, which is not the end of a paragraph, ends the sentence at `start`."""
    following = NEXT_WORD.match(text, match.end())
    next_word = following[1] if following else ""
    if next_word[:1].islower():
        return False
    if match[0][0] != ".":
        return True
    before = LAST_WORD.search(text, max(start, match.start() - MAX_WORD_LENGTH), match.start())
    word = before[0] if before else ""
    if LIST_NUMBER.fullmatch(text, start, match.start()) or word.lower() in ABBREVIATIONS:
        return False
    if word.lower() in NUMBERED_PARTS:
        return not text[match.end() : match.end() + 3].strip()[:1].isdigit()
    has_no_space = not text[match.end()].isspace()
    if has_no_space or word.lower() in FINAL_ABBREVIATIONS or DOTTED_LETTERS.fullmatch(word):
        return next_word.lower() in FIRST_WORDS
    return True


def _bracket_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the positions of each outermost pair of brackets, in order; a bracket without its partner is text."""
    opened: list[tuple[str, int]] = []
    spans: list[tuple[int, int]] = []
    for match in BRACKETS.finditer(text):
        opening = CLOSING_BRACKETS.get(match[0])
        if opening is None:
            opened.append((match[0], match.start()))
        elif opened and opened[-1][0] == opening:
            begin = opened.pop()[1]
            if match.start() - begin <= MAX_BRACKET_LENGTH:
                spans.append((begin, match.start()))
    end = -1
    for span in sorted(spans):
        if span[0] > end:
            end = span[1]
            yield span
