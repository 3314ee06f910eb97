"""Check regular expressions of clients: Neo4j's engine backtracks, so some expressions take exponential time."""

import re
import warnings

from resolvers.errors import Code, RequestError

LONGEST = 200
MOST_REPEATS = 3
"""Maximum number of unbounded repeats in one expression: the time grows with the text's length to this power."""
REPEAT = re.compile(r"[*+]|\{\d+,\d*\}|\{\d+\}|\?")
BOUNDED = re.compile(r"\{(\d{1,3})(?:,(\d{1,3}))?\}|\?")
FEW = 8
"""A repeat with more possible lengths than this counts as unbounded. Each other repeat and each choice of alternatives
multiplies the number of ways to match a text.
"""


def checked_regex(pattern: str) -> str:
    """Return a pattern that is safe to run. Raises RequestError (BAD_USER_INPUT) with the reason if it is not."""
    if len(pattern) > LONGEST:
        raise _refused(pattern[:20] + "...", f"it is longer than {LONGEST} characters")
    try:
        with warnings.catch_warnings(
            action="ignore"
        ):  # a warning about set operations in classes; `_scan` refuses these
            re.compile(pattern)
    except (re.error, RecursionError, OverflowError) as error:
        raise _refused(pattern, str(error)) from None
    _scan(pattern)
    return pattern


def _scan(pattern: str) -> None:
    """Scan a valid pattern. Each open group records its alternatives, and whether it contains a repeat."""
    groups: list[bool] = [False]
    choices: list[int] = [1]
    repeats, ways, place, before = 0, 1, 0, ""
    while place < len(pattern):
        char = pattern[place]
        repeat = REPEAT.match(pattern, place)
        if char == "\\":
            _escape(pattern, place, "dDsSwWbBnrt")
            place, before = place + 2, "x"
        elif char == "[":
            place, before = _class_end(pattern, place), "x"
        elif char == "(":
            groups.append(False)
            choices.append(1)
            place, before = _skip_group_opening(pattern, place), ""
        elif char == ")":
            before = "heavy" if groups.pop() else "x"
            ways *= choices.pop()
            groups[-1] |= before == "heavy"
            place += 1
        elif char == "|":
            groups[-1] = True
            choices[-1] += 1
            place, before = place + 1, ""
        elif repeat:
            lengths = _lengths(repeat[0])
            unbounded = lengths > FEW
            ways *= 1 if unbounded or before == "repeat" else lengths
            if before in ("heavy", "repeat") and repeat[0] != "?":
                raise _refused(
                    pattern, f"the repeat {repeat[0]} follows a part that already has a repeat or alternatives"
                )
            repeats += unbounded
            groups[-1] = True
            place, before = repeat.end(), "repeat"
        elif char == "{":
            raise _refused(pattern, "{ does not begin a number of repeats; write \\{ for a brace")
        else:
            place, before = place + 1, "x"
    _trusted(pattern, repeats, ways)


def _skip_group_opening(pattern: str, place: int) -> int:
    """Return the position after the opening of a group."""
    if not pattern.startswith("(?", place):
        return place + 1
    if not pattern.startswith("(?:", place):
        raise _refused(pattern, "of the groups that begin with (? only (?: is accepted")
    return place + 3


def _trusted(pattern: str, repeats: int, ways: int) -> None:
    if repeats > MOST_REPEATS:
        raise _refused(pattern, f"it has over {MOST_REPEATS} unbounded repeats")
    if ways > FEW ** (MOST_REPEATS + 1 - repeats):
        raise _refused(pattern, "its optional parts and alternatives can be combined in too many ways")


def _lengths(repeat: str) -> int:
    """Return the number of lengths of a repeat; more than FEW if it has no bound."""
    match = BOUNDED.fullmatch(repeat)
    if match is None:
        return FEW + 1
    if repeat == "?":
        return 2
    return int(match[2] or match[1]) - int(match[1]) + 1


def _class_end(pattern: str, start: int) -> int:
    """Return the position after a character class; `]` may be its first character."""
    place = start + 1
    if pattern[place] == "^":
        place += 1
    if pattern[place] == "]":
        place += 1
    while pattern[place] != "]":
        if pattern[place] == "[" or pattern.startswith("&&", place):
            raise _refused(pattern, "a character class contains another one")
        if pattern[place] == "\\":
            _escape(pattern, place, "dDsSwWnrt")
            place += 1
        place += 1
    return place + 1


def _escape(pattern: str, place: int, letters: str) -> None:
    """Accept a backslash before punctuation, or before a letter with the same meaning in all engines."""
    if pattern[place + 1].isalnum() and pattern[place + 1] not in letters:
        raise _refused(pattern, f"\\{pattern[place + 1]} is not accepted")


def _refused(pattern: str, why: str) -> RequestError:
    return RequestError(Code.BAD_USER_INPUT, f"matches: {pattern!r} is not accepted: {why}.")
