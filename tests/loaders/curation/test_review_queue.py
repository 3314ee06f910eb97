"""Curator decisions remove cases from the review queue and stay in force after later loads."""

from pathlib import Path

import pytest
from msgspec import structs

from cypher.driver.client import Graph
from loaders.curation.decision_status import decision_statuses
from loaders.curation.decisions import Curator, keep_apart, merge, revoke, split
from loaders.curation.entity_lookup import CurationError, lookup_entity
from loaders.curation.review_item import ReviewItem
from loaders.curation.review_queue import review
from loaders.records.parts import Author
from loaders.records.record import Record, VenueRecord
from loaders.unload.remove_records import unload
from tests.byline.review_queue_records import ADA, BOB, EVE, RECORDS, paper
from tests.loaders.load_helpers import load_records

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "I looked")


def journal(source: str, name: str = "Journal of Ones", *ids: str) -> VenueRecord:
    return VenueRecord(source=source, key="j", name=name, ids=(f"{source}-venue:j", *ids))


def item_ids(questions: list[ReviewItem]) -> list[list[str]]:
    """Return the IDs of each review item and its candidates."""
    return [[one.id, *(each.id for each in one.candidates)] for one in questions]


async def test_keep_apart_decision_removes_pair_from_review_queue(empty_graph: Graph, tmp_path: Path) -> None:
    """The review queue omits a pair with a keep-apart decision until the decision is revoked."""
    await load_records(empty_graph, tmp_path, [journal("dblp"), journal("crossref"), journal("openalex")])
    ((first, second, third),) = item_ids(await review(empty_graph, "venues", "", 10))
    made = await keep_apart(empty_graph, second, first, ANN)
    assert (made.verdict, made.was) == ("apart", (first, second))
    assert item_ids(await review(empty_graph, "venues", "", 10)) == [[third, first, second]]
    with pytest.raises(CurationError, match="are already kept apart"):
        await keep_apart(empty_graph, first, second, ANN)
    again = await keep_apart(empty_graph, first, third, ANN)
    assert item_ids(await review(empty_graph, "venues", "", 10)) == [[second, third]]
    last = await keep_apart(empty_graph, second, third, ANN)
    assert await review(empty_graph, "venues", "", 10) == []
    for one in (made, again, last):
        await revoke(empty_graph, one.key, ANN)
    assert item_ids(await review(empty_graph, "venues", "", 10)) == [[first, second, third]]


async def test_review_page_skips_decided_items(empty_graph: Graph, tmp_path: Path) -> None:
    """Decided items take no room on a review page, and its cursor leads to the next open item."""
    names = ("Acta A", "Acta B", "Acta C", "Acta D")
    records: list[Record] = [
        structs.replace(journal(source, name), key=name, ids=(f"{source}-venue:{name[-1]}",))
        for name in names
        for source in ("dblp", "crossref")
    ]
    await load_records(empty_graph, tmp_path, records)
    for one, other in item_ids((await review(empty_graph, "venues", "", 10))[:2]):
        await keep_apart(empty_graph, one, other, ANN)
    (third,) = await review(empty_graph, "venues", "", 1)
    (fourth,) = await review(empty_graph, "venues", third.cursor, 1)
    assert [third.name, fourth.name] == ["Acta C", "Acta D"]
    assert await review(empty_graph, "venues", fourth.cursor, 1) == []


async def test_namesakes_with_most_papers_come_first(empty_graph: Graph, tmp_path: Path) -> None:
    """People with one frequent name enter the queue by their papers, unless their IDs differ or a curator decides."""
    titles = [f"Counting small ones with neural networks {number}" for number in "abc"]
    records: list[Record] = [
        *(paper("arxiv", f"w{number}", title, Author(name="Wei Wang")) for number, title in enumerate(titles)),
        *(paper("arxiv", f"l{number}", title, Author(name="Yang Liu")) for number, title in enumerate(titles[:2])),
        paper("arxiv", "z1", titles[0], Author(name="Yu Zhang", ids=(ADA,))),
        paper("arxiv", "z2", titles[1], Author(name="Yu Zhang", ids=(EVE,))),
    ]
    await load_records(empty_graph, tmp_path, records)
    first, second = await review(empty_graph, "namesakes", "", 10)
    assert [(item.name, len(item.candidates), item.cursor) for item in (first, second)] == [
        ("Wei Wang", 2, "3 wang wei"),
        ("Yang Liu", 1, "2 liu yang"),
    ]
    assert all(candidate.probability for candidate in first.candidates)
    assert await review(empty_graph, "namesakes", "", 1) == [first]
    assert await review(empty_graph, "namesakes", first.cursor, 1) == [second]
    assert await review(empty_graph, "namesakes", second.cursor, 10) == []
    await keep_apart(empty_graph, second.id, second.candidates[0].id, ANN)
    await merge(empty_graph, first.id, first.candidates[0].id, ANN)
    assert [(item.name, len(item.candidates)) for item in await review(empty_graph, "namesakes", "", 10)] == [
        ("Wei Wang", 1)
    ]
    with pytest.raises(CurationError, match=r"Invalid cursor last\. Expected a printed cursor"):
        await review(empty_graph, "namesakes", "last", 10)
    with pytest.raises(CurationError, match=r"Invalid cursor last\. Expected a printed cursor, the ID"):
        await review(empty_graph, "people", "last", 10)


@pytest.mark.full
async def test_keep_apart_from_one_candidate_resolves_to_other(empty_graph: Graph, tmp_path: Path) -> None:
    """A keep-apart decision against one of two candidates resolves a person to the other, until its revoke."""
    await load_records(empty_graph, tmp_path, RECORDS)
    before = await review(empty_graph, "people", "", 10)
    somebody = next(one for one in before if len(one.candidates) == 2)
    made = await keep_apart(empty_graph, somebody.id, ADA, ANN)
    assert [one.id for one in await review(empty_graph, "people", "", 10)] == [
        one.id for one in before if one is not somebody
    ]
    assert (await lookup_entity(empty_graph, somebody.id)).id == (await lookup_entity(empty_graph, EVE)).id
    await revoke(empty_graph, made.key, ANN)
    assert [one.id for one in await review(empty_graph, "people", "", 10)] == [one.id for one in before]


@pytest.mark.full
async def test_keep_apart_from_one_of_three_leaves_two_candidates(empty_graph: Graph, tmp_path: Path) -> None:
    """After a keep-apart decision against one of three candidates, the queue lists the person with two."""
    ids = (ADA, EVE, "orcid:0000-0001-6187-6610")
    known = [
        paper("arxiv", str(number), f"On {number}", Author(name="Li Wei", ids=(one,)), BOB)
        for number, one in enumerate(ids)
    ]
    await load_records(empty_graph, tmp_path, [*known, paper("arxiv", "c", "On Paths", Author(name="Li Wei"), BOB)])
    (question,) = await review(empty_graph, "people", "", 10)
    assert len(question.candidates) == 3
    made = await keep_apart(empty_graph, question.id, ADA, ANN)
    (left,) = await review(empty_graph, "people", "", 10)
    others = sorted([(await lookup_entity(empty_graph, one)).id for one in ids[1:]])
    assert (left.id, sorted(one.id for one in left.candidates)) == (question.id, others)
    await revoke(empty_graph, made.key, ANN)
    assert item_ids(await review(empty_graph, "people", "", 10)) == item_ids([question])


@pytest.mark.full
async def test_overruling_names_only_contradicting_decision(empty_graph: Graph, tmp_path: Path) -> None:
    """Of two later decisions about merged entities, only the one that separates them overrules the merge."""
    await load_records(empty_graph, tmp_path, [journal("dblp"), journal("crossref"), journal("openalex")])
    ((one, other, third),) = item_ids(await review(empty_graph, "venues", "", 10))
    joined = await merge(empty_graph, one, other, ANN)
    await keep_apart(empty_graph, one, third, ANN)
    source = joined.right[0].source
    split_off = await split(empty_graph, one, [f"{source}:j"], ANN)
    assert (await decision_statuses(empty_graph, [joined]))[joined.key].superseded_by == (split_off.key,)


@pytest.mark.full
async def test_id_shared_after_split_is_not_reviewed(empty_graph: Graph, tmp_path: Path) -> None:
    """When a curator split two records that state one ID, the review queue omits that ID."""
    doi = ("doi:10.1000/one",)
    await load_records(empty_graph, tmp_path, [paper(source, "k", "One", ids=doi) for source in ("arxiv", "crossref")])
    made = await split(empty_graph, doi[0], ["crossref:k"], ANN)
    assert await review(empty_graph, "ids", "", 10) == []
    await revoke(empty_graph, made.key, ANN)
    assert await review(empty_graph, "ids", "", 10) == []


@pytest.mark.full
async def test_keep_apart_decision_overrides_shared_issn(empty_graph: Graph, tmp_path: Path) -> None:
    """An ISSN that both venues state later neither merges them nor adds them to the review queue."""
    await load_records(empty_graph, tmp_path, [journal("dblp"), journal("crossref")])
    ((one, other),) = item_ids(await review(empty_graph, "venues", "", 10))
    await keep_apart(empty_graph, one, other, ANN)
    issn = "issn:0098-0331"
    both = [journal("dblp", "Journal of Ones", issn), journal("crossref", "Journal of Ones", issn)]
    summary = await load_records(empty_graph, tmp_path, both)
    assert summary.conflict_count == 1
    assert (await empty_graph.read("MATCH (v:Venue) RETURN count(v)")).rows == [[2]]
    for about in ("venues", "ids"):
        assert await review(empty_graph, about, "", 10) == []


@pytest.mark.full
async def test_decision_waits_for_missing_side(empty_graph: Graph, tmp_path: Path) -> None:
    """A decision reports that a side is missing after an unload and applies again once both sides return."""
    both = [journal("dblp"), journal("crossref")]
    await load_records(empty_graph, tmp_path, both)
    ((one, other),) = item_ids(await review(empty_graph, "venues", "", 10))
    made = await keep_apart(empty_graph, one, other, ANN)
    await unload(empty_graph, "sample")
    assert not (await decision_statuses(empty_graph, [made]))[made.key].both_sides_found
    await load_records(empty_graph, tmp_path, both)
    assert (await decision_statuses(empty_graph, [made]))[made.key].both_sides_found
    assert await review(empty_graph, "venues", "", 10) == []


@pytest.mark.full
async def test_keep_apart_of_same_entity_raises_error(empty_graph: Graph, tmp_path: Path) -> None:
    """Two IDs of one entity raise an error that suggests a split; IDs of two kinds raise another error."""
    await load_records(empty_graph, tmp_path, [journal("dblp", "Journal of Ones", "issn:0098-0331"), RECORDS[0]])
    with pytest.raises(CurationError, match=r"are the same entity: v_.* byline identity split v_\S+ --record"):
        await keep_apart(empty_graph, "issn:0098-0331", "dblp-venue:j", ANN)
    with pytest.raises(CurationError, match="Give two IDs of the same kind"):
        await keep_apart(empty_graph, "issn:0098-0331", "arxiv:2001.00001", ANN)
