"""Semantic Scholar papers, people and citations, from handmade documents."""

from pathlib import Path

from loaders.records.parts import Affiliation, Author, Manifestation, TopicUse, TypedDate, VolumeUse
from loaders.records.record import CitationRecord, PaperRecord, PersonRecord, TopicRecord, VenueRecord, VolumeRecord
from tests.loaders.sources.semanticscholar_documents import (
    ABSTRACT,
    ANSWER,
    LINE,
    OLDER,
    ONE,
    SHORT,
    SIX,
    SUMMARY,
    TWO,
    USE,
    VENUE,
    records,
    rejected,
    write_files,
)


def test_dataset_paper_joins_data_of_side_files(tmp_path: Path) -> None:
    """A dataset paper has its abstract, summary and older paperId, in any order of the files."""
    files = write_files(tmp_path, papers=LINE, abstracts=ABSTRACT, tldrs=SUMMARY, ids=OLDER)
    whole = PaperRecord(
        source="semanticscholar",
        key=ONE,
        url=f"https://www.semanticscholar.org/paper/{ONE}",
        title="On ones",
        ids=(
            f"s2:{ONE}",
            f"s2:{SIX}",
            "s2-corpus:11",
            "doi:10.1000/one",
            "arxiv:2101.00001",
            "acl:P02-1040",
            "pmid:7",
            "pmcid:PMC8",
            "dblp:conf/ones/Doe21",
            "mag:42",
        ),
        abstract="Ones are few.",
        summary="Few.",
        dates=(TypedDate(value="2020-12-09"), TypedDate(value="2021")),
        authors=(Author(name="Jane Doe", ids=("s2-person:5",)), Author(name="R. Roe")),
        topics=(TopicUse(scheme="s2-fos", code="Mathematics"), TopicUse(scheme="s2-fos", code="Philosophy")),
        appeared_in=USE,
        pages="1 - 9",
        forms=(Manifestation(url="https://a.example/1.pdf", kind="article"),),
        open_access=True,
        open_access_color="green",
        best_location="https://a.example/1.pdf",
        license="CC-BY-NC",
    )
    assert records(files) == [
        TopicRecord(
            source="semanticscholar",
            key="field/Mathematics",
            in_passing=True,
            scheme="s2-fos",
            code="Mathematics",
            name="Mathematics",
        ),
        TopicRecord(
            source="semanticscholar",
            key="field/Philosophy",
            in_passing=True,
            scheme="s2-fos",
            code="Philosophy",
            name="Philosophy",
        ),
        VenueRecord(
            source="semanticscholar-brief",
            key="venue/aa-bb",
            in_passing=True,
            name="Journal of Ones",
            ids=("s2-venue:aa-bb",),
        ),
        VolumeRecord(
            source="semanticscholar",
            key="venue/aa-bb/48",
            in_passing=True,
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            venues=("s2-venue:aa-bb",),
        ),
        whole,
    ]
    assert records(files[::-1])[-1] == whole


def test_people_venues_and_citations_are_read(tmp_path: Path) -> None:
    """Authors have aliases without DBLP numbers, citations each intent once; an unresolved citation is skipped."""
    author = {
        "authorid": "5",
        "externalids": {"DBLP": ["Jane Doe 0001"], "ORCID": "0000-0002-1825-0097"},
        "url": "https://www.semanticscholar.org/author/5",
        "name": "J. Doe",
        "aliases": ["Jane Doe", "J. Doe"],
        "affiliations": ["University of Ones"],
        "homepage": None,
    }
    cites = {"citationid": 1, "citingcorpusid": 11, "citedcorpusid": 12, "isinfluential": True, "contexts": ["x"]}
    files = write_files(
        tmp_path,
        authors=author,
        venues=VENUE,
        citations=[
            {**cites, "intents": [["background", "methodology"], None, ["background"]]},
            {**cites, "citedcorpusid": 13, "isinfluential": False, "intents": None},
            {**cites, "citedcorpusid": None},
            {**cites, "citedcorpusid": 11},
        ],
    )
    assert records(files) == [
        PersonRecord(
            source="semanticscholar",
            key="author/5",
            url="https://www.semanticscholar.org/author/5",
            ids=("s2-person:5", "orcid:0000-0002-1825-0097"),
            names=("J. Doe", "Jane Doe"),
            affiliations=(Affiliation(text="University of Ones"),),
        ),
        VenueRecord(
            source="semanticscholar",
            key="venue/aa-bb",
            name="Journal of Ones",
            ids=("s2-venue:aa-bb", "issn:1573-1561", "issn:0098-0331"),
            kind="journal",
            website="https://ones.example",
        ),
        CitationRecord(
            source="semanticscholar",
            key="s2-corpus:11>s2-corpus:12",
            citing="s2-corpus:11",
            cited="s2-corpus:12",
            intents=("background", "methodology"),
            influential=True,
        ),
        CitationRecord(
            source="semanticscholar",
            key="s2-corpus:11>s2-corpus:13",
            citing="s2-corpus:11",
            cited="s2-corpus:13",
            influential=False,
        ),
    ]
    assert rejected(files) == [("line 4", "s2-corpus:11 cites itself.")]


def test_api_response_contains_nested_papers(tmp_path: Path) -> None:
    """A paper states its references, nested papers give partial records, and citing papers give citations."""
    found = records(write_files(tmp_path, answer=ANSWER))
    assert [(one.source, one.key) for one in found] == [
        ("semanticscholar", "venue/aa-bb"),
        ("semanticscholar", "venue/aa-bb/48"),
        ("semanticscholar-brief", "author/5"),
        ("semanticscholar", ONE),
        ("semanticscholar-brief", TWO),
        ("semanticscholar", f"s2:{TWO}>s2:{ONE}"),
        ("semanticscholar-brief", SIX),
        ("semanticscholar", f"s2:{ONE}>s2:{SIX}"),
    ]
    (paper,) = (one for one in found if one.key == ONE)
    assert isinstance(paper, PaperRecord)
    assert (paper.references, paper.open_access, paper.open_access_color, paper.best_location, paper.forms) == (
        (f"s2:{SIX}", f"s2:{TWO}"),
        None,
        "closed",
        None,
        (),
    )
    assert paper.authors == (Author(name="Jane Doe", ids=("s2-person:5",)),)
    (told,) = (one for one in found if isinstance(one, CitationRecord) and one.intents)
    assert (told.citing, told.cited, told.intents, told.influential) == (
        f"s2:{ONE}",
        f"s2:{SIX}",
        ("background",),
        False,
    )


def test_preprints_and_unknown_types_are_read(tmp_path: Path) -> None:
    """Volume numbers of arXiv are ignored, an unknown type is not an article, and an invalid date is dropped."""
    said = [
        {**SHORT, "venue": "arXiv.org", "journal": {"name": "ArXiv", "volume": "abs/2101.00001"}, "year": 0},
        {**SHORT, "publicationTypes": ["News"], "publicationDate": "2020-13-01", "year": 2020},
        {**SHORT, "publicationTypes": ["Review", "Book"], "fieldsOfStudy": ["Art"]},
    ]
    found = [one for one in records(write_files(tmp_path, answer=said)) if isinstance(one, PaperRecord)]
    assert [(one.kind, one.appeared_in, one.topics) for one in found] == [
        ("preprint", None, None),
        ("other", None, None),
        ("book", None, (TopicUse(scheme="s2-fos", code="Art"),)),
    ]
    assert [one.dates for one in found] == [(), (TypedDate(value="2020"),), ()]


def _publication(folder: Path, **said: object) -> tuple[str, str | None, str | None]:
    """Return the venue and number in which a paper appeared, and its kind."""
    found = list(records(write_files(folder, answer={**SHORT, **said})))
    venues = {one.ids: one.name for one in found if isinstance(one, VenueRecord)}
    volume = next(one for one in found if isinstance(one, VolumeRecord))
    paper = next(one for one in found if isinstance(one, PaperRecord))
    assert paper.appeared_in == VolumeUse(
        volume=f"{volume.source}:{volume.key}",
        pages=paper.pages,
        venues=volume.venues,
        unnumbered=volume.number is None,
    )
    return next(name for ids, name in venues.items() if set(volume.venues) <= set(ids)), volume.number, paper.kind


def test_volume_belongs_to_journal(tmp_path: Path) -> None:
    """A number belongs to its journal even if the venue differs; a preprint has no volume."""
    sensors = {
        "id": "s",
        "name": "Italian National Conference on Sensors",
        "alternate_names": ["SENSORS"],
        "type": "conference",
    }
    meeting = {"id": "m", "name": "Conference on Ones", "type": "conference"}
    of_preprint = {"name": "ArXiv", "volume": "abs/2210.03568", "pages": "1-9"}
    said: list[tuple[dict[str, object], tuple[str, str | None, str]]] = [
        (
            {"venue": "The Philosophy of Artificial Intelligence", "journal": {"name": "Mind", "volume": "LIX"}},
            ("Mind", "LIX", "article"),
        ),
        (
            {"publicationVenue": sensors, "journal": {"name": "Sensors (Basel, Switzerland)", "volume": "23"}},
            ("Sensors (Basel, Switzerland)", "23", "article"),
        ),
        ({"publicationVenue": meeting, "journal": of_preprint}, ("Conference on Ones", None, "article")),
        (
            {"publicationVenue": meeting, "journal": {"name": "Proceedings of the 3rd Ones", "pages": "1-9"}},
            ("Conference on Ones", None, "article"),
        ),
        ({"venue": "bioRxiv", "journal": {"name": "PLOS Ones", "volume": "19"}}, ("PLOS Ones", "19", "article")),
        ({"venue": "bioRxiv", "journal": {"name": "bioRxiv", "volume": "1"}}, ("bioRxiv", "1", "preprint")),
        ({"venue": "", "journal": {"name": "Mind", "volume": "LIX"}}, ("Mind", "LIX", "article")),
    ]
    for one, expected in said:
        assert _publication(tmp_path, **one) == expected


def test_journal_variant_names_match_venue(tmp_path: Path) -> None:
    """Abbreviations, aliases, subtitles and bracketed places refer to the same journal as the venue."""
    listed = {**VENUE, "name": "The National Journal of Ones and Twos", "alternate_names": ["Ones Quarterly"]}
    for name in (
        "Natl. J. Ones Twos",
        "National journal of ones & twos (London, England)",
        "National Journal of Ones and Twos : official journal of the society",
        "Ones Quarterly",
    ):
        said = {"publicationVenue": listed, "journal": {"name": name, "volume": "48"}}
        assert _publication(tmp_path, **said) == ("The National Journal of Ones and Twos", "48", "article"), name
    other = {"publicationVenue": listed, "journal": {"name": "National Journal of Ones", "volume": "48"}}
    assert _publication(tmp_path, **other) == ("National Journal of Ones", "48", "article")


def test_html_in_texts_and_names_is_folded(tmp_path: Path) -> None:
    """Entities and tags in titles, abstracts, venue names and journal names become plain text."""
    said = {**SHORT, "title": "R&amp;D <i>in vivo</i>", "abstract": "p &lt; 0.05"}
    listed = {**VENUE, "name": "AI &amp; SOCIETY"}
    found = list(records(write_files(tmp_path, answer={**said, "publicationVenue": listed})))
    assert [(one.title, one.abstract) for one in found if isinstance(one, PaperRecord)] == [("R&D in vivo", "p < 0.05")]
    assert [one.name for one in found if isinstance(one, VenueRecord)] == ["AI & SOCIETY"]
    for venue, journal in (("Mind &amp; Body", "Mind & Body"), ("Twos", "Mind &amp; Body")):
        said = {"venue": venue, "journal": {"name": journal, "volume": "3"}}
        assert _publication(tmp_path, **said)[0] == "Mind & Body"
