"""CSL-JSON, from hand-written items in its published format."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from loaders.formats.archive import open_files
from loaders.pipeline.chunk_reader import chunks
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import Affiliation, Author, Manifestation, TopicUse, TypedDate, VolumeUse
from loaders.records.record import PaperRecord, TopicRecord, VenueRecord, VolumeRecord
from loaders.sources.base import sources
from tests.loaders.sources.read_helpers import items, of, only

ARTICLE: dict[str, Any] = {
    "id": "doe2021",
    "type": "article-journal",
    "title": "Ones <i>in vivo</i>: a study",
    "author": [
        {"family": "Doe", "given": "Jane A."},
        {"family": "Beethoven", "given": "Ludwig", "dropping-particle": "van"},
        {"family": "Gogh", "given": "Vincent", "non-dropping-particle": "van", "suffix": "Jr."},
        {"literal": "Ones, Inc."},
    ],
    "issued": {"date-parts": [[2021, "9", 5]]},
    "container-title": "Journal of Ones",
    "container-title-short": "J. Ones",
    "volume": 48,
    "issue": "11",
    "page": "817\u2013826",
    "ISSN": "0098-0331, 1573-1561",
    "DOI": "10.1000/A1",
    "PMID": "23193287",
    "abstract": "<jats:p>All about it.</jats:p>",
    "language": "en-US",
    "keyword": "Graphs, Trees",
    "publisher": "Press",
    "URL": "https://example.org/a1",
    "note": "private",
    "accessed": {"date-parts": [[2022, 1, 1]]},
}


def item_paper(folder: Path, **said: object) -> PaperRecord:
    """Return the paper of an item with a title and the given variables."""
    variables = {name.replace("_", "-"): value for name, value in said.items()}
    return only(items("csl-json", folder, json.dumps([{"id": "x", "title": "T", **variables}])))


def test_article_is_read_completely(tmp_path: Path) -> None:
    """An item gives a paper after its journal, volume and keywords; particles precede the family name."""
    expected = [
        VenueRecord(
            source="csl-json",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=("issn:0098-0331", "issn:1573-1561", "csl-json-venue:issn:0098-0331"),
            acronym="J. Ones",
            kind="journal",
        ),
        VolumeRecord(
            source="csl-json",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=(
                "volume:issn:0098-0331/48",
                "volume:issn:1573-1561/48",
            ),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("csl-json-venue:issn:0098-0331",),
        ),
        TopicRecord(
            source="csl-json", key="keyword/graphs", in_passing=True, scheme="keyword", code="graphs", name="graphs"
        ),
        TopicRecord(
            source="csl-json", key="keyword/trees", in_passing=True, scheme="keyword", code="trees", name="trees"
        ),
        PaperRecord(
            source="csl-json",
            key="doi:10.1000/a1",
            url="https://example.org/a1",
            title="Ones in vivo: a study",
            ids=("doi:10.1000/a1", "pmid:23193287"),
            abstract="All about it.",
            language="en",
            dates=(TypedDate(value="2021-09-05"),),
            authors=(
                Author(name="Jane A. Doe", family="Doe"),
                Author(name="Ludwig van Beethoven", family="van Beethoven"),
                Author(name="Vincent van Gogh Jr.", family="van Gogh"),
                Author(name="Ones, Inc.", family="Ones, Inc."),
            ),
            topics=(TopicUse(scheme="keyword", code="graphs"), TopicUse(scheme="keyword", code="trees")),
            appeared_in=VolumeUse(
                volume="csl-json:issn:0098-0331/48",
                venues=("issn:0098-0331", "issn:1573-1561", "csl-json-venue:issn:0098-0331"),
                pages="817-826",
                issue="11",
            ),
            pages="817-826",
            forms=(Manifestation(url="https://example.org/a1", kind="article"),),
        ),
    ]
    for document in (
        json.dumps([ARTICLE]),
        json.dumps(ARTICLE),
        json.dumps({"items": [ARTICLE]}),
        json.dumps({"references": [ARTICLE]}),
        f"{json.dumps(ARTICLE)}\n{json.dumps(ARTICLE)}",
    ):
        found = items("csl-json", tmp_path, document)
        assert found[: len(expected)] == expected
        assert len(of(PaperRecord, found)) == (2 if "}\n{" in document else 1)


def test_doi_org_response_is_read(tmp_path: Path) -> None:
    """Crossref's response has single-element lists, its own types, ORCID iDs, affiliations and DOI references."""
    answer: dict[str, Any] = {
        "type": "journal-article",
        "title": ["Ones"],
        "container-title": ["Journal of Ones"],
        "ISSN": ["0098-0331"],
        "DOI": "10.1000/a1",
        "author": [
            {
                "given": "Jane",
                "family": "Doe",
                "sequence": "first",
                "ORCID": "http://orcid.org/0000-0002-1825-0097",
                "affiliation": [{"name": "Univ A"}],
            },
            {"name": "A Group", "sequence": "additional", "affiliation": []},
        ],
        "issued": {"date-parts": [[2020, None]]},
        "reference": [{"key": "1", "DOI": "10.1000/B"}, {"key": "2", "unstructured": "Poe 1840"}],
        "relation": {},
        "score": 1,
    }
    paper = only(items("csl-json", tmp_path, json.dumps(answer)))
    assert paper.authors == (
        Author(
            name="Jane Doe",
            family="Doe",
            ids=("orcid:0000-0002-1825-0097",),
            affiliations=(Affiliation(text="Univ A"),),
        ),
        Author(name="A Group"),
    )
    assert (paper.dates, paper.references, paper.kind) == ((TypedDate(value="2020"),), ("doi:10.1000/b",), "article")


DATES: list[tuple[Any, str | None]] = [
    ({"date-parts": [[2020]]}, "2020"),
    ({"date-parts": [["2020", "03", "07"]]}, "2020-03-07"),
    ({"date-parts": [[2020, 3], [2020, 5]]}, "2020-03"),
    ({"date-parts": [[2020, 21]]}, "2020"),
    ({"date-parts": [[2020]], "season": "1", "circa": True}, "2020"),
    ({"date-parts": [[None]]}, None),
    ({"date-parts": [[]], "literal": "March 2020"}, "2020-03"),
    ({"raw": "2020-03-07T10:00:00Z"}, "2020-03-07"),
    ({"raw": "7 March 2020"}, "2020-03"),
    ({"literal": "in press"}, None),
    ("2020-03?", "2020-03"),
    ("2020-21", "2020"),
    ("2020-03-07/2020-04-01", "2020-03-07"),
    ("[2020..2021]", "2020"),
    ("../2020", "2020"),
    ({"date-parts": [[-50]]}, None),
]


@pytest.mark.parametrize(("issued", "date"), DATES)
def test_dates_have_stated_precision(tmp_path: Path, issued: object, date: str | None) -> None:
    """Numbers, texts, seasons, ranges and EDTF give dates with their precision; a range gives its start."""
    assert [dated.value for dated in item_paper(tmp_path, type="book", issued=issued).dates] == ([date] if date else [])


@pytest.mark.parametrize(
    ("said", "ids", "kind"),
    [
        ({"type": "article", "number": "arXiv:1706.03762", "publisher": "arXiv"}, "arxiv:1706.03762", "preprint"),
        ({"type": "article", "archive": "arXiv", "archive_location": "1706.03762"}, "arxiv:1706.03762", "preprint"),
        ({"type": "article", "container-title": "Ones"}, "", "article"),
        ({"type": "webpage", "URL": "https://doi.org/10.1000/x"}, "doi:10.1000/x", "other"),
        ({"type": "thesis", "note": "PMID: 123\nwords\nDOI: 10.1000/y"}, "pmid:123 doi:10.1000/y", "thesis"),
        ({"type": "book", "ISBN": "978-3-16-148410-0"}, "isbn:9783161484100", "book"),
        (
            {"type": "report", "DOI": "https://doi.org/10.1000/Z", "note": "DOI: 10.1000/other"},
            "doi:10.1000/z",
            "report",
        ),
        ({"type": "software"}, "", "software"),
        ({"type": "dataset"}, "", "dataset"),
    ],
)
def test_ids_and_kinds_are_read(tmp_path: Path, said: dict[str, object], ids: str, kind: str) -> None:
    """Types give kinds; IDs come from their variables, notes, the places of arXiv IDs and URLs."""
    paper = only(items("csl-json", tmp_path, json.dumps([{"id": "x", "title": "T", **said}])))
    assert (" ".join(paper.ids), paper.kind) == (ids, kind)


def test_chapter_belongs_to_book(tmp_path: Path) -> None:
    """A chapter or talk belongs to its book with editors and ISBN; proceedings alone are a volume."""
    chapter = {
        "id": 1,
        "type": "chapter",
        "title": "A Part",
        "container-title": "A Book",
        "editor": [{"family": "Itor", "given": "Ed"}],
        "ISBN": "978-3-16-148410-0",
        "publisher": "Press",
        "publisher-place": "Rome",
        "issued": {"date-parts": [[2020]]},
    }
    proceedings = {"id": 2, "type": "periodical", "title": "Proc. Ones", "issued": {"date-parts": [[2019]]}}
    found = items("csl-json", tmp_path, json.dumps([chapter, proceedings]))
    assert of(VolumeRecord, found) == [
        VolumeRecord(
            source="csl-json",
            key="book:isbn:9783161484100/a book",
            in_passing=True,
            ids=("volume:isbn:9783161484100",),
            title="A Book",
            year=2020,
            publisher="Press",
            address="Rome",
            editors=(Author(name="Ed Itor", family="Itor"),),
        ),
        VolumeRecord(source="csl-json", key="book:proc ones||2019", in_passing=True, title="Proc. Ones", year=2019),
    ]
    assert only(found).appeared_in == VolumeUse(volume="csl-json:book:isbn:9783161484100/a book")


def test_invalid_item_is_rejected_alone(tmp_path: Path) -> None:
    """An item without a title, a malformed item and a non-item are rejected by number and ID;
    the others are read.
    """
    document = json.dumps([{"id": "a", "type": "book"}, {"title": "B", "author": "Doe"}, 7, {"id": "c", "title": "C"}])
    found = items("csl-json", tmp_path, document)
    assert [paper.title for paper in of(PaperRecord, found)] == ["C"]
    assert [(refused.place, refused.reason) for refused in found if isinstance(refused, RejectedItem)] == [
        ("record 1, a", "it has no title."),
        ("record 2", "its author is text, and should be a list or null."),
        ("record 3", "not a CSL-JSON item."),
    ]


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """JSON of another kind and a file that is not JSON raise an error."""
    with pytest.raises(SourceFileError, match=r"0\.xml: expected references in CSL-JSON"):
        items("csl-json", tmp_path, '[{"name": "x"}, 1]')
    with pytest.raises(SourceFileError, match=r"0\.xml: expected references in CSL-JSON"):
        items("csl-json", tmp_path, "@article{a, title = {A}}")


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3000, 3000) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["family", "date-parts", "raw"]), inner)
    ),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.sampled_from([*ARTICLE]), VALUES, max_size=6))
def test_any_item_is_read_or_rejected(tmp_path: Path, said: dict[str, Any]) -> None:
    """Any item is read or rejected with a reason, and the next item is read."""
    path = tmp_path / "a.json"
    path.write_bytes(msgspec.json.encode([{**said, "title": "T"}, {"id": "last", "title": "Last"}]))
    source = sources()["csl-json"]
    with open_files([path], source.accepts) as files:
        (chunk,) = chunks(source, files)
    assert not chunk.unreadable
    assert chunk.entries[-1].record.key == "title:last||"


@pytest.mark.parametrize(("said", "version"), [("2.0.9", "2.0.9"), (2, "2"), (2.5, "2.5"), ("", None), (None, None)])
def test_software_version_belongs_to_url(tmp_path: Path, said: str | float | None, version: str | None) -> None:
    """A version, also a number, belongs to the item's URL."""
    paper = item_paper(tmp_path, type="software", URL="https://a.example/b", version=said)
    assert [(form.url, form.version) for form in paper.forms] == [("https://a.example/b", version)]
