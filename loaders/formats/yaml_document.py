"""Read a small YAML file as a value of a type."""

from collections.abc import Iterator
from typing import TypeVar

import msgspec
import yaml

from loaders.formats.archive import DAMAGED_FILE_ERRORS, SourceFile
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.records.errors import SourceFileError

T = TypeVar("T")

MAX_DEPTH = 50
"""Maximum depth of nested lists and mappings. PyYAML's own loaders crash if a file nests deeply."""


def read_yaml(file: SourceFile, kind: type[T], expected: str, empty: object = None) -> T:
    """Return the content of a file, in which every scalar is text: YAML 1.1 would read the name No as false.

    Args:
        kind: Type of the content.
        expected: Description of the content, for messages.
        empty: Content of an empty file.

    Raises:
        SourceFileError: The file is damaged, is not YAML, has aliases, is nested too deeply, or has another content.
    """
    try:
        with file.open() as stream:
            content = _document(yaml.parse(stream, Loader=yaml.CBaseLoader))
        return msgspec.convert(empty if content is None else content, kind)
    except (*DAMAGED_FILE_ERRORS, yaml.YAMLError, *JSON_ERRORS) as error:
        raise SourceFileError(f"{file.display_name}: expected {expected}: {rejection_reason(error)}") from error


def _document(events: Iterator[yaml.Event]) -> object:
    """Return the only document of a stream, or None. Raises ValueError."""
    content: object = None
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            content = _value(next(events), events, 0)
    if documents > 1:
        raise ValueError(f"it has {documents} documents instead of one.")
    return content


def _value(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> object:
    """Return the value that begins with an event. Raises ValueError."""
    if depth > MAX_DEPTH:
        raise ValueError(f"its lists and mappings are nested more than {MAX_DEPTH} deep.")
    if isinstance(event, yaml.ScalarEvent):
        return event.value
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[object] = []
        while not isinstance(inner := next(events), yaml.SequenceEndEvent):
            items.append(_value(inner, events, depth + 1))
        return items
    if isinstance(event, yaml.MappingStartEvent):
        members: dict[str, object] = {}
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            if not isinstance(key, yaml.ScalarEvent):
                raise ValueError("a key of a mapping is not text.")  # noqa: TRY004 read_yaml reports the file
            members[key.value] = _value(next(events), events, depth + 1)
        return members
    raise ValueError("it has an alias (*). Repeat the value instead.")
