"""JSON elements that are too long or broken: rejects, the rest of the file, and memory."""

import io
import json
import tracemalloc
from pathlib import Path

import pytest

from loaders.formats import json_stream as json_elements
from loaders.formats.archive import SourceFile
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.pipeline.chunk_reader import Chunk, chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.sources.base import sources
from tests.tiers import sampled_cases

KIND = JsonFileKind("works, a work a line", "work")
RECORDS: dict[str, dict[str, object]] = {
    "arxiv": {"id": "2001.00001", "title": "T", "versions": [{"version": "v1", "created": "1 Jan 2020 00:00:00 GMT"}]},
    "crossref": {"DOI": "10.1000/one", "type": "journal-article", "title": ["T"]},
    "csl-json": {"author": [{"family": "Doe"}], "type": "book", "title": "T", "id": "1"},
    "datacite": {"id": "10.1000/one", "attributes": {"doi": "10.1000/one", "titles": [{"title": "T"}]}},
    "openalex": {"id": "https://openalex.org/W1", "title": "T", "display_name": "T", "type": "article"},
    "orcid": {"orcid-identifier": {"path": "0000-0002-1825-0097"}, "person": {"name": {"family-name": {"value": "D"}}}},
    "ror": {"id": "https://ror.org/03yrm5c26", "name": "N", "types": [], "country": {"country_code": "GB"}},
    "semanticscholar": {"corpusid": 1, "title": "T", "authors": [], "externalids": {}},
}


def _read(source: str, folder: Path, text: str) -> Chunk:
    path = folder / "file.jsonl"
    path.write_text(text, "utf-8")
    (found,) = chunks(sources()[source], [SourceFile(path.name, path, str(path))])
    return found


@pytest.mark.parametrize("source", sorted(RECORDS))
def test_oversized_json_line_is_rejected_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> None:
    """In a JSON lines file, an oversized record is rejected with line and reason; all others are read."""
    monkeypatch.setattr(json_elements, "CHUNK", 1 << 16)
    monkeypatch.setattr(json_elements, "MAX_ELEMENT_BYTES", 1 << 20)
    small = json.dumps(RECORDS[source])
    huge = json.dumps({**RECORDS[source], "abstract": 'a "quote" {' * (1 << 17)})
    found = _read(source, tmp_path, f"{small}\n{huge}\n{small}\n{huge}\n")
    assert [(one.place, one.reason) for one in found.rejects] == [
        ("line 2", "it is longer than 1 MiB."),
        ("line 4", "it is longer than 1 MiB."),
    ]
    assert len([one for one in found.entries if one.ref.key == found.entries[-1].ref.key]) == 2
    assert not found.unreadable


def test_oversized_summary_line_is_rejected_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In side files of Semantic Scholar papers, an oversized line is rejected and all others are read."""
    monkeypatch.setattr(json_elements, "MAX_ELEMENT_BYTES", 1 << 20)
    texts = {
        "papers": json.dumps({**RECORDS["semanticscholar"], "corpusid": 3}),
        "tldrs": "\n".join(json.dumps({"corpusid": one, "text": "x" * (one * 3 << 19)}) for one in (0, 2)),
    }
    files: list[SourceFile] = []
    for name, text in texts.items():
        (tmp_path / name).write_text(f'{text}\n{{"corpusid": 3, "text": "Short."}}\n', "utf-8")
        files.append(SourceFile(name, tmp_path / name, name))
    (found,) = chunks(sources()["semanticscholar"], files)
    assert ("line 2", "it is longer than 1 MiB.") in [(one.place, one.reason) for one in found.rejects]
    assert any(b"Short." in one.statement for one in found.entries)


@pytest.mark.full
@pytest.mark.parametrize(
    ("before", "place"),
    sampled_cases(
        parameter_count=2,
        cases=[
            ("[\n{},\n", r"record 2 \(line 3, byte 6\)"),
            ("[", r"record 1 \(line 1, byte 1\)"),
            ("{}\n{\n", r"record 2 \(line 2"),
        ],
    ),
)
def test_oversized_element_ends_file_without_line_boundaries(before: str, place: str) -> None:
    """In an array or multi-line record, an oversized element ends the file with its place in the error."""
    text = before + '{"a": "' + "x" * (18 << 20)
    with pytest.raises(SourceFileError, match=rf"^a.json: {place}.* does not end within 16 MiB.* a line of its own"):
        list(elements(io.BytesIO(text.encode()), "a.json", KIND))


class _HugeLineStream(io.RawIOBase):
    """A generated stream with a 200 MiB line between two short lines."""

    def __init__(self) -> None:
        self._left = [b'{"a": 1}\n{"a": "', *[b"x" * (1 << 20)] * 200, b'"}\n{"a": 2}\n']

    def read(self, size: int = -1, /) -> bytes:
        """Return what comes next, whatever is asked for."""
        del size
        return self._left.pop(0) if self._left else b""


@pytest.mark.full
def test_oversized_line_does_not_grow_memory() -> None:
    """A 200 MiB line needs no more memory than a 16 MiB line."""
    stream = _HugeLineStream()
    tracemalloc.start()
    try:
        found = list(elements(stream, "a.jsonl", KIND))  # pyright: ignore[reportArgumentType] it reads as a file does
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [one if isinstance(one, RejectedItem) else one.text for one in found] == [
        b'{"a": 1}',
        RejectedItem("line 2", "it is longer than 16 MiB."),
        b'{"a": 2}',
    ]
    assert peak < 64 << 20


GOOD = '{{"DOI": "10.1000/{}"}}'
TORN = "not valid JSON: a bracket or quote in the line is not closed. Reading continues with the next line."
NEITHER = "not valid JSON: neither an object nor an array."
BROKEN = {
    '{"DOI":"10.5': TORN,
    '{"DOI": "x}"", "a": 1}': TORN,
    '{"DOI": "10.5", "title": [': TORN,
    '{"DOI": "10.5", "title": ["T"],': TORN,
    '<html><body>{"x": [</body></html>': NEITHER,
    '"unclosed string': NEITHER,
    "not json at all": NEITHER,
    "}}}]]]": NEITHER,
}
"""Lines that are no JSON, and what is said of each."""


def _read_elements(text: str) -> list[tuple[str, str]]:
    """Return the place of each element with its text or its reject reason."""
    found = elements(io.BytesIO(text.encode()), "a.jsonl", KIND)
    return [(one.place, one.reason if isinstance(one, RejectedItem) else one.text.decode()) for one in found]


@pytest.mark.parametrize("chunk", [7, 64, 1 << 20])
@pytest.mark.parametrize("broken", [*([one] for one in BROKEN), list(BROKEN), list(reversed(BROKEN))])
@pytest.mark.parametrize("behind", [0, 1, 3])
def test_invalid_json_line_is_rejected_alone(
    monkeypatch: pytest.MonkeyPatch, broken: list[str], behind: int, chunk: int
) -> None:
    """Each invalid line gives a reject with line number and reason; other lines are read at any chunk size."""
    monkeypatch.setattr(json_elements, "CHUNK", chunk)
    lines = [*map(GOOD.format, range(5)), *broken, *map(GOOD.format, range(behind))]
    found = _read_elements("\n".join(lines) + "\n")
    assert found[1:] == [(f"line {number}", BROKEN.get(one, one)) for number, one in enumerate(lines, 1)][1:]


@pytest.mark.parametrize("indent", [0, 1])
@pytest.mark.parametrize("chunk", [7, 1 << 20])
def test_multiline_object_is_one_element(monkeypatch: pytest.MonkeyPatch, indent: int, chunk: int) -> None:
    """A multi-line object is one element, even if a nested object starts at the beginning of a line."""
    monkeypatch.setattr(json_elements, "CHUNK", chunk)
    several = json.dumps({"a": [{"b": 1}, {"c": "}{"}, [[None, True]], -1], "d": {"e": {}}}, indent=indent)
    texts = ["{}", several, several, GOOD.format(1), several, '{"a": [\n{"b": 1}\n]}', "{}"]
    assert [text for _, text in _read_elements("\n".join(texts))] == texts


def test_truncated_last_line_raises_error() -> None:
    """A last line without its end raises a truncation error after all earlier lines are read."""
    found = elements(io.BytesIO(b'{"a": 1}\n{"a": [\n{"a": 2}\n{"a": "'), "a.jsonl", KIND)
    assert [next(found).place for _ in range(3)] == ["line 1", "line 2", "line 3"]
    with pytest.raises(SourceFileError, match="is truncated"):
        next(found)
