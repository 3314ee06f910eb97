from pathlib import Path

import pytest

from byline.settings import SettingError, load_settings
from loaders.sources.base import sources
from normalization import source_priority


def test_every_paper_source_has_priority() -> None:
    """Every built-in source is in a row of the priority table, except citation sources and the sample."""
    named = {source for row in source_priority.table().values() for source in row}
    unranked = set(sources()) - named - {"opencitations-meta", "sample"}  # whose records are of other sources
    assert not unranked, f'add these sources to "anything else" in normalization/source_priority.toml: {unranked}'


def test_priority_rows_are_valid() -> None:
    """Each row of the built-in table has a known kind of value and names no source twice."""
    for fact, row in source_priority.table().items():
        assert fact in source_priority.VALUE_KINDS
        assert len(set(row)) == len(row)


def sources_by_rank(fact: str, *names: str) -> list[str]:
    return sorted(names, key=lambda source: source_priority.source_rank(fact, source))


def test_unlisted_source_ranks_as_table(tmp_path: Path) -> None:
    """Unlisted sources rank by name at the position of `table`; other sources and rows are unaffected."""
    names = ("byline", "vis-group", "bibtex", "orcid", "a-group", "vispubs", "acl")
    assert sources_by_rank("title", *names) == ["acl", "vispubs", "a-group", "vis-group", "bibtex", "byline", "orcid"]
    assert sources_by_rank("abstract", "vis-group", "acl", "semanticscholar") == ["acl", "semanticscholar", "vis-group"]
    path = tmp_path / "mine.toml"
    path.write_text('title = ["vis-group", "table", "bibtex"]\nabstract = ["bibtex", "acl"]', "utf-8")
    source_priority.set_active_table(path)
    try:
        assert sources_by_rank("title", *names) == [
            "vis-group",
            "a-group",
            "bibtex",
            "acl",
            "byline",
            "orcid",
            "vispubs",
        ]
        assert sources_by_rank("abstract", *names)[:4] == ["bibtex", "acl", "a-group", "byline"]
    finally:
        source_priority.set_active_table(None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('titel = ["acl"]', "unknown kind of value 'titel'"),
        ('title = "acl"', 'expected rows such as title = ["acl", "crossref"]'),
        ("title = [", 'expected rows such as title = ["acl", "crossref"]'),
    ],
)
def test_invalid_priority_table_is_rejected(tmp_path: Path, text: str, why: str) -> None:
    """An invalid priority file is rejected with its name and the error; the table stays unchanged."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingError) as error:
        load_settings(BYLINE_SOURCE_PRIORITY=str(path))
    assert str(path) in str(error.value)
    assert why in str(error.value)
    assert source_priority.digest() == b""


def test_missing_priority_table_is_rejected(tmp_path: Path) -> None:
    """A missing priority file is named in the error."""
    with pytest.raises(SettingError, match=r"Cannot read .*nowhere\.toml: No such file"):
        load_settings(BYLINE_SOURCE_PRIORITY=str(tmp_path / "nowhere.toml"))
