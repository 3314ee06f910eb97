"""Semantic Scholar's papers, people and citations, from documents written by hand and from real ones."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from loaders.archive import SourceFile, opened
from loaders.normalise import cleaned
from loaders.parts import Affiliation, Author, Dated, Form, TopicUse, VolumeUse
from loaders.record import CitationRecord, PaperRecord, PersonRecord, Record, TopicRecord, VenueRecord, VolumeRecord
from loaders.source import Item, Rejected, SourceError
from loaders.sources.semanticscholar import SOURCE
from tests.loaders.sources.beside import data_set

ONE, TWO, SIX = "1" * 40, "2" * 40, "6" * 40
VENUE = {
    "id": "aa-bb",
    "name": "Journal of Ones",
    "type": "journal",
    "alternate_names": ["J Ones"],
    "issn": "1573-1561",
    "alternate_issns": ["0098-0331", "nonsense"],
    "url": "https://ones.example",
}
LINE: dict[str, Any] = {
    "corpusid": 11,
    "externalids": {
        "ACL": "P02-1040",
        "DBLP": "conf/ones/Doe21",
        "ArXiv": "2101.00001",
        "MAG": "42",
        "CorpusId": "11",
        "PubMed": "7",
        "DOI": "10.1000/ONE",
        "PubMedCentral": "8",
    },
    "url": f"https://www.semanticscholar.org/paper/{ONE}",
    "title": "On ones",
    "authors": [{"authorId": "5", "name": "Jane Doe"}, {"authorId": None, "name": "R. Roe"}, {"authorId": "6"}],
    "venue": "Journal of Ones",
    "publicationvenueid": "aa-bb",
    "year": 2021,
    "referencecount": 3,
    "isopenaccess": True,
    "s2fieldsofstudy": [
        {"category": "Mathematics", "source": "external"},
        {"category": "Mathematics", "source": "s2-fos-model"},
        {"category": "Philosophy", "source": "s2-fos-model"},
    ],
    "publicationtypes": ["JournalArticle", "Review"],
    "publicationdate": "2020-12-09",
    "journal": {"name": "J. Ones", "pages": "1 - 9", "volume": "48"},
}
ABSTRACT: dict[str, Any] = {
    "corpusid": 11,
    "openaccessinfo": {"externalids": {}, "license": "CCBYNC", "url": "https://a.example/1.pdf", "status": "GREEN"},
    "abstract": "Ones are few.",
}
SUMMARY = {"corpusid": 11, "model": "tldr@v2.0.0", "text": "Few."}
OLDER = {"sha": SIX, "corpusid": 11, "primary": False}
USE = VolumeUse(volume="semanticscholar:venue/aa-bb/48", pages="1 - 9")


def written(folder: Path, **files: Any) -> list[SourceFile]:  # noqa: ANN401 what JSON can be
    """Write files, of lists an element a line, and return them."""
    paths = {name: folder / f"{name}.json" for name in files}
    for name, said in files.items():
        lines = cast("list[Any]", said if isinstance(said, list) else [said])
        paths[name].write_text("\n".join(map(json.dumps, lines)), "utf-8")
    return [SourceFile(path.name, path, str(path)) for path in paths.values()]


def items(files: Sequence[SourceFile]) -> list[Item]:
    reader = SOURCE.start(files)
    return [item for file in files for item in reader(file)]


def records(files: Sequence[SourceFile]) -> list[Record]:
    return [cleaned(item) for item in items(files) if not isinstance(item, Rejected)]


def rejected(files: Sequence[SourceFile]) -> list[tuple[str, str]]:
    return [(item.place, item.reason) for item in items(files) if isinstance(item, Rejected)]


def test_a_line_of_the_datasets_with_what_stands_apart(tmp_path: Path) -> None:
    """A paper of the datasets has its abstract, summary and older paperId, whatever order the files are in."""
    files = written(tmp_path, papers=LINE, abstracts=ABSTRACT, tldrs=SUMMARY, ids=OLDER)
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
        tldr="Few.",
        dates=(Dated(value="2020-12-09"), Dated(value="2021")),
        authors=(Author(name="Jane Doe", ids=("s2-person:5",)), Author(name="R. Roe")),
        topics=(TopicUse(scheme="s2-fos", code="Mathematics"), TopicUse(scheme="s2-fos", code="Philosophy")),
        appeared_in=USE,
        pages="1 - 9",
        forms=(Form(url="https://a.example/1.pdf", kind="article"),),
        open_access=True,
        open_access_colour="green",
        best_location="https://a.example/1.pdf",
        licence="CC-BY-NC",
    )
    assert records(files) == [
        TopicRecord(
            source="semanticscholar", key="field/Mathematics", scheme="s2-fos", code="Mathematics", name="Mathematics"
        ),
        TopicRecord(
            source="semanticscholar", key="field/Philosophy", scheme="s2-fos", code="Philosophy", name="Philosophy"
        ),
        VenueRecord(source="semanticscholar-brief", key="venue/aa-bb", name="Journal of Ones", ids=("s2-venue:aa-bb",)),
        VolumeRecord(
            source="semanticscholar",
            key="venue/aa-bb/48",
            title="Volume 48",
            number="48",
            venues=("s2-venue:aa-bb",),
        ),
        whole,
    ]
    assert records(files[::-1])[-1] == whole


def test_people_venues_and_citations_of_the_datasets(tmp_path: Path) -> None:
    """Authors have their other names without DBLP's numbers, citations each intent once; one not found is none."""
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
    files = written(
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
    assert rejected(files) == [("record 4", "s2-corpus:11 cites itself.")]


ANSWER: dict[str, Any] = {
    "paperId": ONE,
    "corpusId": 11,
    "externalIds": {"DOI": "10.1000/ONE"},
    "title": "On ones",
    "abstract": "Ones.",
    "tldr": {"model": "m", "text": "Few."},
    "publicationVenue": VENUE,
    "journal": {"name": "J. Ones", "volume": "48"},
    "openAccessPdf": {"url": "", "status": "CLOSED", "license": None},
    "authors": [{"authorId": "5", "name": "Jane Doe", "affiliations": ["Ones Ltd"], "externalIds": {}}],
    "embedding": {"vector": [0.1]},
    "citations": [{"paperId": TWO, "title": "On twos"}, {"paperId": None, "title": "Not found"}],
    "references": [
        {"paperId": SIX, "title": "On sixes", "intents": ["background"], "isInfluential": False},
        {"paperId": TWO, "title": None},
    ],
}


def test_an_answer_of_the_api_holds_papers_inside_of_it(tmp_path: Path) -> None:
    """A paper says what it refers to; those inside of it are told in passing; who cites it is a citation."""
    found = records(written(tmp_path, answer=ANSWER))
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
    assert (paper.references, paper.open_access, paper.open_access_colour, paper.best_location, paper.forms) == (
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


SHORT = {"paperId": ONE, "title": "On ones"}


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ({"total": 2, "offset": 0, "next": 2, "data": [SHORT, {**SHORT, "paperId": TWO}]}, [ONE, TWO]),
        ([{"data": [SHORT]}, {"data": [{**SHORT, "paperId": TWO}]}], [ONE, TWO]),
        ({"recommendedPapers": [SHORT]}, [ONE]),
        ({"total": 0, "offset": 0}, []),
        ({"authorId": "5", "name": "Jane Doe", "papers": [SHORT]}, ["author/5", ONE]),
        ({"citingPaper": SHORT, "citedPaper": {"paperId": TWO}, "intents": []}, [ONE, f"s2:{ONE}>s2:{TWO}"]),
    ],
    ids=["search", "answers by line", "recommendations", "no result", "author", "citation"],
)
def test_every_form_in_which_answers_come(tmp_path: Path, said: object, keys: list[str]) -> None:
    """Lists, single things and answers a line are read; what was asked for few fields stands beside what says more."""
    found = records(written(tmp_path, answer=said))
    assert [one.key for one in found] == keys
    assert {one.source for one in found if isinstance(one, PaperRecord | PersonRecord)} <= {"semanticscholar-brief"}


@pytest.mark.parametrize("name", [f"x-{TWO}.json", "CorpusID-22.json", "CorpusID:22/answer.json"])
def test_a_list_of_citations_is_of_the_paper_that_names_its_file(tmp_path: Path, name: str) -> None:
    """The API does not repeat which paper was asked about: the file's name tells it, and without that it is refused."""
    said: dict[str, Any] = {"offset": 0, "data": [{"isInfluential": True, "intents": [], "citingPaper": SHORT}] * 2}
    (file,) = written(tmp_path, answer=said)
    ((place, reason),) = rejected([file])
    assert place == "record 1, item 1"
    assert "name the file after that paper (649def34f8be52c8b66281af98ae884c09aef38b.json" in reason
    cited = f"s2:{TWO}" if TWO in name else "s2-corpus:22"
    found = [one for one in records([SourceFile(name, file.path, name)]) if isinstance(one, CitationRecord)]
    assert {(one.citing, one.cited, one.influential) for one in found} == {(f"s2:{ONE}", cited, True)}


def test_papers_of_preprint_servers_and_types(tmp_path: Path) -> None:
    """ArXiv's numbers of volumes are none; a type that is not known is no article; a date that is none is left out."""
    said = [
        {**SHORT, "venue": "arXiv.org", "journal": {"name": "ArXiv", "volume": "abs/2101.00001"}, "year": 0},
        {**SHORT, "publicationTypes": ["News"], "publicationDate": "2020-13-01", "year": 2020},
        {**SHORT, "publicationTypes": ["Review", "Book"], "fieldsOfStudy": ["Art"]},
    ]
    found = [one for one in records(written(tmp_path, answer=said)) if isinstance(one, PaperRecord)]
    assert [(one.kind, one.appeared_in, one.topics) for one in found] == [
        ("preprint", None, None),
        ("other", None, None),
        ("book", None, (TopicUse(scheme="s2-fos", code="Art"),)),
    ]
    assert [one.dates for one in found] == [(), (Dated(value="2020"),), ()]


def test_what_cannot_be_read_is_refused_by_its_place(tmp_path: Path) -> None:
    """What was not found, has no title or is out of form is rejected, an error in its own words; the file goes on."""
    said: list[Any] = [
        {"error": "Paper with id 0 not found"},
        None,
        {"paperId": ONE, "authors": None},
        {"paperId": ONE, "title": 7},
        {"title": "Nobody's", "paperId": None},
        {"corpusid": 1, "title": "A text", "body": {"text": "long"}},
        SHORT,
    ]
    files = written(tmp_path, answer=said)
    assert rejected(files) == [
        ("record 1", "Semantic Scholar answered: Paper with id 0 not found"),
        ("record 2", "Semantic Scholar found nothing under the id that was asked for."),
        (f"record 3, {ONE}", "it has no title."),
        (f"record 4, {ONE}", "Expected `str | null`, got `int` - at `$.title`"),
        ("record 5", "it has neither a paperId nor a corpus id."),
        ("record 6", "no thing of Semantic Scholar's."),
    ]
    assert [one.key for one in records(files)] == [ONE]
    (tmp_path / "papers.json").write_text(json.dumps(LINE), "utf-8")
    (tmp_path / "tldrs.json").write_text(json.dumps(SUMMARY) + '\n{"corpusid": "x"}', "utf-8")
    with opened([tmp_path / "papers.json", tmp_path / "tldrs.json"], SOURCE.wants) as both:
        assert rejected(both) == [("record 2", "Expected `int`, got `str` - at `$.corpusid`")]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a": [1, 2]}, "expected Semantic Scholar's JSON"),
        ({"a": {"release_id": "2025-08-05", "datasets": []}}, "expected Semantic Scholar's JSON"),
        ({"a": {"corpusid": 1, "model": "specter_v2", "vector": "[1]"}}, "expected Semantic Scholar's JSON"),
        ({"a": SUMMARY, "b": ABSTRACT}, "give the files of papers with them"),
    ],
    ids=["numbers", "release", "embeddings", "nothing but abstracts"],
)
def test_another_kind_of_file_is_refused(tmp_path: Path, files: dict[str, Any], told: str) -> None:
    """Files in which nothing is a paper, person, venue or citation cannot be read, nor abstracts by themselves."""
    with pytest.raises(SourceError, match=rf"a\.json: .*{told}"):
        items(written(tmp_path, **files))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*ANSWER, *LINE, "data", "error", "name", "id", "citingPaper"]), inner)
        ),
        max_leaves=20,
    )
)
def test_anything_in_json_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    """Whatever stands where, reading ends in records, refused records or a file that is none: never otherwise."""
    try:
        for item in items(written(tmp_path_factory.mktemp("any"), answer=[SHORT, said])):
            assert isinstance(item, Rejected) or item.key
    except SourceError as error:
        assert "answer.json" in str(error)  # noqa: PT017 either outcome is right


def test_a_real_paper_with_all_that_cites_it() -> None:
    """A real answer of 1,000 citing papers and 14 references gives these: 8 of the references were found."""
    with opened([data_set("semantic_scholar_fixtures")], lambda name: name.endswith("/Paper.json")) as files:
        said = json.loads(files[0].path.read_bytes())
        found = records(files)
        assert not rejected(files)
    papers = {one.key: one for one in found if isinstance(one, PaperRecord)}
    cited = [one["paperId"] for one in said["references"] if one["paperId"]]
    assert len(cited) == 8
    assert papers.keys() == {said["paperId"], *cited, *(one["paperId"] for one in said["citations"])}
    assert papers[said["paperId"]].references == tuple(f"s2:{one}" for one in cited)
    assert papers[said["paperId"]].tldr == said["tldr"]["text"]
    assert sum(isinstance(one, CitationRecord) for one in found) == len(said["citations"]) == 1_000
    people = sum(len(one["authors"]) for one in (said, *said["citations"], *said["references"]) if one["paperId"])
    assert sum(len(one.authors or ()) for one in papers.values()) == people
    assert not any(one.odd_ids for one in papers.values())


def test_real_answers_are_read_as_they_are_counted(tmp_path: Path) -> None:
    """Of 97 real answers each paper with a title and each person is there; of the rest it is told what they are."""
    wanted: Counter[str] = Counter()
    with opened([data_set("semantic_scholar_fixtures")], lambda name: name.endswith(".yaml")) as tapes:
        for tape in tapes:
            for number, one in enumerate(yaml.load(tape.path.read_bytes(), yaml.CSafeLoader)["interactions"]):
                answer = one["response"]
                text = answer["body"]["string"] if "body" in answer else answer["content"]
                (tmp_path / f"{tape.path.stem}-{number}.json").write_text(text, "utf-8")
                _count(json.loads(text), wanted)
    found: Counter[str] = Counter()
    with opened([tmp_path], SOURCE.wants) as files:
        reader = SOURCE.start(files)
        assert len(files) == 97
        for file in files:
            try:
                for item in reader(file):
                    found[type(item if isinstance(item, Rejected) else cleaned(item)).__name__] += 1
            except SourceError:
                found["files"] += 1
    assert found["files"] == 5
    assert (found["PaperRecord"], found["PersonRecord"]) == (wanted["papers"], wanted["people"]) == (10_320, 73)


def _count(said: Any, wanted: Counter[str]) -> None:  # noqa: ANN401 what JSON can be
    """Count papers that have an id and a title, and people outside of by-lines."""
    if isinstance(said, dict):
        thing = cast("dict[str, Any]", said)
        wanted["papers"] += bool(thing.get("paperId") and thing.get("title"))
        wanted["people"] += "authorId" in thing
        for name in ("data", "recommendedPapers", "citingPaper", "citedPaper"):
            _count(thing.get(name), wanted)
    for one in cast("list[Any]", said) if isinstance(said, list) else ():
        _count(one, wanted)
