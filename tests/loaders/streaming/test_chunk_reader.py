"""Irregular files: truncated, damaged, or with uppercase extensions."""

import gzip
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import zstandard

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.pipeline.record_batches import ReaderError
from loaders.records.record import Item, PaperRecord
from loaders.sources.base import read_each_file, sources
from tests.tiers import sampled_cases

ENTRY = """<entry><id>http://arxiv.org/abs/2001.{:05}v1</id><title>{}</title>
<published>2020-01-01T00:00:00Z</published></entry>"""


def title(number: int) -> str:
    """Return a title that compresses badly, so that a compressed file has several blocks."""
    return "".join(sha256(f"{number} {part}".encode()).hexdigest() for part in range(4))


FEED = (
    '<feed xmlns="http://www.w3.org/2005/Atom">'
    + "".join(ENTRY.format(number, title(number)) for number in range(2000))
    + "</feed>"
).encode()
DUMP = json.dumps(
    [{"name": title(number), "status": "active", "id": f"https://ror.org/{number:09}"} for number in range(2000)]
).encode()


def corrupt(whole: bytes) -> bytes:
    """Return the bytes with some in the middle inverted."""
    middle = len(whole) // 2
    return whole[:middle] + bytes(byte ^ 0xFF for byte in whole[middle : middle + 64]) + whole[middle + 64 :]


def first_half(whole: bytes) -> bytes:
    """Return the first half of the bytes."""
    return whole[: len(whole) // 2]


@pytest.mark.parametrize(
    ("source", "name", "content"),
    [
        ("arxiv", "plain.xml", first_half(FEED)),
        ("arxiv", "cut.xml.gz", first_half(gzip.compress(FEED))),
        ("arxiv", "damaged.xml.gz", corrupt(gzip.compress(FEED))),
        ("arxiv", "cut.xml.zst", first_half(zstandard.compress(FEED))),
        ("arxiv", "damaged.xml.zst", corrupt(zstandard.compress(FEED))),
        ("ror", "plain.json", first_half(DUMP)),
        ("ror", "cut.json.gz", first_half(gzip.compress(DUMP))),
        ("ror", "cut.json.zst", first_half(zstandard.compress(DUMP))),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_damaged_file_is_partly_unreadable(tmp_path: Path, source: str, name: str, content: bytes) -> None:
    """A truncated or damaged file, compressed or not, is reported as unreadable after its readable records."""
    (tmp_path / name).write_bytes(content)
    with open_files([tmp_path / name], sources()[source].accepts) as files:
        parts = list(chunks(sources()[source], files))
    (torn,) = [one for part in parts for one in part.unreadable]
    read = sum(len(part.entries) for part in parts)
    assert torn.file == str(tmp_path / name)
    assert torn.place == (f"after item {read}" if read else "")
    assert read < 2000
    assert read or not name.startswith("plain")
    assert not [one for part in parts for one in part.rejects]


@pytest.mark.parametrize("name", sorted(sources()))
def test_uppercase_extensions_are_recognized(tmp_path: Path, name: str) -> None:
    """Files of a folder are selected by extension in any case, also when they are compressed."""
    names = ("a.xml", "a.atom", "a.json", "a.xml.gz", "a.json.zst", "yaml/venues/acl.yaml", "name_variants.yaml")
    names = (*names, "acl.txt", "acl.txt.gz", "index.csv", "index.csv.zst", "index.csv.bz2", "pscp-1996.csv")
    names = (*names, "works/part_000.gz", "merged_ids/works/2025-01-01.csv.gz")
    names = (*names, "a.bib", "a.bib.gz", "a.ris", "a.csv", "papers.parquet", "a.nxml", "a.jats.gz", "decisions.jsonl")
    wants = sources()[name].accepts
    assert [wants(one) for one in names] == [wants(one.upper()) for one in names]
    assert any(map(wants, names))
    (tmp_path / "UP.JSON.GZ").write_bytes(gzip.compress(b"[]"))
    with open_files([tmp_path / "UP.JSON.GZ"], wants) as (file,), file.open() as stream:
        assert stream.read() == b"[]"


def test_files_are_reported_by_given_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files of one name in two folders and in an archive are reported by the path that the user gave."""
    monkeypatch.chdir(tmp_path)
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.json").write_text('[{"record": "no"}]', "utf-8")
    with zipfile.ZipFile("packed.zip", "w") as packed:
        packed.writestr("in/a.json", "{torn")
    given = [Path("one"), Path("two/a.json"), Path("packed.zip")]
    with open_files(given, sources()["sample"].accepts) as files:
        (chunk,) = chunks(sources()["sample"], files)
    assert [one.file for one in chunk.rejects] == ["one/a.json", "two/a.json"]
    assert [one.file for one in chunk.unreadable] == ["packed.zip/in/a.json"]
    assert "a.json" not in chunk.unreadable[0].reason


@pytest.mark.parametrize("packed", sampled_cases([".gz", "", ".zst"]))
def test_reading_position_grows_within_file(tmp_path: Path, packed: str) -> None:
    """Each batch of one large file, compressed or not, ends later, and the last one at the end of the file."""
    pack: dict[str, Callable[[bytes], bytes]] = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}
    path = tmp_path / f"a.xml{packed}"
    path.write_bytes(pack[packed](FEED))
    with open_files([path], sources()["arxiv"].accepts) as files:
        done = [part.done_bytes for part in chunks(sources()["arxiv"], files, size=200)]
    assert done == sorted(done)
    assert len(set(done)) >= 3
    assert 0 < done[0] < done[-1] == path.stat().st_size


def test_batch_ends_after_bytes_or_items(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A batch ends at its maximum number of bytes, before that of items; all batches have every record in order."""
    monkeypatch.setattr("loaders.pipeline.chunk_reader.MAX_CHUNK_BYTES", 5_000)
    path = tmp_path / "a.xml"
    path.write_bytes(FEED)
    with open_files([path], sources()["arxiv"].accepts) as files:
        parts = list(chunks(sources()["arxiv"], files, size=1000))
    sizes = [[len(entry.statement) for entry in part.entries] for part in parts]
    assert all(sum(part) >= 5_000 > sum(part[:-1]) for part in sizes[:-1])
    keys = [entry.ref.key for part in parts for entry in part.entries]
    assert keys == [f"2001.{number:05}" for number in range(2000)]
    assert parts[-1].offset == 2000


def test_an_exception_of_a_reader_names_source_file_and_item(tmp_path: Path) -> None:
    """A bug of a reader is reported with the source, the file, the number of the item and the exception."""

    def read(_: SourceFile) -> Iterator[Item]:
        yield PaperRecord(source="sample", key="1", title="A")
        raise KeyError("title")

    (tmp_path / "a.json").write_text("[]", "utf-8")
    source = replace(sources()["sample"], start=read_each_file(read))
    with open_files([tmp_path / "a.json"], source.accepts) as files, pytest.raises(ReaderError) as caught:
        list(chunks(source, files))
    assert str(caught.value) == (
        f"The reader of sample failed at {tmp_path / 'a.json'}, item 2: KeyError: 'title'. This is a bug of the reader."
    )
    assert isinstance(caught.value.__cause__, KeyError)
