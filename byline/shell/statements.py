"""Split a text into statements: Cypher ends at a semicolon, GraphQL at its last brace, a command with its line."""

import re
from enum import StrEnum
from typing import NamedTuple

TOKEN = re.compile(
    r"""(?P<skip>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|//[^\n]*|/\*.*?\*/)|(?P<open>['"`]|/\*)|(?P<end>;)|.""",
    re.DOTALL | re.VERBOSE,
)
"""A text, name or comment of Cypher; the beginning of an open one; or a semicolon."""
GRAPHQL_TOKEN = re.compile(r'"""(?:\\"""|.)*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|(?P<brace>[{}])|.', re.DOTALL)

BLANK = {
    "cypher": re.compile(r"(?:\s++|//[^\n]*+|/\*.*?\*/)*+", re.DOTALL),
    "graphql": re.compile(r"(?:\s++|#[^\n]*+)*+"),
}
"""Spaces and comments, by language."""


class Language(StrEnum):
    """Language of a statement."""

    CYPHER = "cypher"
    GRAPHQL = "graphql"


class Split(NamedTuple):
    """The first statement of a text, and the rest. `statement` is None if the text has no complete statement."""

    statement: str | None
    rest: str


def split_statement(text: str, language: Language) -> Split:
    """Return the first statement of a text without its semicolon, and the text after it.

    A line that begins with a colon is a command.
    """
    text = text.lstrip()
    if text.startswith(":"):
        line, _, rest = text.partition("\n")
        return Split(line.rstrip().removesuffix(";"), rest)
    return _split_cypher(text) if language is Language.CYPHER else _split_graphql(text)


def split_last_statement(text: str, language: Language) -> Split:
    """Return the last statement of a text, which can lack its semicolon; `statement` is None if it is incomplete."""
    return split_statement(f"{text}\n;" if language is Language.CYPHER else text, language)


def is_blank(text: str, language: Language) -> bool:
    """Return True if a text has only spaces and comments."""
    return BLANK[language].fullmatch(text) is not None


def _split_cypher(text: str) -> Split:
    for match in TOKEN.finditer(text):
        if match["open"]:
            break
        if match["end"]:
            return Split(text[: match.start()].strip(), text[match.end() :])
    return Split(None, text)


def _split_graphql(text: str) -> Split:
    depth, has_braces = 0, False
    for match in GRAPHQL_TOKEN.finditer(text):
        if brace := match["brace"]:
            depth, has_braces = depth + (1 if brace == "{" else -1), True
            if depth <= 0 and has_braces:
                rest = text[match.end() :]
                return Split(text[: match.end()].strip(), rest.lstrip().removeprefix(";"))
    return Split(None, text)
