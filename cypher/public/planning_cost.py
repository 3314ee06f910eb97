"""Limit the constructs that Neo4j plans slowly: a time limit does not end the planning.

docs/decisions/0061-read-public-data-with-checked-cypher.md has the time of each construct.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise

from cypher.public.public_graph import StatementRefusedError, allowed
from cypher.public.statement_tokens import BRACKETS, MAX_NESTING, Token

KEYWORDS = allowed("keywords")
MAX_KEYWORDS = 50
"""Maximum number of times that a statement can have a keyword."""
MAX_WORDS = {"collect": 10, "optional": 20, "xor": 5}
"""Lower maximums of words. Neo4j takes minutes to plan 20 XOR, and 8 s for 40 OPTIONAL MATCH."""
MAX_RELATIONSHIPS, MAX_NODES = 12, 30
"""Maximum number of relationships and of nodes in all patterns."""
MAX_CONCATENATIONS = 5
"""Maximum number of `+` and `||` without a number beside them: each can double a text or list."""
MAX_OPERATORS, MAX_BRACKETS = 100, 150
"""Maximum number of operators, and of brackets of a kind. A deep expression overflows the stack of Neo4j."""
MAX_ACCESSES = 20
"""Maximum number of accesses to the result of an access, as in `$a.b.c` and `$a[0][1]`."""
MAX_NESTED_BRACES = 4
"""Maximum depth of braces, thus of subqueries."""
CONCATENATIONS = frozenset({"+", "||"})
END = Token("", "")
OPERATORS = frozenset({"*", "/", "%", "^", "=", "<", ">", "-", "+", "!", "&"})


def check_planning_cost(tokens: Sequence[Token]) -> None:
    """Check how often a statement has constructs that Neo4j plans slowly. Raises StatementRefusedError."""
    words = Counter(token.text.lower() for token in tokens if token.kind == "word")
    signs = Counter(token.text for token in tokens if token.kind == "sign")
    depths = accumulate((token.text == "{") - (token.text == "}") for token in tokens)
    limits = [
        ("+ or ||", _count_concatenations(tokens), MAX_CONCATENATIONS),
        ("relationships", _count_relationships(tokens), MAX_RELATIONSHIPS),
        ("nodes", _count_nodes(tokens), MAX_NODES),
        ("operators", sum(signs[sign] for sign in OPERATORS), MAX_OPERATORS),
        ("properties of properties", _count_accesses(tokens), MAX_ACCESSES),
        ("nested {", max(depths), MAX_NESTED_BRACES),
        ("nested brackets and CASE", _find_depth(tokens), MAX_NESTING),
        (";", signs[";"], 1),
        *((bracket, signs[bracket], MAX_BRACKETS) for bracket in BRACKETS),
        *((word.upper(), words[word], MAX_WORDS.get(word, MAX_KEYWORDS)) for word in KEYWORDS | MAX_WORDS.keys()),
    ]
    for name, count, limit in limits:
        if count > limit:
            raise StatementRefusedError(f"The statement has {name} {count:,} times. The maximum is {limit}.")


def _count_concatenations(tokens: Sequence[Token]) -> int:
    return sum(
        token.text in CONCATENATIONS
        and not any(near.kind == "number" for near in (tokens[index - 1], *tokens[index + 1 : index + 2]))
        for index, token in enumerate(tokens)
    )


def _count_relationships(tokens: Sequence[Token]) -> int:
    return sum(token.text == "-" and next_.text in {"[", "-"} for token, next_ in pairwise(tokens))


def _count_nodes(tokens: Sequence[Token]) -> int:
    """Return how often brackets begin like a node, such as `(p:Paper`, `(p {`, `(p)` and `(:Paper`."""
    count = 0
    for index, token in enumerate(tokens):
        before = tokens[index - 1]
        is_call = before.kind == "word" and before.text.lower() not in KEYWORDS
        following = [*tokens[index + 1 : index + 3], END, END]
        has_name = following[0].kind == "word"
        count += token.text == "(" and not is_call and _begins_node(following[has_name])
    return count


def _find_depth(tokens: Sequence[Token]) -> int:
    """Return the depth to which brackets and CASE are nested."""
    depth = deepest = 0
    for index, token in enumerate(tokens):
        is_word = tokens[index - 1].text != "."
        depth += token.text in BRACKETS or (is_word and token.is_word("case"))
        deepest = max(deepest, depth)
        depth -= token.text in BRACKETS.values() or (is_word and token.is_word("end"))
    return deepest


def _begins_node(token: Token) -> bool:
    return token.text in {":", ")", "{"} or token.is_word("where")


def _count_accesses(tokens: Sequence[Token]) -> int:
    """Return how often an access follows another one, as in `$a.b.c` and `$a[0][1]`."""
    dots = sum(token.text == "." and before.text == "." for before, token in zip(tokens, tokens[2:], strict=False))
    return dots + sum(before.text == "]" and token.text in {"[", "."} for before, token in pairwise(tokens))
