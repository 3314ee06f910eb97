"""Limit the constructs that Neo4j plans slowly: a time limit does not end the planning.

Neo4j plans each combination of the alternatives in label expressions. It runs out of memory while it plans 20
alternatives such as `(A|B)&(C|D)&...`, or the same in WHERE.
docs/decisions/0061-read-public-data-with-checked-cypher.md has the time of each construct.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
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
MAX_COMBINATIONS = 1_000
"""Maximum product of the numbers of alternatives. Neo4j takes 0.4 s to plan 1,024 combinations."""
LABEL_SIGNS = frozenset({"|", "&", "!", ":"})
CONNECTIVES = ("and", "or", "xor")


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


def check_label_expressions(tokens: Sequence[Token], ends: Mapping[int, int]) -> None:
    """Check the label expressions of a statement.

    Args:
        tokens: Tokens of the statement.
        ends: Positions of closing brackets by those of their opening ones.

    Raises:
        StatementRefusedError: A label expression has brackets or IS, or there are too many combinations.
    """
    combinations, open_ = 1, [-1]
    for index, token in enumerate(tokens):
        if ends.get(open_[-1]) == index:
            open_.pop()
        if token.is_word("is") and tokens[index - 1].text != ".":
            _check_is(tokens[index + 1 : index + 3])
        elif token.text == ":" and not _is_key(tokens, index, open_[-1]):
            end = _expression_end(tokens, index)
            alternatives = 1 + sum(each.text == "|" for each in tokens[index:end])
            if not _is_relationship(tokens, open_[-1]):
                combinations *= 2 * alternatives if _is_test(tokens, index, end) else alternatives
        if index in ends:
            open_.append(index)
    if combinations > MAX_COMBINATIONS:
        raise StatementRefusedError(
            f"The label expressions have {combinations:,} combinations of alternatives. The maximum is "
            f"{MAX_COMBINATIONS:,}. Use fewer alternatives, such as :Paper|Topic, and fewer tests, such as n:Paper."
        )


def _check_is(following: Sequence[Token]) -> None:
    words = [token.text.lower() for token in following]
    if words[:1] != ["null"] and words != ["not", "null"]:
        raise StatementRefusedError("IS needs NULL or NOT NULL. Write labels and types with a colon, such as n:Paper.")


def _is_key(tokens: Sequence[Token], index: int, open_: int) -> bool:
    """Return True if a colon follows the key of a map."""
    return open_ >= 0 and tokens[open_].text == "{" and index >= open_ + 2 and tokens[index - 2].text in {"{", ","}


def _is_relationship(tokens: Sequence[Token], open_: int) -> bool:
    return open_ > 0 and tokens[open_].text == "[" and tokens[open_ - 1].text == "-"


def _expression_end(tokens: Sequence[Token], index: int) -> int:
    """Return the position after a label expression that begins with a colon. Raises StatementRefusedError."""
    end = index
    while end < len(tokens) and (tokens[end].text in LABEL_SIGNS or tokens[end - 1].text in LABEL_SIGNS):
        if tokens[end].text == "(":
            raise StatementRefusedError("Brackets in a label expression are not allowed. Write :A|B or :A&B.")
        end += 1
    return end


def _is_test(tokens: Sequence[Token], index: int, end: int) -> bool:
    """Return True if a label expression is a predicate, such as in `n:Paper OR n:Topic`, or may be one."""
    before = tokens[max(0, index - 2)].text
    last, following = [*(token.text.lower() for token in tokens[end : end + 2]), "", ""][:2]
    is_node = (before == "(" or tokens[index - 1].text == "(") and last in {")", "{", "where"}
    return not is_node or (last == ")" and (following in CONNECTIVES or following == ")"))
