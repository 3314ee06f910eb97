"""DataCite works, from hand-written documents in its published format and from real ones."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.limits import enforce_limits
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Funding, Manifestation, TypedDate, VolumeUse, WorkRelation
from loaders.records.record import FunderRecord, Item, PaperRecord, VenueRecord, VolumeRecord
from loaders.sources import datacite
from tests.loaders.sources.data_sets import data_set

DATA: dict[str, Any] = {
    "doi": "10.5281/ONE",
    "titles": [{"title": "Ones, the other way", "titleType": "AlternativeTitle"}, {"title": "A set of <i>ones</i>"}],
    "types": {"resourceTypeGeneral": "Dataset"},
    "creators": [
        {
            "name": "Doe, Jane A.",
            "nameType": "Personal",
            "givenName": "Jane A.",
            "familyName": "Doe",
            "nameIdentifiers": [
                {"nameIdentifier": "https://orcid.org/0000-0002-1825-0097", "nameIdentifierScheme": "ORCID"},
                {"nameIdentifier": "0000 0001 2103 2683", "nameIdentifierScheme": "ISNI"},
            ],
            "affiliation": [
                {
                    "name": "Dept. of Ones",
                    "affiliationIdentifier": "https://ror.org/03yrm5c26",
                    "affiliationIdentifierScheme": "ROR",
                },
                "Elsewhere",
            ],
        },
        {"name": "Ones, Inc.", "nameType": "Organizational", "affiliation": []},
        {"name": "Roe, Richard"},
        {"name": "(:Unav)"},
    ],
    "dates": [
        {"date": "2021-03-09", "dateType": "Available"},
        {"date": "2020/2021", "dateType": "Issued"},
        {"date": "2020-13", "dateType": "Updated"},
        {"date": "2022-01-02T03:04:05Z", "dateType": "Updated"},
        {"date": "2019", "dateType": "Collected"},
    ],
    "publicationYear": 2021,
    "descriptions": [
        {"description": "How it was made.", "descriptionType": "Methods"},
        {"description": "<p>What it is.</p>", "descriptionType": "Abstract"},
    ],
    "language": "en",
    "rightsList": [{"rightsUri": "http://example.org/tdm"}, {"rightsIdentifier": "cc-by-4.0"}],
    "fundingReferences": [
        {
            "funderName": "Commission of Ones",
            "funderIdentifier": "https://doi.org/10.13039/501100000780",
            "funderIdentifierType": "Crossref Funder ID",
            "awardNumber": "101",
        },
        {"awardNumber": "nobody's"},
    ],
    "relatedIdentifiers": [
        {"relationType": "References", "relatedIdentifier": "10.1000/TWO", "relatedIdentifierType": "DOI"},
        {"relationType": "Cites", "relatedIdentifier": "arXiv:2001.00001v2", "relatedIdentifierType": "arXiv"},
        {"relationType": "Cites", "relatedIdentifier": "https://example.org", "relatedIdentifierType": "URL"},
        {"relationType": "IsIdenticalTo", "relatedIdentifier": "10.1000/same", "relatedIdentifierType": "DOI"},
        {"relationType": "IsVersionOf", "relatedIdentifier": "10.5281/all", "relatedIdentifierType": "DOI"},
    ],
    "url": "https://zenodo.example/1",
    "version": "v2",
    "updated": "2022-02-03T04:05:06.000Z",
}
ARTICLE: dict[str, Any] = {
    "doi": "10.1002/a",
    "titles": {"title": "An article"},
    "types": {"resourceTypeGeneral": "Text", "citeproc": "article-journal"},
    "creators": {"name": "Plato"},
    "publicationYear": "2015",
    "publisher": {"name": "Press"},
    "container": {
        "title": "Journal of Ones",
        "identifier": "00980331",
        "identifierType": "ISSN",
        "volume": "29",
        "issue": "7",
        "firstPage": "994",
        "lastPage": "1013",
    },
}


def items(folder: Path, text: str) -> list[Item]:
    path = folder / "works.json"
    path.write_text(text, "utf-8")
    return list(datacite.WORKS.read_file(SourceFile(path.name, path, str(path))))


def test_dataset_is_read_completely(tmp_path: Path) -> None:
    """Titles, people, dates, licenses and relations follow DataCite's schema; date ranges are dropped."""
    funder, found = items(tmp_path, json.dumps(DATA))
    assert isinstance(found, PaperRecord)
    assert isinstance(funder, FunderRecord)
    assert (funder.key, funder.name) == ("funder/10.13039/501100000780", "Commission of Ones")
    record, told = enforce_limits(normalize_record(found))
    assert told == ["an invalid date is dropped (updated): '2020-13'"]
    assert record == PaperRecord(
        source="datacite",
        key="10.5281/one",
        url="https://doi.org/10.5281/ONE",
        revised="2022-02-03T04:05:06Z",
        title="A set of ones",
        kind="dataset",
        ids=("doi:10.5281/one",),
        same_work=("doi:10.1000/same",),
        abstract="What it is.",
        language="en",
        dates=(TypedDate(value="2021-03-09"), TypedDate(value="2022-01-02", kind="updated")),
        authors=(
            Author(
                name="Jane A. Doe",
                family="Doe",
                ids=("orcid:0000-0002-1825-0097",),
                affiliations=(Affiliation(text="Dept. of Ones", ror="ror:03yrm5c26"), Affiliation(text="Elsewhere")),
            ),
            Author(name="Ones, Inc.", family="Ones, Inc."),
            Author(name="Richard Roe"),
        ),
        references=("doi:10.1000/two", "arxiv:2001.00001"),
        funding=(Funding(funder="funder:10.13039/501100000780", awards=("101",)),),
        relations=(WorkRelation(kind="version_of", target="doi:10.5281/all"),),
        forms=(Manifestation(url="https://zenodo.example/1", kind="article", version="v2"),),
        license="CC-BY-4.0",
    )


def test_article_belongs_to_journal(tmp_path: Path) -> None:
    """An older deposit, whose description has parts without lists, is an article in its journal's volume."""
    venue, volume, found = (one for one in items(tmp_path, json.dumps(ARTICLE)) if not isinstance(one, RejectedItem))
    assert isinstance(venue, VenueRecord)
    assert isinstance(volume, VolumeRecord)
    assert isinstance(found, PaperRecord)
    assert (venue.ids, volume.number, volume.publisher) == (
        ("issn:0098-0331", "datacite-venue:issn:0098-0331"),
        "29",
        "Press",
    )
    assert (found.kind, found.dates, found.references) == ("article", (TypedDate(value="2015"),), None)
    assert [one.name for one in found.authors or ()] == ["Plato"]
    assert found.appeared_in == VolumeUse(
        volume="datacite:issn:0098-0331/29",
        venues=("issn:0098-0331", "datacite-venue:issn:0098-0331"),
        pages="994-1013",
        issue="7",
    )


@pytest.mark.parametrize(
    "text",
    [
        json.dumps({"data": [{"id": "1", "attributes": DATA}, {"id": "2", "attributes": ARTICLE}], "meta": {"n": [1]}}),
        "\n".join(json.dumps({"id": "1", "type": "dois", "attributes": one}) for one in (DATA, ARTICLE)),
        json.dumps(DATA) + "\n" + json.dumps(ARTICLE),
        "\n".join(json.dumps({"data": {"id": "1", "attributes": one}}) for one in (DATA, ARTICLE)),
    ],
    ids=["answer of a list", "public data file", "attributes by line", "answers of single works"],
)
def test_all_published_forms_are_read(tmp_path: Path, text: str) -> None:
    """The public data file and both API responses give the same records."""
    found = [one.key for one in items(tmp_path, text) if isinstance(one, PaperRecord)]
    assert found == ["10.5281/one", "10.1002/a"]


def test_invalid_work_is_rejected_by_place(tmp_path: Path) -> None:
    """A work without a title, a malformed work and other JSON are rejected, and the rest is read."""
    said = [{"doi": "10.5281/a", "titles": [{"title": "(:unav)"}]}, {"doi": "10.5281/b", "url": 7}, {"a": 1}, ARTICLE]
    found = items(tmp_path, json.dumps(said))
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 1, 10.5281/a", "it has no title."),
        ("record 2", "its url is a whole number, and should be text or null."),
        ("record 3", "not a DataCite work."),
    ]
    with pytest.raises(SourceFileError, match="expected DataCite works"):
        items(tmp_path, '{"items": []}')


def test_real_works_are_read_completely() -> None:
    """Of 82 real works of a response and 10 of the public data file, all are read with every creator."""
    found: Counter[str] = Counter()
    wanted = 0
    with open_files([data_set("crossref_dump_oc")], lambda name: name.endswith("jSonFile_1.json")) as files:
        for file in files:
            for work in json.loads(file.path.read_bytes())["data"]:
                wanted += len(work["attributes"]["creators"])
            for item in datacite.WORKS.read_file(file):
                assert not isinstance(item, RejectedItem)
                if isinstance(item, PaperRecord):
                    found["papers"] += 1
                    found["people"] += len(normalize_record(item).authors or ())
    assert found == {"papers": 82, "people": wanted}
    with open_files([data_set("dump_samples")], lambda name: name.endswith("datacite.tar.gz")) as files:
        archives = [file.path for file in files]
        with open_files(archives, datacite.SOURCE.accepts) as parts:
            items_of = [item for part in parts for item in datacite.WORKS.read_file(part)]
    assert [one for one in items_of if isinstance(one, RejectedItem)] == []
    assert sum(isinstance(one, PaperRecord) for one in items_of) == 10


BOOK: dict[str, Any] = {
    "relatedItemType": "Book",
    "relatedItemIdentifier": {"relatedItemIdentifier": "9783161484100", "relatedItemIdentifierType": "ISBN"},
    "contributors": [
        {"name": "Roe, Richard", "givenName": "Richard", "familyName": "Roe", "contributorType": "Editor"},
        {"name": "Somebody", "contributorType": "Sponsor"},
    ],
}
JOURNAL: dict[str, Any] = {
    "relatedItemType": "Journal",
    "relatedItemIdentifier": {"relatedItemIdentifier": "0098-0331", "relatedItemIdentifierType": "EISSN"},
}


@pytest.mark.parametrize(
    ("item", "key", "title", "editors"),
    [
        (BOOK, "isbn:9783161484100/a place of ones", "A Place of Ones", ["Richard Roe"]),
        ({"relatedItemType": "ConferenceProceeding"}, "book/a place of ones", "A Place of Ones", []),
        (JOURNAL, "issn:0098-0331/3", "Volume 3", []),
        ({"relatedItemType": "Journal"}, "name:a place of ones/3", "Volume 3", []),
    ],
)
def test_published_in_item_becomes_container(
    tmp_path: Path, item: dict[str, Any], key: str, title: str, editors: list[str]
) -> None:
    """The related item of IsPublishedIn is the journal or book, with year and editors, before a container."""
    placed: dict[str, Any] = {
        "relationType": "IsPublishedIn",
        "titles": [{"title": "A Place of Ones"}],
        "volume": "3",
        "firstPage": "5",
        "lastPage": "9",
        "publisher": "Press",
        "publicationYear": "2014",
    }
    cites = {"relationType": "Cites", "relatedItemType": "Book", "titles": [{"title": "Another"}]}
    found = items(
        tmp_path, json.dumps(ARTICLE | {"relatedItems": [cites, placed | {"relatedItemType": "Text"}, placed | item]})
    )
    (volume,) = (one for one in found if isinstance(one, VolumeRecord))
    assert (volume.key, volume.title, [one.name for one in volume.editors]) == (key, title, editors)
    assert (volume.year, volume.number, volume.publisher) == (2014, "3", "Press")
    (paper,) = (one for one in found if isinstance(one, PaperRecord))
    assert (paper.pages, paper.appeared_in and paper.appeared_in.volume) == ("5-9", f"datacite:{key}")


@pytest.mark.parametrize(
    ("container", "volumes"),
    [
        ({"type": "Journal", "identifier": "", "identifierType": ""}, ["name:journal of ones/29"]),
        ({"type": "Series", "identifier": "10.1000/x", "identifierType": "DOI"}, ["name:journal of ones/29"]),
        ({"type": "Book"}, ["book/journal of ones"]),
        (
            {"type": "Book", "identifier": "9780306406157", "identifierType": "ISBN"},
            ["isbn:9780306406157/journal of ones"],
        ),
        ({"type": "DataRepository", "identifier": "r3d100010134", "identifierType": "re3data"}, []),
        ({"type": "Journal", "title": " "}, []),
    ],
)
def test_container_without_number_has_its_title(tmp_path: Path, container: dict[str, str], volumes: list[str]) -> None:
    """A journal or book without ISSN or ISBN has its title as key; a repository is no venue."""
    stated = {"title": "Journal of Ones", "volume": "29"} | container
    found = items(tmp_path, json.dumps(ARTICLE | {"container": stated}))
    assert [one.key for one in found if isinstance(one, VolumeRecord)] == volumes
