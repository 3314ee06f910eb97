"""Crossref's XML, from documents written by hand in its published format, and from real deposits."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from loaders import dates
from loaders.archive import opened
from loaders.normalise import cleaned
from loaders.parts import Affiliation, Author, Dated, Form, Funding, VolumeUse, WorkRelation
from loaders.record import FunderRecord, PaperRecord, VenueRecord, VolumeRecord
from loaders.source import Rejected, SourceError, sources
from loaders.sources.crossref_xml.dates import moment
from loaders.statement import kind
from tests.loaders.sources.beside import data_set
from tests.loaders.sources.reading import items, of, only


def a_batch(*inside: str, stamp: str = "20220102030405", schema: str = "5.3.1") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<doi_batch xmlns="http://www.crossref.org/schema/{schema}" version="{schema}"
 xmlns:ai="http://www.crossref.org/AccessIndicators.xsd" xmlns:rel="http://www.crossref.org/relations.xsd"
 xmlns:fr="http://www.crossref.org/fundref.xsd" xmlns:jats="http://www.ncbi.nlm.nih.gov/JATS1">
<head><doi_batch_id>b</doi_batch_id><timestamp>{stamp}</timestamp></head><body>{"".join(inside)}</body></doi_batch>"""


JOURNAL = """<journal><journal_metadata><full_title>Journal of Ones</full_title><abbrev_title>J Ones</abbrev_title>
  <issn media_type="print">15731561</issn><issn media_type="electronic">0098-0331</issn>
  <doi_data><doi>10.1000/journal</doi><resource>https://press.example</resource></doi_data></journal_metadata>
<journal_issue><publication_date><year>2021</year></publication_date><journal_volume><volume>48</volume></journal_volume>
  <issue>11</issue></journal_issue>{}</journal>"""
ARTICLE = """<journal_article publication_type="full_text" language="en">
  <titles><title>On <i>E. coli</i> &amp; H<sub>2</sub>O</title><subtitle>Few</subtitle></titles>
  <contributors>
    <person_name sequence="first" contributor_role="author"><given_name>Jane A.</given_name><surname>Doe</surname>
      <suffix>Jr.</suffix><affiliations><institution><institution_name>U. of Ones</institution_name>
      <institution_id type="ror">https://ror.org/03yrm5c26</institution_id><institution_place>Onetown</institution_place>
      <institution_department>Dept. of Ones</institution_department></institution></affiliations>
      <ORCID authenticated="true">https://orcid.org/0000-0002-1825-0097</ORCID>
      <alt-name><name name-style="eastern"><surname>\u675c</surname></name></alt-name></person_name>
    <organization sequence="additional" contributor_role="author">Ones, Twos Group</organization>
    <person_name sequence="additional" contributor_role="author"><surname>Plato</surname>
      <affiliation>Academy</affiliation></person_name>
    <person_name sequence="additional" contributor_role="editor"><surname>Ed</surname></person_name></contributors>
  <jats:abstract><jats:title>Abstract</jats:title><jats:p>First.</jats:p><jats:p>Second.</jats:p></jats:abstract>
  <publication_date media_type="online"><month>03</month><day>09</day><year>2021</year></publication_date>
  <publication_date media_type="print"><month>21</month><year>2021</year></publication_date>
  <pages><first_page>817</first_page><last_page>826</last_page></pages>
  <publisher_item><identifier id_type="pmid">101</identifier></publisher_item>
  <crossmark><updates><update type="erratum" date="2021-03-09">10.1000/zero</update></updates><custom_metadata>
    <fr:program name="fundref"><fr:assertion name="fundgroup">
      <fr:assertion name="funder_name">Agency of Ones
        <fr:assertion name="funder_identifier">https://doi.org/10.13039/100000001</fr:assertion></fr:assertion>
      <fr:assertion name="award_number">G1</fr:assertion><fr:assertion name="award_number">G2</fr:assertion>
    </fr:assertion><fr:assertion name="fundgroup">
      <fr:assertion name="funder_name">Twos Fund</fr:assertion></fr:assertion>
    </fr:program></custom_metadata></crossmark>
  <ai:program name="AccessIndicators"><ai:license_ref applies_to="tdm">https://press.example/mining</ai:license_ref>
    <ai:license_ref applies_to="vor">https://creativecommons.org/licenses/by/4.0/</ai:license_ref></ai:program>
  <rel:program name="relations">
    <rel:related_item><rel:inter_work_relation relationship-type="isSupplementedBy" identifier-type="doi">10.1000/d
      </rel:inter_work_relation></rel:related_item>
    <rel:related_item><rel:intra_work_relation relationship-type="hasPreprint" identifier-type="doi"
      >10.48550/arXiv.2001.00001</rel:intra_work_relation></rel:related_item>
    <rel:related_item><rel:inter_work_relation relationship-type="references" identifier-type="doi"
      >\u201chttps://doi.org/10.1000/soft\u201d</rel:inter_work_relation></rel:related_item>
    <rel:related_item><rel:inter_work_relation relationship-type="hasReview" identifier-type="uri">https://x.example
      </rel:inter_work_relation></rel:related_item></rel:program>
  <doi_data><doi>10.1000/ONE</doi><resource>https://press.example/one</resource></doi_data>
  <citation_list><citation key="1"><doi>10.1000/TWO</doi></citation>
    <citation key="2">
      <unstructured_citation>A book (https://doi.org/10.1000/three), 2020</unstructured_citation></citation>
    <citation key="3"><article_title>Four</article_title></citation></citation_list>
  <component_list><component><doi_data><doi>10.1000/part</doi></doi_data></component></component_list>
</journal_article>"""
SMALL = "<titles><title>{}</title></titles>{}<doi_data><doi>{}</doi><resource>https://x.example/1</resource></doi_data>"


def test_an_article_with_all_that_it_states(tmp_path: Path) -> None:
    """An article is a paper after its journal, volume and funders; the records are of the source crossref."""
    issns = ("issn:0098-0331", "issn:1573-1561")
    assert items("crossref-xml", tmp_path, a_batch(JOURNAL.format(ARTICLE))) == [
        VenueRecord(
            source="crossref",
            key="issn:0098-0331",
            name="Journal of Ones",
            ids=issns,
            acronym="J Ones",
            kind="journal",
        ),
        VolumeRecord(source="crossref", key="issn:0098-0331/48", title="Volume 48", number="48", venues=issns),
        FunderRecord(
            source="crossref",
            key="funder/10.13039/100000001",
            name="Agency of Ones",
            ids=("funder:10.13039/100000001",),
        ),
        FunderRecord(source="crossref", key="funder/twos fund", name="Twos Fund", ids=("crossref-funder:twos fund",)),
        PaperRecord(
            source="crossref",
            key="10.1000/one",
            url="https://doi.org/10.1000/ONE",
            revised="2022-01-02T03:04:05Z",
            title="On E. coli & H2O",
            ids=("doi:10.1000/one", "pmid:101"),
            same_work=("doi:10.48550/arxiv.2001.00001", "arxiv:2001.00001"),
            abstract="First. Second.",
            language="en",
            dates=(Dated(value="2021-03-09"), Dated(value="2021")),
            authors=(
                Author(
                    name="Jane A. Doe Jr.",
                    family="Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(Affiliation(text="Dept. of Ones, U. of Ones, Onetown", ror="ror:03yrm5c26"),),
                    variants=("\u675c",),
                ),
                Author(name="Ones, Twos Group", family="Ones, Twos Group"),
                Author(name="Plato", family="Plato", affiliations=(Affiliation(text="Academy"),)),
            ),
            appeared_in=VolumeUse(volume="crossref:issn:0098-0331/48", pages="817-826", issue="11"),
            pages="817-826",
            references=("doi:10.1000/two", "doi:10.1000/three", "doi:10.1000/soft"),
            forms=(Form(url="https://press.example/one", kind="article"),),
            open_access=True,
            best_location="https://press.example/one",
            funding=(
                Funding(funder="funder:10.13039/100000001", awards=("G1", "G2")),
                Funding(funder="crossref-funder:twos fund"),
            ),
            relations=(
                WorkRelation(kind="supplements", target="doi:10.1000/d", inverse=True),
                WorkRelation(kind="corrects", target="doi:10.1000/zero"),
            ),
            licence="https://creativecommons.org/licenses/by/4.0",
        ),
    ]


def test_what_a_work_does_not_say_stays_open(tmp_path: Path) -> None:
    """Without contributors, citations, programs and dates none of what they tell is known."""
    paper = only(
        items(
            "crossref-xml", tmp_path, a_batch(f"<posted_content>{SMALL.format('T', '', '10.1000/a')}</posted_content>")
        )
    )
    assert (paper.kind, paper.authors, paper.references, paper.funding, paper.open_access) == ("preprint", *(None,) * 4)
    assert (paper.dates, paper.relations, paper.licence, paper.appeared_in) == ((), (), None, None)


@pytest.mark.parametrize("schema", ["4.3.0", "4.4.0", "5.3.1", "5.4.0"])
def test_articles_of_two_journals_are_each_in_their_own(tmp_path: Path, schema: str) -> None:
    """What is said of one journal does not count for the next, in whatever schema, and an article needs no issue."""
    one = f"<journal_article>{SMALL.format('A', '', '10.1000/a')}</journal_article>"
    two = one.replace("10.1000/a", "10.1000/b")
    other = f"""<journal><journal_metadata><full_title>Other</full_title></journal_metadata>{two}</journal>"""
    found = items("crossref-xml", tmp_path, a_batch(JOURNAL.format(one), other, schema=schema))
    assert [one.appeared_in for one in of(PaperRecord, found)] == [
        VolumeUse(volume="crossref:issn:0098-0331/48", issue="11"),
        VolumeUse(volume="crossref:name:other/"),
    ]


def test_a_paper_is_in_the_proceedings_of_its_conference(tmp_path: Path) -> None:
    """Proceedings have their year, publisher and chairs, and the series as their venue."""
    found = items(
        "crossref-xml",
        tmp_path,
        a_batch(
            f"""<conference><contributors><person_name contributor_role="chair"><given_name>R.</given_name>
            <surname>Roe</surname></person_name></contributors>
            <event_metadata><conference_name>Ones '20</conference_name></event_metadata>
            <proceedings_series_metadata><series_metadata><titles><title>Notes of Ones</title></titles>
              <issn>0098-0331</issn></series_metadata><proceedings_title>Proceedings of Ones</proceedings_title>
              <volume>9</volume><publisher><publisher_name>Press</publisher_name></publisher>
              <publication_date><year>2020</year></publication_date><isbn>978-3-16-148410-0</isbn>
            </proceedings_series_metadata>
            <conference_paper>{SMALL.format("One", "<pages><first_page>5</first_page></pages>", "10.1000/c")}
            </conference_paper></conference>"""
        ),
    )
    (venue,) = of(VenueRecord, found)
    assert (venue.name, venue.ids) == ("Notes of Ones", ("issn:0098-0331",))
    assert of(VolumeRecord, found) == [
        VolumeRecord(
            source="crossref",
            key="isbn:9783161484100",
            title="Proceedings of Ones",
            year=2020,
            number="9",
            publisher="Press",
            venues=("issn:0098-0331",),
            editors=(Author(name="R. Roe", family="Roe"),),
        )
    ]
    assert only(found).appeared_in == VolumeUse(volume="crossref:isbn:9783161484100", pages="5")


def test_a_book_is_a_work_and_the_volume_of_its_chapters(tmp_path: Path) -> None:
    """A book with a DOI is a paper by itself, with its ISBN; its chapters are in it, with its editors."""
    found = items(
        "crossref-xml",
        tmp_path,
        a_batch(
            f"""<book book_type="edited_book"><book_metadata><contributors><person_name contributor_role="editor">
            <surname>Ed</surname></person_name></contributors>{
                SMALL.format("A Book", "<isbn>9783161484100</isbn>", "10.1000/book")
            }</book_metadata>
            <content_item component_type="chapter">{SMALL.format("One", "", "10.1000/book.1")}</content_item></book>"""
        ),
    )
    book, chapter = of(PaperRecord, found)
    assert (book.kind, book.ids, book.authors) == ("book", ("doi:10.1000/book", "isbn:9783161484100"), None)
    assert (chapter.kind, chapter.appeared_in) == ("chapter", VolumeUse(volume="crossref:isbn:9783161484100"))
    (volume,) = of(VolumeRecord, found)
    assert (volume.title, [one.name for one in volume.editors]) == ("A Book", ["Ed"])


PERSON = '<contributors><person_name contributor_role="{}"><surname>P</surname></person_name></contributors>'


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        ("<peer_review><contributors/>{}</peer_review>", ("review", ())),
        (
            """<database><dataset>{}<database_date><publication_date><year>2019</year></publication_date><update_date>
            <year>2020</year></update_date></database_date></dataset></database>""",
            ("dataset", (Dated(value="2019"), Dated(value="2020", kind="updated"))),
        ),
        (
            "<dissertation>{}<approval_date><year>2018</year></approval_date></dissertation>",
            ("thesis", (Dated(value="2018"),)),
        ),
        ("<report-paper><report-paper_metadata>{}</report-paper_metadata></report-paper>", ("report", ())),
        ("<standard><standard_metadata>{}</standard_metadata></standard>", ("report", ())),
        (
            "<posted_content>{}<posted_date><year>2020</year><month>2</month></posted_date></posted_content>",
            ("preprint", (Dated(value="2020-02"),)),
        ),
    ],
)
def test_every_kind_of_work(tmp_path: Path, document: str, wanted: tuple[str, tuple[Dated, ...]]) -> None:
    """Reviews, data sets, dissertations, reports, standards and posted contents are what they are, with their dates."""
    paper = only(items("crossref-xml", tmp_path, a_batch(document.format(SMALL.format("T", "", "10.1000/a")))))
    assert (paper.kind, paper.dates) == wanted


def test_a_review_is_by_its_reviewer_and_of_its_article(tmp_path: Path) -> None:
    """Who reviewed is the author of the review, and the review is related to what it is of."""
    program = """<rel:program><rel:related_item><rel:inter_work_relation relationship-type="isReviewOf"
        identifier-type="doi">10.1000/one</rel:inter_work_relation></rel:related_item></rel:program>"""
    inside = SMALL.format("Review", PERSON.format("reviewer") + program, "10.1000/r")
    paper = only(items("crossref-xml", tmp_path, a_batch(f"<peer_review>{inside}</peer_review>")))
    assert [one.name for one in paper.authors or ()] == ["P"]
    assert paper.relations == (WorkRelation(kind="reviews", target="doi:10.1000/one"),)


def test_a_dissertation_is_written_where_it_was_accepted(tmp_path: Path) -> None:
    """The institution of a dissertation is where its author wrote it."""
    institution = """<institution><institution_name>U. of Ones</institution_name></institution>"""
    document = SMALL.format("T", PERSON.format("author") + institution, "10.1000/t")
    paper = only(items("crossref-xml", tmp_path, a_batch(f"<dissertation>{document}</dissertation>")))
    assert [one.affiliations for one in paper.authors or ()] == [(Affiliation(text="U. of Ones"),)]


def test_a_notice_retracts_another_work_or_its_own(tmp_path: Path) -> None:
    """A notice is related to what it retracts and is itself sound; a work that withdraws itself is retracted."""
    update = '<crossmark><updates><update type="{}" date="2021-05-06">{}</update></updates></crossmark>'
    notice = SMALL.format("Retraction", update.format("retraction", "10.1000/a"), "10.1000/n")
    gone = SMALL.format("Withdrawn", update.format("withdrawal", "10.1000/W"), "10.1000/w")
    found = items(
        "crossref-xml",
        tmp_path,
        a_batch(f"<posted_content>{notice}</posted_content><posted_content>{gone}</posted_content>"),
    )
    first, second = of(PaperRecord, found)
    assert (first.retracted, first.relations) == (None, (WorkRelation(kind="retracts", target="doi:10.1000/a"),))
    assert (second.retracted, second.relations, second.dates) == (
        True,
        (),
        (Dated(value="2021-05-06", kind="retracted"),),
    )


def test_answers_of_crossref_tell_when_a_deposit_was_made(tmp_path: Path) -> None:
    """Unixref and unixsd tell the day with each record; what Crossref does not know is rejected in its own words."""
    article = SMALL.format("T", "", "10.1000/{}")
    work = f"<crossref>{JOURNAL.format(f'<journal_article>{article}</journal_article>')}</crossref>"
    unixref = f"""<doi_records><doi_record timestamp="2020-02-03 04:05:06">{work.replace("{}", "a")}</doi_record>
        <doi_record><crossref><error>doi:10.1000/no not found</error></crossref></doi_record></doi_records>"""
    unixsd = f"""<crossref_result xmlns="http://www.crossref.org/qrschema/3.0"><query_result><body>
        <query status="resolved"><doi>10.1000/b</doi><crm-item name="last-update">2021-02-03T04:05:06Z</crm-item>
        <doi_record>{work.replace("{}", "b")}</doi_record></query></body></query_result></crossref_result>"""
    found = items("crossref-xml", tmp_path, unixref, unixsd)
    assert [(one.key, one.revised) for one in of(PaperRecord, found)] == [
        ("10.1000/a", "2020-02-03T04:05:06Z"),
        ("10.1000/b", "2021-02-03T04:05:06Z"),
    ]
    (told,) = (one for one in found if isinstance(one, Rejected))
    assert told.reason == "doi:10.1000/no not found"


@pytest.mark.parametrize(
    ("stamp", "wanted"),
    [
        ("20220427203318", "2022-04-27T20:33:18Z"),
        ("20220427", "2022-04-27"),
        ("20160114000000001", "2016-01-14T00:00:00Z"),
        ("1651091598", None),
        ("20229927203318", None),
        ("", None),
        (None, None),
    ],
)
def test_a_stamp_that_is_a_time_tells_it(stamp: str | None, wanted: str | None) -> None:
    """A stamp only has to grow: one that is no date tells none."""
    assert moment(stamp) == wanted


@given(st.text(alphabet="0123456789-:T Z"))
def test_any_stamp_is_a_normal_date_or_none(stamp: str) -> None:
    """Whatever stands in a stamp, it never costs the record."""
    found = moment(stamp)
    assert found is None or dates.normal(found) == found


def test_a_bad_work_is_refused_by_its_place(tmp_path: Path) -> None:
    """A work without title or DOI is rejected, and the deposit goes on."""
    said = [SMALL.format("", "", "10.1000/a"), SMALL.format("B", "", "nonsense"), SMALL.format("C", "", "10.1000/c")]
    found = items("crossref-xml", tmp_path, a_batch(*(f"<posted_content>{one}</posted_content>" for one in said)))
    assert [(one.place, one.reason) for one in found if isinstance(one, Rejected)] == [
        ("record 2, line 5, 10.1000/a", "it has no title."),
        ("record 3, line 5, nonsense", "it has no DOI."),
    ]
    assert only(found).title == "C"


def test_another_kind_of_file_is_refused(tmp_path: Path) -> None:
    """XML that is not Crossref's raises an error that says what was expected."""
    with pytest.raises(SourceError, match=r"expected works in Crossref's XML, .*this is a <article>"):
        items("crossref-xml", tmp_path, "<article/>")


def test_real_deposits_are_read_as_they_are_counted() -> None:
    """Real deposits give as many people, ORCID iDs, institutions and citations as a plain look at the XML counts."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    source = sources()["crossref-xml"]
    with opened([data_set("jose_crossref_jats")], lambda name: name.endswith(".crossref.xml")) as files:
        read = source.start(files)
        for file in files:
            with file.open() as stream:
                tree = etree.parse(stream)
            for name, path in (
                ("paper", "count(//*[local-name()='journal_article'])"),
                ("people", "count(//*[local-name()='person_name'])"),
                ("orcids", "count(//*[local-name()='ORCID'])"),
                ("institutions", "count(//*[local-name()='institution'])"),
                ("licences", "count(//*[local-name()='license_ref'][@applies_to='vor'])"),
                ("revised", "count(//*[local-name()='timestamp'])"),
            ):
                wanted[name] += int(str(tree.xpath(path)).removesuffix(".0"))
            said = (doi for one in tree.iter("{*}citation") for doi in one.iterfind("{*}doi"))
            cited = {"".join(map(str, one.itertext())).lower().strip() for one in said}
            for item in read(file):
                assert not isinstance(item, Rejected)
                record = cleaned(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    found["people"] += len(record.authors or ())
                    found["orcids"] += sum(len(one.ids) for one in record.authors or ())
                    found["institutions"] += sum(len(one.affiliations or ()) for one in record.authors or ())
                    found["licences"] += record.licence is not None
                    found["revised"] += record.revised is not None
                    ours = {one.partition(":")[2] for one in record.references or ()}
                    assert {one for one in cited if one.startswith("10.") and "/arxiv." not in one} <= ours
    assert (wanted["paper"], wanted["people"], wanted["orcids"], wanted["institutions"]) == (90, 560, 477, 156)
    assert {name: found[name] for name in wanted} == wanted
