"""Derived facts: the steps that stale nodes require, in one transaction or in several."""

from pathlib import Path

import pytest

from cypher.catalog import single_transaction_text, statement
from cypher.driver.client import Graph, Statement
from cypher.driver.values import Value
from loaders.export.canonical_export import export
from loaders.records.record import Author, PaperRecord, TypedDate
from loaders.writing.derive import (
    STALE_LABELS_OF_STEP,
    STEPS,
    count_stale,
    derive,
    derive_stale_facts,
    required_steps,
    write_and_derive,
)
from loaders.writing.lease import write_lease
from tests.loaders.load_helpers import export_lines, load_records
from tests.loaders.test_interrupted_loads import many_records

ALL_STALE = """
MATCH (node:Paper|Researcher|Topic|Institution|Venue|Volume|Funder)
SET node:Stale
FOREACH (_ IN CASE WHEN node:Researcher THEN [1] ELSE [] END | SET node:StaleCollaborations)
"""


def test_labels_of_all_steps_are_declared() -> None:
    """Every step has the labels that require it, except those that delete entities and clear the marks."""
    assert STALE_LABELS_OF_STEP.keys() == {*STEPS} - {"delete_entities_without_records", "clear_stale_marks"}


def test_steps_can_run_in_one_transaction() -> None:
    """Without its last words, each step is a statement of a transaction."""
    for step in STEPS:
        text = single_transaction_text(f"derive/{step}")
        assert "TRANSACTIONS" not in text
        assert statement(f"derive/{step}").text.startswith(text)


def test_stale_papers_require_facts_of_people_and_topics() -> None:
    """The step for papers marks people and topics as stale, so their steps follow; institutions are not affected."""
    steps = required_steps({"Paper", "Stale"})
    assert {"papers", "researchers", "h_index", "topics", "percentiles"} <= {*steps}
    assert "institutions" not in steps
    assert required_steps({"Funder"}) == ["funders", "clear_stale_marks"]


@pytest.mark.graph
async def test_one_and_many_transactions_derive_the_same(empty_graph: Graph, tmp_path: Path) -> None:
    """If everything is stale, both ways restore the facts that the load derived."""
    plain = await export_lines(empty_graph, tmp_path, many_records(6))
    await empty_graph.administer(ALL_STALE)
    async with write_lease(empty_graph, "test") as lease:
        assert [step async for step in derive(lease)] == [*STEPS]
    assert (await export(empty_graph), await count_stale(empty_graph)) == (plain, 0)
    await empty_graph.administer(ALL_STALE)
    steps: list[str] = []
    async with write_lease(empty_graph, "test") as lease:
        await derive_stale_facts(lease, steps.append)
    assert "delete_entities_without_records" not in steps
    assert (await export(empty_graph), await count_stale(empty_graph)) == (plain, 0)
    async with write_lease(empty_graph, "test") as lease:
        assert await write_and_derive(lease, [Statement(ALL_STALE, {})], [])
    assert (await export(empty_graph), await count_stale(empty_graph)) == (plain, 0)


def joint_paper(key: str, year: int, *names: str) -> PaperRecord:
    """Return a paper whose authors have an ID for each name."""
    authors = tuple(Author(name=f"{name} Author", ids=(f"openalex:A{ord(name[0])}",)) for name in names)
    return PaperRecord(
        source="sample", key=key, title=f"Paper {key}", ids=(f"doi:10.1/{key}",), dates=(TypedDate(value=str(year)),),
        authors=authors,
    )  # fmt: skip


@pytest.mark.graph
async def test_only_changed_pairs_are_written(empty_graph: Graph, tmp_path: Path) -> None:
    """A changed paper creates, updates and deletes the collaborations of its authors; other pairs stay untouched."""
    pairs = (
        "MATCH (one:Researcher)-[pair:COLLABORATED_WITH]-(other:Researcher) WHERE one.name < other.name "
        "RETURN left(one.name, 1) + left(other.name, 1), elementId(pair), pair.papers, pair.firstYear, pair.lastYear"
    )

    async def stored_pairs() -> dict[str, list[Value]]:
        return {str(name): values for name, *values in (await empty_graph.read(pairs)).rows}

    await load_records(
        empty_graph,
        tmp_path,
        [joint_paper("1", 2001, "A", "B"), joint_paper("2", 2002, "A", "C"), joint_paper("3", 2003, "C", "D")],
    )
    before = await stored_pairs()
    assert {name: values[1:] for name, values in before.items()} == {
        "AB": [1, 2001, 2001], "AC": [1, 2002, 2002], "CD": [1, 2003, 2003],
    }  # fmt: skip
    await load_records(empty_graph, tmp_path, [joint_paper("4", 2004, "A", "B", "D"), joint_paper("2", 2002, "A")])
    after = await stored_pairs()
    assert {name: values[1:] for name, values in after.items()} == {
        "AB": [2, 2001, 2004], "AD": [1, 2004, 2004], "BD": [1, 2004, 2004], "CD": [1, 2003, 2003],
    }  # fmt: skip
    assert (after["AB"][0], after["CD"]) == (before["AB"][0], before["CD"])


@pytest.mark.graph
async def test_many_stale_nodes_are_derived_later(
    empty_graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a transaction makes too many nodes stale, it commits neither their facts nor the end of the load."""
    await load_records(empty_graph, tmp_path, many_records(6))
    monkeypatch.setattr("loaders.writing.derive.MAX_NODES_PER_TRANSACTION", 1)
    ended = Statement("CREATE (:Load {id: 'l_end'})", {})
    async with write_lease(empty_graph, "test") as lease:
        assert not await write_and_derive(lease, [Statement(ALL_STALE, {})], [ended])
    assert await count_stale(empty_graph) > 1
    assert (await empty_graph.read("MATCH (load:Load {id: 'l_end'}) RETURN load.id")).rows == []
