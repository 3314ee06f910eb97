"""arXiv API responses: accepted entries, rejects, and real responses."""

import json
from collections import Counter
from pathlib import Path

import pytest

from loaders.formats.archive import SourceFile, open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.parts import Affiliation, Author, Manifestation, Resource, TopicUse, TypedDate
from loaders.records.record import Item, PaperRecord, TopicRecord
from loaders.sources import arxiv
from loaders.sources.arxiv import categories
from loaders.sources.base import sources
from tests.loaders.sources.data_sets import data_set

FEED = """<?xml version="1.0" encoding="UTF-8"?>{doctype}
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom">
  <title>arXiv Query</title>
  {entries}
</feed>
"""
ENTRY = """<entry>
    <id>http://arxiv.org/abs/9901.00001v3</id>
    <title>A Title that
  Is Broken over Lines</title>
    <published>1999-01-02T03:04:05Z</published>
    <updated>1999-05-06T07:08:09Z</updated>
    <summary>  We show
  that x. Code: https://github.com/a/b. </summary>
    <author>
      <name>Ada One</name><arxiv:affiliation>Here</arxiv:affiliation><arxiv:affiliation>There</arxiv:affiliation>
    </author>
    <author><name>Two, Bob</name></author>
    <arxiv:comment>3 pages; data at https://doi.org/10.5281/zenodo.7</arxiv:comment>
    <arxiv:journal_ref>J. 1 (1999) 2</arxiv:journal_ref>
    <arxiv:doi>10.1000/ABC 10.1000/def</arxiv:doi>
    <arxiv:primary_category term="cs.CL"/>
    <category term="math.CO" scheme="http://arxiv.org/schemas/atom"/>
    <category term="cs.CL" scheme="http://arxiv.org/schemas/atom"/>
    <category term="68T50; I.2.7" scheme="http://arxiv.org/schemas/atom"/>
  </entry>"""
ERROR = """<entry>
    <id>https://arxiv.org/api/errors#incorrect_id</id><title>Error</title><summary>incorrect id format for 1</summary>
  </entry>"""


def _feed(*entries: str, doctype: str = "") -> str:
    return FEED.format(entries="\n  ".join(entries), doctype=doctype)


def _read(folder: Path, text: str | bytes, name: str = "answer.xml") -> list[Item]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return list(arxiv.read_file(SourceFile(name, path)))


def _papers(items: list[Item]) -> list[PaperRecord]:
    return [normalize_record(item) for item in items if isinstance(item, PaperRecord)]


def test_entry_is_read_completely(tmp_path: Path) -> None:
    """The record has every value of the entry in normal form and no other value."""
    items = _read(tmp_path, _feed(ENTRY))
    assert [item.code for item in items if isinstance(item, TopicRecord)] == ["cs", "cs.CL", "math", "math.CO"]
    assert _papers(items) == [
        PaperRecord(
            source="arxiv",
            key="9901.00001",
            url="https://arxiv.org/abs/9901.00001",
            revised="1999-05-06T07:08:09Z",
            title="A Title that Is Broken over Lines",
            kind="preprint",
            ids=("arxiv:9901.00001", "doi:10.1000/abc", "doi:10.1000/def"),
            abstract="We show that x. Code: https://github.com/a/b.",
            dates=(
                TypedDate(value="1999-01-02T03:04:05Z", kind="published"),
                TypedDate(value="1999-05-06T07:08:09Z", kind="updated"),
            ),
            authors=(
                Author(name="Ada One", affiliations=(Affiliation(text="Here"), Affiliation(text="There"))),
                Author(name="Bob Two", affiliations=None),
            ),
            topics=(
                TopicUse(scheme="arxiv", code="cs.CL", primary=True),
                TopicUse(scheme="arxiv", code="math.CO", primary=False),
            ),
            resources=(
                Resource(url="https://github.com/a/b", kind="code", by="text"),
                Resource(url="https://zenodo.org/records/7", kind="dataset", by="text"),
            ),
            forms=(
                Manifestation(
                    url="https://arxiv.org/abs/9901.00001v1", kind="preprint", version="1", date="1999-01-02T03:04:05Z"
                ),
                Manifestation(
                    url="https://arxiv.org/abs/9901.00001v3", kind="preprint", version="3", date="1999-05-06T07:08:09Z"
                ),
            ),
            open_access=True,
            comment="3 pages; data at https://doi.org/10.5281/zenodo.7",
            journal_ref="J. 1 (1999) 2",
        )
    ]


def test_minimal_entry_is_read(tmp_path: Path) -> None:
    """An entry with an old ID, one version and a title gives a paper with one date and one form,
    without categories and license.
    """
    entry = "<entry><id>http://arxiv.org/abs/math.GT/0309136v1</id><title>T</title><published>2003-09-08T00:00:00Z</published></entry>"
    (paper,) = _papers(_read(tmp_path, _feed(entry)))
    assert (paper.key, paper.ids, paper.license) == ("math/0309136", ("arxiv:math/0309136",), None)
    assert [one.version for one in paper.forms] == ["1"]
    assert [one.kind for one in paper.dates] == ["published"]
    assert (paper.topics, paper.authors, paper.abstract) == ((), None, None)


def test_response_inside_json_is_read(tmp_path: Path) -> None:
    """A response inside JSON gives the same records as the response itself."""
    kept = json.dumps({"url": "https://export.arxiv.org/api/query", "status_code": 200, "body": _feed(ENTRY)})
    assert _read(tmp_path, kept, "answer.json") == _read(tmp_path, _feed(ENTRY))


def test_category_is_yielded_once(tmp_path: Path) -> None:
    """Each category is yielded once per file, before its first paper, with its archive and name."""
    other = ENTRY.replace("9901.00001v3", "9901.00002v1")
    items = _read(tmp_path, _feed(ENTRY, other))
    assert [type(item).__name__ for item in items] == ["TopicRecord"] * 4 + ["PaperRecord"] * 2
    told = {item.code: (item.name, item.parent) for item in items if isinstance(item, TopicRecord)}
    assert told["cs.CL"] == ("Computation and Language", "cs")
    assert told["cs"] == ("Computer Science", None)


@pytest.mark.parametrize("term", ["cs.CL", "hep-th", "cond-mat.mtrl-sci", "astro-ph", "q-bio.QM", "quant-ph", "cs.ZZ"])
def test_category_codes_are_recognized(term: str) -> None:
    """Category codes of every form are recognized, also a new one."""
    assert categories.is_category(term)


@pytest.mark.parametrize("term", ["68T50", "I.2.7", "F.2.2; G.1", "03C98 (Primary)", "", "Physics"])
def test_other_classification_codes_are_not_categories(term: str) -> None:
    """ACM and MSC codes among the categories are not recognized as categories."""
    assert not categories.is_category(term)


def test_every_listed_category_has_category_form() -> None:
    """Every code in the name table has the form of a category, and its archive is listed."""
    known = categories.names()
    assert len(known) > 150
    assert all(map(categories.is_category, known))
    assert all(code.partition(".")[0] in known for code in known)


def test_error_response_is_rejected_with_arxiv_message(tmp_path: Path) -> None:
    """An error response is rejected with its place and the message of arXiv."""
    (refused,) = _read(tmp_path, _feed(ERROR))
    assert refused == RejectedItem(
        place="entry 1, line 4, https://arxiv.org/api/errors#incorrect_id", reason="incorrect id format for 1"
    )


def test_bad_entry_is_rejected_alone(tmp_path: Path) -> None:
    """An entry without a title or with a foreign ID is rejected, and the next entry is read."""
    untitled = ENTRY.replace("A Title that\n  Is Broken over Lines", "")
    elsewhere = ENTRY.replace("http://arxiv.org/abs/9901.00001v3", "http://example.org/1")
    first, second, *rest = _read(tmp_path, _feed(untitled, elsewhere, ENTRY))
    assert isinstance(first, RejectedItem)
    assert "title" in first.reason
    assert isinstance(second, RejectedItem)
    assert "not a valid arxiv ID" in second.reason
    assert len(_papers(rest)) == 1


def test_truncated_feed_is_reported_after_complete_entries(tmp_path: Path) -> None:
    """The complete entries of a truncated feed are read, and the error names the last of them."""
    path = tmp_path / "half.xml"
    path.write_text(_feed(ENTRY, ENTRY)[:-200], "utf-8")
    items = arxiv.read_file(SourceFile("half.xml", path))
    assert len(_papers([next(items) for _ in range(5)])) == 1
    with pytest.raises(SourceFileError, match=r"half\.xml: the feed ends after entry 1: "):
        next(items)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.xml", ""),
        ("a.xml", "not xml"),
        ("a.xml", "<html><body>Rate exceeded.</body></html>"),
        ("a.json", '{"url": "u", "status_code": 503, "body": "Rate exceeded."}'),
        ("a.json", '{"body": 1}'),
        ("a.json", "{"),
    ],
)
def test_file_without_feed_is_rejected(tmp_path: Path, name: str, text: str) -> None:
    """A file without a feed raises an error with its name and the found or expected content."""
    with pytest.raises(SourceFileError, match=rf"a\.{name[2:]}: (expected|arXiv returned status 503)"):
        _read(tmp_path, text, name)


def test_external_entities_are_not_expanded(tmp_path: Path) -> None:
    """An entity for a local file or with exponential growth is not expanded, and its entry is rejected."""
    (tmp_path / "secret").write_text("the secret")
    doctype = f'<!DOCTYPE feed [<!ENTITY x SYSTEM "{(tmp_path / "secret").as_uri()}"><!ENTITY y "{"z" * 99}">]>'
    items = _read(tmp_path, _feed(ENTRY.replace("We show", "We show &x; &y;"), doctype=doctype))
    assert "secret" not in repr(items)
    assert "zzz" not in repr(items)
    assert [type(item) for item in items] == [RejectedItem]


@pytest.mark.parametrize("where", ["A Title that", "Ada One", "10.1000/ABC", "Here"])
def test_entry_with_entity_is_rejected(tmp_path: Path, where: str) -> None:
    """An entry with an entity is rejected with the entity's name, and the next entry is read."""
    other = ENTRY.replace("9901.00001v3", "9901.00002v1").replace(where, "&d;&e;")
    refused, *rest = _read(tmp_path, _feed(other, ENTRY, doctype='<!DOCTYPE feed [<!ENTITY d "x"><!ENTITY e "y">]>'))
    assert isinstance(refused, RejectedItem)
    assert refused.reason == "it contains the entity &d;, and entities are not expanded."
    assert [paper.key for paper in _papers(rest)] == ["9901.00001"]


def test_empty_response_gives_no_records(tmp_path: Path) -> None:
    """A response without results is valid and gives no records."""
    assert _read(tmp_path, _feed()) == []


@pytest.mark.data
def test_real_responses_are_read() -> None:
    """All real responses are read: each entry gives a paper with byline and categories; one error is rejected."""
    source = sources()["arxiv"]
    counted: Counter[str] = Counter()
    with open_files([data_set("arxiv_api_fixtures")], source.accepts) as files:
        reader = source.start(files)
        for file in files:
            answer = json.loads(file.path.read_bytes())["body"]
            items = list(reader(file))
            papers = _papers(items)
            refused = [item for item in items if isinstance(item, RejectedItem)]
            assert len(papers) + len(refused) == answer.count("<entry>")
            assert sum(len(paper.authors or ()) for paper in papers) + len(refused) == answer.count("<author>")
            assert sum(len(paper.topics or ()) for paper in papers) == answer.count("<category ")
            assert all(sum(use.primary for use in paper.topics or ()) == 1 for paper in papers)
            told = {item.code for item in items if isinstance(item, TopicRecord)}
            assert told >= {use.code for paper in papers for use in paper.topics or ()}
            counted["papers"] += len(papers)
            counted["refused"] += len(refused)
            counted["with code"] += sum(bool(paper.resources) for paper in papers)
            for paper in papers:
                if paper.key == "astro-ph/0601001":
                    counted["old id"] += 1
                    first = next(iter(paper.authors or ()))
                    assert (first.name, first.affiliations) == ("Andrew Gould", (Affiliation(text="Ohio State"),))
                    assert paper.journal_ref == "ActaAstron.56:1-50,2006"
            counted["answers"] += 1
    assert counted == {"papers": 221, "refused": 1, "with code": 2, "old id": 1, "answers": 20}
