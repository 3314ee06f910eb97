"""Limit the alternatives in label expressions, because Neo4j plans each combination of them.

Neo4j runs out of memory while it plans 20 alternatives such as `(A|B)&(C|D)&...`, or the same in WHERE.
"""

from collections.abc import Mapping, Sequence

from cypher.public.public_graph import StatementRefusedError
from cypher.public.statement_tokens import Token

MAX_COMBINATIONS = 1_000
"""Maximum product of the numbers of alternatives. Neo4j takes 0.4 s to plan 1,024 combinations."""
LABEL_SIGNS = frozenset({"|", "&", "!", ":"})
CONNECTIVES = ("and", "or", "xor")


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
