"""References: each format is read back by Byline's own reader of the format, with hostile values too."""

import json
from pathlib import Path

import pytest

from loaders.export.bibliography import (
    BibliographyFormat,
    BibliographyWriter,
    CitationKeys,
    CitedWork,
    bibtex_entry,
    person_name,
    ris_entry,
)
from loaders.formats.archive import SourceFile
from loaders.records.record import PaperRecord
from loaders.sources.base import sources
from normalization.text import split_name
from tests.loaders.sources.read_helpers import of, records

ARTICLE = CitedWork(
    title="On the 50% of {BERT} & friends_: a #1 study\nof ~30 $\\alpha$",
    kind="article",
    date="2021-06",
    authors=(person_name("Ludwig van Beethoven"), person_name("Jane Doe")),
    journal="Journal of A & B",
    volume="12",
    issue="3",
    pages="17-25",
    publisher="Press",
    doi="10.1000/a_b-1",
    url="https://doi.org/10.1000/a_b-1",
)
PREPRINT = CitedWork(
    title="A preprint",
    kind="preprint",
    date="2022-01-28",
    authors=(person_name("Ada Lovelace"),),
    authors_complete=False,
    arxiv="2201.11990",
    url="https://arxiv.org/abs/2201.11990",
)
FILES = {
    BibliographyFormat.bibtex: ("bibtex", "works.bib"),
    BibliographyFormat.ris: ("ris", "works.ris"),
    BibliographyFormat.csl_json: ("csl-json", "works.json"),
}


def written(form: BibliographyFormat, *works: CitedWork) -> bytes:
    """Return the bibliography of works."""
    writer = BibliographyWriter(form)
    return b"".join([*map(writer.entry, works), writer.end()])


@pytest.mark.parametrize("form", list(BibliographyFormat))
def test_every_format_is_read_back(tmp_path: Path, form: BibliographyFormat) -> None:
    """Title, authors, date, IDs and pages are the same after writing and reading."""
    source, name = FILES[form]
    path = tmp_path / name
    path.write_bytes(written(form, ARTICLE, PREPRINT))
    papers = of(PaperRecord, [*records(sources()[source], [SourceFile(name, path, str(path))])])
    assert [paper.ids for paper in papers] == [("doi:10.1000/a_b-1",), ("arxiv:2201.11990",)]
    article, preprint = papers
    assert [author.name for author in article.authors or ()] == ["Ludwig van Beethoven", "Jane Doe"]
    for part in ("50%", "BERT", "& friends_", "#1 study of ~30"):
        assert part in article.title
    day = "2022-01" if form is BibliographyFormat.bibtex else "2022-01-28"  # BibTeX has no field for the day
    assert (article.dates[0].value, preprint.dates[0].value) == ("2021-06", day)
    assert article.pages == "17-25"
    assert article.appeared_in is not None
    if form is BibliographyFormat.bibtex:
        assert not preprint.authors_complete


def test_works_without_values_have_valid_entries(tmp_path: Path) -> None:
    """A work of which only the title is known is written, and an empty bibliography is valid."""
    bare = CitedWork("李飞飞", "other")
    assert bibtex_entry(bare, "k") == "@misc{k,\n  title = {李飞飞}\n}\n\n"
    assert ris_entry(bare) == "TY  - GEN\r\nTI  - 李飞飞\r\nER  - \r\n\r\n"
    assert json.loads(written(BibliographyFormat.csl_json)) == []
    assert json.loads(written(BibliographyFormat.csl_json, bare)) == [
        {"id": "anonymouslifeifei", "type": "document", "title": "李飞飞"}
    ]
    assert written(BibliographyFormat.bibtex) == written(BibliographyFormat.ris) == b""


def test_formulas_and_capitals_of_titles_are_kept() -> None:
    """A formula stays TeX, a lonely dollar is text, and braces keep capitals."""
    title = "BERT: at $\\mu$K costs $5 of the US"
    assert "title = {{BERT}: at {$\\mu$}K costs \\$5 of the {US}}" in bibtex_entry(CitedWork(title, "other"), "k")
    assert "title = {A \\$\\}\\$}" in bibtex_entry(CitedWork("A $}$", "other"), "k")


def test_citation_keys_are_unique() -> None:
    """Keys have family name, year and first word of the title; repeated keys get a suffix."""
    keys = CitationKeys()
    made = [keys.key(ARTICLE) for _ in range(30)]
    assert made[:3] == ["vanbeethoven202150", "vanbeethoven202150a", "vanbeethoven202150b"]
    assert len(set(made)) == len(made)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Jared Casper", ("Casper", "Jared")),
        ("Curie, Marie", ("Curie", "Marie")),
        ("Martin Luther King Jr.", ("King Jr.", "Martin Luther")),
        ("Willem-Jan van Hoeve", ("van Hoeve", "Willem-Jan")),
        ("Plato", ("Plato", "")),
        ("李飞飞", ("李飞飞", "")),
    ],
)
def test_names_are_split(name: str, parts: tuple[str, str]) -> None:
    """Names in any order are split into family name and given names."""
    assert split_name(name) == parts
