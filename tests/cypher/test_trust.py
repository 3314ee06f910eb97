from pathlib import Path

import pytest

from byline.settings import SettingError, load_settings
from loaders.sources.base import sources
from normalization import source_priority


def test_every_source_of_papers_has_its_place() -> None:
    """Each source that comes with Byline stands in some row, but those of citations alone and the sample."""
    named = {source for row in source_priority.table().values() for source in row}
    assert set(sources()) - named <= {"opencitations-meta", "sample"}  # whose records are of other sources


def test_rows_name_kinds_of_fact_that_there_are() -> None:
    """A row of Byline's own table is of a known kind of fact, and names nobody twice."""
    for fact, row in source_priority.table().items():
        assert fact in source_priority.FACTS
        assert len(set(row)) == len(row)


def believed(fact: str, *names: str) -> list[str]:
    return sorted(names, key=lambda source: source_priority.source_rank(fact, source))


def test_a_source_that_no_row_names_stands_where_table_does(tmp_path: Path) -> None:
    """People's own tables come where the row has `table`, by name; one that is named, and a row without it, as ever."""
    names = ("byline", "vis-group", "bibtex", "orcid", "a-group", "vispubs", "acl")
    assert believed("title", *names) == ["acl", "vispubs", "a-group", "vis-group", "bibtex", "byline", "orcid"]
    assert believed("abstract", "vis-group", "acl", "semanticscholar") == ["acl", "semanticscholar", "vis-group"]
    path = tmp_path / "mine.toml"
    path.write_text('title = ["vis-group", "table", "bibtex"]\nabstract = ["bibtex", "acl"]', "utf-8")
    source_priority.set_active_table(path)
    try:
        assert believed("title", *names) == ["vis-group", "a-group", "bibtex", "acl", "byline", "orcid", "vispubs"]
        assert believed("abstract", *names)[:4] == ["bibtex", "acl", "a-group", "byline"]
    finally:
        source_priority.set_active_table(None)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('titel = ["acl"]', "unknown kind of fact 'titel'"),
        ('title = "acl"', 'expected rows such as title = ["acl", "crossref"]'),
        ("title = [", 'expected rows such as title = ["acl", "crossref"]'),
    ],
)
def test_a_table_that_is_none_is_refused(tmp_path: Path, text: str, why: str) -> None:
    """A file of rows that cannot be used is refused by its name, with what is wrong; the table stays as it was."""
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(SettingError) as error:
        load_settings(BYLINE_SOURCE_PRIORITY=str(path))
    assert str(path) in str(error.value)
    assert why in str(error.value)
    assert source_priority.digest() == b""


def test_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    """A file that is not there is named."""
    with pytest.raises(SettingError, match=r"Cannot read .*nowhere\.toml: No such file"):
        load_settings(BYLINE_SOURCE_PRIORITY=str(tmp_path / "nowhere.toml"))
