"""Works that the source deleted, in JSON and XML."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile
from loaders.formats.xml_stream import read
from loaders.records.errors import DeletedRecordError, RejectedItem
from loaders.records.record import Item, Record
from loaders.sources.base import Reader, read_each_file
from tests.loaders.sources.read_helpers import items
from tests.loaders.sources.templates import json_source, xml_source


def deleted(_: object) -> Iterator[Record]:
    """Return no record of a work, because the source deleted it."""
    raise DeletedRecordError("the source deleted it.")


def read_xml(file: SourceFile) -> Iterator[Item]:
    """Read an XML file of deleted works."""
    return read(file, xml_source.FORMAT, deleted, key=lambda work: work.get("id"))


@pytest.mark.parametrize(
    ("reader", "document", "place"),
    [
        (replace(json_source.WORKS, records=deleted).read_file, '{"id": "w1", "title": "On Ones"}\n', "line 1, w1"),
        (read_xml, '<works><work id="w1"/></works>', "record 1, line 1, w1"),
    ],
    ids=["json", "xml"],
)
def test_deleted_work_is_an_intentional_reject(tmp_path: Path, reader: Reader, document: str, place: str) -> None:
    """A deleted work is rejected with its place and without a record key: an unload removes its earlier version."""
    source = replace(json_source.SOURCE, start=read_each_file(reader))
    assert items(source, tmp_path, document) == [RejectedItem(place, "the source deleted it.", None, intentional=True)]
