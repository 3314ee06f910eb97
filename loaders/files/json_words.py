"""What msgspec says of JSON that it cannot read, or that is out of form, in words for who has the file."""

import re

PLACE = re.compile(r" - at `\$\.?([^`]*)`$")
"""Where it stands within the record."""
MISSING = re.compile(r"Object missing required field `([^`]+)`")
WRONG = re.compile(r"Expected `([^`]+)`( [^,`]+)?(?:, got `(\w+)`)?")
INVALID = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
WORDS = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "text",
}
"""Kinds of values; others are called what they are."""


def in_words(said: str) -> str:
    """Return one of msgspec's messages as a sentence of the record."""
    place = PLACE.search(said)
    what = said[: place.start()] if place else said
    where = f"its {place[1]}" if place and place[1] else "it"
    if found := MISSING.fullmatch(what):
        return f"{where} has no {found[1]}."
    if found := WRONG.fullmatch(what):
        *others, last = sorted((WORDS.get(one, one) for one in found[1].split(" | ")), key="null".__eq__)
        should = f"should be {', '.join(others)}{' or ' if others else ''}{last}{found[2] or ''}."
        return f"{where} is {WORDS.get(found[3], found[3])}, and {should}" if found[3] else f"{where} {should}"
    if found := INVALID.fullmatch(what):
        return f"{where} cannot be {found[1]}."
    if what == "Number out of range":
        return f"{where} is out of range."
    what = what.removeprefix("JSON is malformed: ")
    return f"{where} is no JSON: {'it breaks off' if what == 'Input data was truncated' else what}."
