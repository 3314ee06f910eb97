"""Tokens of a statement, as Neo4j reads them.

The lexer is stricter than Neo4j's: outside of texts and comments it accepts ASCII only, and no name with a `$`. So
Neo4j never joins or splits the tokens of this module.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cypher.public.public_graph import StatementRefusedError

MAX_NESTING = 40
TOKEN = re.compile(
    r"""(?P<space>[ \t\r\n]+|//[^\r\n]*|/\*.*?\*/)
      | (?P<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
      | (?P<number>[0-9][A-Za-z0-9_]*(?:\.[0-9][A-Za-z0-9_]*)?(?![A-Za-z0-9_$]))
      | (?P<word>(?:\$[A-Za-z0-9_]+|[A-Za-z_][A-Za-z0-9_]*)(?![A-Za-z0-9_$]))
      | (?P<sign>\|\||=~|\.\.|[-+*/%^=<>()\[\]{},.:;|&!])""",
    re.VERBOSE | re.DOTALL,
)
BRACKETS = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A token of a statement: a text, number, word or sign."""

    kind: str
    text: str

    def is_word(self, *words: str) -> bool:
        """Return True if this is one of the words, in any case."""
        return self.kind == "word" and self.text.lower() in words


def tokenize(text: str) -> Iterator[Token]:
    """Yield the tokens of a statement without its comments. Raises StatementRefusedError."""
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None or (match.lastgroup == "text" and re.search(r"`|\\[uU]", match[0])):
            raise StatementRefusedError(
                f"The statement has {text[position : position + 20]!r} at character {position + 1:,}. Names have the "
                r"characters A to Z, 0 to 9 and _. Backticks, escapes such as \u0041, labels from expressions and "
                "unclosed texts are not allowed. Send texts as parameters."
            )
        if match.lastgroup != "space":
            yield Token(match.lastgroup or "", match[0])
        elif "`" in match[0] or "\\" in match[0]:
            raise StatementRefusedError("A comment contains a backtick or a backslash. Remove it.")
        position = match.end()


def match_brackets(tokens: Sequence[Token]) -> dict[int, int]:
    """Return the position of the closing bracket of each opening one. Raises StatementRefusedError."""
    open_: list[int] = []
    ends: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.text in BRACKETS:
            open_.append(index)
            if len(open_) > MAX_NESTING:
                raise StatementRefusedError(f"Brackets are nested deeper than {MAX_NESTING}. Simplify the statement.")
        elif token.text in BRACKETS.values():
            if not open_ or BRACKETS[tokens[open_[-1]].text] != token.text:
                raise StatementRefusedError(f"The statement has a {token.text} without its opening bracket.")
            ends[open_.pop()] = index
    if open_:
        raise StatementRefusedError(f"The statement has a {tokens[open_[-1]].text} without its closing bracket.")
    return ends
