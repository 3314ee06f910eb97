"""Crossref XML files, deposits and responses: timestamps, rejects, and real files."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from loaders.formats.archive import open_files
from loaders.records import dates
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.record import PaperRecord
from loaders.records.serialization import kind
from loaders.sources.base import sources
from loaders.sources.crossref_xml.dates import parse_timestamp
from tests.loaders.sources.crossref_xml_documents import JOURNAL, SMALL, doi_batch
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.read_helpers import count_nodes, items, of, only


def test_response_gives_deposit_date(tmp_path: Path) -> None:
    """Unixref and unixsd give the date of each record; an unknown DOI is rejected with Crossref's message."""
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
    (told,) = (one for one in found if isinstance(one, RejectedItem))
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
def test_valid_timestamp_is_read_as_date(stamp: str | None, wanted: str | None) -> None:
    """A timestamp only has to increase; if it is not a date, the date is null."""
    assert parse_timestamp(stamp) == wanted


@given(st.text(alphabet="0123456789-:T Z"))
def test_any_timestamp_is_date_or_null(stamp: str) -> None:
    """Any timestamp gives a normal date or null and never rejects the record."""
    found = parse_timestamp(stamp)
    assert found is None or dates.normalize_date(found) == found


def test_invalid_work_is_rejected_by_place(tmp_path: Path) -> None:
    """A work without a title or DOI is rejected, and the rest of the deposit is read."""
    said = [SMALL.format("", "", "10.1000/a"), SMALL.format("B", "", "nonsense"), SMALL.format("C", "", "10.1000/c")]
    found = items("crossref-xml", tmp_path, doi_batch(*(f"<posted_content>{one}</posted_content>" for one in said)))
    assert [(one.place, one.reason) for one in found if isinstance(one, RejectedItem)] == [
        ("record 2, line 5, 10.1000/a", "it has no title."),
        ("record 3, line 5, nonsense", "it has no DOI."),
    ]
    assert only(found).title == "C"


def test_unexpected_file_is_rejected(tmp_path: Path) -> None:
    """XML of another kind raises an error that states the expected format."""
    with pytest.raises(SourceFileError, match=r"expected works in Crossref XML, .*this is a <article>"):
        items("crossref-xml", tmp_path, "<article/>")


COUNTED = {
    "paper": "//*[local-name()='journal_article']",
    "people": "//*[local-name()='person_name']",
    "orcids": "//*[local-name()='ORCID']",
    "institutions": "//*[local-name()='institution']",
    "licenses": "//*[local-name()='license_ref'][@applies_to='vor']",
    "revised": "//*[local-name()='timestamp']",
}
"""What a plain look at the XML counts."""


def test_real_deposits_match_independent_count() -> None:
    """Real deposits give as many people, ORCID iDs, institutions and citations as a count of the XML."""
    wanted: Counter[str] = Counter()
    found: Counter[str] = Counter()
    source = sources()["crossref-xml"]
    with open_files([data_set("jose_crossref_jats")], lambda name: name.endswith(".crossref.xml")) as files:
        read = source.start(files)
        for file in files:
            wanted += count_nodes(file, COUNTED)
            with file.open() as stream:
                tree = etree.parse(stream)
            said = (doi for one in tree.iter("{*}citation") for doi in one.iterfind("{*}doi"))
            cited = {"".join(map(str, one.itertext())).lower().strip() for one in said}
            for item in read(file):
                assert not isinstance(item, RejectedItem)
                record = normalize_record(item)
                found[kind(record)] += 1
                if isinstance(record, PaperRecord):
                    found["people"] += len(record.authors or ())
                    found["orcids"] += sum(len(one.ids) for one in record.authors or ())
                    found["institutions"] += sum(len(one.affiliations or ()) for one in record.authors or ())
                    found["licenses"] += record.license is not None
                    found["revised"] += record.revised is not None
                    ours = {one.partition(":")[2] for one in record.references or ()}
                    assert {one for one in cited if one.startswith("10.") and "/arxiv." not in one} <= ours
    assert (wanted["paper"], wanted["people"], wanted["orcids"], wanted["institutions"]) == (90, 560, 477, 156)
    assert {name: found[name] for name in wanted} == wanted
