"""Crossref XML works, from hand-written documents in its published format."""

from pathlib import Path

import pytest

from loaders.records.parts import Affiliation, Author, Funding, Manifestation, TypedDate, VolumeUse, WorkRelation
from loaders.records.record import FunderRecord, PaperRecord, VenueRecord, VolumeRecord
from tests.loaders.sources.crossref_xml_documents import ARTICLE, JOURNAL, PERSON, SMALL, doi_batch
from tests.loaders.sources.read_helpers import items, of, only


def test_title_in_original_language_replaces_empty_title(tmp_path: Path) -> None:
    """An article with an empty title has the title in its original language."""
    titles = "<titles><title/><original_language_title language='fr'>Sur les uns</original_language_title></titles>"
    start, end = ARTICLE.index("<titles>"), ARTICLE.index("</titles>") + len("</titles>")
    article = ARTICLE[:start] + titles + ARTICLE[end:]
    assert only(items("crossref-xml", tmp_path, doi_batch(JOURNAL.format(article)))).title == "Sur les uns"


def test_article_is_read_completely(tmp_path: Path) -> None:
    """An article gives a paper after its journal, volume and funders; the source is crossref."""
    issns = ("issn:0098-0331", "issn:1573-1561")
    assert items("crossref-xml", tmp_path, doi_batch(JOURNAL.format(ARTICLE))) == [
        VenueRecord(
            source="crossref",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=(*issns, "crossref-venue:issn:0098-0331"),
            acronym="J Ones",
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
            venues=("crossref-venue:issn:0098-0331",),
        ),
        FunderRecord(
            source="crossref",
            key="funder/10.13039/100000001",
            in_passing=True,
            name="Agency of Ones",
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
            ids=("doi:10.1000/one", "pmid:101"),
            same_work=("doi:10.48550/arxiv.2001.00001", "arxiv:2001.00001"),
            abstract="First. Second.",
            language="en",
            dates=(TypedDate(value="2021-03-09"), TypedDate(value="2021")),
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
            appeared_in=VolumeUse(
                volume="crossref:issn:0098-0331/48",
                venues=("issn:0098-0331", "issn:1573-1561", "crossref-venue:issn:0098-0331"),
                pages="817-826",
                issue="11",
            ),
            pages="817-826",
            references=("doi:10.1000/two", "doi:10.1000/three", "doi:10.1000/soft"),
            forms=(Manifestation(url="https://press.example/one", kind="article"),),
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
            license="https://creativecommons.org/licenses/by/4.0",
        ),
    ]


def test_missing_values_stay_null(tmp_path: Path) -> None:
    """Without contributors, citations, programs and dates, those values are null."""
    paper = only(
        items(
            "crossref-xml",
            tmp_path,
            doi_batch(f"<posted_content>{SMALL.format('T', '', '10.1000/a')}</posted_content>"),
        )
    )
    assert (paper.kind, paper.authors, paper.references, paper.funding, paper.open_access) == ("preprint", *(None,) * 4)
    assert (paper.dates, paper.relations, paper.license, paper.appeared_in) == ((), (), None, None)


@pytest.mark.parametrize("schema", ["4.3.0", "4.4.0", "5.3.1", "5.4.0"])
def test_articles_belong_to_their_own_journal(tmp_path: Path, schema: str) -> None:
    """Values of one journal do not apply to the next, in any schema, and an article needs no issue."""
    one = f"<journal_article>{SMALL.format('A', '', '10.1000/a')}</journal_article>"
    two = one.replace("10.1000/a", "10.1000/b")
    other = f"""<journal><journal_metadata><full_title>Other</full_title></journal_metadata>{two}</journal>"""
    found = items("crossref-xml", tmp_path, doi_batch(JOURNAL.format(one), other, schema=schema))
    assert [one.appeared_in for one in of(PaperRecord, found)] == [
        VolumeUse(
            volume="crossref:issn:0098-0331/48",
            venues=("issn:0098-0331", "issn:1573-1561", "crossref-venue:issn:0098-0331"),
            issue="11",
        ),
        VolumeUse(volume="crossref:name:other/", venues=("crossref-venue:other",), unnumbered=True),
    ]


def test_paper_belongs_to_conference_proceedings(tmp_path: Path) -> None:
    """Proceedings have their year, publisher and chairs, and the series as their venue."""
    found = items(
        "crossref-xml",
        tmp_path,
        doi_batch(
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
    assert (venue.name, venue.ids) == ("Notes of Ones", ("issn:0098-0331", "crossref-venue:issn:0098-0331"))
    assert of(VolumeRecord, found) == [
        VolumeRecord(
            source="crossref",
            key="isbn:9783161484100/proceedings of ones",
            in_passing=True,
            ids=("volume:isbn:9783161484100",),
            title="Proceedings of Ones",
            year=2020,
            number="9",
            publisher="Press",
            venues=("crossref-venue:issn:0098-0331",),
            editors=(Author(name="R. Roe", family="Roe"),),
        )
    ]
    assert only(found).appeared_in == VolumeUse(
        volume="crossref:isbn:9783161484100/proceedings of ones",
        pages="5",
        venues=("issn:0098-0331", "crossref-venue:issn:0098-0331"),
    )


def test_book_is_paper_and_volume_of_chapters(tmp_path: Path) -> None:
    """A book with a DOI is a paper with its ISBN; its chapters belong to it, with its editors."""
    found = items(
        "crossref-xml",
        tmp_path,
        doi_batch(
            f"""<book book_type="edited_book"><book_metadata><contributors><person_name contributor_role="editor">
            <surname>Ed</surname></person_name></contributors>{
                SMALL.format("A Book", "<isbn>9783161484100</isbn>", "10.1000/book")
            }</book_metadata>
            <content_item component_type="chapter">{SMALL.format("One", "", "10.1000/book.1")}</content_item></book>"""
        ),
    )
    book, chapter = of(PaperRecord, found)
    assert (book.kind, book.ids, book.authors) == ("book", ("doi:10.1000/book", "isbn:9783161484100"), None)
    assert (chapter.kind, chapter.appeared_in) == ("chapter", VolumeUse(volume="crossref:isbn:9783161484100/a book"))
    (volume,) = of(VolumeRecord, found)
    assert (volume.title, [one.name for one in volume.editors]) == ("A Book", ["Ed"])


@pytest.mark.parametrize(
    ("document", "wanted"),
    [
        ("<peer_review><contributors/>{}</peer_review>", ("review", ())),
        (
            """<database><dataset>{}<database_date><publication_date><year>2019</year></publication_date><update_date>
            <year>2020</year></update_date></database_date></dataset></database>""",
            ("dataset", (TypedDate(value="2019"), TypedDate(value="2020", kind="updated"))),
        ),
        (
            "<dissertation>{}<approval_date><year>2018</year></approval_date></dissertation>",
            ("thesis", (TypedDate(value="2018"),)),
        ),
        ("<report-paper><report-paper_metadata>{}</report-paper_metadata></report-paper>", ("report", ())),
        ("<standard><standard_metadata>{}</standard_metadata></standard>", ("report", ())),
        (
            "<posted_content>{}<posted_date><year>2020</year><month>2</month></posted_date></posted_content>",
            ("preprint", (TypedDate(value="2020-02"),)),
        ),
    ],
)
def test_every_work_type_has_kind_and_dates(
    tmp_path: Path, document: str, wanted: tuple[str, tuple[TypedDate, ...]]
) -> None:
    """Reviews, datasets, dissertations, reports, standards and posted content have their kind and dates."""
    paper = only(items("crossref-xml", tmp_path, doi_batch(document.format(SMALL.format("T", "", "10.1000/a")))))
    assert (paper.kind, paper.dates) == wanted


def test_review_has_reviewer_and_reviewed_article(tmp_path: Path) -> None:
    """The reviewer is the author of the review, and the review is related to the reviewed article."""
    program = """<rel:program><rel:related_item><rel:inter_work_relation relationship-type="isReviewOf"
        identifier-type="doi">10.1000/one</rel:inter_work_relation></rel:related_item></rel:program>"""
    inside = SMALL.format("Review", PERSON.format("reviewer") + program, "10.1000/r")
    paper = only(items("crossref-xml", tmp_path, doi_batch(f"<peer_review>{inside}</peer_review>")))
    assert [one.name for one in paper.authors or ()] == ["P"]
    assert paper.relations == (WorkRelation(kind="reviews", target="doi:10.1000/one"),)


def test_dissertation_affiliation_is_accepting_institution(tmp_path: Path) -> None:
    """The institution of a dissertation is the affiliation of its author."""
    institution = """<institution><institution_name>U. of Ones</institution_name></institution>"""
    document = SMALL.format("T", PERSON.format("author") + institution, "10.1000/t")
    paper = only(items("crossref-xml", tmp_path, doi_batch(f"<dissertation>{document}</dissertation>")))
    assert [one.affiliations for one in paper.authors or ()] == [(Affiliation(text="U. of Ones"),)]


def test_retraction_notice_or_withdrawal_is_read(tmp_path: Path) -> None:
    """A notice relates to the retracted work and is not retracted itself; a self-withdrawal is retracted."""
    update = '<crossmark><updates><update type="{}" date="2021-05-06">{}</update></updates></crossmark>'
    notice = SMALL.format("Retraction", update.format("retraction", "10.1000/a"), "10.1000/n")
    gone = SMALL.format("Withdrawn", update.format("withdrawal", "10.1000/W"), "10.1000/w")
    found = items(
        "crossref-xml",
        tmp_path,
        doi_batch(f"<posted_content>{notice}</posted_content><posted_content>{gone}</posted_content>"),
    )
    first, second = of(PaperRecord, found)
    assert (first.retracted, first.relations) == (None, (WorkRelation(kind="retracts", target="doi:10.1000/a"),))
    assert (second.retracted, second.relations, second.dates) == (
        True,
        (),
        (TypedDate(value="2021-05-06", kind="retracted"),),
    )
