"""OpenCitations Meta, from hand-written rows in its published format and from real ones."""

import csv
import io
from collections import Counter
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Author, TypedDate, VolumeUse
from loaders.records.record import Item, PaperRecord, VenueRecord, VolumeRecord
from loaders.records.serialization import kind
from loaders.sources import opencitations_meta as meta
from tests.loaders.sources.data_sets import data_set

ARTICLE = {
    "id": "doi:10.1000/A omid:br/061",
    "title": "One: Two",
    "author": "Doe, Jane A. [orcid:0000-0002-1825-0097 omid:ra/1]; The Group [omid:ra/2]; Plato,",
    "pub_date": "2022-9-05",
    "venue": "Journal of Ones [issn:0098-0331 omid:br/06]",
    "volume": "48",
    "issue": "11-12",
    "page": "817-826",
    "type": "journal article",
    "publisher": "Press [crossref:297]",
}
CHAPTER = {
    "id": "doi:10.1000/c",
    "title": "A chapter",
    "pub_date": "2020",
    "venue": "A Book of Ones [isbn:9783161484100]",
    "type": "book chapter",
    "editor": "Roe, Richard",
}


def items(folder: Path, *said: dict[str, str]) -> list[Item]:
    text = io.StringIO()
    writer: csv.DictWriter[str] = csv.DictWriter(text, meta.COLUMNS, restval="")
    writer.writeheader()
    writer.writerows(said)
    path = folder / "meta.csv"
    path.write_text(text.getvalue(), "utf-8")
    return list(meta.read_file(SourceFile(path.name, path, str(path))))


def test_article_is_read_completely(tmp_path: Path) -> None:
    """A row gives a paper with IDs, people, date, pages and issue, after its journal and volume."""
    found = [normalize_record(one) for one in items(tmp_path, ARTICLE) if not isinstance(one, RejectedItem)]
    assert found == [
        VenueRecord(
            source="opencitations",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=("issn:0098-0331", "opencitations-venue:issn:0098-0331"),
            kind="journal",
        ),
        VolumeRecord(
            source="opencitations",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48",),
            title="Volume 48",
            year=2022,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("opencitations-venue:issn:0098-0331",),
        ),
        PaperRecord(
            source="opencitations",
            key="omid:br/061",
            title="One: Two",
            ids=("doi:10.1000/a", "omid:br/061"),
            dates=(TypedDate(value="2022-09-05"),),
            authors=(
                Author(name="Jane A. Doe", family="Doe", ids=("orcid:0000-0002-1825-0097",)),
                Author(name="The Group"),
                Author(name="Plato", family="Plato"),
            ),
            appeared_in=VolumeUse(
                volume="opencitations:issn:0098-0331/48",
                venues=("issn:0098-0331", "opencitations-venue:issn:0098-0331"),
                pages="817-826",
                issue="11-12",
            ),
            pages="817-826",
        ),
    ]


def test_chapter_belongs_to_book(tmp_path: Path) -> None:
    """A book is a volume with its editors; without a byline the authors are unknown (null), not empty."""
    book, chapter = items(tmp_path, CHAPTER)
    assert isinstance(book, VolumeRecord)
    assert (book.key, book.title, book.venues, [one.name for one in book.editors]) == (
        "isbn:9783161484100/a book of ones",
        "A Book of Ones",
        (),
        ["Richard Roe"],
    )
    assert isinstance(chapter, PaperRecord)
    assert (chapter.kind, chapter.authors, chapter.appeared_in) == (
        "chapter",
        None,
        VolumeUse(volume="opencitations:isbn:9783161484100/a book of ones"),
    )


def test_journal_is_yielded_once(tmp_path: Path) -> None:
    """Articles of one volume yield its journal and volume once; a journal without ISSN is known by its name."""
    other = {**ARTICLE, "id": "doi:10.1000/b"}
    unnumbered = {**ARTICLE, "id": "doi:10.1000/d", "venue": "Ones of Yore", "volume": ""}
    found = items(tmp_path, ARTICLE, other, unnumbered, {**unnumbered, "id": "doi:10.1000/e"})
    assert [type(one).__name__ for one in found] == [
        "VenueRecord",
        "VolumeRecord",
        "PaperRecord",
        "PaperRecord",
        "VenueRecord",
        "VolumeRecord",
        "PaperRecord",
        "PaperRecord",
    ]
    venue, volume = found[4:6]
    assert isinstance(venue, VenueRecord)
    assert isinstance(volume, VolumeRecord)
    assert (venue.ids, venue.kind, volume.title, volume.number) == (
        ("opencitations-venue:ones of yore",),
        None,
        "Without volume",
        None,
    )


def test_invalid_row_is_rejected_or_skipped(tmp_path: Path) -> None:
    """A row without an ID or title is rejected by its line; a journal's own row is skipped."""
    journal = {"id": "issn:0098-0331", "title": "Journal of Ones", "type": "journal"}
    found = items(tmp_path, {**CHAPTER, "id": "meta:1", "venue": ""}, {**ARTICLE, "title": " ", "venue": ""}, journal)
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        (
            "line 2",
            "it has no ID of a supported scheme (omid, doi, arxiv, pmid, pmcid, openalex, isbn): 'meta:1'.",
        ),
        ("line 3, omid:br/061", "the title is empty."),
    ]
    assert len(found) == 2


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """A CSV with other columns raises an error."""
    path = tmp_path / "other.csv"
    path.write_text("oci,citing,cited\n1,2,3\n", "utf-8")
    with pytest.raises(SourceFileError, match=r"other\.csv: expected a CSV of OpenCitations Meta"):
        list(meta.read_file(SourceFile(path.name, path, str(path))))


@pytest.mark.full
def test_real_rows_match_independent_count() -> None:
    """Each of 24,376 real rows gives a paper with the people and ORCID iDs of its byline, without rejects."""
    rows = people = orcids = 0
    with open_files([data_set("opencitations_meta_csv")], meta.SOURCE.accepts) as files:
        found: Counter[str] = Counter()
        for file in files:
            with file.open() as stream:
                for row in csv.DictReader(io.TextIOWrapper(stream, "utf-8", newline="")):
                    rows += 1
                    people += len(row["author"].split("; ")) if row["author"] else 0
                    orcids += row["author"].count("orcid:")
            for item in meta.read_file(file):
                assert not isinstance(item, RejectedItem)
                record = normalize_record(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    found["people"] += len(record.authors or ())
                    found["orcids"] += sum(len(one.ids) for one in record.authors or ())
                    assert not record.odd_ids
    assert rows == 24_376
    assert found == Counter(paper=rows, people=people, orcids=orcids, venue=found["venue"], volume=found["volume"])


def test_row_with_wrong_length_is_rejected(tmp_path: Path) -> None:
    """A row with a missing or extra cell is rejected, and the next is read; a truncated last row is reported."""
    row = "doi:10.1000/a,T,,2020,,,,,journal article,,"
    path = tmp_path / "meta.csv"
    path.write_text(f"{','.join(meta.COLUMNS)}\n{row[:-1]}\n{row},\n{row}\ndoi:10.1000/b,T", "utf-8")
    (chunk,) = chunks(meta.SOURCE, [SourceFile(path.name, path, str(path))])
    assert [(one.place, one.reason) for one in chunk.rejects] == [
        ("line 2", "it has 10 cells, the header 11."),
        ("line 3", "it has 12 cells, the header 11."),
    ]
    assert [one.ref.key for one in chunk.entries] == ["doi:10.1000/a"]
    assert [one.reason for one in chunk.unreadable] == [
        "line 5: truncated: it has 2 cells, the header 11, no line end."
    ]
