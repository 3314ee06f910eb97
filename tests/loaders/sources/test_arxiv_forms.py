"""Other formats of arXiv metadata, OAI-PMH responses and the snapshot, compared with Atom."""

import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import SourceFile
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Manifestation
from loaders.records.record import Item, PaperRecord, TopicRecord
from loaders.sources import arxiv
from loaders.sources.arxiv.author_string import authors

ATOM = """<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"><entry>
    <id>http://arxiv.org/abs/9901.00001v3</id><title>On Schrödinger</title>
    <published>1999-01-02T03:04:05Z</published><updated>1999-05-06T07:08:09Z</updated>
    <summary>  We show that $\\bar{x}=1$. Code: https://github.com/a/b. </summary>
    <author><name>Ada Müller</name><arxiv:affiliation>Here</arxiv:affiliation></author>
    <author><name>Bob Two Jr</name></author>
    <arxiv:comment>3 pages</arxiv:comment><arxiv:journal_ref>J. 1 (1999) 2</arxiv:journal_ref>
    <arxiv:doi>10.1000/ABC 10.1000/def</arxiv:doi><arxiv:primary_category term="cs.CL"/>
    <category term="cs.CL"/><category term="math.CO"/></entry></feed>"""
COMMON = """<title>On Schr{o}dinger</title><categories>cs.CL math.CO</categories><comments>3 pages</comments>
    <journal-ref>J. 1 (1999) 2</journal-ref><doi>10.1000/ABC 10.1000/def</doi><report-no>R-1</report-no>
    <msc-class>68T50</msc-class><license>http://creativecommons.org/licenses/by/4.0/</license>
    <abstract>  We show that $\\bar{x}=1$.
  Code: https://github.com/a/b.</abstract>"""
PARTED = f"""<arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>9901.00001</id><created>1999-01-02</created>
    <updated>1999-05-06</updated><authors><author><keyname>Müller</keyname><forenames>Ada</forenames>
    <affiliation>Here</affiliation></author><author><keyname>Two</keyname><forenames>Bob</forenames>
    <suffix>Jr</suffix></author></authors>{COMMON.replace("{o}", "ö")}</arXiv>"""
RAW = f"""<arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/"><id>9901.00001</id><submitter>Ada M.</submitter>
    <version version="v1"><date>Sat, 02 Jan 1999 03:04:05 GMT</date><size>8kb</size></version>
    <version version="v2"><date>Wed, 03 Feb 1999 00:00:00 GMT</date><size>8kb</size></version>
    <version version="v3"><date>Thu, 06 May 1999 07:08:09 GMT</date><size>9kb</size></version>
    <authors>Ada M\\"uller (Here), Bob Two, Jr</authors>{COMMON.replace("{o}", chr(92) + '"odinger'[:2])}</arXivRaw>"""
LINE = {
    "id": "9901.00001",
    "submitter": "Ada M.",
    "authors": 'Ada M\\"uller (Here), Bob Two, Jr',
    "title": 'On\n  Schr\\"odinger',
    "comments": "3 pages",
    "journal-ref": "J. 1 (1999) 2",
    "doi": "10.1000/ABC 10.1000/def",
    "report-no": None,
    "categories": "cs.CL math.CO",
    "license": "http://creativecommons.org/licenses/by/4.0/",
    "abstract": "  We show that $\\bar{x}=1$.\n  Code: https://github.com/a/b.\n",
    "versions": [
        {"version": "v1", "created": "Sat, 2 Jan 1999 03:04:05 GMT"},
        {"version": "v2", "created": "Wed, 3 Feb 1999 00:00:00 GMT"},
        {"version": "v3", "created": "Thu, 6 May 1999 07:08:09 GMT"},
    ],
    "update_date": "2007-05-23",
    "authors_parsed": [["Müller", "Ada", "", "Here"], ["Two", "Bob", "Jr"]],
}


def _answer(*records: str, verb: str = "ListRecords", after: str = "") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
  <responseDate>2026-01-01T00:00:00Z</responseDate><request verb="{verb}">https://oaipmh.arxiv.org/oai</request>
  <{verb}>{"".join(records)}{after}</{verb}></OAI-PMH>"""


def _record(metadata: str, status: str = "") -> str:
    inside = f"<metadata>{metadata}</metadata>" if metadata else ""
    return f"""<record><header{status}><identifier>oai:arXiv.org:9901.00001</identifier>
    <datestamp>2007-05-23</datestamp><setSpec>cs</setSpec></header>{inside}</record>"""


def _read(folder: Path, text: str, name: str) -> list[Item]:
    path = folder / name
    path.write_text(text, "utf-8")
    return list(arxiv.read_file(SourceFile(name, path)))


def _paper(folder: Path, text: str, name: str) -> PaperRecord:
    (paper,) = [
        normalize_record(item) for item in _read(folder, text, name) if not isinstance(item, TopicRecord | RejectedItem)
    ]
    assert isinstance(paper, PaperRecord)
    return paper


def _comparable(paper: PaperRecord) -> PaperRecord:
    """Return a record without values that Atom lacks: license, middle versions, name parts, last revision."""
    return msgspec.structs.replace(
        paper,
        license=None,
        revised=None,
        authors=tuple(msgspec.structs.replace(one, family=None) for one in paper.authors or ()),
        forms=tuple(one for one in paper.forms if one.version in ("1", "3")),
    )


@pytest.mark.parametrize(
    ("text", "name"),
    [(_answer(_record(RAW)), "raw.xml"), (json.dumps(LINE), "arxiv-metadata-oai-snapshot.json")],
)
def test_raw_and_snapshot_records_match_atom(tmp_path: Path, text: str, name: str) -> None:
    """Raw records and the snapshot give the Atom values, the license, each version and the last revision."""
    paper = _paper(tmp_path, text, name)
    assert _comparable(paper) == _comparable(_paper(tmp_path, ATOM, "atom.xml"))
    assert paper.license == "http://creativecommons.org/licenses/by/4.0"
    assert paper.revised == "2007-05-23"
    assert [(one.version, one.date) for one in paper.forms] == [
        ("1", "1999-01-02T03:04:05Z"),
        ("2", "1999-02-03T00:00:00Z"),
        ("3", "1999-05-06T07:08:09Z"),
    ]


def test_arxiv_format_has_name_parts_and_days(tmp_path: Path) -> None:
    """The format arXiv gives the Atom values with days as dates, name parts and only the first version."""
    paper = _paper(tmp_path, _answer(_record(PARTED), verb="GetRecord"), "one.xml")
    atom = _paper(tmp_path, ATOM, "atom.xml")
    assert [one.value for one in paper.dates] == [one.value[:10] for one in atom.dates]
    same = msgspec.structs.replace(_comparable(paper), dates=atom.dates, forms=_comparable(atom).forms)
    assert same == _comparable(atom)
    assert paper.authors == (
        Author(name="Ada Müller", family="Müller", affiliations=(Affiliation(text="Here"),)),
        Author(name="Bob Two Jr", family="Two"),
    )
    assert paper.forms == (
        Manifestation(url="https://arxiv.org/abs/9901.00001v1", kind="preprint", version="1", date="1999-01-02"),
    )


def test_deleted_record_and_wrong_format_are_rejected(tmp_path: Path) -> None:
    """A deleted record and another metadata format are rejected by ID, and later records are read."""
    dublin = '<oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/"/>'
    deleted = _record("", ' status="deleted"')
    found = _read(
        tmp_path,
        _answer(deleted, _record(dublin), _record(RAW), after="<resumptionToken>1|2</resumptionToken>"),
        "a.xml",
    )
    refused = [one for one in found if isinstance(one, RejectedItem)]
    assert [one.reason for one in refused] == [
        "arXiv has deleted it.",
        "expected metadata in the format arXiv or arXivRaw, found <dc>: request one of these formats.",
    ]
    assert refused[0].place == "entry 1, line 3, oai:arXiv.org:9901.00001"
    assert sum(isinstance(one, PaperRecord) for one in found) == 1


def test_oai_pmh_error_is_rejected_with_message(tmp_path: Path) -> None:
    """An error is rejected with the message of arXiv; an empty result is valid and gives no records."""
    whole = '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><error code="{}">said so</error></OAI-PMH>'
    assert _read(tmp_path, whole.format("badArgument"), "a.xml") == [
        RejectedItem("entry 1, line 1", "badArgument: said so")
    ]
    assert _read(tmp_path, whole.format("noRecordsMatch"), "a.xml") == []


def test_oai_pmh_response_inside_json_is_read(tmp_path: Path) -> None:
    """An OAI-PMH response inside JSON gives the same records as the response itself."""
    kept = json.dumps({"url": "u", "status_code": 200, "body": _answer(_record(RAW))})
    assert _read(tmp_path, kept, "a.json") == _read(tmp_path, _answer(_record(RAW)), "a.xml")


def test_record_with_entity_is_rejected(tmp_path: Path) -> None:
    """A record with an XML entity is rejected, and the next record is read."""
    answer = _answer(_record(RAW.replace("3 pages", "&x;")), _record(RAW))
    answer = answer.replace("?><OAI", '?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><OAI')
    refused, *rest = _read(tmp_path, answer, "a.xml")
    assert isinstance(refused, RejectedItem)
    assert "the entity &x;" in refused.reason
    assert sum(isinstance(one, PaperRecord) for one in rest) == 1


def test_invalid_snapshot_lines_are_rejected_alone(tmp_path: Path) -> None:
    """A line with missing or malformed versions, or of another form, is rejected by ID; the others are read."""
    lines = [
        {**LINE, "versions": []},
        {**LINE, "versions": [{"version": "vx", "created": "Sat, 2 Jan 1999 03:04:05 GMT"}]},
        {**LINE, "versions": [{"version": "v1", "created": "yesterday"}]},
        {**LINE, "authors_parsed": "Ada"},
        {**LINE, "id": "elsewhere"},
        {"other": 1},
        LINE,
    ]
    found = _read(tmp_path, "\n".join(map(json.dumps, lines)), "snapshot.json")
    refused = [one for one in found if isinstance(one, RejectedItem)]
    assert [one.place for one in refused] == [
        "line 1, 9901.00001",
        "line 2, 9901.00001",
        "line 3, 9901.00001",
        "line 4",
        "line 5, elsewhere",
        "line 6",
    ]
    assert [
        needle in one.reason for needle, one in zip(("it has no ID", "'vx'", "'yesterday'"), refused, strict=False)
    ] == [
        True,
        True,
        True,
    ]
    assert sum(isinstance(one, PaperRecord) for one in found) == 1


@pytest.mark.parametrize("text", ['{"DOI": "10.1/x"}\n{"DOI": "10.1/y"}', "[]x", '{"id": "1'])
def test_json_without_arxiv_papers_is_unreadable(tmp_path: Path, text: str) -> None:
    """JSON without arXiv papers, or truncated JSON, raises one error for the file instead of many rejects."""
    with pytest.raises(SourceFileError, match=r"a\.json: "):
        _read(tmp_path, text, "a.json")


@pytest.mark.parametrize(
    ("typed", "names", "places"),
    [
        ("Ada One, Bob Two and Cy Three", ["Ada One", "Bob Two", "Cy Three"], "//"),
        ("A. One, and B. Two, Jr.", ["A. One", "B. Two Jr."], "/"),
        ("A. One (Here, There and on), B. Two (Off)", ["A. One", "B. Two"], "Here, There and on/Off"),
        ("A. One (1), B. Two (1 and 2) ((1) Here (N), (2) There)", ["A. One", "B. Two"], "Here (N)/Here (N)|There"),
        ("A. One (for the X Collaboration)", ["A. One"], "for the X Collaboration"),
        ("The X Collaboration: A. One, B. Two", ["The X Collaboration", "A. One", "B. Two"], "//"),
        ("Ada One (Here", ["Ada One"], "Here"),
    ],
)
def test_author_text_gives_names_and_affiliations(typed: str, names: list[str], places: str) -> None:
    """Author texts give the names, and the affiliations after each name or at the end."""
    found = authors(typed) or ()
    assert [one.name for one in found] == names
    assert "/".join("|".join(place.text for place in one.affiliations or ()) for one in found) == places


@given(st.text(alphabet="ab AB,;:()123\\\"{}'^~$and&", max_size=80))
def test_any_author_text_is_parsed(text: str) -> None:
    """Any author text is parsed without an error and without an author that has no name."""
    assert all(one.name for one in authors(text) or ())


@pytest.mark.parametrize(
    ("version", "date", "why"),
    [
        ("v" + "9" * 5_000, "Mon, 2 Apr 2007 19:18:42 GMT", "is not a valid version:"),
        ("v1", "Mon, 2 Apr 99999999999999999999 19:18:42 GMT", "is not a valid version date:"),
        ("v1", "Fri, 31 Dec 9999 23:59:59 -2359", "is not a valid version date:"),
    ],
)
def test_version_out_of_range_rejects_record(tmp_path: Path, version: str, date: str, why: str) -> None:
    """A number or date of a version that Python cannot represent rejects the record."""
    line = LINE | {"versions": [{"version": version, "created": date}]}
    (refused,) = _read(tmp_path, json.dumps(line), "arxiv-metadata-oai-snapshot.json")
    assert isinstance(refused, RejectedItem)
    assert why in refused.reason


def test_root_element_with_undeclared_prefix_is_reported(tmp_path: Path) -> None:
    """The message names the root element as written."""
    with pytest.raises(SourceFileError, match=r"the root element is <x:y>\."):
        _read(tmp_path, "<x:y><a/></x:y>", "a.xml")
