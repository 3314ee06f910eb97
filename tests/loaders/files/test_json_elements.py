"""Elements that go on for too long: what becomes of them, of the rest of their file, and of the memory."""

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
def test_a_record_that_is_too_long_is_left_out_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str
) -> None:
    """In a file of a record a line it is refused with its line and the reason, and all others are read."""
    monkeypatch.setattr(json_elements, "CHUNK", 1 << 16)
    monkeypatch.setattr(json_elements, "LONGEST", 1 << 20)
    small = json.dumps(RECORDS[source])
    huge = json.dumps({**RECORDS[source], "abstract": 'a "quote" {' * (1 << 17)})
    found = _read(source, tmp_path, f"{small}\n{huge}\n{small}\n{huge}\n")
    assert [(one.place, one.reason) for one in found.rejects] == [
        ("line 2", "it is longer than 1 MiB."),
        ("line 4", "it is longer than 1 MiB."),
    ]
    assert len([one for one in found.entries if one.ref.key == found.entries[-1].ref.key]) == 2
    assert not found.unreadable


def test_summaries_beside_papers_are_left_out_alone_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Semantic Scholar's files that are read beside papers a line that is too long costs itself alone."""
    monkeypatch.setattr(json_elements, "LONGEST", 1 << 20)
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


@pytest.mark.parametrize(
    ("before", "place"),
    sampled_cases(
        names=2,
        cases=[
            ("[\n{},\n", r"record 2 \(line 3, byte 6\)"),
            ("[", r"record 1 \(line 1, byte 1\)"),
            ("{}\n{\n", r"record 2 \(line 2"),
        ],
    ),
)
def test_where_the_next_cannot_be_told_the_file_ends_with_its_place(before: str, place: str) -> None:
    """Within an array, and where a record takes several lines, what is too long ends the file; it is said where."""
    text = before + '{"a": "' + "x" * (18 << 20)
    with pytest.raises(SourceFileError, match=rf"^a.json: {place}.* does not end within 16 MiB.* a line of its own"):
        list(elements(io.BytesIO(text.encode()), "a.json", KIND))


class _Endless(io.RawIOBase):
    """A stream with a line of 200 MiB between two short ones, made as it is read."""

    def __init__(self) -> None:
        self._left = [b'{"a": 1}\n{"a": "', *[b"x" * (1 << 20)] * 200, b'"}\n{"a": 2}\n']

    def read(self, size: int = -1, /) -> bytes:
        """Return what comes next, whatever is asked for."""
        del size
        return self._left.pop(0) if self._left else b""


@pytest.mark.full
def test_memory_does_not_grow_with_a_record_that_is_too_long() -> None:
    """A line of 200 MiB is passed over in the memory that one of 16 MiB takes."""
    stream = _Endless()
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


def _said(text: str) -> list[tuple[str, str]]:
    """Return the place of each element, with its text or the reason for which it is refused."""
    found = elements(io.BytesIO(text.encode()), "a.jsonl", KIND)
    return [(one.place, one.reason if isinstance(one, RejectedItem) else one.text.decode()) for one in found]


@pytest.mark.parametrize("chunk", [7, 64, 1 << 20])
@pytest.mark.parametrize("broken", [*([one] for one in BROKEN), list(BROKEN), list(reversed(BROKEN))])
@pytest.mark.parametrize("behind", [0, 1, 3])
def test_a_line_that_is_no_json_costs_itself_alone(
    monkeypatch: pytest.MonkeyPatch, broken: list[str], behind: int, chunk: int
) -> None:
    """Each such line is one refusal with its number and why; all lines before and behind are read, wherever cut."""
    monkeypatch.setattr(json_elements, "CHUNK", chunk)
    lines = [*map(GOOD.format, range(5)), *broken, *map(GOOD.format, range(behind))]
    found = _said("\n".join(lines) + "\n")
    assert found[1:] == [(f"line {number}", BROKEN.get(one, one)) for number, one in enumerate(lines, 1)][1:]


@pytest.mark.parametrize("indent", [0, 1])
@pytest.mark.parametrize("chunk", [7, 1 << 20])
def test_an_object_over_several_lines_is_one_among_lines(
    monkeypatch: pytest.MonkeyPatch, indent: int, chunk: int
) -> None:
    """JSON is never cut within, even where an object inside it begins its line as an element would."""
    monkeypatch.setattr(json_elements, "CHUNK", chunk)
    several = json.dumps({"a": [{"b": 1}, {"c": "}{"}, [[None, True]], -1], "d": {"e": {}}}, indent=indent)
    texts = ["{}", several, several, GOOD.format(1), several, '{"a": [\n{"b": 1}\n]}', "{}"]
    assert [text for _, text in _said("\n".join(texts))] == texts


def test_what_breaks_off_at_the_end_of_lines_is_told() -> None:
    """A last line without its end is a file that breaks off, as before; what stands before it is read."""
    found = elements(io.BytesIO(b'{"a": 1}\n{"a": [\n{"a": 2}\n{"a": "'), "a.jsonl", KIND)
    assert [next(found).place for _ in range(3)] == ["line 1", "line 2", "line 3"]
    with pytest.raises(SourceFileError, match="is truncated"):
        next(found)
