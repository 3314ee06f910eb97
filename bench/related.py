"""Accuracy of related papers: hide a fifth of the citations of a graph, and count how many of them each method finds.

    NEO4J_URI=... NEO4J_PASSWORD=... .venv/bin/python -m bench.related [PAPERS]

For papers with at least five remaining references: the share of the hidden references among the first 20 papers that a
method returns (recall@20). The methods are the reasons of `similarPapers`, each alone and all together,
`recommendedPapers` with the remaining references as liked papers, and `papersAbout` with title and abstract. Yardsticks
are the most cited papers, and bibliographic coupling alone. Meaning needs vectors (`byline embed`). The benchmark
changes the graph while it runs, and restores it at the end: do not run it on a graph that others use.
"""

import asyncio
import os
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random
from statistics import median
from typing import Any, cast

from bench.table import Row, report
from byline.text_embedder import LocalTextEmbedder
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.embed.pipeline import text_of
from resolvers.execute import Limits, Request, Service

PAPERS = 500
FIRST = 20
SHARE = 0.2
LEAST_REFERENCES = 5
BATCH = 10_000
CITATIONS = "MATCH (citing:Paper)-[:CITES]->(cited) RETURN citing.id, cited.id ORDER BY citing.id, cited.id"
HIDE = """UNWIND $pairs AS pair
MATCH (citing:Paper {id: pair[0]})-[citation:CITES]->(cited:Paper {id: pair[1]})
CREATE (citing)-[hidden:HIDDEN_CITATION]->(cited)
SET hidden = properties(citation)
DELETE citation"""
RESTORE = """MATCH (citing)-[hidden:HIDDEN_CITATION]->(cited)
CALL (citing, hidden, cited) {
  CREATE (citing)-[citation:CITES]->(cited)
  SET citation = properties(hidden)
  DELETE hidden
} IN TRANSACTIONS"""
SIMILAR = """query S($id: ID!, $by: [SimilarityReasonKind!]) {
  paper(by: {id: $id}) { similarPapers(first: 20, by: $by) { paper { id } } }
}"""
RECOMMENDED = """query R($liked: [ID!]!) {
  recommendedPapers(liked: $liked, first: 21) { paper { id } }
}"""
TEXTS = "MATCH (paper:Paper) WHERE paper.id IN $ids RETURN paper.id, paper.title, paper.abstract"
ABOUT = """query A($text: String!) {
  papersAbout(text: $text, first: 21) { edges { paper: node { id } } }
}"""
METHODS: Mapping[str, list[str] | None] = {
    "shared references (bibliographic coupling)": ["SHARED_REFERENCES"],
    "cited together (co-citation)": ["CITED_TOGETHER"],
    "shared authors": ["SHARED_AUTHORS"],
    "meaning": ["MEANING"],
    "shared authors and meaning, as for a preprint without citations": ["SHARED_AUTHORS", "MEANING"],
    "all reasons except meaning": ["SHARED_REFERENCES", "CITED_TOGETHER", "SHARED_AUTHORS", "SHARED_TOPICS"],
    "all reasons": None,
}
References = Mapping[str, set[str]]


async def found_by(service: Service, query: str, **variables: Any) -> tuple[list[str], float]:  # noqa: ANN401 of GraphQL
    """Return the IDs of the papers of an answer, and its latency in milliseconds."""
    start = time.perf_counter()
    reply = await service.answer(Request(query, variables))
    if reply.errors:
        raise SystemExit(f"{variables}: {reply.errors[0]['message']}")
    data: dict[str, Any] = reply.data or {}
    rows: list[dict[str, Any]] = (
        data["paper"]["similarPapers"]
        if "paper" in data
        else data["papersAbout"]["edges"]
        if "papersAbout" in data
        else data["recommendedPapers"]
    )
    return [str(row["paper"]["id"]) for row in rows], 1_000 * (time.perf_counter() - start)


def split(pairs: Sequence[Sequence[str]]) -> tuple[References, References]:
    """Return the remaining and the hidden references of each paper."""
    chance = Random(7)  # noqa: S311 a benchmark that can be repeated
    remaining: defaultdict[str, set[str]] = defaultdict(set)
    hidden: defaultdict[str, set[str]] = defaultdict(set)
    for citing, cited in pairs:
        (hidden if chance.random() < SHARE else remaining)[citing].add(cited)
    return remaining, hidden


async def measure(service: Service, remaining: References, hidden: References, number: int) -> list[Row]:
    """Return the recall and the median latency of each method."""
    chosen = sorted(citing for citing in hidden if len(remaining.get(citing, ())) >= LEAST_REFERENCES)
    chosen = Random(11).sample(chosen, min(number, len(chosen)))  # noqa: S311 as above
    counts: defaultdict[str, int] = defaultdict(int)
    for references in remaining.values():
        for cited in references:
            counts[cited] += 1
    popular = sorted(counts, key=lambda cited: (-counts[cited], cited))
    texts = await texts_of(service.graph, chosen)
    embedding = replace(service, embedder=LocalTextEmbedder(None))
    recalls: defaultdict[str, list[float]] = defaultdict(list)
    latencies: defaultdict[str, list[float]] = defaultdict(list)
    for citing in chosen:
        known, wanted = remaining[citing] | {citing}, hidden[citing]
        answers = {"most cited papers": ([cited for cited in popular[:1_000] if cited not in known][:FIRST], 0.0)}
        for name, by in METHODS.items():
            answers[name] = await found_by(service, SIMILAR, id=citing, by=by)
        liked = sorted(known - {citing})[:100]
        papers, latency = await found_by(service, RECOMMENDED, liked=liked)
        answers["recommendedPapers from the other references"] = [p for p in papers if p != citing][:FIRST], latency
        for name, about in (("words", service), ("words and meaning", embedding)):
            papers, latency = await found_by(about, ABOUT, text=texts[citing])
            answers[f"papersAbout by {name}"] = [p for p in papers if p != citing][:FIRST], latency
        for name, (papers, latency) in answers.items():
            recalls[name].append(len(wanted.intersection(papers)) / len(wanted))
            latencies[name].append(latency)
    rows = [Row(f"{name}: recall@{FIRST}", "own", 100 * sum(r) / len(r), None, "%") for name, r in recalls.items()]
    rows += [Row(f"{name}: p50", "own", median(times), None, "ms") for name, times in latencies.items() if any(times)]
    return [Row("papers", "own", len(chosen), None, ""), *rows]


async def texts_of(graph: Graph, ids: Sequence[str]) -> dict[str, str]:
    """Return the title and abstract of papers by ID."""
    rows = (await graph.read(TEXTS, {"ids": list(ids)})).rows
    return {str(id_): text_of(str(title), cast("str | None", abstract)) for id_, title, abstract in rows}


async def run(number: int) -> list[Row]:
    """Hide citations, measure, restore the citations, and return the rows."""
    environment = os.environ
    address = Address(
        environment["NEO4J_URI"], environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"]
    )
    async with Graph(address, read_timeout_s=300) as graph:
        await graph.administer(RESTORE)  # what an interrupted run has left
        remaining, hidden = split([(str(row[0]), str(row[1])) for row in (await graph.read(CITATIONS)).rows])
        pairs = [[citing, cited] for citing, references in hidden.items() for cited in references]
        try:
            for start in range(0, len(pairs), BATCH):
                await graph.administer(HIDE, {"pairs": pairs[start : start + BATCH]})
            return await measure(Service(graph, Limits(max_cost=1_000_000)), remaining, hidden, number)
        finally:
            await graph.administer(RESTORE)


if __name__ == "__main__":
    report("related", "related papers: hidden citations", asyncio.run(run(int((sys.argv[1:] or [PAPERS])[0]))))
