"""Check the text searches of a statement: the name of the index, and the search text in the syntax of Lucene.

Lucene builds automata for regular expressions, wildcards and fuzzy words before Neo4j can stop the statement. The text
`/((a{1,50}){1,50}){1,50}/` took 13 s, 100 wildcards 5 s, and 1,000 fuzzy words 11 s on a graph of 80 papers.
"""

import re
from collections.abc import Mapping, Sequence

from cypher.driver.values import Value
from cypher.public.public_graph import StatementRefusedError, allowed
from cypher.public.statement_tokens import Token

TEXT_INDEXES = allowed("text_indexes")
TEXT_SEARCH = "queryNodes"
MAX_CHARACTERS = 1_000
"""Maximum length of a search text."""
MAX_PATTERNS = 10
"""Maximum number of wildcards, fuzzy words and ranges of a search text."""
MAX_NESTING = 20
"""Maximum number of opening brackets of a search text."""
PATTERN = re.compile(r"[*?~]|\bTO\b")


def check_text_search(tokens: Sequence[Token], index: int, parameters: Mapping[str, Value]) -> None:
    """Check the call of the text search whose name is at a position. Raises StatementRefusedError."""
    match tokens[index + 1 : index + 6]:
        case [Token(text="("), Token(kind="text", text=name), *rest] if name[1:-1] in TEXT_INDEXES:
            search = _search_text(rest, parameters)
        case _:
            raise StatementRefusedError(
                f"The text search needs the name of its index as a text: one of {', '.join(sorted(TEXT_INDEXES))}."
            )
    if search is None:
        raise StatementRefusedError(
            "The text search needs its search text as a text or as a parameter with a text, not as an expression."
        )
    _check_search_text(search)


def _search_text(tokens: Sequence[Token], parameters: Mapping[str, Value]) -> str | None:
    """Return the search text after the name of the index; None if it is an expression or no text."""
    match tokens:
        case [Token(text=","), Token(kind="text", text=text), Token(text=")" | ",")]:
            return text[1:-1]
        case [Token(text=","), Token(kind="word", text=word), Token(text=")" | ",")] if word.startswith("$"):
            value = parameters.get(word[1:])
            return value if isinstance(value, str) else None
        case _:
            return None


def _check_search_text(text: str) -> None:
    if len(text) > MAX_CHARACTERS:
        raise StatementRefusedError(
            f"The search text has {len(text):,} characters. The maximum is {MAX_CHARACTERS:,}. Search for fewer words."
        )
    if text.count("/") > 1:
        raise StatementRefusedError(
            "The search text has more than one /. Regular expressions are not allowed. Leave out the slashes."
        )
    if (patterns := len(PATTERN.findall(text))) > MAX_PATTERNS:
        raise StatementRefusedError(
            f"The search text has {patterns:,} of the signs * ? ~ and ranges. The maximum is {MAX_PATTERNS}. Search "
            "for whole words."
        )
    if (brackets := text.count("(")) > MAX_NESTING:
        raise StatementRefusedError(f"The search text has {brackets:,} brackets. The maximum is {MAX_NESTING}.")
