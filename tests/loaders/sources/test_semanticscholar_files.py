"""File forms of Semantic Scholar papers: API responses, datasets, rejects, and real ones."""

import json
from collections import Counter
from pathlib import Path
from typing import Any, cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from loaders.formats.archive import SourceFile, open_files
from loaders.records.errors import RejectedItem, SourceFileError
from loaders.records.normalize import normalize_record
from loaders.records.record import CitationRecord, PaperRecord, PersonRecord
from loaders.sources.semanticscholar import SOURCE
from tests.loaders.sources.data_sets import data_set
from tests.loaders.sources.semanticscholar_documents import (
    ABSTRACT,
    ANSWER,
    LINE,
    ONE,
    SHORT,
    SUMMARY,
    TWO,
    items,
    records,
    rejected,
    write_files,
)


@pytest.mark.parametrize(
    ("said", "keys"),
    [
        ({"total": 2, "offset": 0, "next": 2, "data": [SHORT, {**SHORT, "paperId": TWO}]}, [ONE, TWO]),
        ([{"data": [SHORT]}, {"data": [{**SHORT, "paperId": TWO}]}], [ONE, TWO]),
        ({"recommendedPapers": [SHORT]}, [ONE]),
        ({"total": 0, "offset": 0}, []),
        ({"authorId": "5", "name": "Jane Doe", "papers": [SHORT]}, ["author/5", ONE]),
        ({"citingPaper": SHORT, "citedPaper": {"paperId": TWO}, "intents": []}, [ONE, f"s2:{ONE}>s2:{TWO}"]),
    ],
    ids=["search", "answers by line", "recommendations", "no result", "author", "citation"],
)
def test_all_response_forms_are_read(tmp_path: Path, said: object, keys: list[str]) -> None:
    """Lists, single objects and JSON lines are read; a brief record is a separate source next to a full one."""
    found = records(write_files(tmp_path, answer=said))
    assert [one.key for one in found] == keys
    assert {one.source for one in found if isinstance(one, PaperRecord | PersonRecord)} <= {"semanticscholar-brief"}


@pytest.mark.parametrize("name", [f"x-{TWO}.json", "CorpusID-22.json", "CorpusID:22/answer.json"])
def test_citation_list_belongs_to_paper_in_file_name(tmp_path: Path, name: str) -> None:
    """The API omits the requested paper, so the file name must state it; otherwise the list is rejected."""
    said: dict[str, Any] = {"offset": 0, "data": [{"isInfluential": True, "intents": [], "citingPaper": SHORT}] * 2}
    (file,) = write_files(tmp_path, answer=said)
    ((place, reason),) = rejected([file])
    assert place == "record 1, item 1"
    assert "name the file after that paper (649def34f8be52c8b66281af98ae884c09aef38b.json" in reason
    cited = f"s2:{TWO}" if TWO in name else "s2-corpus:22"
    found = [one for one in records([SourceFile(name, file.path, name)]) if isinstance(one, CitationRecord)]
    assert {(one.citing, one.cited, one.influential) for one in found} == {(f"s2:{ONE}", cited, True)}


def test_invalid_response_is_rejected_by_place(tmp_path: Path) -> None:
    """A missing, untitled or malformed paper is rejected, an error with its own message; the rest is read."""
    said: list[Any] = [
        {"error": "Paper with id 0 not found"},
        None,
        {"paperId": ONE, "authors": None},
        {"paperId": ONE, "title": 7},
        {"title": "Nobody's", "paperId": None},
        {"corpusid": 1, "title": "A text", "body": {"text": "long"}},
        SHORT,
    ]
    files = write_files(tmp_path, answer=said)
    assert rejected(files) == [
        ("line 1", "Semantic Scholar returned: Paper with id 0 not found"),
        ("line 2", "Semantic Scholar found no record with the requested ID."),
        (f"line 3, {ONE}", "it has no title."),
        (f"line 4, {ONE}", "its title is a whole number, and should be text or null."),
        ("line 5", "it has neither a paperId nor a corpus ID."),
        ("line 6", "not a Semantic Scholar record."),
    ]
    assert [one.key for one in records(files)] == [ONE]
    (tmp_path / "papers.json").write_text(json.dumps(LINE), "utf-8")
    (tmp_path / "tldrs.json").write_text(json.dumps(SUMMARY) + '\n{"corpusid": "x"}', "utf-8")
    with open_files([tmp_path / "papers.json", tmp_path / "tldrs.json"], SOURCE.accepts) as both:
        assert rejected(both) == [("line 2", "its corpusid is text, and should be a whole number.")]


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"a": [1, 2]}, "expected Semantic Scholar JSON"),
        ({"a": {"release_id": "2025-08-05", "datasets": []}}, "expected Semantic Scholar JSON"),
        ({"a": {"corpusid": 1, "model": "specter_v2", "vector": "[1]"}}, "expected Semantic Scholar JSON"),
        ({"a": SUMMARY, "b": ABSTRACT}, "together with the files of papers"),
    ],
    ids=["numbers", "release", "embeddings", "nothing but abstracts"],
)
def test_unexpected_file_is_rejected(tmp_path: Path, files: dict[str, Any], told: str) -> None:
    """Files without papers, people, venues or citations, and abstracts alone, raise an error."""
    with pytest.raises(SourceFileError, match=rf"a\.json: .*{told}"):
        items(write_files(tmp_path, **files))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=9),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from([*ANSWER, *LINE, "data", "error", "name", "id", "citingPaper"]), inner)
        ),
        max_leaves=20,
    )
)
def test_any_json_is_read_or_rejected(tmp_path_factory: pytest.TempPathFactory, said: object) -> None:
    """Any JSON gives records, rejects or an unreadable file, and never another error."""
    try:
        for item in items(write_files(tmp_path_factory.mktemp("any"), answer=[SHORT, said])):
            assert isinstance(item, RejectedItem) or item.key
    except SourceFileError as error:
        assert "answer.json" in str(error)  # noqa: PT017 either outcome is right


def test_real_paper_with_citations_is_read() -> None:
    """A real response gives 1,000 citing papers and the 8 of 14 references that were found."""
    with open_files([data_set("semantic_scholar_fixtures")], lambda name: name.endswith("/Paper.json")) as files:
        said = json.loads(files[0].path.read_bytes())
        found = records(files)
        assert not rejected(files)
    papers = {one.key: one for one in found if isinstance(one, PaperRecord)}
    cited = [one["paperId"] for one in said["references"] if one["paperId"]]
    assert len(cited) == 8
    assert papers.keys() == {said["paperId"], *cited, *(one["paperId"] for one in said["citations"])}
    assert papers[said["paperId"]].references == tuple(f"s2:{one}" for one in cited)
    assert papers[said["paperId"]].summary == said["tldr"]["text"]
    assert sum(isinstance(one, CitationRecord) for one in found) == len(said["citations"]) == 1_000
    people = sum(len(one["authors"]) for one in (said, *said["citations"], *said["references"]) if one["paperId"])
    assert sum(len(one.authors or ()) for one in papers.values()) == people
    assert not any(one.odd_ids for one in papers.values())


@pytest.mark.full
def test_real_responses_match_independent_count(tmp_path: Path) -> None:
    """Of 97 real responses, every titled paper and every person is read; the others are reported."""
    wanted: Counter[str] = Counter()
    with open_files([data_set("semantic_scholar_fixtures")], lambda name: name.endswith(".yaml")) as tapes:
        for tape in tapes:
            for number, one in enumerate(yaml.load(tape.path.read_bytes(), yaml.CSafeLoader)["interactions"]):
                answer = one["response"]
                text = answer["body"]["string"] if "body" in answer else answer["content"]
                (tmp_path / f"{tape.path.stem}-{number}.json").write_text(text, "utf-8")
                _count(json.loads(text), wanted)
    found: Counter[str] = Counter()
    with open_files([tmp_path], SOURCE.accepts) as files:
        reader = SOURCE.start(files)
        assert len(files) == 97
        for file in files:
            try:
                for item in reader(file):
                    found[type(item if isinstance(item, RejectedItem) else normalize_record(item)).__name__] += 1
            except SourceFileError:
                found["files"] += 1
    assert found["files"] == 5
    assert (found["PaperRecord"], found["PersonRecord"]) == (wanted["papers"], wanted["people"]) == (10_320, 73)


def _count(said: Any, wanted: Counter[str]) -> None:  # noqa: ANN401 what JSON can be
    """Count papers with an ID and a title, and people outside of bylines."""
    if isinstance(said, dict):
        thing = cast("dict[str, Any]", said)
        wanted["papers"] += bool(thing.get("paperId") and thing.get("title"))
        wanted["people"] += "authorId" in thing
        for name in ("data", "recommendedPapers", "citingPaper", "citedPaper"):
            _count(thing.get(name), wanted)
    for one in cast("list[Any]", said) if isinstance(said, list) else ():
        _count(one, wanted)
