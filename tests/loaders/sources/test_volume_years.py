"""Publication year of a volume, as its works state it."""

import json
from pathlib import Path

import pytest

from loaders.records.record import VolumeRecord
from tests.loaders.sources.crossref_xml_documents import doi_batch
from tests.loaders.sources.read_helpers import items

CROSSREF = {
    "DOI": "10.1000/one",
    "type": "journal-article",
    "title": ["On ones"],
    "container-title": ["Journal of Ones"],
    "ISSN": ["0098-0331"],
    "volume": "48",
    "issued": {"date-parts": [[2019, 11, 3]]},
    "published-online": {"date-parts": [[2019, 11, 3]]},
}
PRINTED = {"date-parts": [[2020, 2]]}
XML = """<journal><journal_metadata><full_title>Journal of Ones</full_title></journal_metadata>
<journal_issue>{issue}<journal_volume><volume>48</volume></journal_volume></journal_issue>
<journal_article><titles><title>On ones</title></titles>
<publication_date media_type="online"><month>11</month><year>2019</year></publication_date>
<publication_date media_type="print"><year>2020</year></publication_date>
<doi_data><doi>10.1000/one</doi></doi_data></journal_article></journal>"""
JATS = """<article><front><journal-meta><journal-title>Journal of Ones</journal-title></journal-meta><article-meta>
<article-id pub-id-type="doi">10.1000/one</article-id><title-group><article-title>On ones</article-title></title-group>
<pub-date pub-type="epub"><year>2019</year></pub-date>{issue}<volume>48</volume></article-meta></front></article>"""
PUBMED = """<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>7</PMID><Article><Journal><JournalIssue>
<Volume>48</Volume><PubDate><MedlineDate>2020 Jan-Feb</MedlineDate></PubDate></JournalIssue>
<Title>J Ones</Title></Journal>
<ArticleTitle>On ones</ArticleTitle><ArticleDate><Year>2019</Year></ArticleDate></Article>
</MedlineCitation></PubmedArticle></PubmedArticleSet>"""


@pytest.mark.parametrize(
    ("source", "text", "year"),
    [
        ("crossref", json.dumps(CROSSREF), 2019),
        ("crossref", json.dumps(CROSSREF | {"published-print": PRINTED}), 2020),
        ("crossref", json.dumps(CROSSREF | {"journal-issue": {"published-print": PRINTED}}), 2020),
        ("crossref", json.dumps({name: said for name, said in CROSSREF.items() if name != "volume"}), None),
        ("crossref-xml", doi_batch(XML.format(issue="")), 2020),
        (
            "crossref-xml",
            doi_batch(XML.format(issue="<publication_date><year>2021</year></publication_date>")),
            2021,
        ),
        ("jats", JATS.format(issue=""), 2019),
        ("jats", JATS.format(issue='<pub-date pub-type="ppub"><year>2020</year></pub-date>'), 2020),
        ("pubmed", PUBMED, 2020),
    ],
)
def test_volume_year_is_print_year(tmp_path: Path, source: str, text: str, year: int | None) -> None:
    """A journal volume has the print year if the source distinguishes it; without a volume the year is null."""
    assert [one.year for one in items(source, tmp_path, text) if isinstance(one, VolumeRecord)] == [year]
