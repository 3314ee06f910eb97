"""File forms of OpenAlex entities: files, rejects, and real ones."""

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import open_files
from loaders.records.errors import SourceFileError
from loaders.records.record import (
    FunderRecord,
    PaperRecord,
    PersonRecord,
    TopicRecord,
)
from loaders.sources.openalex import SOURCE
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.openalex_documents import SITE, WORK, items, papers, records, rejected, write_files


def test_merged_ids_lead_to_remaining_entity(tmp_path: Path) -> None:
    """A merged ID is an ID of the remaining entity, over several steps; people are renamed."""
    table = (
        "merge_date,id,merge_into_id\n2024-01-01,W7,W8\n2024-02-01,W8,W1\n2024-01-01,A1,A2\n2024-01-01,W3,W2\n,x,W1\n"
    )
    said = [WORK, {**WORK, "id": f"{SITE}/W8"}, {"id": f"{SITE}/A1", "display_name": "Jane Doe"}]
    files = write_files(tmp_path, merged=table, works=said)
    (paper,) = papers(files)
    assert paper.ids[:3] == ("openalex:W1", "openalex:W7", "openalex:W8")
    assert paper.references == ("openalex:W2",)
    assert paper.authors
    assert paper.authors[0].ids[0] == "openalex-person:A2"
    assert not any(isinstance(one, PersonRecord) for one in records(files))
    assert rejected(files) == [("line 6", "not two different OpenAlex IDs: x into W1")]
    with pytest.raises(SourceFileError, match=r"merged\.csv: merged IDs of OpenAlex apply to entities"):
        items(files[:1])
    circle = write_files(tmp_path, circle="id,merge_into_id\nW5,W6\nW6,W5\n", works=[{**WORK, "id": f"{SITE}/W5"}])
    assert [one.key for one in papers(circle)] in ([], ["W5"])


def test_all_published_forms_are_read(tmp_path: Path) -> None:
    """A snapshot folder, list responses, JSON lines, an array and single works give the same records."""
    two = [WORK, {**WORK, "id": f"{SITE}/W2"}]
    part = tmp_path / "data/works/updated_date=2025-06-11/part_000.gz"
    part.parent.mkdir(parents=True)
    part.write_bytes(gzip.compress("\n".join(map(json.dumps, two)).encode()))
    (part.parent.parent / "manifest").write_text('{"entries": []}', "utf-8")
    ids = tmp_path / "data/merged_ids/works/2025-06-11.csv.gz"
    ids.parent.mkdir(parents=True)
    ids.write_bytes(gzip.compress(b"merge_date,id,merge_into_id\n2025-06-11,W9,W1\n"))
    with open_files([tmp_path / "data"], SOURCE.accepts) as files:
        assert [file.name for file in files] == [
            "merged_ids/works/2025-06-11.csv.gz",
            "works/updated_date=2025-06-11/part_000.gz",
        ]
        assert [one.ids[:2] for one in papers(files)] == [
            ("openalex:W1", "openalex:W9"),
            ("openalex:W2", "doi:10.1000/one"),
        ]
    whole = {"meta": {"count": 2, "page": 1}, "results": two, "group_by": []}
    for said in (
        whole,
        two,
        [two],
        [{**whole, "results": [one]} for one in two],
        [{"group_by": [], "results": [one]} for one in two],
    ):
        assert [one.key for one in papers(write_files(tmp_path, answer=said))] == ["W1", "W2"]


def test_invalid_entity_is_rejected_by_place(tmp_path: Path) -> None:
    """A work without a title, a malformed work and other JSON are rejected; other entities are skipped."""
    said: list[Any] = [
        {**WORK, "title": None, "display_name": " "},
        {**WORK, "authorships": "none"},
        {"id": f"{SITE}/W5", "type": "paratext", "title": "Cover"},
        {"id": f"{SITE}/W5", "is_paratext": True, "title": "Cover"},
        {"id": f"{SITE}/A5", "display_name": "Deleted Author"},
        {"id": f"{SITE}/A6"},
        {"id": "http://x.example/1"},
        {"error": "Invalid query", "message": "no such field"},
        {"id": ""},
        WORK,
    ]
    files = write_files(tmp_path, works=said)
    assert rejected(files) == [
        ("line 1, W1", "it has no title."),
        ("line 2, W1", "its authorships is text, and should be a list or null."),
        ("line 6, A6", "it has no display_name."),
        ("line 7", "not an OpenAlex entity."),
        ("line 8", "OpenAlex returned: no such field"),
        ("line 9", "not an OpenAlex entity."),
    ]
    assert len(papers(files)) == 1
    with pytest.raises(SourceFileError, match=r"other\.json: expected OpenAlex entities"):
        items(write_files(tmp_path, other=[1, {"a": 2}, {"id": 7}]))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.sampled_from([f"{SITE}/W3", f"{SITE}/I1"]),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*WORK, "source", "author", "display_name", "results"]), inner)
        ),
        max_leaves=20,
    )
)
def test_any_json_is_read_or_rejected(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    """Any JSON gives records or rejects, and the work before it is read."""
    found = items(write_files(tmp_path_factory.mktemp("any"), works=[[WORK, said]]))
    assert any(isinstance(one, PaperRecord) and one.key == "W1" for one in found)


def test_real_entities_are_read() -> None:
    """Every real entity except concepts, keywords, publishers and deleted authors gives a record."""
    with open_files([data_set("openalex_fixtures")], lambda name: name.endswith(".json") and "/data/" in name) as files:
        found = records(files)
        assert not rejected(files)
        said = {file.path.stem: json.loads(file.path.read_bytes()) for file in files}
    told = {one.key: one for one in found if one.revised or one.key == "W2755950973"}
    assert told.keys() == {
        "A2150889177", "A5023888391", "F4320332161", "I27837315", "S137773608", "T11636", "W2741809807", "W2755950973",
    }  # fmt: skip
    work, one = said["W2741809807"], told["W2741809807"]
    assert isinstance(one, PaperRecord)
    assert one.abstract is not None
    assert len(one.abstract.split(" ")) == sum(map(len, work["abstract_inverted_index"].values())) == 258
    assert one.abstract.startswith("Despite growing interest in Open Access (OA) to scholarly literature")
    assert [f"{SITE}/{each.partition(':')[2]}" for each in one.references or ()] == work["referenced_works"]
    assert len(one.authors or ()) == len(work["authorships"]) == 9
    assert [each.name for each in one.authors or ()] == [each["raw_author_name"] for each in work["authorships"]]
    assert sum(any(id_.startswith("orcid:") for id_ in each.ids) for each in one.authors or ()) == 9
    assert (len(one.forms), one.license, one.open_access_color) == (7, "CC-BY", "gold")
    assert not one.odd_ids
    funder = told["F4320332161"]
    assert isinstance(funder, FunderRecord)
    assert "funder:10.13039/100000002" in funder.ids


def test_real_topic_names_match_independent_list() -> None:
    """Each topic of a real work has the same name in an independent list of all 4,516 topics."""
    with open_files([data_set("openalex_topics")], lambda name: name.endswith(".csv")) as (table,):
        rows = csv.DictReader(table.path.read_text("utf-8").splitlines())
        listed = {f"T{row['topic_id']}": row["topic_name"].casefold() for row in rows}
    assert len(listed) == 4_516
    with open_files(
        [data_set("openalex_fixtures")], lambda name: name.endswith(("/T11636.json", "W2741809807.json"))
    ) as files:
        found = [one for one in records(files) if isinstance(one, TopicRecord) and one.code.startswith("T")]
    assert len(found) == 4
    assert [listed[one.code] for one in found] == [one.name.casefold() for one in found]
