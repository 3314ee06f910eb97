"""Accuracy and latency of search: known items of the graph are searched for with damaged texts.

    NEO4J_URI=... NEO4J_PASSWORD=... .venv/bin/python -m bench.search [QUERIES]

For each type and each damage: the share of queries with the item, or one of the same name, among the first ten results
of the list, and the latency. Every second damage of a type runs after the plans are warm.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from statistics import quantiles
from typing import Any

from bench.matching import typos
from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.compile.search import UNINDEXED, fold_query
from resolvers.execute import Request, Service

QUERIES = 1_000
FIRST = 10
LIST = "query S($q: String!) {{ {name}(query: $q, first: 10) {{ nodes {{ id name }} }} }}"
ALL = "query A($q: String!) { search(query: $q, first: 10) { nodes { id name } } }"
SUGGEST = "query P($q: String!) { suggest(prefix: $q, first: 10) { text kind node { id } } }"
ITEMS = {
    "papers": "MATCH (n:Paper) WHERE n.ord IS NOT NULL AND n.authorCount > 0 RETURN n.id, n.title ORDER BY n.id",
    "researchers": "MATCH (n:Researcher) WHERE n.ord IS NOT NULL AND n.paperCount > 0 RETURN n.id, n.name "
    "ORDER BY n.id",
    "institutions": "MATCH (n:Institution) WHERE n.ord IS NOT NULL AND n.status = 'active' RETURN n.id, n.name "
    "ORDER BY n.id",
}
PAPERS_WITH_AUTHORS = """
MATCH (n:Paper)<-[written:AUTHORED {position: 1}]-()
WHERE n.ord IS NOT NULL
RETURN n.id, n.title, written.nameAsWritten ORDER BY n.id
"""
TITLE_WORDS = 2
"""Number of words of a title that a search for author and title has."""
Damage = Callable[[str, Random], str | None]
"""Returns a damaged text, or None if the damage does not apply to the text."""


def as_printed(text: str, chance: Random) -> str:
    """Return the text as the graph displays it."""
    del chance
    return text


def initials(text: str, chance: Random) -> str | None:
    """Return a name with initials for all given names; None for a single word."""
    del chance
    *given, family = text.split()
    return " ".join([*(f"{name[0]}." for name in given), family]) if given else None


def without_a_word(text: str, chance: Random) -> str | None:
    """Return a text of at least three words without one of them that the index contains."""
    words = text.split()
    places = [place for place, word in enumerate(words) if fold_query(word) not in UNINDEXED]
    if len(places) < 3:
        return None
    dropped = chance.choice(places)
    return " ".join(word for place, word in enumerate(words) if place != dropped)


def shuffled(text: str, chance: Random) -> str | None:
    """Return a text of at least two words in another order."""
    words = text.split()
    other = chance.sample(words, len(words))
    return " ".join(other) if other != words else None


DAMAGES: Mapping[str, Damage] = {
    "as printed": as_printed,
    "one typo": typos,
    "initials": initials,
    "a word less": without_a_word,
    "another order": shuffled,
}


@dataclass
class Outcome:
    """Queries, hits among the first ten, and latencies in milliseconds."""

    queries: int = 0
    hits: int = 0
    latencies: list[float] = field(default_factory=list[float])

    def rows(self, name: str) -> list[Row]:
        """Return the rows of the table."""
        cuts = quantiles(self.latencies, n=100)
        return [
            Row(f"{name}: found in the first ten", "own", 100 * self.hits / self.queries, None, "%"),
            Row(f"{name}: p50", "own", cuts[49], None, "ms"),
            Row(f"{name}: p99", "own", cuts[98], None, "ms"),
        ]


async def ask(service: Service, query: str, text: str) -> tuple[Any, float]:
    """Return the first root field of the response, and the latency in milliseconds."""
    start = time.perf_counter()
    reply = await service.answer(Request(query, {"q": text}))
    if reply.errors:
        raise SystemExit(f"{text!r}: {reply.errors[0]['message']}")
    found: dict[str, Any] = reply.data or {}
    return next(iter(found.values())), 1_000 * (time.perf_counter() - start)


async def search_item(service: Service, query: str, text: str, item: tuple[Any, Any], outcome: Outcome) -> None:
    """Search for a text, and count a hit if the results have the item (ID, name) or one of the same name."""
    found, latency = await ask(service, query, text)
    outcome.queries += 1
    outcome.latencies.append(latency)
    outcome.hits += any(
        node["id"] == item[0] or fold_query(node["name"]) == fold_query(item[1]) for node in found["nodes"]
    )


async def measure(service: Service, name: str, items: Sequence[Sequence[Any]], number: int) -> list[Row]:
    """Return the rows of one type."""
    rows: list[Row] = []
    query = LIST.format(name=name)
    for label, damage in DAMAGES.items():
        if label == "initials" and name != "researchers":
            continue
        chance, outcome = Random(7), Outcome()  # noqa: S311 a benchmark that can be repeated
        for id_, text in chance.sample(items, min(4 * number, len(items))):
            damaged = damage(text, chance)
            if damaged is None or outcome.queries == number:
                continue
            await search_item(service, query, damaged, (id_, text), outcome)
        rows += outcome.rows(f"{name}, {label}")
    return rows


def author_and_words(title: str, author: str, chance: Random) -> str | None:
    """Return the last name of an author and some words of a title in random order; None for a short title."""
    words = [word for word in title.split() if word.isalpha() and fold_query(word) not in UNINDEXED]
    if len(words) < TITLE_WORDS:
        return None
    return " ".join([author.rsplit(maxsplit=1)[-1], *chance.sample(words, TITLE_WORDS)])


async def measure_authors_and_titles(service: Service, graph: Graph, number: int) -> list[Row]:
    """Return the rows of searches for papers by their first author and words of the title."""
    chance, outcome = Random(13), Outcome()  # noqa: S311 as above
    papers = (await graph.read(PAPERS_WITH_AUTHORS, timeout_s=300)).rows
    for id_, title, author in chance.sample(papers, min(2 * number, len(papers))):
        text = author_and_words(str(title), str(author), chance)
        if text is None or outcome.queries == number:
            continue
        await search_item(service, LIST.format(name="papers"), text, (id_, title), outcome)
    return outcome.rows(f"papers, first author and {TITLE_WORDS} words of the title")


async def latencies(service: Service, items: Sequence[Sequence[Any]], number: int) -> list[Row]:
    """Return the latency of a search over all types, and of suggestions for every beginning of a name."""
    chance, search, suggest = Random(11), Outcome(), Outcome()  # noqa: S311 as above
    for _, text in chance.sample(items, min(number, len(items))):
        search.latencies.append((await ask(service, ALL, typos(text, chance)))[1])
        length = chance.randrange(1, min(12, len(text)) + 1)
        suggest.latencies.append((await ask(service, SUGGEST, text[:length]))[1])
    search.queries = suggest.queries = 1
    return search.rows("search of all types, one typo")[1:] + suggest.rows("suggest")[1:]


async def run(number: int) -> list[Row]:
    """Return all rows."""
    environment = os.environ
    address = Address(
        environment["NEO4J_URI"], environment.get("NEO4J_USERNAME", "neo4j"), environment["NEO4J_PASSWORD"]
    )
    rows: list[Row] = []
    async with Graph(address) as graph:
        service, everything = Service(graph), list[Sequence[Any]]()
        for name, cypher in ITEMS.items():
            items = (await graph.read(cypher, timeout_s=300)).rows
            if not items:
                continue
            everything += items
            await ask(service, LIST.format(name=name), str(items[0][1]))
            rows += await measure(service, name, items, number)
        await ask(service, ALL, "language")
        await ask(service, SUGGEST, "lan")
        rows += await measure_authors_and_titles(service, graph, number)
        rows += await latencies(service, everything, number)
    return rows


if __name__ == "__main__":
    report("search", "search: known items", asyncio.run(run(int(sys.argv[1]) if len(sys.argv) > 1 else QUERIES)))
