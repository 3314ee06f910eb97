"""Records from table rows under a mapping."""

import json
from pathlib import Path

import pytest

from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import (
    Affiliation,
    Author,
    Funding,
    Manifestation,
    Relation,
    Resource,
    TopicUse,
    TypedDate,
    VolumeUse,
)
from loaders.records.parts import WorkRelation as Related
from loaders.records.record import (
    CitationRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.sources.base import sources
from tests.loaders.sources.table_documents import ROW, WHOLE, csv_of, items, parquet_of

EDITORS = ["Ann Smith", "Bob Jones"]


def test_row_is_read_completely(tmp_path: Path) -> None:
    """A row gives a paper with every mapped value, after its journal, volume, funder and keywords."""
    found = items(tmp_path, WHOLE.replace('license = "CC-BY-4.0"\n', ""), papers_csv=csv_of([ROW]))
    assert found == [
        VenueRecord(
            source="my-papers",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=("issn:0098-0331", "my-papers-venue:issn:0098-0331"),
            kind="journal",
        ),
        VolumeRecord(
            source="my-papers",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48",),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("my-papers-venue:issn:0098-0331",),
        ),
        FunderRecord(
            source="my-papers",
            key="funder/fund of ones",
            in_passing=True,
            name="Fund of Ones",
            ids=("my-papers-funder:fund of ones",),
        ),
        TopicRecord(
            source="my-papers", key="keyword/graphs", in_passing=True, scheme="keyword", code="graphs", name="graphs"
        ),
        TopicRecord(
            source="my-papers", key="keyword/trees", in_passing=True, scheme="keyword", code="trees", name="trees"
        ),
        PaperRecord(
            source="my-papers",
            key="17",
            title="One: Two",
            ids=("doi:10.1000/a", "my-papers:17"),
            same_work=("arxiv:2101.00001",),
            abstract="All about it.",
            language="en",
            dates=(TypedDate(value="2021"),),
            authors=(
                Author(
                    name="Jane Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(Affiliation(text="Univ A"), Affiliation(text="Univ B")),
                ),
                Author(name="John Roe"),
            ),
            authors_complete=False,
            topics=(TopicUse(scheme="keyword", code="graphs"), TopicUse(scheme="keyword", code="trees")),
            appeared_in=VolumeUse(
                volume="my-papers:issn:0098-0331/48",
                venues=("issn:0098-0331", "my-papers-venue:issn:0098-0331"),
                pages="1-9",
                issue="11",
            ),
            pages="1-9",
            references=("doi:10.1000/b", "doi:10.1000/c"),
            resources=(Resource(url="https://github.com/doe/ones", kind="code"),),
            forms=(Manifestation(url="https://example.org/17.pdf", kind="article"),),
            open_access=True,
            funding=(Funding(funder="my-papers-funder:fund of ones", awards=("A1", "A2")),),
            relations=(Related(kind="corrects", target="doi:10.1000/old"),),
            awards=("Best paper",),
        ),
    ]


def test_mapping_license_applies_to_each_record(tmp_path: Path) -> None:
    """The license of the mapping applies to every record of a row; the license of the work is separate."""
    columns = {**ROW, "Rights": "CC-BY-NC-4.0"}
    mapping = WHOLE.replace('title = "Title"', 'title = "Title"\nlicense = "Rights"')
    found = [one for one in items(tmp_path, mapping, papers_csv=csv_of([columns])) if not isinstance(one, RejectedItem)]
    assert {one.record_license for one in found} == {"CC-BY-4.0"}
    assert [one.license for one in found if isinstance(one, PaperRecord)] == ["CC-BY-NC-4.0"]


def test_records_without_mapping_license_use_source_license(tmp_path: Path) -> None:
    """Records of a mapping without a license have the license of the source, which is "not stated"."""
    mapping = WHOLE.replace('license = "CC-BY-4.0"\n', "")
    found = [one for one in items(tmp_path, mapping, papers_csv=csv_of([ROW])) if not isinstance(one, RejectedItem)]
    assert {one.record_license or sources()["table"].license for one in found} == {"not stated"}


def test_tables_of_other_kinds_are_read(tmp_path: Path) -> None:
    """People, institutions, topics and citations have their own tables, which papers refer to by key."""
    mapping = """
        name = "lab"
        [[papers]]
        files = "papers.csv"
        key = "id"
        title = "title"
        authors = { column = "who", separator = "|" }
        author_ids = { column = "who_ids", separator = "|" }
        topics = { column = "codes", separator = "|", scheme = "lab" }
        references = { column = "cites", separator = "|" }
        [[people]]
        files = ["people.csv"]
        key = "id"
        name = "name"
        aliases = { column = "also", separator = "|" }
        affiliations = "at"
        rors = "ror"
        ids.orcid = "orcid"
        [[institutions]]
        files = ["places.csv"]
        key = "id"
        name = "name"
        country_code = "cc"
        latitude = "lat"
        established = "since"
        ids.ror = "ror"
        relations.parent = "part_of"
        [[topics]]
        files = ["codes.csv"]
        scheme = { value = "lab" }
        code = "code"
        name = "name"
        parent = "up"
        [[citations]]
        files = ["cites.csv"]
        citing = { column = "a", scheme = "doi" }
        cited = "b"
        influential = "much"
    """
    found = items(
        tmp_path,
        mapping,
        papers_csv=b"id,title,who,who_ids,codes,cites\n1,One,J. Doe|R. Roe,7|,x|y,2\n",
        people_csv=b"id,name,also,at,ror,orcid\n7,Jane Doe,J. Doe,Univ A,03yrm5c26,0000-0002-1825-0097\n",
        places_csv=b"id,name,cc,lat,since,ror,part_of\n3,Univ A,DE,48.5,1477,,4\n",
        codes_csv=b"code,name,up\nx,Graphs,\ny,Trees,x\n",
        cites_csv=b"a,b,much\n10.1000/a,1,true\n10.1000/a,,\n",
    )
    assert found == [
        PaperRecord(
            source="lab",
            key="1",
            title="One",
            ids=("lab:1",),
            authors=(Author(name="J. Doe", ids=("lab-person:7",)), Author(name="R. Roe")),
            topics=(TopicUse(scheme="lab", code="x"), TopicUse(scheme="lab", code="y")),
            references=("lab:2",),
        ),
        PersonRecord(
            source="lab",
            key="7",
            ids=("orcid:0000-0002-1825-0097", "lab-person:7"),
            names=("Jane Doe", "J. Doe"),
            affiliations=(Affiliation(text="Univ A", ror="ror:03yrm5c26"),),
        ),
        InstitutionRecord(
            source="lab",
            key="3",
            name="Univ A",
            ids=("lab-institution:3",),
            country_code="DE",
            latitude=48.5,
            established=1477,
            relations=(Relation(kind="parent", target="lab-institution:4"),),
        ),
        TopicRecord(source="lab", key="lab/x", scheme="lab", code="x", name="Graphs"),
        TopicRecord(source="lab", key="lab/y", scheme="lab", code="y", name="Trees", parent="x"),
        CitationRecord(
            source="lab", key="doi:10.1000/a lab:1", citing="doi:10.1000/a", cited="lab:1", influential=True
        ),
        RejectedItem("line 3", "the cited is empty."),
    ]


def test_conference_has_one_volume_per_year(tmp_path: Path) -> None:
    """A conference without numbers has one volume per year, yielded once; dblp name numbers become IDs."""
    mapping = """
        name = "conf"
        [papers]
        key = "id"
        title = "title"
        year = "year"
        authors = { column = "authors", separator = ";", dblp = true }
        venue = "where"
        venue_kind = { value = "conference" }
    """
    table = b"id,title,year,authors,where\n1,A,2020,Wei Wang 0001;Ann Lee,Ones\n2,B,2020,,Ones\n"
    venue, volume, one, two = items(tmp_path, mapping, papers_csv=table)
    assert isinstance(one, PaperRecord)
    assert isinstance(two, PaperRecord)
    assert isinstance(venue, VenueRecord)
    assert volume == VolumeRecord(
        source="conf",
        key="name:ones/2020",
        in_passing=True,
        title="Ones 2020",
        year=2020,
        venues=("conf-venue:ones",),
    )
    assert (venue.name, venue.kind) == ("Ones", "conference")
    assert one.authors == (Author(name="Wei Wang", ids=("dblp-person:Wei Wang 0001",)), Author(name="Ann Lee"))
    assert one.appeared_in == two.appeared_in == VolumeUse(volume="conf:name:ones/2020", venues=("conf-venue:ones",))


@pytest.mark.parametrize(
    ("kind", "row", "ids", "editors"),
    [
        ("journal", "0098-0331,,5", ("volume:issn:0098-0331/5",), []),
        ("journal", "0098-0331,9783161484100,5", ("volume:issn:0098-0331/5", "volume:isbn:9783161484100"), EDITORS),
        ("conference", ",,5", (), EDITORS),
        ("conference", ",,", (), EDITORS),
        ("journal", ",9783161484100,", ("volume:isbn:9783161484100",), EDITORS),
    ],
)
def test_editors_belong_to_books(tmp_path: Path, kind: str, row: str, ids: tuple[str, ...], editors: list[str]) -> None:
    """Books, series volumes with an ISBN and conference volumes have editors; journal volumes do not."""
    mapping = f"""
        name = "conf"
        [papers]
        key = "id"
        title = "title"
        year = "year"
        venue = "where"
        venue_kind = {{ value = "{kind}" }}
        issn = "issn"
        isbn = "isbn"
        volume = "volume"
        editors = {{ column = "editors", separator = ";" }}
    """
    table = f"id,title,year,where,editors,issn,isbn,volume\n1,A,2020,Ones,{';'.join(EDITORS)},{row}\n"
    (volume,) = (one for one in items(tmp_path, mapping, papers_csv=table.encode()) if isinstance(one, VolumeRecord))
    assert (volume.ids, [one.name for one in volume.editors]) == (ids, editors)


def test_links_are_selected_by_kind(tmp_path: Path) -> None:
    """From one list of links, the kind selects code, forms, or IDs of the same work if the URL has one."""
    mapping = """
        name = "x"
        [papers]
        key = "id"
        title = "t"
        code = { column = "links.url", where = { "links.kind" = ["code", "git"] } }
        forms.preprint = { column = "links.url", where = { "links.kind" = "paper" } }
        same_work = { column = "links.url", where = { "links.kind" = ["paper"] }, scheme = "url" }
    """
    links = [
        {"url": "https://arxiv.org/abs/2507.00001", "kind": "paper"},
        {"url": "https://example.org/a.pdf", "kind": "paper"},
        {"url": "https://github.com/doe/ones", "kind": "git"},
        {"url": "no address", "kind": "code"},
    ]
    rows: list[dict[str, object]] = [{"id": "1", "t": "One", "links": links}]
    (one,) = items(tmp_path, mapping, a_parquet=parquet_of(rows))
    assert items(tmp_path, mapping, a_json=json.dumps(rows).encode()) == [one]
    assert isinstance(one, PaperRecord)
    assert one.resources == (Resource(url="https://github.com/doe/ones", kind="code"),)
    assert one.forms == tuple(Manifestation(url=str(link["url"]), kind="preprint") for link in links[:2])
    assert one.same_work == ("arxiv:2507.00001",)
    with pytest.raises(SourceFileError, match=r"papers: code: where: no column 'links.kind'"):
        items(tmp_path, mapping, a_json=b'[{"id": 1, "t": "One", "links": [{"url": "x"}]}]')


def test_html_column_is_folded_to_text(tmp_path: Path) -> None:
    """With `markup`, tags are removed and entities become characters, also double-escaped ones."""
    html = "R&amp;amp;D in R&lt;sup&gt;n&lt;/sup&gt;, <i>p</i> &lt; 0.05"
    for markup, title in (("true", "R&D in Rn, p < 0.05"), ("false", html)):
        mapping = f'name = "x"\n[papers]\nkey = "id"\ntitle = {{ column = "t", markup = {markup} }}\n'
        (paper,) = items(tmp_path, mapping, papers_csv=csv_of([{"id": "1", "t": html}]))
        assert isinstance(paper, PaperRecord)
        assert paper.title == title
    mapping = f'{mapping}awards = {{ column = "a", separator = ";", markup = true }}\n'
    (paper,) = items(tmp_path, mapping, papers_csv=csv_of([{"id": "1", "t": "T", "a": "R&amp;D;Best <i>paper</i>"}]))
    assert isinstance(paper, PaperRecord)
    assert paper.awards == ("R&D", "Best paper")


@pytest.mark.parametrize(
    ("cell", "cites"), [("", None), ("nothing of use", None), ("or 10.1000/b", ("doi:10.1000/b",))]
)
def test_cell_without_ids_gives_null_references(tmp_path: Path, cell: str, cites: tuple[str, ...] | None) -> None:
    """A cell without any ID does not state that the paper cites nothing: references stay null."""
    (paper,) = (
        one
        for one in items(tmp_path, WHOLE, papers_csv=csv_of([ROW | {"Cites": cell}]))
        if isinstance(one, PaperRecord)
    )
    assert paper.references == cites
