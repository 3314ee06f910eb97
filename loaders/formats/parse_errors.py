"""Translate errors of msgspec and libxml2 into messages for users."""

import re

from lxml import etree

JSON_PATH = re.compile(r" - at `\$\.?([^`]*)`$")
"""The position within the record."""
MISSING = re.compile(r"Object missing required field `([^`]+)`")
WRONG = re.compile(r"Expected `([^`]+)`( [^,`]+)?(?:, got `(\w+)`)?")
INVALID = re.compile(r"Invalid (?:enum )?value (.+)", re.DOTALL)
JSON_TYPE_NAMES = {
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "text",
}
"""Names of JSON types in messages; other types keep their names."""


def format_json_error(message: str) -> str:
    """Return one of msgspec's messages as a sentence about the record."""
    place = JSON_PATH.search(message)
    detail = message[: place.start()] if place else message
    value = f"its {place[1]}" if place and place[1] else "it"
    if match := MISSING.fullmatch(detail):
        return f"{value} has no {match[1]}."
    if match := WRONG.fullmatch(detail):
        *others, last = sorted((JSON_TYPE_NAMES.get(part, part) for part in match[1].split(" | ")), key="null".__eq__)
        should = f"should be {', '.join(others)}{' or ' if others else ''}{last}{match[2] or ''}."
        return (
            f"{value} is {JSON_TYPE_NAMES.get(match[3], match[3])}, and {should}" if match[3] else f"{value} {should}"
        )
    if match := INVALID.fullmatch(detail):
        return f"{value} cannot be {match[1]}."
    if detail == "Number out of range":
        return f"{value} is out of range."
    detail = detail.removeprefix("JSON is malformed: ")
    return f"{value} is not valid JSON: {'it is truncated' if detail == 'Input data was truncated' else detail}."


XML_ERROR_MESSAGES = {
    "ERR_DOCUMENT_EMPTY": "it is not XML",
    "ERR_DOCUMENT_END": "it has content after the end of the document",
    "ERR_TAG_NOT_FINISHED": "it is truncated: an element is not closed",
    "ERR_TAG_NAME_MISMATCH": "an end tag does not match the start tag",
    "ERR_INVALID_CHAR": "it contains a character that XML does not allow",
    "ERR_INVALID_ENCODING": "it is not in the encoding that it states",
    "ERR_ENTITY_LOOP": "an entity that it declares refers to itself",
    "ERR_UNDECLARED_ENTITY": "it uses an undeclared entity",
}
"""libxml2 error type -> message."""
DETAILED = frozenset({"ERR_TAG_NAME_MISMATCH", "ERR_UNDECLARED_ENTITY", "ERR_INVALID_ENCODING"})
"""Errors for which libxml2's message is added, because it names the element, entity or encoding."""
EXPANDING, EXPANDS = "amplification", "its entities expand to far more text than the file has, as in an XML bomb"
LINE_AND_COLUMN = re.compile(r"(?:,? line \d+)?(?:, column \d+)?$")


def format_xml_error(error: etree.XMLSyntaxError, log: "etree._ListErrorLog | None" = None) -> tuple[int, str]:  # pyright: ignore[reportPrivateUsage] lxml has no public name for it
    """Return the line of an error and a message; `log` is the parser's error log, which has more details of some
    errors.
    """
    last = log.last_error if log else None
    line, message = (last.line, last.message) if last else (error.lineno or 1, error.msg or "")
    if EXPANDING in message:
        return line, EXPANDS
    message = LINE_AND_COLUMN.sub("", message).removesuffix(".")
    description = XML_ERROR_MESSAGES.get(last.type_name) if last else None
    if description is None:
        return line, message if message and message != "no element found" else "it is empty"
    return line, f"{description} ({message})" if last and last.type_name in DETAILED else description
