"""Records cut out of XML files, and named entities of an external DTD."""

import io
import os
import re
import sys
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element, text_of
from loaders.formats.xml_stream import NamedEntities, XmlFormat, elements, read
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.record import Item

FORM = XmlFormat(expected="things, a <things>", roots=frozenset({"things"}), records=("thing",))


BOMB = b"".join(b"<!ENTITY %c '%s'>" % (one, b"&%c;" % (one - 1) * 20) for one in b"bcdefghi")
"""Entities that stand for twenty of the one before each."""


def file(folder: Path, document: bytes) -> SourceFile:
    path = folder / "things.xml"
    path.write_bytes(document)
    return SourceFile(path.name, path, str(path))


def test_outermost_records_are_read_in_order_in_any_namespace(tmp_path: Path) -> None:
    """Nested records stay in their outer record, deep records are found, and other nodes are skipped."""
    document = b"""<!-- c --><things xmlns="urn:x"><!-- c --><thing>1<thing>in</thing></thing><other/>
        <deep><thing>2</thing><thing>3</thing></deep><?pi?><thing>4</thing></things>"""
    assert [text_of(one) for one in elements(file(tmp_path, document), FORM)] == ["1in", "2", "3", "4"]


@pytest.mark.parametrize(
    ("document", "told"),
    [
        (b"<others><thing/></others>", "expected things, a <things>; this is a <others>"),
        (b"", "line 1: expected things, a <things>: it is empty."),
        (b'{"a": 1}', "line 1: expected things, a <things>: it is not XML."),
        (
            b"<things>\n<thing/>\n<thing>",
            "line 3: expected things, a <things>: it is truncated: an element is not closed.",
        ),
        (b"<things><a></b></things>", "an end tag does not match the start tag (Opening and ending tag"),
        (
            b"<things>\n\n&other;</things>",
            "line 3: expected things, a <things>: it uses an undeclared entity",
        ),
        (
            b"<!DOCTYPE things [<!ENTITY a 'aaaaaaaaaa'>" + BOMB + b"]><things>&i;</things>",
            "as in an XML bomb.",
        ),
    ],
)
def test_unexpected_or_truncated_xml_raises_error_with_line(tmp_path: Path, document: bytes, told: str) -> None:
    """Another kind of file, an empty file and a truncated file raise an error with file, line and format."""
    with pytest.raises(SourceFileError, match=rf"things\.xml: .*{re.escape(told)}"):
        list(elements(file(tmp_path, document), FORM))


@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
def test_file_with_non_utf8_name_is_read(tmp_path: Path) -> None:
    """The parser gets the name of a file as bytes."""
    path = tmp_path / os.fsdecode(b"\x80.xml")
    path.write_bytes(b"<things><thing>1</thing></things>")
    assert [text_of(one) for one in elements(SourceFile("a.xml", path), FORM)] == ["1"]


def test_deeply_nested_element_ends_file_at_its_record(tmp_path: Path) -> None:
    """The records before a too deeply nested record are read; the error states its number and line."""
    deep = "<a>" * 300 + "</a>" * 300
    document = f"<things>\n<thing>1</thing>\n<thing>2</thing>\n<thing>{deep}</thing>\n<thing>4</thing></things>"
    found: list[str] = []
    with pytest.raises(SourceFileError, match=r"record 3, line 4: its elements nest more than 256 deep"):
        found.extend(text_of(one) for one in elements(file(tmp_path, document.encode()), FORM))
    assert found == ["1", "2"]


def test_entities_are_neither_expanded_nor_fetched(tmp_path: Path) -> None:
    """A record with an entity is rejected with its place and the entity's name, and the next record is read."""
    (tmp_path / "secret").write_text("secret", "utf-8")
    document = f"""<!DOCTYPE things [<!ENTITY a "{"x" * 100}"><!ENTITY b "&a;&a;&a;">
        <!ENTITY out SYSTEM "{(tmp_path / "secret").as_uri()}">]>
<things><thing>&b;</thing><thing>&out;</thing><thing>fine</thing></things>"""

    def one(element: Element) -> list[Item]:
        return [RejectedItem("read", text_of(element))]

    found = list(read(file(tmp_path, document.encode()), FORM, one, lambda _: "k"))
    assert found == [
        RejectedItem("record 1, line 3, k", "it contains the entity &b;, and entities are not expanded."),
        RejectedItem("record 2, line 3, k", "it contains the entity &out;, and entities are not expanded."),
        RejectedItem("read", "fine"),
    ]


@pytest.mark.full
def test_memory_does_not_grow_with_file_size(tmp_path: Path) -> None:
    """Reading 200,000 elements retains only the elements of one read chunk in memory."""
    document = b"<things>" + b"<head>x</head><thing><a>text of it</a></thing>" * 100_000 + b"</things>"
    held = file(tmp_path, document)
    tracemalloc.start()
    most = 0
    for number, element in enumerate(elements(held, FORM)):
        if number % 10_000 == 0:
            parent = element.getparent()
            most = max(most, len(parent) if parent is not None else 0)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 0 < most < 3_000
    assert peak < 2_000_000


@given(
    st.lists(st.sampled_from(["&uuml;", "&amp;", "&lt;", "&nosuch;", "&", "a;", "x" * 40, "\n", "&Ouml"])), st.data()
)
def test_named_entities_are_resolved_across_chunk_boundaries(parts: list[str], data: st.DataObject) -> None:
    """At any chunk boundary, known entities become character references and all other bytes stay the same."""
    whole = "".join(parts)
    stream = NamedEntities(io.BytesIO(whole.encode()))
    read_ = b""
    while chunk := stream.read(data.draw(st.integers(1, 50))):
        read_ += chunk
    assert read_.decode() == whole.replace("&uuml;", "&#252;").replace("&Ouml;", "&#214;")
