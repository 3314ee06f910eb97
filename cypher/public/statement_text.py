"""Check the tokens of a statement, its parameters and its text searches, before Neo4j sees it.

A text search has the name of its index, and a search text in the syntax of Lucene. Lucene builds automata for regular
expressions, wildcards and fuzzy words before Neo4j can stop the statement. The text `/((a{1,50}){1,50}){1,50}/` took
13 s, 100 wildcards 5 s, and 1,000 fuzzy words 11 s on a graph of 80 papers.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cypher.driver.packstream import RUN, DriverRequiredError, encode_message
from cypher.driver.values import Value
from cypher.public.planning_cost import CONCATENATIONS, check_label_expressions, check_planning_cost
from cypher.public.public_graph import PUBLIC_LABELS, StatementRefusedError, allowed, check_types
from cypher.public.statement_tokens import Token, match_brackets, tokenize
from cypher.public.value_size import SizeChecker

FIRST_CLAUSES, KEYWORDS = allowed("first_clauses"), allowed("keywords")
FUNCTIONS, ELEMENT_FUNCTIONS, LIST_FUNCTIONS = (
    allowed("functions"),
    allowed("element_functions"),
    allowed("list_functions"),
)
PROCEDURES = allowed("procedures")
RESERVED = "auto"
"""Neo4j names the parameters that replace literals `autostring_0`, `autoint_1` and so on."""
ANONYMOUS = re.compile(r"anon_\d", re.IGNORECASE)
"""Beginning of the names that a plan has for nodes and relationships without a variable."""
MAX_CHARACTERS = 5_000
MAX_PARAMETER_BYTES = 64 * 1024
"""Maximum size of all parameters in Bolt's encoding."""
MAX_RANGE = 1_000
"""Maximum number of elements of a range, except directly after UNWIND, where Neo4j can stop between two elements."""
NAMESPACED_FUNCTIONS = frozenset({("point", "distance")})
SHORTEST_PATHS = ("shortestpath", "allshortestpaths")
TYPED_RELATIONSHIP = re.compile(r"-\[\w*:(?P<types>\w+(?:\|\w+)*)(?:\*[\d.]*)?\]-")
CLAUSES_WITHOUT_BRACKET = {
    "use": "A statement reads the database of Byline.",
    "let": "Use WITH.",
}
PREDICATES = frozenset({"all", "any", "none", "single"})
"""Functions that walk a list: `any(x IN list WHERE ...)`."""
TEXT_INDEXES = allowed("text_indexes")
TEXT_SEARCH = "queryNodes"
MAX_SEARCH_CHARACTERS = 1_000
"""Maximum length of a search text."""
MAX_SEARCH_PATTERNS = 10
"""Maximum number of wildcards, fuzzy words and ranges of a search text."""
MAX_SEARCH_BRACKETS = 20
"""Maximum number of opening brackets of a search text."""
SEARCH_PATTERN = re.compile(r"[*?~]|\bTO\b")


def check_parameters(parameters: Mapping[str, Value]) -> None:
    """Check that Bolt can encode the parameters, their size, and their names. Raises StatementRefusedError.

    Neo4j replaces the literals of a statement by parameters such as `$autostring_0`.
    """
    if reserved := [name for name in parameters if name.lower().startswith(RESERVED)]:
        raise StatementRefusedError(f"The parameter name {reserved[0][:60]!r} is reserved. Use another name.")
    try:
        size = len(encode_message(RUN, parameters))
    except DriverRequiredError:
        raise StatementRefusedError("A parameter is a whole number of more than 64 bits. Send it as a text.") from None
    if size > MAX_PARAMETER_BYTES:
        raise StatementRefusedError(
            f"The parameters have {size:,} bytes. The maximum is {MAX_PARAMETER_BYTES:,}. Send several statements."
        )


def check_text(text: str, parameters: Mapping[str, Value]) -> None:
    """Check the tokens of a statement, and the texts of its searches. Raises StatementRefusedError."""
    if len(text) > MAX_CHARACTERS:
        raise StatementRefusedError(
            f"The statement has {len(text):,} characters. The maximum is {MAX_CHARACTERS:,}. Send values as parameters."
        )
    tokens = list(tokenize(text))
    if not tokens or tokens[0].text.lower() not in FIRST_CLAUSES:
        first = tokens[0].text[:30] if tokens else ""
        raise StatementRefusedError(
            f"The statement begins with {first!r}. Expected MATCH, OPTIONAL MATCH, UNWIND, WITH, RETURN or CALL."
        )
    ends = match_brackets(tokens)
    check_planning_cost(tokens)
    check_label_expressions(tokens, ends)
    SizeChecker(tokens, ends).check()
    for index, token in enumerate(tokens):
        if token.kind == "word":
            if token.text == TEXT_SEARCH and tokens[index - 1].text == ".":
                check_text_search(tokens, index, parameters)
            else:
                _check_word(tokens, index)
            if index + 1 in ends:
                _check_call(tokens, index, ends[index + 1])
        elif token.text == "=~":
            raise StatementRefusedError("Regular expressions are not allowed. Use CONTAINS or STARTS WITH.")
        if loop := _loop(tokens, index, ends):
            _check_loop(tokens, loop, ends)


def _check_word(tokens: Sequence[Token], index: int) -> None:
    """Check a keyword, variable, parameter or name of a function."""
    name, before = tokens[index].text, tokens[index - 1].text if index else ""
    following = [token.text for token in tokens[index + 1 : index + 8]]
    if ANONYMOUS.match(name) or name.lower().startswith(f"${RESERVED}"):
        raise StatementRefusedError(f"The name {name[:60]} is reserved. Use another name.")
    if name.lower() in CLAUSES_WITHOUT_BRACKET and before not in {".", ":", "|", "&", "!"}:
        raise StatementRefusedError(f"{name.upper()} is not allowed. {CLAUSES_WITHOUT_BRACKET[name.lower()]}")
    if following[:1] == ["("]:
        if before == "." and (tokens[index - 2].text, name) in NAMESPACED_FUNCTIONS:
            return
        _check_function(name, before, following)


def _check_function(name: str, before: str, following: Sequence[str]) -> None:
    lower = name.lower()
    if before == ".":
        if name in {procedure.rpartition(".")[2] for procedure in PROCEDURES}:
            return  # the plan has the complete name
        raise StatementRefusedError(f"The function or procedure ...{name[:60]} is not allowed.")
    if before == ":" and name in PUBLIC_LABELS:
        return  # USING INDEX p:Paper(title)
    if lower not in FUNCTIONS and lower not in KEYWORDS:
        raise StatementRefusedError(
            f"The function {name[:60]} is not allowed. Allowed functions: {', '.join(sorted(FUNCTIONS))}."
        )
    if lower == "range" and not (before.lower() == "unwind" or _is_short_range(following[1:])):
        raise StatementRefusedError(
            f"range() needs two whole numbers, at most {MAX_RANGE:,} apart, except in UNWIND range(...) AS x."
        )
    if lower == "split" and not following[1].startswith("$"):
        raise StatementRefusedError("split() needs a parameter as its first argument.")


def _is_short_range(arguments: Sequence[str]) -> bool:
    start, comma, end, close = [*arguments[:4], "", "", "", ""][:4]
    return start.isdecimal() and end.isdecimal() and (comma, close) == (",", ")") and int(end) - int(start) <= MAX_RANGE


def _check_call(tokens: Sequence[Token], index: int, end: int) -> None:
    """Check the arguments of a function that ends at a position."""
    name, before = tokens[index], tokens[index - 1]
    if name.is_word(*SHORTEST_PATHS):
        _check_shortest_path(tokens[index + 1 : end + 1])
    elif (
        name.is_word("range")
        and before.is_word("unwind")
        and not any(token.is_word("as") for token in tokens[end + 1 : end + 2])
    ):
        raise StatementRefusedError("UNWIND range(...) needs AS directly after it.")


def _check_shortest_path(pattern: Sequence[Token]) -> None:
    """Check that the relationship of a function shortestPath has public types: the plan of an expression lacks them."""
    text = "".join(token.text for token in pattern)
    relationships = list(TYPED_RELATIONSHIP.finditer(text))
    if len(relationships) != 1 or text.count("-[") != 1 or "--" in text:
        check_types(None)
    for relationship in relationships:
        check_types(relationship["types"])


class Loop(NamedTuple):
    """An expression that walks a list: positions of its opening bracket, of the token after IN, and of its end."""

    start: int
    source: int
    end: int
    is_comprehension: bool


def _loop(tokens: Sequence[Token], index: int, ends: Mapping[int, int]) -> Loop | None:
    """Return the loop whose bracket is at a position: `[x IN list ...]` or `any(x IN list ...)`."""
    if index not in ends or index + 3 >= len(tokens) or tokens[index + 2].text.lower() != "in":
        return None
    is_comprehension = tokens[index].text == "["
    if not is_comprehension and not (index and tokens[index - 1].text.lower() in PREDICATES):
        return None
    return Loop(index, index + 3, ends[index], is_comprehension)


def _check_loop(tokens: Sequence[Token], loop: Loop, ends: Mapping[int, int]) -> None:
    """Check that a loop has no other loop inside, and that a comprehension builds a short list of small elements."""
    inside = range(loop.start + 1, loop.end)
    if any(_loop(tokens, index, ends) for index in inside):
        raise StatementRefusedError("A list expression inside another one is not allowed. Use UNWIND for one of them.")
    if not loop.is_comprehension:
        return
    body = _source_end(tokens, loop.source, ends)
    if body is None:
        raise StatementRefusedError(
            "A list comprehension reads one of: a list in brackets, a parameter, a slice such as names[..10], "
            f"{', '.join(sorted(LIST_FUNCTIONS))}. Use UNWIND for other lists."
        )
    for index in range(body, loop.end):
        token, next_ = tokens[index], tokens[index + 1].text
        is_call = token.kind == "word" and next_ == "("
        lower = token.text.lower()
        if token.text in CONCATENATIONS or (is_call and lower not in ELEMENT_FUNCTIONS and lower not in KEYWORDS):
            raise StatementRefusedError(
                f"{token.text[:60]} is not allowed inside a list comprehension. Use UNWIND, or compute it before."
            )


def _source_end(tokens: Sequence[Token], start: int, ends: Mapping[int, int]) -> int | None:
    """Return the position after the list that a comprehension reads, or None if the list may be long."""
    first, second = tokens[start], "".join(token.text for token in tokens[start + 1 : start + 2])
    end = None
    if first.text == "[":
        end = ends[start] + 1
        if any(token.text == "|" for token in tokens[start:end]):
            return None  # a pattern comprehension
    elif first.text.startswith("$"):
        end = start + 1
    elif first.text.lower() in LIST_FUNCTIONS and second == "(":
        end = ends[start + 1] + 1
    elif first.kind == "word" and second == "[":
        end = ends[start + 1] + 1
        dots, last = (token.text for token in tokens[end - 3 : end - 1])
        if dots != ".." or not last.isdecimal() or int(last) > MAX_RANGE:
            return None
    return end if end is not None and tokens[end].text.lower() in {"where", "|", "]"} else None


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
    if len(text) > MAX_SEARCH_CHARACTERS:
        raise StatementRefusedError(
            f"The search text has {len(text):,} characters. The maximum is {MAX_SEARCH_CHARACTERS:,}. Search for fewer "
            "words."
        )
    if text.count("/") > 1:
        raise StatementRefusedError(
            "The search text has more than one /. Regular expressions are not allowed. Leave out the slashes."
        )
    if (patterns := len(SEARCH_PATTERN.findall(text))) > MAX_SEARCH_PATTERNS:
        raise StatementRefusedError(
            f"The search text has {patterns:,} of the signs * ? ~ and ranges. The maximum is {MAX_SEARCH_PATTERNS}. "
            "Search for whole words."
        )
    if (brackets := text.count("(")) > MAX_SEARCH_BRACKETS:
        raise StatementRefusedError(f"The search text has {brackets:,} brackets. The maximum is {MAX_SEARCH_BRACKETS}.")
