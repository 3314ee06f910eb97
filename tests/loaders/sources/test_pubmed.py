"""PubMed citations, from hand-written documents in its published format and from real ones."""

from collections import Counter
from pathlib import Path

import pytest

from loaders.formats.archive import open_files
from loaders.records.dates import extract_date_from_text
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import (
    Affiliation,
    Author,
    Funding,
    Manifestation,
    Resource,
    TopicUse,
    TypedDate,
    VolumeUse,
    WorkRelation,
)
from loaders.records.record import FunderRecord, PaperRecord, TopicRecord, VenueRecord, VolumeRecord
from loaders.records.serialization import kind
from loaders.sources.base import sources
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.read_helpers import count_nodes, items, of, only

ARTICLE = """<PubmedArticle><MedlineCitation Status="MEDLINE">
  <PMID Version="2">00101</PMID>
  <DateRevised><Year>2021</Year><Month>06</Month><Day>07</Day></DateRevised>
  <Article>
    <Journal><ISSN IssnType="Electronic">1573-1561</ISSN>
      <JournalIssue><Volume>48</Volume><Issue>11-12</Issue><PubDate><Year>2020</Year><Month>Dec</Month></PubDate></JournalIssue>
      <Title>Journal of Ones</Title></Journal>
    <ArticleTitle>[On <i>E. coli</i> and H<sub>2</sub>O].</ArticleTitle>
    <Pagination><StartPage>817</StartPage><EndPage>826</EndPage><MedlinePgn>817-26</MedlinePgn></Pagination>
    <ELocationID EIdType="doi" ValidYN="Y">10.1000/ONE</ELocationID>
    <ELocationID EIdType="doi" ValidYN="N">10.1000/wrong</ELocationID>
    <Abstract><AbstractText Label="AIMS">Few.</AbstractText>
      <AbstractText Label="CODE">See https://github.com/ones/one.</AbstractText><CopyrightInformation>c</CopyrightInformation></Abstract>
    <AuthorList CompleteYN="N">
      <Author ValidYN="Y"><LastName>Doe</LastName><ForeName>Jane A</ForeName><Suffix>Jr</Suffix>
        <Identifier Source="ORCID">http://orcid.org/0000-0002-1825-0097</Identifier>
        <AffiliationInfo><Affiliation>Dept. of Ones</Affiliation>
          <Identifier Source="ROR">https://ror.org/03yrm5c26</Identifier></AffiliationInfo>
        <AffiliationInfo><Affiliation>Elsewhere</Affiliation></AffiliationInfo></Author>
      <Author ValidYN="N"><LastName>Deo</LastName><ForeName>Jane A</ForeName></Author>
      <Author ValidYN="Y"><LastName>Roe</LastName><Initials>R</Initials></Author>
      <Author ValidYN="Y"><CollectiveName>Ones, Twos and Threes Group</CollectiveName></Author>
    </AuthorList>
    <Language>ger</Language>
    <GrantList><Grant><GrantID>G1</GrantID><Agency>Agency of Ones</Agency><Country>United States</Country></Grant>
      <Grant><GrantID>G2</GrantID><Agency>Agency of ones</Agency><Country>United States</Country></Grant></GrantList>
    <PublicationTypeList><PublicationType>Journal Article</PublicationType></PublicationTypeList>
    <VernacularTitle>Von Einsen.</VernacularTitle>
    <ArticleDate DateType="Electronic"><Year>2020</Year><Month>11</Month><Day>31</Day></ArticleDate>
  </Article>
  <MedlineJournalInfo>
    <MedlineTA>J Ones</MedlineTA><NlmUniqueID>7</NlmUniqueID><ISSNLinking>0098-0331</ISSNLinking></MedlineJournalInfo>
  <ChemicalList><Chemical><NameOfSubstance UI="D1">Ones</NameOfSubstance></Chemical></ChemicalList>
  <SupplMeshList><SupplMeshName UI="C3">A rare one</SupplMeshName></SupplMeshList>
  <CommentsCorrectionsList>
    <CommentsCorrections RefType="RetractionIn"><RefSource>J Ones. 2021;49:1</RefSource>
      <PMID>102</PMID></CommentsCorrections>
    <CommentsCorrections RefType="CommentOn"><RefSource>J Ones</RefSource><PMID>99</PMID></CommentsCorrections>
    <CommentsCorrections RefType="ErratumIn"><RefSource>J Ones. 2020;48:9</RefSource></CommentsCorrections>
    <CommentsCorrections RefType="Cites"><RefSource>old</RefSource><PMID>5</PMID></CommentsCorrections>
  </CommentsCorrectionsList>
  <MeshHeadingList>
    <MeshHeading><DescriptorName UI="D1" MajorTopicYN="N">Ones</DescriptorName>
      <QualifierName UI="Q1" MajorTopicYN="Y">history</QualifierName></MeshHeading>
    <MeshHeading><DescriptorName UI="D2" MajorTopicYN="N">Twos</DescriptorName></MeshHeading>
  </MeshHeadingList>
  <KeywordList Owner="NOTNLM"><Keyword>One-ness</Keyword><Keyword>ONE-NESS</Keyword></KeywordList>
</MedlineCitation><PubmedData>
  <History><PubMedPubDate PubStatus="received"><Year>2019</Year><Month>1</Month><Day>1</Day></PubMedPubDate></History>
  <ArticleIdList><ArticleId IdType="pubmed">101</ArticleId><ArticleId IdType="pmc">PMC77</ArticleId>
    <ArticleId IdType="doi">10.1000/one</ArticleId><ArticleId IdType="pii">x</ArticleId></ArticleIdList>
  <ReferenceList><Reference><Citation>A book</Citation></Reference><ReferenceList><Reference><ArticleIdList>
    <ArticleId IdType="pubmed">6</ArticleId><ArticleId IdType="doi">10.1000/six</ArticleId></ArticleIdList></Reference>
  </ReferenceList></ReferenceList>
</PubmedData></PubmedArticle>"""


def article_set(*citations: str) -> str:
    """Return a PubmedArticleSet with the given citations."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://example.org/none.dtd">
<PubmedArticleSet>{"".join(citations)}</PubmedArticleSet>"""


def small(pmid: int, inside: str = "", types: str = "", title: str = "Small.") -> str:
    return f"""<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>{title}</ArticleTitle>
        <PublicationTypeList><PublicationType>{types}</PublicationType></PublicationTypeList>{inside}</Article>
        </MedlineCitation></PubmedArticle>"""


def test_citation_is_read_completely(tmp_path: Path) -> None:
    """A citation gives a paper after its journal, topics and funder, without PubMed's additions to the title."""
    issns = ("issn:0098-0331", "issn:1573-1561", "nlm:7")
    mesh = [("D1", "Ones"), ("D2", "Twos"), ("C3", "A rare one")]
    found = items("pubmed", tmp_path, article_set(ARTICLE))
    assert of(TopicRecord, found) == [
        TopicRecord(
            source="pubmed",
            key=f"mesh/{code}",
            in_passing=True,
            url=f"https://meshb.nlm.nih.gov/record/ui?ui={code}",
            scheme="mesh",
            code=code,
            name=name,
        )
        for code, name in mesh
    ] + [
        TopicRecord(
            source="pubmed", key="keyword/one-ness", in_passing=True, scheme="keyword", code="one-ness", name="one-ness"
        )
    ]
    assert [one for one in found if not isinstance(one, TopicRecord)] == [
        VenueRecord(
            source="pubmed",
            key="journal/7",
            in_passing=True,
            url="https://www.ncbi.nlm.nih.gov/nlmcatalog/7",
            name="Journal of Ones",
            ids=issns,
            acronym="J Ones",
            kind="journal",
        ),
        VolumeRecord(
            source="pubmed",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48", "volume:issn:1573-1561/48"),
            title="Volume 48",
            year=2020,
            journal="Journal of Ones",
            number="48",
            venues=("nlm:7",),
        ),
        FunderRecord(
            source="pubmed",
            key="funder/agency of ones",
            in_passing=True,
            name="Agency of ones",
            ids=("pubmed-funder:agency of ones",),
            country_code="US",
        ),
        PaperRecord(
            source="pubmed",
            key="101",
            url="https://pubmed.ncbi.nlm.nih.gov/101/",
            revised="2021-06-07",
            title="On E. coli and H2O",
            ids=("pmid:101", "pmcid:PMC77", "doi:10.1000/one"),
            abstract="AIMS: Few. CODE: See https://github.com/ones/one.",
            language="de",
            dates=(TypedDate(value="2020-11"), TypedDate(value="2020-12")),
            authors=(
                Author(
                    name="Jane A Doe Jr",
                    family="Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(
                        Affiliation(text="Dept. of Ones", ror="ror:03yrm5c26"),
                        Affiliation(text="Elsewhere"),
                    ),
                ),
                Author(name="R Roe", family="Roe"),
                Author(name="Ones, Twos and Threes Group", family="Ones, Twos and Threes Group"),
            ),
            authors_complete=False,
            topics=(
                TopicUse(scheme="mesh", code="D1", primary=True),
                TopicUse(scheme="mesh", code="D2"),
                TopicUse(scheme="mesh", code="C3"),
                TopicUse(scheme="keyword", code="one-ness"),
            ),
            appeared_in=VolumeUse(
                volume="pubmed:issn:0098-0331/48",
                venues=issns,
                pages="817-26",
                issue="11-12",
            ),
            pages="817-26",
            references=("pmid:5", "pmid:6", "doi:10.1000/six"),
            resources=(Resource(url="https://github.com/ones/one", kind="code", by="text"),),
            forms=(Manifestation(url="https://pmc.ncbi.nlm.nih.gov/articles/PMC77", kind="article"),),
            open_access=True,
            best_location="https://pmc.ncbi.nlm.nih.gov/articles/PMC77",
            funding=(Funding(funder="pubmed-funder:agency of ones", awards=("G1", "G2")),),
            relations=(
                WorkRelation(kind="retracts", target="pmid:102", inverse=True),
                WorkRelation(kind="comments_on", target="pmid:99"),
            ),
            retracted=True,
            notices=("Retraction in: J Ones. 2021;49:1", "Erratum in: J Ones. 2020;48:9"),
        ),
    ]


def test_missing_values_stay_null(tmp_path: Path) -> None:
    """A citation with only a title has null byline, topics, references and funders."""
    paper = only(items("pubmed", tmp_path, article_set(small(1))))
    assert paper == PaperRecord(
        source="pubmed", key="1", url="https://pubmed.ncbi.nlm.nih.gov/1/", title="Small", ids=("pmid:1",)
    )
    assert (paper.authors, paper.topics, paper.references, paper.funding, paper.retracted) == (None,) * 5


@pytest.mark.parametrize(
    ("said", "date"),
    [
        ("1998 Dec-1999 Jan", "1998"),
        ("2000 Spring", "2000"),
        ("2001 Jan-Feb", "2001"),
        ("2015 Nov 3-9", "2015-11"),
        ("Winter 1976", "1976"),
        ("1999 Mar-Mar", "1999-03"),
        ("no year", None),
    ],
)
def test_text_dates_have_stated_precision(said: str, date: str | None) -> None:
    """The year is read from a text date, and the month if a single one is named."""
    assert extract_date_from_text(said) == date


@pytest.mark.parametrize(
    ("types", "wanted"),
    [
        ("Editorial", "editorial"),
        ("Preprint", "preprint"),
        ("Dataset", "dataset"),
        ("Retraction of Publication", "other"),
        ("Letter", "article"),
    ],
)
def test_publication_types_give_kinds(tmp_path: Path, types: str, wanted: str) -> None:
    """A publication type gives the kind if it is one here; a notice is not an article."""
    assert only(items("pubmed", tmp_path, article_set(small(1, types=types)))).kind == wanted


def test_retracted_publication_type_marks_paper(tmp_path: Path) -> None:
    """The type Retracted Publication marks a paper as retracted, and its kind stays article."""
    paper = only(items("pubmed", tmp_path, article_set(small(1, types="Retracted Publication"))))
    assert (paper.retracted, paper.kind) == (True, "article")


def test_unavailable_title_is_replaced_by_vernacular_title(tmp_path: Path) -> None:
    """Without an English title, the vernacular title is the title."""
    document = article_set(small(1, "<VernacularTitle>Von Einsen.</VernacularTitle>", title="[Not Available]."))
    assert only(items("pubmed", tmp_path, document)).title == "Von Einsen"


def test_bookshelf_chapter_belongs_to_book(tmp_path: Path) -> None:
    """A chapter has the book as its volume, with editors; the authors are the chapter's."""
    document = article_set("""<PubmedBookArticle><BookDocument><PMID>9</PMID><ArticleIdList>
        <ArticleId IdType="bookaccession">NBK9</ArticleId></ArticleIdList>
        <Book><Publisher><PublisherName>Press</PublisherName></Publisher><BookTitle>A Book of Ones</BookTitle>
          <PubDate><Year>2020</Year></PubDate>
          <AuthorList Type="editors"><Author><LastName>Roe</LastName><ForeName>R</ForeName></Author></AuthorList>
          <Isbn>9783161484100</Isbn></Book>
        <ArticleTitle>One</ArticleTitle><Language>eng</Language>
        <AuthorList Type="authors"><Author><LastName>Doe</LastName><ForeName>J</ForeName></Author></AuthorList>
        </BookDocument></PubmedBookArticle>""")
    found = items("pubmed", tmp_path, document)
    (book,) = of(VolumeRecord, found)
    paper = only(found)
    assert (book.key, book.publisher, [one.name for one in book.editors]) == (
        "isbn:9783161484100/a book of ones",
        "Press",
        ["R Roe"],
    )
    assert (paper.kind, paper.appeared_in, paper.dates, [one.name for one in paper.authors or ()]) == (
        "chapter",
        VolumeUse(volume="pubmed:isbn:9783161484100/a book of ones"),
        (TypedDate(value="2020"),),
        ["J Doe"],
    )


def test_deleted_citations_are_skipped_before_deletion(tmp_path: Path) -> None:
    """A citation deleted by a later file is skipped, a re-added one is read, and the deletion is reported."""
    first = article_set(small(1), small(2), small(3))
    second = article_set(
        small(4), "<DeleteCitation><PMID Version='1'>2</PMID><PMID Version='1'>4</PMID></DeleteCitation>"
    )
    third = article_set(small(2, title="Back."))
    found = items("pubmed", tmp_path, first, second, third)
    assert [(one.key, one.title) for one in of(PaperRecord, found)] == [("1", "Small"), ("3", "Small"), ("2", "Back")]
    (told,) = (one for one in found if isinstance(one, RejectedItem))
    assert told.place == "deletions of 2, 4"
    assert "byline unload pubmed" in told.reason


def test_invalid_citation_is_rejected_by_place(tmp_path: Path) -> None:
    """A citation without a title, PMID or article is rejected, and the rest is read."""
    empty = "<PubmedArticle><MedlineCitation><PMID>8</PMID></MedlineCitation></PubmedArticle>"
    nameless = small(7).replace("<PMID>7</PMID>", "<PMID>seven</PMID>")
    found = items("pubmed", tmp_path, article_set(small(6, title=""), nameless, empty, small(9)))
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 1, line 3, 6", "it has no title."),
        ("record 2, line 5, seven", "it has no PMID."),
        ("record 3, line 7, 8", "it has neither an article nor a book."),
    ]
    assert only(found).key == "9"


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """XML of another kind raises an error that states the expected format."""
    with pytest.raises(SourceFileError, match=r"0\.xml: expected PubMed citations, .*this is a <feed>"):
        items("pubmed", tmp_path, "<feed/>")


COUNTED = {
    "paper": "//MedlineCitation",
    "people": "//AuthorList/Author[@ValidYN='Y']",
    "affiliations": "//Author/AffiliationInfo",
    "abstracts": "//Article/Abstract",
    "major": "//MeshHeading[*[@MajorTopicYN='Y']]",
    "references": "//Reference/ArticleIdList/ArticleId[@IdType!='pii']",
    "comments": "//CommentsCorrections",
}
"""What a plain look at the XML counts."""


def test_real_citations_match_independent_count() -> None:
    """Real citations give as many papers, people, headings and references as a count of the XML."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    source = sources()["pubmed"]
    with open_files([data_set("dump_samples")], lambda name: "pubmed" in name and source.accepts(name)) as files:
        assert len(files) == 5
        read = source.start(files)
        for file in files:
            wanted += count_nodes(file, COUNTED)
            for item in read(file):
                assert not isinstance(item, RejectedItem)
                record = normalize_record(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    found["people"] += len(record.authors or ())
                    found["affiliations"] += sum(len(one.affiliations or ()) for one in record.authors or ())
                    found["abstracts"] += record.abstract is not None
                    found["major"] += sum(one.primary for one in record.topics or ())
                    found["references"] += len(record.references or ())
                    found["comments"] += len(record.relations)
    assert wanted["paper"] == 12
    assert {name: found[name] for name in wanted} == wanted
