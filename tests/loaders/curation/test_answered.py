"""What people have said of two that may be one is no question any more, and holds whatever is loaded later."""

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
from tests.byline.doubts import ADA, BOB, EVE, RECORDS, paper
from tests.loaders.loading import loaded

pytestmark = pytest.mark.graph

ANN = Curator("Ann", "I looked")


def journal(source: str, name: str = "Journal of Ones", *ids: str) -> VenueRecord:
    return VenueRecord(source=source, key="j", name=name, ids=(f"{source}-venue:j", *ids))


def named(questions: list[ReviewItem]) -> list[list[str]]:
    return [[one.id, *(each.id for each in one.candidates)] for one in questions]


async def test_two_that_are_parted_are_asked_about_no_more(empty_graph: Graph, tmp_path: Path) -> None:
    """Of three of one name those are left that nobody parted, until the decision is taken back."""
    await loaded(empty_graph, tmp_path, [journal("dblp"), journal("crossref"), journal("openalex")])
    ((first, second, third),) = named(await review(empty_graph, "venues", "", 10))
    made = await keep_apart(empty_graph, second, first, ANN)
    assert (made.verdict, made.was) == ("apart", (first, second))
    assert named(await review(empty_graph, "venues", "", 10)) == [[third, first, second]]
    with pytest.raises(CurationError, match="are already marked as distinct"):
        await keep_apart(empty_graph, first, second, ANN)
    again = await keep_apart(empty_graph, first, third, ANN)
    assert named(await review(empty_graph, "venues", "", 10)) == [[second, third]]
    last = await keep_apart(empty_graph, second, third, ANN)
    assert await review(empty_graph, "venues", "", 10) == []
    for one in (made, again, last):
        await revoke(empty_graph, one.key, ANN)
    assert named(await review(empty_graph, "venues", "", 10)) == [[first, second, third]]


async def test_a_page_is_full_though_some_are_answered(empty_graph: Graph, tmp_path: Path) -> None:
    """Answered questions take no room on a page, and its cursor leads on to the next."""
    names = ("Acta A", "Acta B", "Acta C", "Acta D")
    records: list[Record] = [
        structs.replace(journal(source, name), key=name, ids=(f"{source}-venue:{name[-1]}",))
        for name in names
        for source in ("dblp", "crossref")
    ]
    await loaded(empty_graph, tmp_path, records)
    for one, other in named((await review(empty_graph, "venues", "", 10))[:2]):
        await keep_apart(empty_graph, one, other, ANN)
    (third,) = await review(empty_graph, "venues", "", 1)
    (fourth,) = await review(empty_graph, "venues", third.cursor, 1)
    assert [third.name, fourth.name] == ["Acta C", "Acta D"]
    assert await review(empty_graph, "venues", fourth.cursor, 1) == []


@pytest.mark.full
async def test_who_is_parted_from_all_but_one_is_that_one(empty_graph: Graph, tmp_path: Path) -> None:
    """Somebody who may be either of two, and is not the one, is the other: the rules decide anew, and none is asked."""
    await loaded(empty_graph, tmp_path, RECORDS)
    before = await review(empty_graph, "people", "", 10)
    somebody = next(one for one in before if len(one.candidates) == 2)
    made = await keep_apart(empty_graph, somebody.id, ADA, ANN)
    assert [one.id for one in await review(empty_graph, "people", "", 10)] == [
        one.id for one in before if one is not somebody
    ]
    assert (await lookup_entity(empty_graph, somebody.id)).id == (await lookup_entity(empty_graph, EVE)).id
    await revoke(empty_graph, made.key, ANN)
    assert [one.id for one in await review(empty_graph, "people", "", 10)] == [one.id for one in before]


async def test_who_is_parted_from_one_of_three_may_be_the_others(empty_graph: Graph, tmp_path: Path) -> None:
    """Somebody who is not the one may still be either of two: they are asked about with these."""
    ids = (ADA, EVE, "orcid:0000-0001-6187-6610")
    known = [
        paper("arxiv", str(number), f"On {number}", Author(name="Li Wei", ids=(one,)), BOB)
        for number, one in enumerate(ids)
    ]
    await loaded(empty_graph, tmp_path, [*known, paper("arxiv", "c", "On Paths", Author(name="Li Wei"), BOB)])
    (question,) = await review(empty_graph, "people", "", 10)
    assert len(question.candidates) == 3
    made = await keep_apart(empty_graph, question.id, ADA, ANN)
    (left,) = await review(empty_graph, "people", "", 10)
    others = sorted([(await lookup_entity(empty_graph, one)).id for one in ids[1:]])
    assert (left.id, sorted(one.id for one in left.candidates)) == (question.id, others)
    await revoke(empty_graph, made.key, ANN)
    assert named(await review(empty_graph, "people", "", 10)) == named([question])


async def test_what_says_nothing_against_a_decision_is_not_named(empty_graph: Graph, tmp_path: Path) -> None:
    """Of two later decisions about what was joined, only the one that parts it is what the graph follows instead."""
    await loaded(empty_graph, tmp_path, [journal("dblp"), journal("crossref"), journal("openalex")])
    ((one, other, third),) = named(await review(empty_graph, "venues", "", 10))
    joined = await merge(empty_graph, one, other, ANN)
    await keep_apart(empty_graph, one, third, ANN)
    source = joined.right[0].source
    split_off = await split(empty_graph, one, [f"{source}:j"], ANN)
    assert (await decision_statuses(empty_graph, [joined]))[joined.key].overruled_by == (split_off.key,)


async def test_an_id_over_which_a_split_brought_two_records_is_no_question(empty_graph: Graph, tmp_path: Path) -> None:
    """Where a person parted two records that state one id, nobody is asked about that id."""
    doi = ("doi:10.1000/one",)
    await loaded(empty_graph, tmp_path, [paper(source, "k", "One", ids=doi) for source in ("arxiv", "crossref")])
    made = await split(empty_graph, doi[0], ["crossref:k"], ANN)
    assert await review(empty_graph, "ids", "", 10) == []
    await revoke(empty_graph, made.key, ANN)
    assert await review(empty_graph, "ids", "", 10) == []


async def test_what_is_parted_stays_two_whatever_comes(empty_graph: Graph, tmp_path: Path) -> None:
    """An ISSN that both state later joins them no more, and is asked about no more either."""
    await loaded(empty_graph, tmp_path, [journal("dblp"), journal("crossref")])
    ((one, other),) = named(await review(empty_graph, "venues", "", 10))
    await keep_apart(empty_graph, one, other, ANN)
    issn = "issn:0098-0331"
    both = [journal("dblp", "Journal of Ones", issn), journal("crossref", "Journal of Ones", issn)]
    summary = await loaded(empty_graph, tmp_path, both)
    assert summary.conflict_count == 1
    assert (await empty_graph.read("MATCH (v:Venue) RETURN count(v)")).rows == [[2]]
    for about in ("venues", "ids"):
        assert await review(empty_graph, about, "", 10) == []


async def test_a_decision_waits_for_what_is_not_there(empty_graph: Graph, tmp_path: Path) -> None:
    """It is told to wait while one side is gone, and to count once that is back."""
    both = [journal("dblp"), journal("crossref")]
    await loaded(empty_graph, tmp_path, both)
    ((one, other),) = named(await review(empty_graph, "venues", "", 10))
    made = await keep_apart(empty_graph, one, other, ANN)
    await unload(empty_graph, "sample")
    assert not (await decision_statuses(empty_graph, [made]))[made.key].both_sides_found
    await loaded(empty_graph, tmp_path, both)
    assert (await decision_statuses(empty_graph, [made]))[made.key].both_sides_found
    assert await review(empty_graph, "venues", "", 10) == []


async def test_one_thing_cannot_be_parted_from_itself(empty_graph: Graph, tmp_path: Path) -> None:
    """Two ids of one thing are told to be one, with how to part its records; two kinds are told to be two."""
    await loaded(empty_graph, tmp_path, [journal("dblp", "Journal of Ones", "issn:0098-0331"), RECORDS[0]])
    with pytest.raises(CurationError, match=r"are the same entity: v_.* byline identity split v_\S+ --record"):
        await keep_apart(empty_graph, "issn:0098-0331", "dblp-venue:j", ANN)
    with pytest.raises(CurationError, match="Give two IDs of the same kind"):
        await keep_apart(empty_graph, "issn:0098-0331", "arxiv:2001.00001", ANN)
