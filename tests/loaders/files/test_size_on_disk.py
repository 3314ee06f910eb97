"""The size of the files that a load would read."""

from pathlib import Path

from loaders.formats.archive import size_on_disk


def test_size_counts_only_files_of_the_source(tmp_path: Path) -> None:
    """Accepted files of folders count, and files that the user names; other files and missing paths count 0."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep/one.txt").write_bytes(b"123")
    (tmp_path / "slides.pdf").write_bytes(b"123456789")
    (tmp_path / "named.bin").write_bytes(b"12")

    def accepts(name: str) -> bool:
        return name.endswith(".txt")

    assert size_on_disk([tmp_path], accepts) == 3
    assert size_on_disk([tmp_path, tmp_path / "named.bin", tmp_path / "missing"], accepts) == 5
