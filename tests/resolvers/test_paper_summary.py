"""`Paper.summary` is the summary that a source states, else sentences of the abstract, else null."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.records.record import PaperRecord
from resolvers.execute import Service
from resolvers.plan_cache import PlanCache
from tests.conftest import emptied
from tests.loaders.load_helpers import load_records
from tests.resolvers.conftest import PATIENT
from tests.resolvers.graphql_client import Asker

ABSTRACT = "Models are large today. We present a small model of language. It rains. A small model learns language fast."
EXTRACTED = "We present a small model of language. A small model learns language fast."
PAPERS = {
    "Stated": PaperRecord(
        source="semanticscholar", key="1", title="Stated", abstract=ABSTRACT, summary="Presents a model."
    ),
    "A small model": PaperRecord(source="arxiv", key="2", title="A small model", abstract=ABSTRACT),
    "Neither": PaperRecord(source="arxiv", key="3", title="Neither"),
}


@pytest.fixture(scope="module")
async def ask_summaries(address: Address, tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Asker]:
    """Yield a client for a paper with a summary and an abstract, one with an abstract, and one with neither."""
    async with Graph(address) as graph:
        await emptied(graph)
        await load_records(graph, tmp_path_factory.mktemp("papers"), list(PAPERS.values()))
        yield Asker(Service(graph, PATIENT))
        await emptied(graph)


@pytest.mark.graph
async def test_summary_is_stated_extracted_or_null(ask_summaries: Asker) -> None:
    """Each paper has the summary of a source first, else sentences of its abstract, marked as Byline's, else null."""
    found: Any = await ask_summaries("{ papers { nodes { title summary { text source method } } } }")
    assert {node["title"]: node["summary"] for node in found["papers"]["nodes"]} == {
        "Stated": {"text": "Presents a model.", "source": "semanticscholar", "method": "STATED"},
        "A small model": {"text": EXTRACTED, "source": "byline", "method": "EXTRACTED"},
        "Neither": None,
    }


@pytest.mark.graph
async def test_part_of_a_summary_is_selected(ask_summaries: Asker) -> None:
    """Aliases, fragments, `__typename` and repeated fields of a summary work, and do not depend on its text."""
    found: Any = await ask_summaries(
        """fragment F on PaperSummary { how: method __typename }
           { papers { nodes { title a: summary { ...F source } b: summary { __typename text again: text } } } }"""
    )
    nodes = {node.pop("title"): node for node in found["papers"]["nodes"]}
    assert nodes["A small model"] == {
        "a": {"how": "EXTRACTED", "__typename": "PaperSummary", "source": "byline"},
        "b": {"__typename": "PaperSummary", "text": EXTRACTED, "again": EXTRACTED},
    }
    assert nodes["Stated"]["a"] == {"how": "STATED", "__typename": "PaperSummary", "source": "semanticscholar"}
    assert nodes["Neither"] == {"a": None, "b": None}


@pytest.mark.graph
async def test_filters_compare_stated_summaries(ask_summaries: Asker) -> None:
    """An extracted summary is not stored: a paper with one has no summary for a filter."""
    found: Any = await ask_summaries("{ papers(where: {summary: {isNull: true}}) { nodes { title } } }")
    assert {node["title"] for node in found["papers"]["nodes"]} == {"A small model", "Neither"}


def test_abstract_is_read_only_for_a_summary() -> None:
    """The statement reads the abstract only if the summary is selected; its text is chosen in a worker thread."""
    plans = PlanCache(15)
    plain, _ = plans.plan("{ papers { nodes { title } } }", None, {})
    summarized, _ = plans.plan("{ papers { nodes { title summary { text } } } }", None, {})
    source, _ = plans.plan("{ papers { nodes { title summary { source method } } } }", None, {})
    assert "abstract" not in plain.text
    assert "abstract" in summarized.text
    assert (plain.needs_thread, summarized.needs_thread, source.needs_thread) == (False, True, False)
