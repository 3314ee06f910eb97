"""dblp records, from hand-written documents in its published format and from real ones."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Manifestation, TypedDate, VolumeUse
from loaders.records.record import PaperRecord, PersonRecord, Record, VenueRecord, VolumeRecord
from loaders.records.urls import extract_identifier
from loaders.sources.base import sources
from loaders.sources.dblp.people import printed_name
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.read_helpers import items, of, only


def dblp_dump(*records: str) -> bytes:
    """Return a dblp dump with the given records."""
    text = "\n".join(records)
    return f"""<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE dblp SYSTEM "dblp.dtd">
<dblp>
{text}
</dblp>""".encode("latin-1")


ARTICLE = """<article mdate="2021-02-03" key="journals/ones/DoeM20">
<author orcid="0000-0002-1825-0097">Jane Doe 0002</author><author>J&uuml;rgen M\xfcller</author><author>Wei One</author>
<title>On <i>E. coli</i> &amp; H<sub>2</sub>O.</title>
<pages>1-9</pages><year>2020</year><month>March</month><volume>7</volume><number>2</number>
<journal>J. Ones</journal><ee type="oa">https://doi.org/10.1000/A%28B%29</ee>
<ee>https://www.wikidata.org/entity/Q7</ee><ee>not an address</ee>
<cite>journals/ones/Roe19</cite><cite>...</cite><url>db/journals/ones/ones7.html#DoeM20</url>
</article>"""
PEOPLE = """<www mdate="2020-01-01" key="homepages/22/3948"><author>Jane Doe 0002</author><author>J. A. Doe</author>
<title>Home Page</title><url>https://orcid.org/0000-0002-1825-0097</url><url>https://example.org</url>
<note type="affiliation" label="2001-2005">Dept. of Ones</note><note type="affiliation">Elsewhere</note>
<note type="uname">\xd8 Doe</note></www>
<www key="homepages/m/JMueller"><author>J&uuml;rgen M&uuml;ller</author><title>Home Page</title></www>
<www key="homepages/w/WeiOne" publtype="disambiguation"><author>Wei One</author><title>Home Page</title></www>
<www key="homepages/x/Merged"><crossref>homepages/22/3948</crossref><title>Home Page</title></www>
<www key="www/org/ones"><title>Ones.</title></www>"""


def test_article_is_read_completely(tmp_path: Path) -> None:
    """An article has person IDs from later records, entities as characters, and its volume."""
    found = items("dblp", tmp_path, dblp_dump(ARTICLE, PEOPLE))
    assert found == [
        VenueRecord(
            source="dblp",
            key="venue/journals/ones",
            in_passing=True,
            url="https://dblp.org/db/journals/ones/",
            name="J. Ones",
            ids=("dblp-venue:journals/ones",),
            kind="journal",
        ),
        VolumeRecord(
            source="dblp",
            key="venue/journals/ones/7",
            in_passing=True,
            title="Volume 7",
            year=2020,
            journal="J. Ones",
            number="7",
            venues=("dblp-venue:journals/ones",),
        ),
        PaperRecord(
            source="dblp",
            key="journals/ones/DoeM20",
            url="https://dblp.org/rec/journals/ones/DoeM20",
            revised="2021-02-03",
            title="On E. coli & H2O",
            ids=("dblp:journals/ones/DoeM20", "doi:10.1000/a(b)", "wikidata:Q7"),
            dates=(TypedDate(value="2020-03"),),
            authors=(
                Author(name="Jane Doe", ids=("dblp-person:22/3948", "orcid:0000-0002-1825-0097")),
                Author(name="Jürgen Müller", ids=("dblp-person:m/JMueller",)),
                Author(name="Wei One"),
            ),
            appeared_in=VolumeUse(
                volume="dblp:venue/journals/ones/7", venues=("dblp-venue:journals/ones",), pages="1-9", issue="2"
            ),
            pages="1-9",
            references=("dblp:journals/ones/Roe19",),
            forms=(Manifestation(url="https://doi.org/10.1000/A%28B%29", kind="article"),),
            open_access=True,
            best_location="https://doi.org/10.1000/A%28B%29",
        ),
        PersonRecord(
            source="dblp",
            key="homepages/22/3948",
            url="https://dblp.org/pid/22/3948",
            revised="2020-01-01",
            ids=("dblp-person:22/3948", "orcid:0000-0002-1825-0097"),
            names=("Jane Doe", "J. A. Doe", "Ø Doe"),
            affiliations=(Affiliation(text="Dept. of Ones", since=2001, until=2005), Affiliation(text="Elsewhere")),
        ),
        PersonRecord(
            source="dblp",
            key="homepages/m/JMueller",
            url="https://dblp.org/pid/m/JMueller",
            ids=("dblp-person:m/JMueller",),
            names=("Jürgen Müller",),
        ),
    ]


def test_numbered_name_identifies_person_without_record(tmp_path: Path) -> None:
    """In a part of the dump, a numbered name is one person, and a name without a number has no ID."""
    authors = only(items("dblp", tmp_path, dblp_dump(ARTICLE))).authors or ()
    assert [(one.name, one.ids[:1]) for one in authors] == [
        ("Jane Doe", ("dblp-person:Jane Doe 0002",)),
        ("Jürgen Müller", ()),
        ("Wei One", ()),
    ]


@pytest.mark.full
def test_person_records_may_be_in_another_file(tmp_path: Path) -> None:
    """Person records in any file, however far away, give IDs to the authors in all files."""
    filler = "<data key='data/x'><title>x.</title></data>\n" * 60_000
    found = items("dblp", tmp_path, dblp_dump(ARTICLE), dblp_dump(filler, PEOPLE))
    paper = next(one for one in of(PaperRecord, found) if one.key == "journals/ones/DoeM20")
    assert [one.ids[:1] for one in paper.authors or ()] == [
        ("dblp-person:22/3948",),
        ("dblp-person:m/JMueller",),
        (),
    ]


def test_paper_belongs_to_proceedings_in_any_order(tmp_path: Path) -> None:
    """A paper names its proceedings by key; the proceedings have their conference and editors."""
    found = items(
        "dblp",
        tmp_path,
        dblp_dump(
            """<inproceedings key="conf/ones/Doe20"><author>Jane Doe</author><title>One?</title><pages>1</pages>
            <year>2020</year><booktitle>ONES (2)</booktitle><crossref>conf/ones/2020-2</crossref></inproceedings>""",
            """<proceedings key="conf/ones/2020-2" mdate="2020-05-05"><editor>Rita Roe 0001</editor>
            <title>Proceedings of ONES.</title><booktitle>ONES (2)</booktitle><publisher>Press</publisher>
            <year>2020</year><volume>99</volume><series>Notes</series></proceedings>""",
        ),
    )
    paper = only(found)
    assert (paper.title, paper.appeared_in) == (
        "One?",
        VolumeUse(volume="dblp:volume/conf/ones/2020-2", venues=("dblp-venue:conf/ones",), pages="1"),
    )
    (venue,) = of(VenueRecord, found)
    assert (venue.key, venue.name, venue.kind) == ("venue/conf/ones", "ONES", "conference")
    (volume,) = of(VolumeRecord, found)
    assert volume == VolumeRecord(
        source="dblp",
        key="volume/conf/ones/2020-2",
        url="https://dblp.org/rec/conf/ones/2020-2",
        revised="2020-05-05",
        title="Proceedings of ONES",
        year=2020,
        number="99",
        publisher="Press",
        venues=("dblp-venue:conf/ones",),
        editors=(Author(name="Rita Roe", ids=("dblp-person:Rita Roe 0001",)),),
    )


def test_paper_without_proceedings_gets_volume_of_meeting(tmp_path: Path) -> None:
    """Without proceedings, the title and year of the meeting give the volume."""
    found = items(
        "dblp",
        tmp_path,
        dblp_dump(
            "<inproceedings key='conf/ones/Doe85'><title>One.</title><year>1985</year><booktitle>ONES</booktitle>"
            "</inproceedings>"
        ),
    )
    (volume,) = of(VolumeRecord, found)
    assert (volume.key, volume.title, volume.year) == ("volume/conf/ones/1985/ones", "ONES", 1985)
    assert only(found).appeared_in == VolumeUse(
        volume="dblp:volume/conf/ones/1985/ones", venues=("dblp-venue:conf/ones",)
    )


def test_arxiv_papers_are_preprints_with_arxiv_ids(tmp_path: Path) -> None:
    """CoRR's volume is the arXiv ID, old or new, without a journal; a withdrawn paper is marked."""
    found = items(
        "dblp",
        tmp_path,
        dblp_dump(
            """<article publtype="informal" key="journals/corr/abs-2001-00001"><title>New.</title><year>2020</year>
            <volume>abs/2001.00001</volume><journal>CoRR</journal>
            <ee type="oa">https://arxiv.org/abs/2001.00001</ee></article>
            <article publtype="informal withdrawn" key="journals/corr/cs-CL-0101001">
            <title>Old.</title><year>2001</year>
            <volume>cs.CL/0101001</volume><journal>CoRR</journal></article>"""
        ),
    )
    assert [(one.kind, one.ids[1:], one.retracted, one.appeared_in) for one in of(PaperRecord, found)] == [
        ("preprint", ("arxiv:2001.00001",), None, None),
        ("preprint", ("arxiv:cs/0101001",), True, None),
    ]
    assert len(found) == 2


@pytest.mark.parametrize(
    ("record", "kind"),
    [
        ("<phdthesis key='phd/x/A'>{}<school>U. of Ones</school></phdthesis>", "thesis"),
        ("<incollection key='books/x/A'>{}<booktitle>B</booktitle></incollection>", "chapter"),
        ("<book key='books/x/B'>{}<isbn>9783161484100</isbn></book>", "book"),
        ("<data key='data/x' publtype='software'>{}</data>", "software"),
        ("<data key='data/x'>{}</data>", "dataset"),
        ("<article key='journals/x/A' publtype='informal'>{}</article>", "preprint"),
        ("<inproceedings key='conf/x/A' publtype='informal'>{}</inproceedings>", "article"),
    ],
)
def test_elements_and_types_give_kinds(tmp_path: Path, record: str, kind: str) -> None:
    """Each publication type has its kind, and missing values stay null."""
    inside = "<author>A B</author><title>T.</title><year>1999</year>"
    paper = only(items("dblp", tmp_path, dblp_dump(record.format(inside))))
    assert (paper.kind, paper.title, paper.dates, paper.references) == (kind, "T", (TypedDate(value="1999"),), None)
    places = (Affiliation(text="U. of Ones"),) if kind == "thesis" else None
    assert paper.authors == (Author(name="A B", affiliations=places),)
    assert ("isbn:9783161484100" in paper.ids) is (kind == "book")


def test_edited_book_is_volume_of_chapters(tmp_path: Path) -> None:
    """An edited book is a work and the volume that its chapters name."""
    found = items(
        "dblp",
        tmp_path,
        dblp_dump("<book key='books/x/Roe20'><editor>R. Roe</editor><title>Ones.</title><year>2020</year></book>"),
    )
    assert [(type(one), getattr(one, "key", "")) for one in found] == [
        (VolumeRecord, "volume/books/x/Roe20"),
        (PaperRecord, "books/x/Roe20"),
    ]
    assert only(found).authors is None


def test_person_page_gives_author_ids(tmp_path: Path) -> None:
    """A person's XML page gives the IDs of all authors with their names."""
    found = items(
        "dblp",
        tmp_path,
        """<dblpperson name="Jane Doe 0002" pid="22/3948" n="1">
        <person key="homepages/22/3948"><author pid="22/3948">Jane Doe 0002</author></person>
        <r><article key="journals/x/A"><author pid="22/3948">Jane Doe 0002</author><author pid="7/7">B B</author>
        <title>T.</title></article></r>
        <coauthors n="1"><co><na f="b" pid="7/7">B B</na></co></coauthors></dblpperson>""",
    )
    assert [one.ids for one in only(found).authors or ()] == [("dblp-person:22/3948",), ("dblp-person:7/7",)]
    assert [one.names for one in of(PersonRecord, found)] == [("Jane Doe",)]


def test_invalid_record_is_rejected_by_place(tmp_path: Path) -> None:
    """A record without a title or key, or with an unknown entity, is rejected, and the rest is read."""
    found = items(
        "dblp",
        tmp_path,
        dblp_dump(
            "<article key='journals/x/A'/>",
            "<article key='journals/x/B'><title>&nosuch;</title></article>",
            "<article><title>T</title></article>",
            "<article key='journals/x/C'><title>T</title></article>",
        ),
    )
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 1, line 4, journals/x/A", "it has no title."),
        ("record 2, line 5, journals/x/B", "it contains the entity &nosuch;, and entities are not expanded."),
        ("record 3, line 6", "it has no key."),
    ]
    assert only(found).key == "journals/x/C"


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """XML of another kind raises an error that states the expected format."""
    with pytest.raises(SourceFileError, match="expected records of dblp, a <dblp> or a <dblpperson>; this is a <html>"):
        items("dblp", tmp_path, "<html/>")


@pytest.mark.parametrize(
    ("link", "identifier"),
    [
        ("http://doi.acm.org/10.1145/1.2", "doi:10.1145/1.2"),
        ("http://doi.ieeecomputersociety.org/10.1109/X.1", "doi:10.1109/x.1"),
        ("https://arxiv.org/abs/cs/0101001", "arxiv:cs/0101001"),
        ("https://aclanthology.org/P02-1040/", "acl:P02-1040"),
        ("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC123", "pmcid:PMC123"),
        ("http://hdl.handle.net/1822/1", "handle:1822/1"),
        ("https://openreview.net/forum?id=x", None),
        ("https://doi.org/nonsense", None),
    ],
)
def test_known_urls_give_ids(link: str, identifier: str | None) -> None:
    """A URL of a known kind gives its ID; any other URL gives null."""
    assert extract_identifier(link) == identifier


@given(st.text())
def test_any_link_or_name_text_is_accepted(text: str) -> None:
    """Any text in a link or a name is read without an error."""
    assert extract_identifier(text) is None or ":" in (extract_identifier(text) or "")
    assert text.startswith(printed_name(text))


def test_real_records_match_independent_count() -> None:
    """In a real part of the dump with an error at its end, all articles are read before the error."""
    source = sources()["dblp"]
    found: list[Record] = []
    with open_files([data_set("dump_samples")], lambda name: "dblp" in name) as (file,):
        with file.open() as stream:
            text = stream.read().decode("latin-1")
        with pytest.raises(SourceFileError, match="line 997: expected records of dblp"):
            found.extend(
                normalize_record(one) for one in source.start([file])(file) if not isinstance(one, RejectedItem)
            )
    papers = [one for one in found if isinstance(one, PaperRecord)]
    people = [one for paper in papers for one in paper.authors or ()]
    counted = {
        "papers": text.count("<article "),
        "people": text.count("<author"),
        "orcids": text.count("orcid="),
        "numbered": len(re.findall(r" \d{4}</author>", text)),
        "dois": len(re.findall(r"<ee>https?://doi\.", text)),
        "wikidata": text.count("wikidata.org/entity"),
    }
    ids = Counter(one.partition(":")[0] for paper in papers for one in paper.ids)
    theirs = Counter(one.partition(":")[0] for person in people for one in person.ids)
    assert counted["papers"] == 91
    assert counted == {
        "papers": len(papers),
        "people": len(people),
        "orcids": theirs["orcid"],
        "numbered": theirs["dblp-person"],
        "dois": ids["doi"],
        "wikidata": ids["wikidata"],
    }
    assert not [one for one in people if re.search(r"\d|&", one.name)]


@pytest.mark.parametrize("encoding", ["no-such-codec", "hex", "idna", "undefined", "utf-16"])
def test_unknown_encoding_is_reported(tmp_path: Path, encoding: str) -> None:
    """A file that states an encoding without ASCII, or one that Python does not know, does not stop the load."""
    document = dblp_dump(ARTICLE, PEOPLE).replace(b"ISO-8859-1", encoding.encode())
    with pytest.raises(SourceFileError, match=r"0\.xml: line 1: expected "):
        items("dblp", tmp_path, document)
