"""Small YAML files: depth, aliases and types."""

from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile
from loaders.formats.yaml_document import read_yaml
from loaders.records.errors import SourceFileError


def read(folder: Path, text: str) -> dict[str, str | None]:
    path = folder / "a.yaml"
    path.write_text(text, "utf-8")
    return read_yaml(SourceFile("a.yaml", path), dict[str, str | None], "texts by name", empty={})


def test_scalars_are_text(tmp_path: Path) -> None:
    """The name No, numbers and dates stay as written; an empty file has the given content."""
    assert read(tmp_path, "a: No\nb: 1:60\nc: 2020-02-30\nd: !!int x\ne:") == {
        "a": "No",
        "b": "1:60",
        "c": "2020-02-30",
        "d": "x",
        "e": "",
    }
    assert read(tmp_path, "# nothing") == {}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[" * 200_000, "its lists and mappings are nested more than 50 deep."),
        ("a: &x 1\nb: *x", "it has an alias"),
        ("a: &x [*x]", "it has an alias"),
        ("{a: 1}: b", "a key of a mapping is not text."),
        ("a: 1\n---\nb: 2", "it has 2 documents instead of one."),
        ("a: [1]", "its [...] is a list, and should be text or null."),
        ("a: [", "while parsing a flow"),
    ],
)
def test_other_content_is_rejected(tmp_path: Path, text: str, why: str) -> None:
    """Deep nesting, which ends PyYAML's process, aliases, and values of another type raise an error with the file."""
    with pytest.raises(SourceFileError) as told:
        read(tmp_path, text)
    assert str(told.value).startswith(f"a.yaml: expected texts by name: {why}")
