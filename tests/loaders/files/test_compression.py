"""Reading files in every compression and archive format, from disk and standard input."""

import bz2
import gzip
import io
import json
import os
import stat
import sys
import tarfile
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Literal

import pytest
import zstandard

from byline.cli.reject_file import RejectFile
from loaders.bulk import splits as plan
from loaders.formats.archive import INPUT, ArchiveError, SourceFile, open_files
from loaders.formats.archive_members import DEEP, ELSEWHERE, ENCRYPTED, NO_FILE, SPARSE, UNSUPPORTED, WITHIN
from loaders.pipeline.chunk_reader import chunks, skipped_files
from loaders.sources.base import sources
from tests.tiers import sampled_cases

TEXT = b"one\ntwo\n" * 1_000


def tar_packer(mode: Literal["w", "w:gz", "w:bz2"]) -> Callable[[bytes], bytes]:
    """Return a function that packs a text twice into a tar file, under a wanted and an unwanted name."""

    def pack(text: bytes) -> bytes:
        held = io.BytesIO()
        with tarfile.open(fileobj=held, mode=mode) as tar:
            for name in ("folder/a.txt", "folder/b.other"):
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text))
        return held.getvalue()

    return pack


def zip_packed(text: bytes) -> bytes:
    """Return a zip file with a text under a wanted and an unwanted name."""
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
    ".tar": tar_packer("w"),
    ".tar.gz": tar_packer("w:gz"),
    ".tgz": tar_packer("w:gz"),
    ".tar.bz2": tar_packer("w:bz2"),
    ".tbz2": tar_packer("w:bz2"),
    ".tar.zst": lambda text: zstandard.ZstdCompressor().compress(tar_packer("w")(text)),
    ".zip": zip_packed,
}


def contents(path: Path) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    with open_files([path], lambda name: name.endswith(".txt")) as files:
        for file in files:
            with file.open() as stream:
                found[file.display_name] = stream.read()
            assert file.position == file.size  # what was opened is closed
    return found


@pytest.mark.parametrize("ending", [*FILES, *ARCHIVES])
def test_compressed_files_and_archives_are_read(tmp_path: Path, ending: str) -> None:
    """Every compression and archive format gives the same text; only the wanted files of an archive are read."""
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes((FILES | ARCHIVES)[ending](TEXT))
    name = f"{path}/folder/a.txt" if ending in ARCHIVES else str(path)
    assert contents(path) == {name: TEXT}


@pytest.mark.parametrize("ending", FILES)
def test_compressed_files_are_read_by_line(tmp_path: Path, ending: str) -> None:
    """Line-based sources (BibTeX, RIS, citation lists) read every compression format."""
    path = tmp_path / f"a.txt{ending}"
    path.write_bytes(FILES[ending](b"one\ntwo\nthree"))
    with open_files([path], lambda name: name.endswith(".txt")) as (file,), file.open() as stream:
        assert stream.readline() == b"one\n"
        assert list(stream) == [b"two\n", b"three"]


@pytest.mark.parametrize("ending", [*FILES, *ARCHIVES])
def test_standard_input_format_is_detected_by_first_bytes(monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    """Standard input in any compression or archive format is detected by its first bytes."""
    packed = (FILES | ARCHIVES)[ending](TEXT)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(packed)))
    name = "standard input/folder/a.txt" if ending in ARCHIVES else "standard input"
    assert contents(INPUT) == {name: TEXT}


@pytest.mark.parametrize("name", ["misnamed.txt", "without_ending"])
@pytest.mark.parametrize("ending", [*FILES, *ARCHIVES])
def test_misnamed_compressed_file_is_detected_by_first_bytes(tmp_path: Path, name: str, ending: str) -> None:
    """A compressed file or archive without the matching file extension is read as standard input is."""
    path = tmp_path / name
    path.write_bytes((FILES | ARCHIVES)[ending](TEXT))
    assert contents(path) == {f"{path}/folder/a.txt" if ending in ARCHIVES else str(path): TEXT}


def test_misnamed_compressed_file_in_folder_is_detected(tmp_path: Path) -> None:
    """A wanted file in a folder is decompressed even without a matching extension."""
    (tmp_path / "misnamed.txt").write_bytes(gzip.compress(TEXT))
    assert contents(tmp_path) == {f"{tmp_path}/misnamed.txt": TEXT}


def test_truncated_misnamed_file_is_reported_when_read(tmp_path: Path) -> None:
    """Format detection accepts a truncated file; reading it reports the truncation."""
    whole = gzip.compress(b"".join(LINES))
    assert read_counts("crossref", tmp_path / "a.jsonl", whole[:14]) == (
        0,
        [("", "it is truncated within the compressed data.")],
    )


@pytest.mark.parametrize("kind", ["folder", ".zip", ".tar"])
def test_nested_archives_are_skipped_and_named(tmp_path: Path, kind: str) -> None:
    """An archive inside a folder or archive is skipped with a remedy, and the other files there are read."""
    inside = {"a.txt": TEXT, "in/plain.zip": zip_packed(TEXT), "gz.tar.gz": ARCHIVES[".tar.gz"](TEXT), "b.other": TEXT}
    path = tmp_path / f"given{kind if kind != 'folder' else ''}"
    if kind == "folder":
        (path / "in").mkdir(parents=True)
        for name, text in inside.items():
            (path / name).write_bytes(text)
    elif kind == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in inside.items():
                archive.writestr(name, text)
    else:
        with tarfile.open(path, "w") as tar:
            for name, text in inside.items():
                member = tarfile.TarInfo(name)
                member.size = len(text)
                tar.addfile(member, io.BytesIO(text))
    with open_files([path], lambda name: name.endswith(".txt")) as files:
        assert [file.name for file in files] == ["a.txt"]
        assert sorted(files.left_out) == [(f"{path}/{name}", WITHIN) for name in ("gz.tar.gz", "in/plain.zip")]
    assert all("Unpack it, or give its path" in one.reason for one in skipped_files(files.left_out))


@pytest.mark.parametrize("kind", ["folder", ".tar"])
@pytest.mark.skipif(sys.platform == "darwin", reason="its file systems have names in UTF-8 alone")
def test_non_utf8_file_names_are_escaped(tmp_path: Path, kind: str) -> None:
    """A file with a non-UTF-8 name is read, rejected and resumed under an escaped, printable name."""
    name, text = os.fsdecode(b"c\xff.jsonl"), b"".join([*LINES[:4], b"no JSON\n"])
    path = tmp_path / os.fsdecode(b"given\xfe" + (b".tar" if kind == ".tar" else b""))
    if kind == "folder":
        path.mkdir()
        (path / name).write_bytes(text)
    else:
        with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as tar:
            member = tarfile.TarInfo(name)
            member.size = len(text)
            tar.addfile(member, io.BytesIO(text))
    source = sources()["crossref"]
    shown = str(tmp_path / "given\\xfe") + (".tar" if kind == ".tar" else "") + "/c\\xff.jsonl"
    with open_files([path], source.accepts) as files:
        assert [(file.name, file.display_name) for file in files] == [("c\\xff.jsonl", shown)]
        (found,) = chunks(source, files)
        assert (len(found.entries), {one.file for one in found.rejects}) == (4, {shown})
        RejectFile(tmp_path / "rejects.jsonl").add(found.rejects)
        assert json.loads((tmp_path / "rejects.jsonl").read_bytes().splitlines()[0])["file"] == shown
        (rest,) = chunks(source, files, checkpoint=("c\\xff.jsonl", 3))
        assert len(rest.entries) == 1
        plan.write(tmp_path / "plan", [], {"crossref": files})
        (planned,) = plan.files(tmp_path / "plan", "crossref")
        assert (planned.name, planned.display_name) == ("c\\xff.jsonl", shown)
        with planned.open() as stream:
            assert stream.read() == text


@pytest.mark.parametrize("ending", [".tar.gz", ".tar.bz2", ".tar.zst", ".zip"])
def test_truncated_archive_raises_error(tmp_path: Path, ending: str) -> None:
    """A truncated archive raises an error that names it."""
    path = tmp_path / f"torn{ending}"
    path.write_bytes(ARCHIVES[ending](TEXT * 50)[:-60])
    with pytest.raises(ArchiveError, match=f"torn{ending}: cannot be read"):
        contents(path)


@pytest.mark.parametrize("piped", [False, True])
def test_zip_members_with_unsafe_paths_are_skipped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, piped: bool
) -> None:
    """A .zip skips and names members with absolute paths or paths that leave the archive, and reads the others."""
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name in ("fine.txt", "../out.txt", "/etc/out.txt", "a/../../b.txt", "../not_wanted.md"):
            archive.writestr(name, b"one")
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(path.read_bytes())))
    shown = "standard input" if piped else str(path)
    with open_files([INPUT if piped else path], lambda name: name.endswith(".txt")) as files:
        assert [file.display_name for file in files] == [f"{shown}/fine.txt"]
        left_out = [f"{shown}/{name}" for name in ("../out.txt", "/etc/out.txt", "a/../../b.txt")]
        assert files.left_out == [(name, ELSEWHERE) for name in left_out]
    assert not (tmp_path / "out.txt").exists()


def test_links_in_archives_are_skipped_and_named(tmp_path: Path) -> None:
    """Links and devices in a .tar and links in a .zip are skipped and named if their file name is wanted."""
    tar, packed = tmp_path / "a.tar", tmp_path / "a.zip"
    with tarfile.open(tar, "w") as archive:
        for name, kind in (
            *(("fine.txt", tarfile.REGTYPE), ("in", tarfile.DIRTYPE), ("link.md", tarfile.SYMTYPE)),
            *(("soft.txt", tarfile.SYMTYPE), ("hard.txt", tarfile.LNKTYPE), ("pipe.txt", tarfile.FIFOTYPE)),
        ):
            _add(archive, name, kind)
    link = zipfile.ZipInfo("soft.txt")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("fine.txt", b"")
        archive.writestr(link, b"fine.txt")
    with open_files([tar, packed], lambda name: name.endswith(".txt")) as files:
        assert [file.display_name for file in files] == [f"{tar}/fine.txt", f"{packed}/fine.txt"]
        named = [*(f"{tar}/{name}.txt" for name in ("soft", "hard", "pipe")), f"{packed}/soft.txt"]
        assert files.left_out == [(name, NO_FILE) for name in named]


def test_members_that_cannot_be_unpacked_are_skipped_and_named(tmp_path: Path) -> None:
    """Encrypted members, unknown compression methods, sparse files and very deep paths are skipped and named."""
    tar, packed = tmp_path / "a.tar", tmp_path / "a.zip"
    deep = f"{'a/' * 500}deep.txt"
    with tarfile.open(tar, "w") as archive:
        for name, kind in (
            (deep, tarfile.REGTYPE),
            ("fine.txt", tarfile.REGTYPE),
            ("holes.txt", tarfile.GNUTYPE_SPARSE),
        ):
            _add(archive, name, kind)
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("fine.txt", "secret.txt", "deflate64.txt", deep):
            archive.writestr(name, b"one")
        archive.getinfo("secret.txt").flag_bits |= 1
        archive.getinfo("deflate64.txt").compress_type = 9
    with open_files([tar, packed], lambda name: name.endswith(".txt")) as files:
        assert [file.display_name for file in files] == [f"{tar}/fine.txt", f"{packed}/fine.txt"]
        assert files.left_out == [
            *((f"{tar}/{deep}", DEEP), (f"{tar}/holes.txt", SPARSE)),
            *(
                (f"{packed}/secret.txt", ENCRYPTED),
                (f"{packed}/deflate64.txt", UNSUPPORTED.format(9)),
                (f"{packed}/{deep}", DEEP),
            ),
        ]


@pytest.mark.parametrize(
    "headers", [{"mtime": "nan"}, {"mtime": "1e300"}, {"mtime": str(2**62)}, {"uname": "x" * 9_000}]
)
def test_only_content_of_tar_members_is_unpacked(tmp_path: Path, headers: dict[str, str]) -> None:
    """An impossible time or owner of a member does not matter."""
    with tarfile.open(tmp_path / "a.tar", "w") as archive:
        member = tarfile.TarInfo("a.txt")
        member.size, member.pax_headers = len(TEXT), headers
        archive.addfile(member, io.BytesIO(TEXT))
    assert contents(tmp_path / "a.tar") == {f"{tmp_path}/a.tar/a.txt": TEXT}


def test_invalid_headers_of_archives_raise_error(tmp_path: Path) -> None:
    """Headers that Python refuses with various exceptions, and damaged LZMA data, raise an error with the archive."""
    with tarfile.open(tmp_path / "sparse.tar", "w") as archive:
        member = tarfile.TarInfo("a.txt")
        member.pax_headers = {"GNU.sparse.map": "a,b"}
        archive.addfile(member)
    version = bytearray(zip_packed(TEXT))
    version[version.index(b"PK\x01\x02") + 6] = 0xFF
    (tmp_path / "version.zip").write_bytes(version)
    with zipfile.ZipFile(tmp_path / "lzma.zip", "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("a.txt", bytes(range(256)) * 9)
    damaged = bytearray((tmp_path / "lzma.zip").read_bytes())
    damaged[50:60] = bytes([0xFF]) * 10
    (tmp_path / "lzma.zip").write_bytes(damaged)
    for name in ("sparse.tar", "version.zip", "lzma.zip"):
        with pytest.raises(ArchiveError, match=rf"{name}: cannot be read: it is damaged, or uses a feature"):
            contents(tmp_path / name)


def _add(archive: tarfile.TarFile, name: str, kind: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, "fine.txt"
    archive.addfile(member)


LINES = [f'{{"DOI": "10.1000/{n}", "type": "journal-article", "title": ["{n:x>300}"]}}\n'.encode() for n in range(99)]


def read_counts(source: str, path: Path, text: bytes) -> tuple[int, list[tuple[str, str]]]:
    """Return the number of records in a file with these bytes, and the errors about its end."""
    path.write_bytes(text)
    found = list(chunks(sources()[source], [SourceFile(path.name, path, str(path))]))
    return sum(len(one.entries) for one in found), [
        (one.place, one.reason) for each in found for one in each.unreadable
    ]


@pytest.mark.parametrize("ending", [".gz", ".zst", ".bz2"])
def test_records_before_truncation_are_read(tmp_path: Path, ending: str) -> None:
    """All records before a truncation are read, even from a small file, and the error states the place."""
    first, second = FILES[ending](b"".join(LINES[:40])), FILES[ending](b"".join(LINES[40:]))
    assert read_counts("crossref", tmp_path / f"a.jsonl{ending}", first + second) == (99, [])
    torn = [("after item 40", "it is truncated within the compressed data.")]
    assert read_counts("crossref", tmp_path / f"a.jsonl{ending}", first + second[:9]) == (40, torn)


@pytest.mark.parametrize("ending", [".gz", ".zst", ".bz2"])
def test_truncated_table_returns_rows_before_truncation(tmp_path: Path, ending: str) -> None:
    """A table that is truncated within its sampled first rows still returns the complete rows."""
    (tmp_path / "m.toml").write_text('name = "t"\n[[papers]]\nkey = "DOI"\ntitle = "type"\n', "utf-8")
    path = tmp_path / f"a.jsonl{ending}"
    path.write_bytes(FILES[ending](b"".join(LINES[:40])) + FILES[ending](LINES[40])[:9])
    files = [SourceFile(one.name, one, str(one)) for one in (tmp_path / "m.toml", path)]
    (found,) = chunks(sources()["table"], files)
    assert (len(found.entries), [one.place for one in found.unreadable]) == (40, ["after item 40"])


@pytest.mark.parametrize("ending", [".gz", ".zst", ".bz2"])
def test_data_after_compressed_stream_is_reported(tmp_path: Path, ending: str) -> None:
    """Extra bytes after the compressed data are reported after all records; padding zeros are ignored."""
    whole = FILES[ending](b"".join(LINES))
    assert read_counts("crossref", tmp_path / f"a.jsonl{ending}", whole + b"\0" * 5_000) == (99, [])
    count, end = read_counts("crossref", tmp_path / f"a.jsonl{ending}", whole + b"and something else")
    assert (count, end) == (99, [("after item 99", "other data follows the end of the compressed data.")])


@pytest.mark.parametrize(("ending", "called"), [(".gz", "gzip"), (".zst", "Zstandard"), (".bz2", "bzip2")])
def test_wrong_compression_extension_is_reported(tmp_path: Path, ending: str, called: str) -> None:
    """A file in another format than its extension states raises an error with a remedy; renamed, it is read."""
    why = f"it is not a {called} file, despite its name. To read it unchanged, rename it without {ending}."
    other = FILES[".gz" if ending != ".gz" else ".bz2"]
    for text in (b"".join(LINES), other(b"".join(LINES))):
        assert read_counts("crossref", tmp_path / f"a.jsonl{ending}", text) == (0, [("", why)])
        assert read_counts("crossref", tmp_path / "a.jsonl", text) == (99, [])


def test_wrong_archive_extension_is_reported(tmp_path: Path) -> None:
    """A plain .tar named .tgz raises the same kind of error."""
    path = tmp_path / "a.tgz"
    path.write_bytes(ARCHIVES[".tar"](TEXT))
    with pytest.raises(
        ArchiveError, match=r"a\.tgz: cannot be read: it is not a gzip file, .* rename it without \.tgz"
    ):
        contents(path)


@pytest.mark.parametrize("ending", sampled_cases([".gz", ".zst", ".bz2"]))
def test_highly_compressed_file_needs_little_memory(tmp_path: Path, ending: str) -> None:
    """A few bytes that expand to 256 MiB are decompressed in chunks."""
    path = tmp_path / f"a{ending}"
    path.write_bytes(FILES[ending](bytes(1 << 28)))
    tracemalloc.start()
    with SourceFile(path.name, path).open() as stream:
        while stream.read(1 << 20):
            pass
        most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 1 << 27


def test_skippable_zstd_frames_are_skipped(tmp_path: Path) -> None:
    """A .zst file with several frames is read without its skippable frames."""
    note = b"\x50\x2a\x4d\x18\x05\0\0\0notes"
    path = tmp_path / "a.zst"
    path.write_bytes(note + FILES[".zst"](b"one\n") + note + FILES[".zst"](b"two\n") + note)
    with SourceFile(path.name, path).open() as stream:
        assert stream.read() == b"one\ntwo\n"


def test_links_in_folder_are_skipped_and_named(tmp_path: Path) -> None:
    """Links to wanted files and to folders are skipped and named, with a remedy."""
    folder, elsewhere = tmp_path / "given", tmp_path / "elsewhere"
    for one in (folder / "open", elsewhere):
        one.mkdir(parents=True)
        (one / "b.txt").write_text("b", "utf-8")
    (folder / "a.txt").write_text("a", "utf-8")
    (folder / "link.txt").symlink_to(elsewhere / "b.txt")
    (folder / "link.md").symlink_to(elsewhere / "b.txt")
    (folder / "linked").symlink_to(elsewhere)
    (folder / "loop").symlink_to(folder)

    def listed(at: Path) -> tuple[list[str], dict[str, str]]:
        with open_files([at], lambda name: name.endswith(".txt")) as files:
            return [one.name for one in files], {one.name.removeprefix(f"{at}/"): one.reason for one in files.left_out}

    names, left_out = listed(folder)
    assert names == ["a.txt", "open/b.txt"]
    assert sorted(left_out) == ["link.txt", "linked", "loop"]
    assert all("Give the path of its target" in why for why in left_out.values())


def test_unreadable_subfolder_is_named() -> None:
    """A subfolder without read permission is reported, and the files next to it are read."""
    root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "a.txt").write_text("a", "utf-8")
        (folder / "closed").mkdir(mode=0o000)
        try:
            if root:  # whom nothing is closed to
                os.seteuid(65534)
            with open_files([folder], lambda name: name.endswith(".txt")) as files:
                assert [one.name for one in files] == ["a.txt"]
                assert [(one.name, one.reason) for one in files.left_out] == [
                    (f"{folder}/closed", "the folder cannot be listed: Permission denied.")
                ]
        finally:
            if root:
                os.seteuid(0)
            (folder / "closed").chmod(0o755)
