"""An invalid date in a file is dropped and reported, and the paper is read."""

import json
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile
from loaders.pipeline.chunk_reader import chunks
from loaders.records.record import PaperRecord
from loaders.sources.base import sources

META = "id,title,author,pub_date,venue,volume,issue,page,type,publisher,editor\n"
FILES = {
    "bibtex": ("a.bib", "@article{k, title = {T}, author = {Doe, J}, journal = {J}, volume = 1, year = DATE}"),
    "crossref": (
        "a.json",
        '{"DOI": "10.1000/a", "type": "book", "title": ["T"], "issued": {"date-parts": [["DATE"]]}}',
    ),
    "crossref-xml": (
        "a.xml",
        (
            "<doi_batch><body><book><book_metadata><titles><title>T</title></titles><publication_date><year>DATE</year>"
            "</publication_date><doi_data><doi>10.1000/x</doi></doi_data></book_metadata></book></body></doi_batch>"
        ),
    ),
    "csl-json": ("a.json", '[{"type": "book", "id": "k", "title": "T", "issued": {"raw": "DATE"}}]'),
    "datacite": (
        "a.json",
        (
            '{"data": [{"id": "10.1000/a", "attributes": {"doi": "10.1000/a", "titles": [{"title": "T"}], '
            '"types": {"resourceTypeGeneral": "Dataset"}, "publicationYear": "DATE"}}]}'
        ),
    ),
    "dblp": ("dblp.xml", "<dblp><article key='journals/x/1'><title>T.</title><year>DATE</year></article></dblp>"),
    "jats": (
        "a.xml",
        (
            "<article><front><article-meta><article-id pub-id-type='doi'>10.1000/x</article-id><title-group>"
            "<article-title>T</article-title></title-group><pub-date><year>DATE</year></pub-date></article-meta></front></article>"
        ),
    ),
    "opencitations-meta": ("a.csv", f"{META}doi:10.1000/a,T,,DATE,,,,,book,,\n"),
    "openalex": ("a.jsonl", '{"id": "https://openalex.org/W1", "title": "T", "publication_date": "DATE"}\n'),
    "pubmed": (
        "a.xml",
        (
            "<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><JournalIssue><PubDate>"
            "<Year>DATE</Year></PubDate></JournalIssue></Journal><ArticleTitle>T</ArticleTitle></Article></MedlineCitation>"
            "</PubmedArticle></PubmedArticleSet>"
        ),
    ),
    "ris": ("a.ris", "TY  - JOUR\nTI  - T\nPY  - DATE\nER  - \n"),
    "sample": (
        "a.json",
        '[{"record": "paper", "source": "s", "key": "k", "title": "T", "dates": [{"value": "DATE"}]}]',
    ),
    "semanticscholar": (
        "a.json",
        json.dumps({"paperId": "a" * 40, "corpusId": 1, "title": "T", "externalIds": {}, "publicationDate": "DATE"}),
    ),
}


@pytest.mark.parametrize("source", sorted(FILES))
def test_invalid_date_is_dropped_and_reported(tmp_path: Path, source: str) -> None:
    """The paper is read without the date, and the invalid date is among the dropped values."""
    name, text = FILES[source]
    (tmp_path / name).write_text(text.replace("DATE", "99999"), "utf-8")
    (found,) = chunks(sources()[source], [SourceFile(name, tmp_path / name, name)])
    papers = [one.record for one in found.entries if isinstance(one.record, PaperRecord)]
    assert [one.dates for one in papers] == [()]
    assert (found.rejects, found.unreadable) == ([], [])
    assert [(one.file, one.reason) for one in found.dropped_values] == [
        (name, "an invalid date is dropped (published): '99999'")
    ]


@pytest.mark.parametrize("source", ["bibtex", "csl-json", "jats", "opencitations-meta", "pubmed", "ris"])
@pytest.mark.parametrize("words", ["in press", "forthcoming", "n.d."])
def test_date_words_without_digits_are_ignored(tmp_path: Path, source: str, words: str) -> None:
    """Text without digits, such as "in press", is not a date and is not reported."""
    name, text = FILES[source]
    (tmp_path / name).write_text(text.replace("DATE", f"{{{words}}}" if source == "bibtex" else words), "utf-8")
    (found,) = chunks(sources()[source], [SourceFile(name, tmp_path / name, name)])
    assert found.entries
    assert not found.dropped_values
