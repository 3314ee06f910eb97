"""Bound the sizes of values: `WITH s + s AS s` doubles a value each time, and `collect` of a list multiplies it.

Neo4j counts no memory inside an expression, and no time limit stops it there. It also inserts earlier expressions into
later ones while it plans: 20 times `WITH s + 0 + s AS s` stop it before the statement runs.

The check computes upper bounds for each `AS name`, each `collect` and each list expression. A name has the largest
bounds of its definitions, so that scopes do not matter. The bounds are rough: a value of a node or a literal counts 1.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cypher.public.public_graph import StatementRefusedError, allowed
from cypher.public.statement_tokens import Token

MAX_REPETITIONS = 1_000
"""Maximum number of earlier values that the expression of a value contains."""
MAX_ELEMENTS = 10_000_000
"""Maximum number of elements that one expression walks."""
COLLECT_LENGTH = 100_000
"""Assumed number of elements of a collect without a slice."""
PARAMETER_LENGTH, PARAMETER_ROWS = 10_000, 1_000
"""Assumed size of a parameter, and number of rows of UNWIND $parameter."""
BODY_LENGTH, BODY_REPETITIONS = 1_000, 100
"""Assumed number of elements of a list comprehension, and for how many repetitions of an earlier value they count."""
KEYWORDS, SCALAR_FUNCTIONS = allowed("keywords"), allowed("scalar_functions")
ITEM_STARTS = ("call", "return", "unwind", "with", "yield")
"""Keywords before the first item of a clause."""


class Size(NamedTuple):
    """Upper bounds of a value.

    Attributes:
        repetitions: Number of earlier values in its expression, in which Neo4j inserts their expressions.
        elements: Number of its elements, with those of inner lists and maps.
        length: Number of elements of its outermost list.
    """

    repetitions: int = 1
    elements: int = 1
    length: int = 1


class SizeChecker:
    """Checks the sizes of the values of one statement.

    Args:
        tokens: Tokens of the statement.
        ends: Positions of closing brackets by those of their opening ones.
    """

    def __init__(self, tokens: Sequence[Token], ends: Mapping[int, int]) -> None:
        self._tokens = tokens
        self._ends = ends
        self._starts = {end: start for start, end in ends.items()}
        self._sizes: dict[str, Size] = {}
        self._bodies = [
            (self._find_bar(start), end, tokens[start + 1].text if self._is_loop(start) else "")
            for start, end in ends.items()
            if tokens[start].text == "[" and tokens[start - 1].text != "-"
        ]

    def check(self) -> None:
        """Check all values. Raises StatementRefusedError."""
        for index, token in enumerate(self._tokens):
            if token.is_word(*ITEM_STARTS) and self._is_variable(index):
                raise StatementRefusedError(f"The name {token.text} is a keyword. Use another name.")
            if token.is_word("as") and index + 1 < len(self._tokens):
                self._define(self._tokens[index + 1].text, range(self._find_item(index), index))
            elif token.is_word("collect") and index + 1 in self._ends:
                self._check_collect(range(index + 2, self._ends[index + 1]))
            elif index in self._ends and self._is_loop(index):
                self._check_loop(index)

    def _define(self, name: str, item: range) -> None:
        """Record the size of a name. Raises StatementRefusedError if it is too large."""
        repetitions, elements = self._count(item, repetitions=True), self._count(item)
        length = self._length(item)
        if self._tokens[item.start - 1].is_word("unwind"):
            elements, length = max(1, elements // length), 1
        if repetitions > MAX_REPETITIONS:
            raise StatementRefusedError(
                f"The value {name[:60]} contains {repetitions:,} earlier values. The maximum is {MAX_REPETITIONS:,}. "
                "Use shorter expressions, or UNWIND instead of lists of lists."
            )
        earlier = self._sizes.get(name, Size(repetitions, elements, length))
        self._sizes[name] = Size(
            max(repetitions, earlier.repetitions), max(elements, earlier.elements), min(length, earlier.length)
        )

    def _check_collect(self, item: range) -> None:
        elements = self._count(item)
        if elements * COLLECT_LENGTH > MAX_ELEMENTS:
            raise StatementRefusedError(
                "A collect of long lists is not allowed. Shorten the inner list, such as collect(p.title)[..20], or "
                "return more rows instead."
            )

    def _check_loop(self, start: int) -> None:
        """Check a list expression that begins at a bracket. Raises StatementRefusedError."""
        source_end = self._find_bar(start, "where")
        variable = self._tokens[start + 1].text
        source = self._count(range(start + 3, source_end))
        inside = self._count(range(source_end, self._ends[start]), variable)
        if source * inside > MAX_ELEMENTS:
            raise StatementRefusedError(
                "A list expression that compares long lists is not allowed. Shorten them, such as names[..1000], or "
                "use UNWIND."
            )

    def _count(self, item: range, variable: str = "", *, repetitions: bool = False) -> int:
        """Return an upper bound of the number of elements, or of earlier values, in an expression.

        Args:
            item: Positions of the expression.
            variable: Variable of a list expression, which does not count.
            repetitions: Count earlier values.
        """
        total, index = 0, item.start
        while index < item.stop:
            token, after = self._tokens[index], self._text(index + 1)
            if token.kind != "word" or self._tokens[index - 1].text == "." or token.text == variable:
                pass
            elif after in {"(", "{"} and token.is_word("collect") and not repetitions:
                end = self._ends[index + 1]
                total += self._count(range(index + 2, end)) * self._selected(end + 1, COLLECT_LENGTH)
                index = end
            elif after == "(" and token.is_word("head", "last") and not repetitions:
                argument = range(index + 2, self._ends[index + 1])
                total, index = total + max(1, self._count(argument) // self._length(argument)), argument.stop
            elif after == "(" and token.text.lower() in SCALAR_FUNCTIONS and not repetitions:
                total, index = total + 1, self._ends[index + 1]
            elif after != "(" and not (after == ":" and self._tokens[index - 1].text in {"{", ","}):
                factor = BODY_REPETITIONS if repetitions else BODY_LENGTH
                total += self._size_of(index, repetitions=repetitions) * factor ** self._body_depth(index)
            index += 1
        return max(1, total)

    def _size_of(self, index: int, *, repetitions: bool) -> int:
        """Return the size of a variable or parameter; 0 for a keyword."""
        name = self._tokens[index].text
        if name.startswith("$"):
            return 10 if repetitions else PARAMETER_LENGTH
        size = self._sizes.get(name)
        if size is None:
            return int(name.lower() not in KEYWORDS)
        if repetitions:
            return size.repetitions
        return max(1, size.elements // size.length) * self._selected(index + 1, size.length)

    def _body_depth(self, index: int) -> int:
        """Return how many list comprehensions repeat an earlier value at a position in each of their elements."""
        name = self._tokens[index].text
        if name not in self._sizes and not name.startswith("$"):
            return 0
        return sum(start < index < end and variable != name for start, end, variable in self._bodies)

    def _length(self, item: range) -> int:
        """Return the number of elements of the outermost list, if the item is a variable, a parameter or a collect."""
        first, end = self._tokens[item.start], item.start + 1
        if first.is_word("collect") and end in self._ends:
            end = self._ends[end] + 1
            length = COLLECT_LENGTH
        elif first.text.startswith("$"):
            length = PARAMETER_ROWS
        else:
            length = self._sizes.get(first.text, Size()).length
        selected = self._selected(end, length)
        return selected if self._ends.get(end, end - 1) == item.stop - 1 else 1

    def _selected(self, start: int, length: int) -> int:
        """Return how many elements of a list an index or slice at a position selects: 1 for `[0]`, 20 for `[..20]`."""
        if self._text(start) != "[":
            return length
        dots, last = (self._text(self._ends[start] - offset) for offset in (2, 1))
        if dots == ".." and last.isdecimal():
            return min(length, int(last))
        return length if ".." in {token.text for token in self._tokens[start : self._ends[start]]} else 1

    def _find_item(self, index: int) -> int:
        """Return the position of the first token of the item that ends before a position."""
        while index > 0:
            token = self._tokens[index - 1]
            if index - 1 in self._starts:
                index = self._starts[index - 1]
            elif token.text in {",", "(", "[", "{"} or (token.is_word(*ITEM_STARTS) and self._text(index - 2) != "."):
                break
            else:
                index -= 1
        return index + 1 if self._tokens[index].is_word("distinct") else index

    def _find_bar(self, start: int, *words: str) -> int:
        """Return the position of the bar, or of a word, in brackets that begin at a position; otherwise their end."""
        index = start + 1
        while index < self._ends[start]:
            if self._text(index) == "|" or self._tokens[index].is_word(*words):
                return index
            index = self._ends.get(index, index) + 1
        return self._ends[start]

    def _is_loop(self, start: int) -> bool:
        """Return True if brackets begin with `x IN`, as in `[x IN list | x.title]` and `any(x IN list WHERE ...)`."""
        return start + 2 < self._ends[start] and self._tokens[start + 2].is_word("in")

    def _is_variable(self, index: int) -> bool:
        """Return True if a keyword may be a variable at this position."""
        before, following = self._text(index - 1).lower(), self._text(index + 1).lower()
        return before in {"(", "[", ",", "as", "yield"} or following in {"=", "in"}

    def _text(self, index: int) -> str:
        return self._tokens[index].text if 0 <= index < len(self._tokens) else ""
