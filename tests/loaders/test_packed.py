"""Whatever a file is packed in, and wherever it comes from, it is read as it is."""

import bz2
import gzip
import io
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
import zstandard

from loaders.archive import INPUT, ArchiveError, opened

TEXT = b"one\ntwo\n" * 1_000


def tarred(mode: Literal["w", "w:gz", "w:bz2"]) -> Callable[[bytes], bytes]:
    def pack(text: bytes) -> bytes:
        held = io.BytesIO()
        with tarfile.open(fileobj=held, mode=mode) as tar:
            for name in ("folder/a.txt", "folder/b.other"):
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text))
        return held.getvalue()

    return pack


def zipped(text: bytes) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name in ("folder/a.txt", "folder/b.other"):
            archive.writestr(name, text)
    return held.getvalue()


FILES: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".zst": zstandard.ZstdCompressor().compress,
    ".bz2": bz2.compress,
}
ARCHIVES: dict[str, Callable[[bytes], bytes]] = {
    ".tar": tarred("w"),
    ".tar.gz": tarred("w:gz"),
    ".tgz": tarred("w:gz"),
    ".tar.bz2": tarred("w:bz2"),
    ".tbz2": tarred("w:bz2"),
    ".tar.zst": lambda text: zstandard.ZstdCompressor().compress(tarred("w")(text)),
    ".zip": zipped,
}


def contents(path: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with opened([path], lambda name: name.endswith(".txt")) as files:
        for file in files:
            with file.open() as stream:
                found[file.shown] = stream.read()
            assert file.position == file.size  # what was opened is closed
    return found


@pytest.mark.parametrize("ending", [*FILES, *ARCHIVES])
def test_what_is_packed_is_read(tmp_path: Path, ending: str) -> None:
    """Each way in which a file is packed, alone or in an archive, gives the same; of an archive the wanted files."""
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes((FILES | ARCHIVES)[ending](TEXT))
    name = f"{path}/folder/a.txt" if ending in ARCHIVES else str(path)
    assert contents(path) == {name: TEXT}


@pytest.mark.parametrize("ending", FILES)
def test_what_is_packed_gives_lines(tmp_path: Path, ending: str) -> None:
    """Sources of lines (BibTeX, RIS, lists of citations) read each way in which a file is packed."""
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(FILES[ending](b"one\ntwo\nthree"))
    with opened([path], lambda name: name.endswith(".txt")) as (file,), file.open() as stream:
        assert stream.readline() == b"one\n"
        assert list(stream) == [b"two\n", b"three"]


@pytest.mark.parametrize("ending", [*FILES, *ARCHIVES])
def test_standard_input_is_told_by_how_it_begins(monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """Standard input may be any of these: no name tells, its first bytes do."""
    packed = (FILES | ARCHIVES)[ending](TEXT)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(packed)))
    name = "standard input/folder/a.txt" if ending in ARCHIVES else "standard input"
    assert contents(INPUT) == {name: TEXT}


@pytest.mark.parametrize("ending", [".tar.gz", ".tar.bz2", ".tar.zst", ".zip"])
def test_a_torn_archive_is_told(tmp_path: Path, ending: str) -> None:
    """An archive that breaks off cannot be read, and the error names it."""
    path = tmp_path / f"torn{ending}"
    path.write_bytes(ARCHIVES[ending](TEXT * 50)[:-60])
    with pytest.raises(ArchiveError, match=f"torn{ending}: cannot be read"):
        contents(path)
