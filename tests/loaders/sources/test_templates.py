"""The templates of sources, from hand-written documents: the tests that a new source copies."""

from pathlib import Path

import pytest

from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.parts import Affiliation, Author, Funding, TopicUse, TypedDate, VolumeUse
from loaders.records.record import FunderRecord, PaperRecord, TopicRecord, VenueRecord, VolumeRecord
from loaders.sources.base import Source
from tests.loaders.sources.read_helpers import items, of
from tests.loaders.sources.templates import json_source, xml_source

JSON = """\
{"id": "w1", "title": "On Ones", "doi": "https://doi.org/10.1000/A", "updated": "2023-01-02", "published": "2022-03",
 "authors": [{"name": "Doe, Jane", "orcid": "https://orcid.org/0000-0002-1825-0097",
              "affiliations": [{"name": "University of Ones", "ror": "https://ror.org/03yrm5c26"}]}],
 "journal": {"title": "Journal of Ones", "issns": ["2049-3630", "in print"], "volume": "7", "pages": "1-9"},
 "keywords": ["Counting"], "references": ["10.1000/B", "a private letter"],
 "funders": [{"name": "Ones Fund", "doi": "https://doi.org/10.13039/100000001", "award": "A-1"}]}
"""
XML = """\
<works xmlns="https://example.org/works">
<work id="w1" updated="2023-01-02"><title>On <i>Ones</i></title><doi>https://doi.org/10.1000/A</doi>
<published>2022-03</published><author orcid="https://orcid.org/0000-0002-1825-0097"><name>Doe, Jane</name>
<affiliation ror="https://ror.org/03yrm5c26">University of Ones</affiliation></author>
<journal><title>Journal of Ones</title><issn>2049-3630</issn><issn>in print</issn><volume>7</volume><pages>1-9</pages>
</journal><keyword>Counting</keyword><reference>10.1000/B</reference><reference>a private letter</reference>
<funder doi="https://doi.org/10.13039/100000001" award="A-1">Ones Fund</funder></work>
<work id="w2"/>
</works>
"""
JOURNAL = VenueRecord(
    source="example",
    key="issn:2049-3630",
    in_passing=True,
    name="Journal of Ones",
    ids=("issn:2049-3630", "example-venue:issn:2049-3630"),
    kind="journal",
)
VOLUME = VolumeRecord(
    source="example",
    key="issn:2049-3630/7",
    in_passing=True,
    ids=("volume:issn:2049-3630/7",),
    title="Volume 7",
    year=2022,
    journal="Journal of Ones",
    number="7",
    venues=("example-venue:issn:2049-3630",),
)
TOPIC = TopicRecord(
    source="example", key="keyword/counting", in_passing=True, scheme="keyword", code="counting", name="counting"
)
FUNDER = FunderRecord(
    source="example",
    key="funder/10.13039/100000001",
    in_passing=True,
    name="Ones Fund",
    ids=("funder:10.13039/100000001",),
)
PAPER = PaperRecord(
    source="example",
    key="w1",
    revised="2023-01-02",
    title="On Ones",
    ids=("doi:10.1000/a",),
    dates=(TypedDate(value="2022-03"),),
    authors=(
        Author(
            name="Jane Doe",
            ids=("orcid:0000-0002-1825-0097",),
            affiliations=(Affiliation(text="University of Ones", ror="ror:03yrm5c26"),),
        ),
    ),
    topics=(TopicUse(scheme="keyword", code="counting"),),
    appeared_in=VolumeUse(
        volume="example:issn:2049-3630/7", venues=("issn:2049-3630", "example-venue:issn:2049-3630"), pages="1-9"
    ),
    references=("doi:10.1000/b",),
    funding=(Funding(funder="funder:10.13039/100000001", awards=("A-1",)),),
)


@pytest.mark.parametrize(
    ("source", "document"),
    [
        (json_source.SOURCE, JSON),
        (json_source.SOURCE, f'{{"total": 1, "works": [{JSON}], "next": null}}'),
        (xml_source.SOURCE, XML),
    ],
    ids=["json", "response", "xml"],
)
def test_work_is_read_completely(tmp_path: Path, source: Source, document: str) -> None:
    """A work with every field becomes its journal, keyword and funder, then the paper; invalid IDs are omitted."""
    records = [item for item in items(source, tmp_path, document) if not isinstance(item, RejectedItem)]
    assert records == [JOURNAL, VOLUME, TOPIC, FUNDER, PAPER]


def test_invalid_work_is_rejected(tmp_path: Path) -> None:
    """A work without a title, or with a value of another type, is rejected with its place, and the next one is read."""
    lines = '{"id": "w2"}\n{"id": "w3", "title": 3}\n{"id": "w4", "title": "On Twos"}\n'
    *rejects, paper = items(json_source.SOURCE, tmp_path, lines)
    assert rejects == [
        RejectedItem("line 1", "it has no title."),
        RejectedItem("line 2", "its title is a whole number, and should be text."),
    ]
    assert paper == PaperRecord(source="example", key="w4", title="On Twos")
    assert items(xml_source.SOURCE, tmp_path, XML)[-1] == RejectedItem(
        "record 2, line 8, w2", "it has no ID or no title."
    )


@pytest.mark.parametrize(
    ("source", "document"), [(json_source.SOURCE, f"[{JSON}"), (xml_source.SOURCE, XML[:-20])], ids=["json", "xml"]
)
def test_truncated_file_is_reported(tmp_path: Path, source: Source, document: str) -> None:
    """The end of a truncated file is an error that names the file."""
    with pytest.raises(SourceFileError, match=r"0\.xml"):
        items(source, tmp_path, document)


def test_journal_is_yielded_once(tmp_path: Path) -> None:
    """A journal, topic or funder that the previous works stated alike is not yielded again."""
    found = items(json_source.SOURCE, tmp_path, JSON + JSON.replace('"w1"', '"w2"'))
    assert len(of(PaperRecord, found)) == 2
    assert of(VenueRecord, found) == [JOURNAL]
