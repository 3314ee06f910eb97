"""Build the GraphQL request of a command from its arguments, files and standard input."""

import sys
from pathlib import Path
from typing import Any, cast

import orjson

from byline.cli.runtime import fail, usage_error
from resolvers.execute import Request


def build_request(document: str, variables: str, operation: str | None) -> Request:
    """Build the request from the arguments of a command. Raises typer.Exit if one of them is invalid."""
    document = read_stdin() if document == "-" else _read_argument_or_file(document, "a GraphQL document")
    return Request(document, parse_object(variables, "--variables", '{"name": "value"}'), operation)


def parse_object(text: str, option: str, example: str) -> dict[str, Any]:
    """Return the JSON object of an option, or of the file that it names. Raises typer.Exit if it is invalid."""
    try:
        value = _parse_json(text)
    except orjson.JSONDecodeError as error:
        raise usage_error(f"{option} is not valid JSON: {error}. Expected an object such as '{example}'.") from None
    if not isinstance(value, dict):
        raise usage_error(f"{option} is not a JSON object. Expected an object such as '{example}'.")
    return cast("dict[str, Any]", value)


def read_stdin() -> str:
    """Return standard input as text. Raises typer.Exit if it is not UTF-8."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise fail(f"Standard input is not valid UTF-8 at byte {error.start + 1:,}.") from None


def _parse_json(text: str) -> object:
    """Parse a text, or the file that it names. Raises orjson.JSONDecodeError; typer.Exit if it is neither."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return orjson.loads(_read_argument_or_file(text, "a JSON object"))


def _read_argument_or_file(argument: str, expected: str) -> str:
    """Return the argument if it contains a brace, as documents and JSON objects do; else the text of the file."""
    if "{" in argument:
        return argument
    if not argument.strip():
        raise usage_error(f"The argument is empty. Expected {expected} or the name of a file that contains it.")
    try:
        return Path(argument).read_text("utf-8")
    except FileNotFoundError:
        raise usage_error(
            f"File not found: {argument}. (An argument without braces is a file name; {expected} has braces.)"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise usage_error(f"Cannot read {argument}: {error}") from None
