"""Crossref works, from hand-written documents in its published format and from real ones."""

import gzip
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from loaders.formats import json_stream as json_elements
from loaders.formats.archive import SourceFile, open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Funding, Manifestation, TypedDate, VolumeUse, WorkRelation
from loaders.records.record import FunderRecord, Item, PaperRecord, VenueRecord, VolumeRecord
from loaders.records.serialization import kind
from loaders.sources import crossref
from tests.loaders.sources.data_sets import data_set

ARTICLE: dict[str, Any] = {
    "DOI": "10.1000/ONE",
    "type": "journal-article",
    "title": ["On <i>E. coli</i> &amp; H<sub>2</sub>O"],
    "abstract": "<jats:title>Abstract</jats:title><jats:p>First.</jats:p><jats:p>Second &lt; third.</jats:p>",
    "language": "en",
    "issued": {"date-parts": [[2021, 3]]},
    "published-online": {"date-parts": [[2021, 3, 9]]},
    "published-print": {"date-parts": [[2021, 3]]},
    "deposited": {"date-time": "2022-01-02T03:04:05Z"},
    "author": [
        {
            "given": "Jane A.",
            "family": "Doe",
            "suffix": "Jr.",
            "ORCID": "http://orcid.org/0000-0002-1825-0097",
            "affiliation": [
                {"name": "Dept. of Ones", "id": [{"id": "https://ror.org/03yrm5c26", "id-type": "ROR"}]},
                {"name": "Elsewhere"},
            ],
        },
        {"name": "The Group", "affiliation": []},
        {"given": "Plato"},
        {},
    ],
    "container-title": ["Journal of Ones"],
    "ISSN": ["1573-1561", "0098-0331", "0000-0001"],
    "publisher": "Press",
    "volume": "48",
    "issue": "11-12",
    "page": "817-826",
    "license": [
        {"URL": "https://example.org/mining", "content-version": "tdm", "delay-in-days": 0},
        {"URL": "https://creativecommons.org/licenses/by/4.0", "content-version": "vor", "delay-in-days": 0},
    ],
    "reference": [{"key": "1", "DOI": "10.1000/TWO"}, {"key": "2", "unstructured": "A book"}, {"DOI": "nonsense"}],
    "relation": {
        "has-preprint": [{"id-type": "doi", "id": "10.48550/arXiv.2001.00001", "asserted-by": "subject"}],
        "is-supplemented-by": [{"id-type": "doi", "id": "10.1000/data"}],
    },
    "updated-by": [
        {"type": "retraction", "DOI": "10.1000/r", "updated": {"date-parts": [[2023, 5, 6]]}},
        {"type": "new_version", "DOI": "10.1000/v"},
    ],
    "update-to": [
        {"type": "correction", "DOI": "10.1000/old", "updated": {"date-parts": [[2021]]}},
        {"type": "correction", "DOI": "10.1000/one"},
    ],
    "funder": [
        {"name": "Fund of Ones", "DOI": "10.13039/100000001", "award": ["A-1", "A-2"]},
        {"name": "Twos <i>Fund</i>", "award": []},
        {"award": ["B"]},
    ],
    "resource": {"primary": {"URL": "https://press.example/one"}},
}
CHAPTER: dict[str, Any] = {
    "DOI": "10.1000/c",
    "type": "book-chapter",
    "title": ["A chapter"],
    "container-title": ["A Book of Ones"],
    "ISBN": ["http://id.crossref.org/isbn/9783161484100", "978-3-16-148410-1"],
    "editor": [{"given": "Richard", "family": "Roe"}],
    "issued": {"date-parts": [[None]]},
    "page": "1-9",
}


def items(folder: Path, text: str, name: str = "works.json") -> list[Item]:
    path = folder / name
    path.write_text(text, "utf-8")
    return list(crossref.WORKS.read_file(SourceFile(path.name, path, str(path))))


def papers(found: list[Item]) -> list[PaperRecord]:
    return [one for one in found if isinstance(one, PaperRecord)]


def test_article_is_read_completely(tmp_path: Path) -> None:
    """A work gives a paper after its journal and volume: markup folded, IDs normalized, missing values null."""
    found = [normalize_record(one) for one in items(tmp_path, json.dumps(ARTICLE)) if not isinstance(one, RejectedItem)]
    issns = ("issn:0098-0331", "issn:1573-1561")
    assert found == [
        VenueRecord(
            source="crossref",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=(*issns, "crossref-venue:issn:0098-0331"),
            kind="journal",
        ),
        VolumeRecord(
            source="crossref",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48", "volume:issn:1573-1561/48"),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("crossref-venue:issn:0098-0331",),
        ),
        FunderRecord(
            source="crossref",
            key="funder/10.13039/100000001",
            in_passing=True,
            name="Fund of Ones",
            ids=("funder:10.13039/100000001",),
        ),
        FunderRecord(
            source="crossref",
            key="funder/twos fund",
            in_passing=True,
            name="Twos Fund",
            ids=("crossref-funder:twos fund",),
        ),
        PaperRecord(
            source="crossref",
            key="10.1000/one",
            url="https://doi.org/10.1000/ONE",
            revised="2022-01-02T03:04:05Z",
            title="On E. coli & H2O",
            ids=("doi:10.1000/one",),
            same_work=("doi:10.48550/arxiv.2001.00001", "arxiv:2001.00001"),
            abstract="First. Second < third.",
            language="en",
            dates=(
                TypedDate(value="2021-03-09"),
                TypedDate(value="2021-03"),
                TypedDate(value="2023-05-06", kind="retracted"),
            ),
            authors=(
                Author(
                    name="Jane A. Doe Jr.",
                    family="Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(
                        Affiliation(text="Dept. of Ones", ror="ror:03yrm5c26"),
                        Affiliation(text="Elsewhere"),
                    ),
                ),
                Author(name="The Group"),
                Author(name="Plato"),
            ),
            appeared_in=VolumeUse(
                volume="crossref:issn:0098-0331/48",
                venues=("issn:0098-0331", "issn:1573-1561", "crossref-venue:issn:0098-0331"),
                pages="817-826",
                issue="11-12",
            ),
            pages="817-826",
            references=("doi:10.1000/two",),
            funding=(
                Funding(funder="funder:10.13039/100000001", awards=("A-1", "A-2")),
                Funding(funder="crossref-funder:twos fund"),
            ),
            relations=(
                WorkRelation(kind="supplements", target="doi:10.1000/data", inverse=True),
                WorkRelation(kind="corrects", target="doi:10.1000/old"),
                WorkRelation(kind="retracts", target="doi:10.1000/r", inverse=True),
                WorkRelation(kind="replaces", target="doi:10.1000/v", inverse=True),
            ),
            forms=(Manifestation(url="https://press.example/one", kind="article"),),
            license="https://creativecommons.org/licenses/by/4.0",
            retracted=True,
        ),
    ]


def test_chapter_belongs_to_book(tmp_path: Path) -> None:
    """A valid ISBN identifies the book; an empty date is dropped, and missing references are null."""
    book, chapter = items(tmp_path, json.dumps(CHAPTER))
    assert isinstance(book, VolumeRecord)
    assert (book.key, book.title, [one.name for one in book.editors]) == (
        "isbn:9783161484100/a book of ones",
        "A Book of Ones",
        ["Richard Roe"],
    )
    assert isinstance(chapter, PaperRecord)
    assert (chapter.kind, chapter.dates, chapter.authors, chapter.references, chapter.appeared_in) == (
        "chapter",
        (),
        None,
        None,
        VolumeUse(volume="crossref:isbn:9783161484100/a book of ones", pages="1-9"),
    )


TWO = [ARTICLE, {**ARTICLE, "DOI": "10.1000/two"}]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"items": TWO}),
        json.dumps(TWO),
        "\n".join(map(json.dumps, TWO)),
        json.dumps(
            {"status": "ok", "message-type": "work-list", "message": {"facets": {}, "items": TWO, "query": {"a": [1]}}}
        ),
        "\n".join(json.dumps({"status": "ok", "message-type": "work", "message": one}) for one in TWO),
    ],
    ids=["public data file", "array", "lines", "answer of a list", "answers of single works"],
)
def test_all_published_forms_are_read(tmp_path: Path, text: str) -> None:
    """The public data file, an array, JSON lines and both API responses give the same; a journal comes once."""
    found = items(tmp_path, text)
    assert [one.key for one in papers(found)] == ["10.1000/one", "10.1000/two"]
    assert len(found) == 6


def test_invalid_work_is_rejected_by_place(tmp_path: Path) -> None:
    """A work without a title, a malformed work and other JSON are rejected, journals are skipped,
    and the rest of the file is read.
    """
    said: list[Any] = [
        {"DOI": "10.1000/a", "title": ["<b> </b>"]},
        {"DOI": "10.1000/b", "title": "no list"},
        {"name": "no work"},
        7,
        {"DOI": "10.1000/c", "type": "journal", "title": ["Journal of Ones"]},
        {"DOI": "10.1000/d", "title": ["Fine"]},
        {"DOI": "", "title": ["Of no DOI"]},
    ]
    found = items(tmp_path, json.dumps(said))
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 1, 10.1000/a", "it has no title."),
        ("record 2", "its title is text, and should be a list or null."),
        ("record 3", crossref.WORKS.not_a_work_reason),
        ("record 4", crossref.WORKS.not_a_work_reason),
        ("record 7", "it has no DOI."),
    ]
    assert [one.title for one in papers(found)] == ["Fine"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[1, 2]", "expected Crossref works"),
        ('{"items": [{"DOI": "10.1/a"', "is truncated"),
        ("<x/>", "expected Crossref works"),
    ],
)
def test_unexpected_file_is_rejected(tmp_path: Path, text: str, told: str) -> None:
    """A file without works and a truncated file raise an error."""
    with pytest.raises(SourceFileError, match=rf"works\.json: .*{told}"):
        items(tmp_path, text)


@pytest.mark.full
def test_real_works_match_independent_count() -> None:
    """Of 6,000 real works, each one with a title gives a paper with its byline; only the others are rejected."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    with open_files([data_set("crossref_dump_oc")], lambda name: name.endswith(".json.gz")) as files:
        for file in files:
            for work in json.loads(gzip.decompress(file.path.read_bytes()))["items"]:
                titled = any(map(str.strip, work["title"]))
                wanted["paper" if titled else "rejected"] += 1
                if titled:
                    wanted["people"] += len(work.get("author", ()))
                    wanted["abstracts"] += "abstract" in work
                    wanted["references"] += len(
                        {one["DOI"].lower() for one in work.get("reference", ()) if "DOI" in one}
                    )
            for item in crossref.WORKS.read_file(file):
                if isinstance(item, RejectedItem):
                    found["rejected"] += 1
                    continue
                record = normalize_record(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    found["people"] += len(record.authors or ())
                    found["abstracts"] += record.abstract is not None
                    found["references"] += len(record.references or ())
                    assert not record.odd_ids
                    assert "<jats" not in (record.abstract or "") + record.title
    assert wanted["paper"] == 5_612
    assert found == wanted + Counter(venue=found["venue"], volume=found["volume"])


@pytest.mark.parametrize("chunk", [7, 100, 1 << 20])
def test_several_responses_in_one_file_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    """All works of consecutive API responses in one file are read; a truncated response is reported."""
    monkeypatch.setattr(json_elements, "CHUNK", chunk)
    answers = [
        {"status": "ok", "message": {"items": [work], "total-results": 2, "query": {"a": "]}{"}}} for work in TWO
    ]
    text = "\n".join(map(json.dumps, answers))
    assert [one.key for one in papers(items(tmp_path, text))] == ["10.1000/one", "10.1000/two"]
    with pytest.raises(SourceFileError, match="is truncated"):
        items(tmp_path, text[:-1])
