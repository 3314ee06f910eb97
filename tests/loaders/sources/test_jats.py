"""JATS articles, from hand-written documents in its published format and from real ones."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from loaders.bibliographic.jats_text import abstract
from loaders.formats.archive import open_files
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
from loaders.sources.jats.people import affiliation
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.read_helpers import items, of, only

ARTICLE = """<?xml version="1.0"?>
<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Publishing DTD v1.3 20210610//EN" "none.dtd">
<article xmlns:mml="http://www.w3.org/1998/Math/MathML" xmlns:xlink="http://www.w3.org/1999/xlink"
  xmlns:ali="http://www.niso.org/schemas/ali/1.0/" article-type="research-article" xml:lang="en"><front>
<journal-meta><journal-id>jo</journal-id><journal-title-group><journal-title>Journal of Ones</journal-title>
  <abbrev-journal-title>J Ones</abbrev-journal-title></journal-title-group>
  <issn pub-type="ppub">1573-1561</issn><issn pub-type="epub">0098-0331</issn><issn pub-type="ppub">0000-0001</issn>
  <publisher><publisher-name>Press</publisher-name></publisher></journal-meta>
<article-meta>
  <article-id pub-id-type="publisher-id">7</article-id><article-id pub-id-type="doi">10.1000/ONE</article-id>
  <article-id pub-id-type="pmid">101</article-id><article-id pub-id-type="pmc">77</article-id>
  <article-categories><subj-group><subject>Ones</subject></subj-group></article-categories>
  <title-group><article-title>On <italic>E. coli</italic>,<xref ref-type="fn" rid="f1">*</xref>
    Erd&odblac;s &amp; <alternatives><mml:math><mml:mi>x</mml:mi></mml:math><tex-math>$x$</tex-math></alternatives>
    </article-title><subtitle>Few</subtitle></title-group>
  <contrib-group><contrib contrib-type="author" corresp="yes">
      <contrib-id contrib-id-type="orcid" authenticated="true">https://orcid.org/0000-0002-1825-0097</contrib-id>
      <name-alternatives><name name-style="western"><surname>Doe</surname><given-names>Jane A.</given-names>
        <suffix>Jr.</suffix></name><name name-style="eastern"><surname>\u675c</surname></name></name-alternatives>
      <xref ref-type="aff" rid="a1 a2"/><xref ref-type="aff" rid="a2">2</xref></contrib>
    <contrib contrib-type="author"><name><surname>Roe</surname><given-names>R.</given-names></name></contrib>
    <contrib contrib-type="author"><collab>Ones, Twos Group<contrib-group><contrib contrib-type="author"><name>
      <surname>Member</surname></name></contrib></contrib-group></collab></contrib>
    <contrib contrib-type="editor"><name><surname>Ed</surname></name></contrib>
    <contrib contrib-type="author"><anonymous/></contrib><etal/>
    <aff id="a1"><label>1</label><institution-wrap><institution content-type="dept">Dept. of Ones</institution>
      <institution>U. of Ones</institution>
      <institution-id institution-id-type="ROR">https://ror.org/03yrm5c26</institution-id></institution-wrap>
      <city>Onetown</city><country>Oneland</country></aff></contrib-group>
  <aff id="a2"><sup>2</sup>Elsewhere, <addr-line>Two Street</addr-line>, <country>Twoland</country>.</aff>
  <pub-date date-type="pub" publication-format="electronic" iso-8601-date="2021-03-09"><day>9</day><month>March</month>
    <year>2021</year></pub-date><pub-date pub-type="collection"><year>2021</year></pub-date>
  <pub-date pub-type="pmc-release"><year>2022</year></pub-date>
  <volume>48</volume><issue>11</issue><fpage>817</fpage><lpage>826</lpage>
  <history><date date-type="received"><year>2020</year></date>
    <date date-type="corrected"><year>2021</year><month>5</month></date></history>
  <permissions><license license-type="open-access"><ali:license_ref>https://creativecommons.org/licenses/by/4.0/</ali:license_ref>
    <license-p>Open.</license-p></license></permissions>
  <self-uri xlink:href="https://press.example/one.pdf"/><self-uri xlink:href="one.pdf"/>
  <related-article related-article-type="corrected-article" ext-link-type="doi" xlink:href="10.1000/zero"/>
  <related-article related-article-type="retraction-forward" ext-link-type="doi" xlink:href="10.1000/r"/>
  <related-article related-article-type="companion" ext-link-type="doi" xlink:href="10.1000/c"/>
  <abstract><title>Abstract</title><sec><title>Methods:</title><p>Few. See https://github.com/ones/one</p><p>More.</p></sec>
    <sec><title>Results</title><p>None.</p></sec></abstract>
  <abstract abstract-type="graphical"><p>A picture</p></abstract>
  <kwd-group kwd-group-type="author"><kwd>One-ness</kwd><kwd><italic>E. coli</italic></kwd></kwd-group>
  <kwd-group kwd-group-type="pacs"><kwd>1.2</kwd></kwd-group>
  <funding-group><award-group><funding-source country="us"><institution-wrap><institution>Agency of Ones</institution>
      <institution-id institution-id-type="FundRef">http://dx.doi.org/10.13039/100000001</institution-id></institution-wrap>
      </funding-source><award-id>G1</award-id><award-id>G2</award-id></award-group>
    <award-group><funding-source>Twos Fund</funding-source></award-group></funding-group>
</article-meta></front><body><sec><title>Body</title><p>text</p></sec></body>
<back><ref-list><title>References</title><ref id="r1"><mixed-citation>A. <pub-id pub-id-type="doi">10.1000/two</pub-id>
  <pub-id pub-id-type="pmid">6</pub-id></mixed-citation></ref>
  <ref id="r2"><element-citation><ext-link ext-link-type="uri" xlink:href="https://doi.org/10.1000/three">x</ext-link>
  </element-citation></ref><ref id="r3"><mixed-citation>A book</mixed-citation></ref></ref-list></back>
<sub-article article-type="reply"><front-stub><title-group><article-title>Reply</article-title></title-group>
  </front-stub>
  <back><ref-list><ref><mixed-citation>
  <pub-id pub-id-type="doi">10.1000/not</pub-id></mixed-citation></ref></ref-list></back>
</sub-article></article>"""
SMALL = """<article><front><article-meta><article-id pub-id-type="{}">{}</article-id>
<title-group><article-title>{}</article-title></title-group>{}</article-meta></front></article>"""


def test_article_is_read_completely(tmp_path: Path) -> None:
    """An article gives a paper after its journal, keywords and funders; its body and replies are not read."""
    issns = ("issn:0098-0331", "issn:1573-1561")
    found = items("jats", tmp_path, ARTICLE)
    assert found == [
        VenueRecord(
            source="jats",
            key="issn:0098-0331",
            in_passing=True,
            name="Journal of Ones",
            ids=(*issns, "jats-venue:issn:0098-0331"),
            acronym="J Ones",
            kind="journal",
        ),
        VolumeRecord(
            source="jats",
            key="issn:0098-0331/48",
            in_passing=True,
            ids=("volume:issn:0098-0331/48", "volume:issn:1573-1561/48"),
            title="Volume 48",
            year=2021,
            journal="Journal of Ones",
            number="48",
            publisher="Press",
            venues=("jats-venue:issn:0098-0331",),
        ),
        *(
            TopicRecord(source="jats", key=f"keyword/{word}", in_passing=True, scheme="keyword", code=word, name=word)
            for word in ("one-ness", "e. coli")
        ),
        FunderRecord(
            source="jats",
            key="funder/10.13039/100000001",
            in_passing=True,
            name="Agency of Ones",
            ids=("funder:10.13039/100000001",),
            country_code="US",
        ),
        FunderRecord(
            source="jats", key="funder/twos fund", in_passing=True, name="Twos Fund", ids=("jats-funder:twos fund",)
        ),
        PaperRecord(
            source="jats",
            record_license="CC-BY-4.0",
            key="10.1000/one",
            url="https://doi.org/10.1000/one",
            title="On E. coli, Erdős & x",
            ids=("doi:10.1000/one", "pmid:101", "pmcid:PMC77"),
            abstract="Methods: Few. See https://github.com/ones/one More. Results: None.",
            language="en",
            dates=(
                TypedDate(value="2021-03-09"),
                TypedDate(value="2021"),
                TypedDate(value="2021-05", kind="corrected"),
            ),
            authors=(
                Author(
                    name="Jane A. Doe Jr.",
                    family="Doe",
                    ids=("orcid:0000-0002-1825-0097",),
                    affiliations=(
                        Affiliation(text="Dept. of Ones, U. of Ones, Onetown, Oneland", ror="ror:03yrm5c26"),
                        Affiliation(text="Elsewhere, Two Street, Twoland."),
                    ),
                    corresponding=True,
                    variants=("\u675c",),
                ),
                Author(name="R. Roe", family="Roe"),
                Author(name="Ones, Twos Group", family="Ones, Twos Group"),
            ),
            authors_complete=False,
            topics=(TopicUse(scheme="keyword", code="one-ness"), TopicUse(scheme="keyword", code="e. coli")),
            appeared_in=VolumeUse(
                volume="jats:issn:0098-0331/48",
                venues=("issn:0098-0331", "issn:1573-1561", "jats-venue:issn:0098-0331"),
                pages="817-826",
                issue="11",
            ),
            pages="817-826",
            references=("doi:10.1000/two", "pmid:6", "doi:10.1000/three"),
            resources=(Resource(url="https://github.com/ones/one", kind="code", by="text"),),
            forms=(
                Manifestation(url="https://press.example/one.pdf", kind="article"),
                Manifestation(url="https://doi.org/10.1000/one", kind="article"),
            ),
            open_access=True,
            best_location="https://press.example/one.pdf",
            funding=(
                Funding(funder="funder:10.13039/100000001", awards=("G1", "G2")),
                Funding(funder="jats-funder:twos fund"),
            ),
            relations=(
                WorkRelation(kind="corrects", target="doi:10.1000/zero"),
                WorkRelation(kind="retracts", target="doi:10.1000/r", inverse=True),
            ),
            license="https://creativecommons.org/licenses/by/4.0",
            retracted=True,
        ),
    ]


def test_missing_values_stay_null(tmp_path: Path) -> None:
    """Without byline, references, funders, license and dates, those values are null."""
    paper = only(items("jats", tmp_path, SMALL.format("pmid", "8", "T", "")))
    assert paper == PaperRecord(source="jats", key="pmid:8", title="T", ids=("pmid:8",))
    assert (paper.authors, paper.references, paper.funding, paper.topics, paper.open_access) == (None,) * 5


def test_articles_of_collection_are_read_separately(tmp_path: Path) -> None:
    """Each article of a PubMed Central response is read, in any surroundings and any namespace."""
    one = SMALL.format("doi", "10.1000/a", "A", "")
    two = SMALL.format("doi", "10.1000/b", "B", "").replace("<article>", '<article xmlns="https://jats.nlm.nih.gov/x">')
    whole = f"""<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record><metadata>{one}</metadata>
        </record><record><metadata>{two}</metadata></record></ListRecords></OAI-PMH>"""
    assert [one.title for one in of(PaperRecord, items("jats", tmp_path, whole))] == ["A", "B"]


@pytest.mark.parametrize(
    ("said", "text"),
    [
        ("<aff>U. of Ones</aff>", "U. of Ones"),
        ("<aff><institution>U.</institution>\n<country>C</country></aff>", "U., C"),
        ("<aff><institution>U.</institution>, <country>C</country></aff>", "U., C"),
        ("<aff><label>a</label>Dept, <institution>U.</institution> (<country>C</country>)</aff>", "Dept, U. (C)"),
        ("<aff><institution>U.</institution><email>a@b.c</email><!-- no --></aff>", "U."),
    ],
)
def test_affiliation_text_matches_print(said: str, text: str) -> None:
    """Punctuation between parts stays, other parts get commas, and labels and email addresses are removed."""
    assert affiliation(etree.fromstring(said)) == Affiliation(text=text)


def test_unreferenced_group_affiliation_applies_to_all_authors(tmp_path: Path) -> None:
    """An affiliation without an ID next to the names applies to all authors of the group."""
    group = """<contrib-group><contrib contrib-type="author"><name><surname>A</surname></name></contrib>
        <contrib contrib-type="author"><name><surname>B</surname></name><aff>Own</aff></contrib><aff>All</aff>
        </contrib-group>"""
    paper = only(items("jats", tmp_path, SMALL.format("doi", "10.1000/a", "A", group)))
    assert [one.affiliations for one in paper.authors or ()] == [(Affiliation(text="All"),), (Affiliation(text="Own"),)]


@pytest.mark.parametrize(
    ("stated", "wanted"),
    [("research-article", "article"), ("retraction", "other"), ("editorial", "editorial"), ("peer-review", "review")],
)
def test_article_types_give_kinds(tmp_path: Path, stated: str, wanted: str) -> None:
    """The article type gives the kind; a notice is not an article."""
    document = SMALL.format("doi", "10.1000/a", "A", "").replace("<article>", f'<article article-type="{stated}">')
    assert only(items("jats", tmp_path, document)).kind == wanted


def test_invalid_article_is_rejected_by_place(tmp_path: Path) -> None:
    """An article without title, ID or front matter is rejected, and the rest of the collection is read."""
    said = [SMALL.format("doi", "10.1000/a", "", ""), SMALL.format("doi", "nonsense", "B", "")]
    said += ["<article><body/></article>", SMALL.format("x", "", "C", ""), SMALL.format("doi", "10.1000/d", "D", "")]
    found = items("jats", tmp_path, f"<articles>{''.join(said)}</articles>")
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 1, line 1, 10.1000/a", "it has no title."),
        ("record 3, line 3", "it has no front matter."),
        ("record 4, line 3", "it has no ID."),
    ]
    assert [one.key for one in of(PaperRecord, found)] == ["no journal/nonsense", "10.1000/d"]


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """XML of another kind raises an error that states the expected format."""
    with pytest.raises(SourceFileError, match=r"expected articles in JATS.*this is a <doi_batch>"):
        items("jats", tmp_path, "<doi_batch/>")


def test_abstract_excludes_its_doi() -> None:
    """The DOI of an abstract, as an ID or as a paragraph, is not part of its text; a DOI in a sentence is."""
    stated = (
        "<object-id pub-id-type='doi'>10.1000/a</object-id><p>See 10.1000/b.</p><p>DOI: https://doi.org/10.1000/a</p>"
    )
    assert abstract(etree.fromstring(f"<abstract>{stated}</abstract>")) == "See 10.1000/b."


@given(
    st.recursive(st.sampled_from(["<p>a</p>", "b", "<!-- c -->", "<x/>"]), lambda one: one.map("<sec>{}</sec>".format))
)
def test_any_abstract_is_read(inside: str) -> None:
    """Any abstract gives its text without markup."""
    said = abstract(etree.fromstring(f"<abstract><title>Abstract</title>{inside}</abstract>"))
    assert said in ("a", None)


def test_real_articles_match_independent_count() -> None:
    """Real articles give as many people, IDs, keywords and references as a count of the XML."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    source = sources()["jats"]
    with open_files([data_set("jose_crossref_jats")], lambda name: name.endswith(".jats")) as files:
        read = source.start(files)
        for file in files:
            with file.open() as stream:
                tree = etree.parse(stream)
            for name, path in (
                ("paper", "count(/article)"),
                ("people", "count(//contrib[@contrib-type='author'])"),
                ("orcids", "count(//contrib/contrib-id)"),
                ("affiliations", "count(//contrib/xref[@ref-type='aff'])"),
                ("corresponding", "count(//contrib[@corresp='yes'])"),
                ("licenses", "count(//license)"),
                ("dates", "count(//pub-date)"),
            ):
                wanted[name] += int(str(tree.xpath(path)).removesuffix(".0"))
            keywords = {"".join(map(str, one.itertext())).lower().strip() for one in tree.iter("kwd")}
            wanted["keywords"] += len(keywords - {""})
            for item in read(file):
                assert not isinstance(item, RejectedItem)
                record = normalize_record(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    dois = {
                        str(one.text).strip().lower() for one in tree.iter("pub-id") if one.get("pub-id-type") == "doi"
                    }
                    cited = {one.partition(":")[2] for one in record.references or () if one.startswith("doi:")}
                    assert {one for one in dois if one.startswith("10.") and "/arxiv." not in one} <= cited
                    found["people"] += len(record.authors or ())
                    found["orcids"] += sum(len(one.ids) for one in record.authors or ())
                    found["affiliations"] += sum(len(one.affiliations or ()) for one in record.authors or ())
                    found["corresponding"] += sum(bool(one.corresponding) for one in record.authors or ())
                    found["licenses"] += record.license is not None
                    found["dates"] += len(record.dates)
                    found["keywords"] += len(record.topics or ())
    assert wanted["paper"] == 35
    assert {name: found[name] for name in wanted} == wanted
