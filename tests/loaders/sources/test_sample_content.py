"""The bundled sample: its promised size, the named works, and only facts that name their source."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from loaders.formats.archive import open_files
from loaders.records.errors import RejectedItem
from loaders.records.normalize import normalize_record
from loaders.records.record import InstitutionRecord, PaperRecord, Record, TopicRecord
from loaders.sources.arxiv import categories
from loaders.sources.base import sources
from normalization.text import fold
from tests.loaders.sources.data_sets import data_set

MEGATRON = "Mohammad Shoeybi, Mostofa Patwary, Raul Puri, Patrick LeGresley, Jared Casper, Bryan Catanzaro"
CLUSTERS = (
    "Deepak Narayanan, Mohammad Shoeybi, Jared Casper, Patrick LeGresley, Mostofa Patwary, Vijay Anand Korthikanti, "
    "Dmitri Vainbrand, Prethvi Kashinkunti, Julie Bernauer, Bryan Catanzaro, Amar Phanishayee, Matei Zaharia"
)
TURING = (
    "Shaden Smith, Mostofa Patwary, Brandon Norick, Patrick LeGresley, Samyam Rajbhandari, Jared Casper, Zhun Liu, "
    "Shrimai Prabhumoye, George Zerveas, Vijay Korthikanti, Elton Zhang, Rewon Child, Reza Yazdani Aminabadi, "
    "Julie Bernauer, Xia Song, Mohammad Shoeybi, Yuxiong He, Michael Houston, Saurabh Tiwary, Bryan Catanzaro"
)
RECOMPUTATION = (
    "Vijay Korthikanti, Jared Casper, Sangkug Lym, Lawrence McAfee, Michael Andersch, Mohammad Shoeybi, Bryan Catanzaro"
)


@cache
def _raw() -> tuple[Record, ...]:
    source = sources()["sample"]
    with open_files([source.bundle()], source.accepts) as files:
        items = [item for file in files for item in source.start(files)(file)]
    assert not [item for item in items if isinstance(item, RejectedItem)]
    return tuple(item for item in items if not isinstance(item, RejectedItem))


@cache
def _records() -> tuple[Record, ...]:
    return tuple(map(normalize_record, _raw()))


def _papers() -> list[PaperRecord]:
    return [record for record in _records() if isinstance(record, PaperRecord)]


def test_every_work_has_one_byline_summary() -> None:
    """One record of each work has a summary of 8 to 40 words in one sentence, with Byline as its source."""
    summarized = [paper for paper in _papers() if paper.summary]
    assert len({paper.summary for paper in summarized}) == len(summarized) == 80
    assert {paper.summary_source for paper in summarized} == {"byline"}
    for paper in summarized:
        assert paper.summary
        assert 8 <= len(paper.summary.split()) <= 40, paper.key
        assert paper.summary[0].isupper()
        assert paper.summary.endswith(".")
        assert ". " not in paper.summary
    assert {fold(paper.title) for paper in summarized} == {fold(paper.title) for paper in _papers()}


def _byline(paper: PaperRecord) -> str:
    """Return the author names of a paper, separated by commas."""
    return ", ".join(author.name for author in paper.authors or ())


def _works(papers: Sequence[PaperRecord]) -> dict[str, set[str]]:
    """Return each work by its title, with the IDs that its records state."""
    works: dict[str, set[str]] = {}
    for paper in papers:
        works.setdefault(fold(paper.title), set()).update(paper.ids)
    return works


def _arxiv(number: str) -> list[PaperRecord]:
    return [paper for paper in _papers() if f"arxiv:{number}" in paper.ids]


def test_sample_has_promised_size() -> None:
    """The sample has at least 40 works, 150 people, 15 institutions, 10 topics and 25 internal citations."""
    papers = _papers()
    assert len(_works(papers)) >= 40
    assert len({fold(author.name) for paper in papers for author in paper.authors or ()}) >= 150
    assert sum(isinstance(record, InstitutionRecord) for record in _records()) >= 15
    assert len({use.code for paper in papers for use in paper.topics or ()}) >= 10
    assert sum(len(paper.references or ()) for paper in papers) >= 25


def test_every_record_names_source_and_url() -> None:
    """Every record names its source and a URL, and no two records share a key."""
    assert all(record.source and re.match(r"https://\S+$", record.url or "") for record in _records())
    kinds = Counter((type(record), record.source, record.key) for record in _records())
    assert [key for key, times in kinds.items() if times > 1] == []


def test_sample_contains_no_abstracts_or_invalid_ids() -> None:
    """No record has an abstract or a malformed ID."""
    assert [paper.key for paper in _papers() if paper.abstract] == []
    assert [paper.key for paper in _papers() if paper.odd_ids] == []


@pytest.mark.parametrize(
    ("number", "by_line"),
    [("1909.08053", MEGATRON), ("2104.04473", CLUSTERS), ("2201.11990", TURING), ("2205.05198", RECOMPUTATION)],
)
def test_four_named_works_have_complete_bylines(number: str, by_line: str) -> None:
    """The four works that the sample is about have complete bylines."""
    assert by_line in {_byline(paper) for paper in _arxiv(number) if paper.authors_complete}


def test_three_sources_date_one_paper_differently() -> None:
    """Three sources date 2201.11990 by day, second and year, and one breaks its title over two lines."""
    told = {paper.source: paper.dates[0] for paper in _arxiv("2201.11990")}
    assert {source: (date.value, date.kind) for source, date in told.items()} == {
        "openalex": ("2022-01-28", "published"),
        "arxiv": ("2022-01-31T05:25:13Z", "updated"),
        "bibtex": ("2022", "published"),
    }
    raw = [record.title for record in _raw() if isinstance(record, PaperRecord) and "arxiv:2201.11990v2" in record.ids]
    assert len(raw) == 1
    assert "\n" in raw[0]
    assert len(_works(_arxiv("2201.11990"))) == 1


def test_truncated_byline_is_completed_by_another_source() -> None:
    """One source gives 2104.04473 with et al., a date, category and code; another source completes the byline."""
    (cut,) = [paper for paper in _arxiv("2104.04473") if not paper.authors_complete]
    assert _byline(cut) == "Deepak Narayanan, Mohammad Shoeybi, Jared Casper"
    assert [date.value for date in cut.dates] == ["2021-04-09"]
    assert [use.code for use in cut.topics or ()] == ["cs.CL"]
    assert [resource.kind for resource in cut.resources] == ["code"]
    assert any(paper.authors_complete and paper.source != cut.source for paper in _arxiv("2104.04473"))


@pytest.mark.parametrize(("name", "least"), [("Patrick LeGresley", 3), ("Jared Casper", 4), ("Julie Bernauer", 2)])
def test_named_people_have_their_works(name: str, least: int) -> None:
    """LeGresley has at least 3 works, Casper 4 and Bernauer 2."""
    theirs = [paper for paper in _papers() if name in {author.name for author in paper.authors or ()}]
    assert len(_works(theirs)) >= least


def test_references_lead_to_works_of_sample() -> None:
    """Every cited work is in the sample, and no work cites itself."""
    known = {identifier: title for title, ids in _works(_papers()).items() for identifier in ids}
    for paper in _papers():
        for cited in paper.references or ():
            assert known[cited] != fold(paper.title)


def test_relations_and_volumes_lead_to_records_of_sample() -> None:
    """Every related institution, every volume of a paper, and every venue is in the sample."""
    held = {f"{record.source}:{record.key}" for record in _records()}
    for record in _records():
        if isinstance(record, InstitutionRecord):
            assert {relation.target for relation in record.relations} <= held
        if isinstance(record, PaperRecord) and record.appeared_in:
            assert record.appeared_in.volume in held


def test_topics_have_arxiv_names() -> None:
    """Each topic has the name of arXiv's taxonomy, and every category in use has a record."""
    told = {record.code: record.name for record in _records() if isinstance(record, TopicRecord)}
    assert told == {code: categories.names()[code] for code in told}
    assert {use.code for paper in _papers() for use in paper.topics or ()} == set(told)


@pytest.mark.full
@pytest.mark.data
def test_acl_works_match_anthology() -> None:
    """Each work with an ACL ID is in the Anthology under that ID, with the same title and byline."""
    wanted = {paper.key: paper for paper in _papers() if paper.source == "acl"}
    assert {f"acl:{key}" for key in wanted} == {
        identifier for paper in _papers() for identifier in paper.ids if identifier.startswith("acl:")
    }
    collections = {key.partition("-")[0] for key in wanted}
    source, found = sources()["acl"], dict[str, PaperRecord]()

    def wants(name: str) -> bool:
        return source.accepts(name) and (name.endswith(".yaml") or Path(name).stem in collections)

    with open_files([data_set("acl_anthology")], wants) as files:
        reader = source.start(files)
        for file in files:
            if file.name.endswith(".xml"):
                found |= {item.key: normalize_record(item) for item in reader(file) if isinstance(item, PaperRecord)}
    for key, paper in wanted.items():
        assert (found[key].title, found[key].ids, found[key].dates) == (paper.title, paper.ids, paper.dates)
        assert _byline(found[key]) == _byline(paper)
        assert [author.ids for author in found[key].authors or ()] == [author.ids for author in paper.authors or ()]
        assert {one.url for one in paper.resources} <= {one.url for one in found[key].resources}


@pytest.mark.full
@pytest.mark.data
def test_institutions_match_ror() -> None:
    """Each institution is in ROR under its ID, with the same name, place and year."""
    wanted = {record.key: record for record in _records() if isinstance(record, InstitutionRecord)}
    source, found = sources()["ror"], dict[str, InstitutionRecord]()
    with open_files([data_set("ror_v2")], source.accepts) as files:
        reader = source.start(files)
        for file in files:
            for item in reader(file):
                if isinstance(item, InstitutionRecord) and item.key in wanted:
                    found[item.key] = normalize_record(item)
    for key, institution in wanted.items():
        theirs = found[key]
        assert (theirs.name, theirs.city, theirs.country, theirs.established, theirs.status) == (
            institution.name,
            institution.city,
            institution.country,
            institution.established,
            institution.status,
        )
        assert set(institution.aliases) <= set(theirs.aliases)
        assert set(institution.acronyms) <= set(theirs.acronyms)
