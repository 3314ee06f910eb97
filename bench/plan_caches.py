"""Hit rates of the plan caches of Byline and Neo4j under a mixed load; memory over many different documents."""

import asyncio
import os
import re
import time
from random import Random
from typing import Any

import orjson
import psutil

from bench.generated_graph import PAPERS, benchmark_neo4j, fill_graph
from bench.queries import GENERATED, benchmark_queries
from bench.table import Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.generate.rows import fake_id
from resolvers.execute import Request, Service
from resolvers.plan_cache import MAX_PLAN_CHARACTERS, PlanCache, WeightedLRUCache

REQUESTS = 20_000
DOCUMENTS = int(os.environ.get("BYLINE_BENCH_DOCUMENTS", "20000"))
"""Number of different documents for the measurement of memory."""
VARIANTS = 15
"""Number of variants of each query: a front end has few documents, not one for each request."""
WORKERS = 4
CLEAR = "CALL db.clearQueryCaches() YIELD value RETURN value"


class Counting(WeightedLRUCache[Any, Any]):
    """A cache that counts its requests and misses."""

    requested = 0
    missed = 0

    def get(self, key: Any) -> Any:  # noqa: ANN401 a cache of anything
        """Return an entry, and count the request."""
        found = super().get(key)
        self.requested += 1
        self.missed += found is None
        return found


def random_request(chance: Random, form: int, *, inlined: bool) -> Request:
    """Return a random query in one of its variants, which differ in aliases and literals.

    What else it asks follows from chance: by variables, or, inlined, by values that stand in the document itself.
    """
    name, one = chance.choice(list(benchmark_queries(GENERATED).items()))
    variables = dict(one.variables)
    text = re.sub(r"\) \{ (\w+)\(", rf") {{ x{form}: \1(", one.byline, count=1)
    text = re.sub(r"first: \d+", f"first: {5 + form}", text)
    match name:
        case "point":
            variables["doi"] = f"10.5555/generated.{chance.randrange(PAPERS)}"
        case "list of 1,000":
            variables["first"] = chance.randrange(1, 50)
        case "paper's page":
            variables["id"] = fake_id("p", chance.randrange(PAPERS))
        case _:
            variables["id"] = fake_id("r", chance.randrange(PAPERS // 2))
    if not inlined:
        return Request(text, variables)
    for variable, value in variables.items():
        text = text.replace(f"${variable}", str(orjson.dumps(value), "utf-8"))
    return Request(re.sub(r"^query (\w+)\(.*?\) \{", r"query \1 {", text))


async def _load(address: Address, requests: int, *, inlined: bool) -> tuple[float, float, float]:
    """Return the hit rates of the plan caches of Byline and Neo4j in percent, and milliseconds per request."""
    async with Graph(address) as graph:
        service = Service(graph)
        service.plan_cache.plans = counting = Counting(2_000, MAX_PLAN_CHARACTERS)
        await graph.read(CLEAR)
        chance = Random(5)  # noqa: S311 a load
        requests_sent = [random_request(chance, chance.randrange(VARIANTS), inlined=inlined) for _ in range(requests)]

        async def work(mine: list[Request]) -> None:
            for one in mine:
                reply = await service.answer(one)
                if reply.errors:
                    raise SystemExit(f"{one.query} is answered with {reply.errors[0]}")

        began = time.perf_counter()
        await asyncio.gather(*(work(requests_sent[worker::WORKERS]) for worker in range(WORKERS)))
        each_ms = (time.perf_counter() - began) / requests * 1_000
        cleared = str((await graph.read(CLEAR)).rows[0][0])
        planned = int("".join(re.findall(r"\d", cleared)) or 0)
        return 100 * (1 - counting.missed / counting.requested), 100 * (1 - planned / requests), each_ms


def memory() -> list[Row]:
    """Prepare many different documents; return the memory of the process after a part of them and after all."""
    plan_cache = PlanCache(15)
    process = psutil.Process()
    held: list[float] = []
    for number in range(DOCUMENTS):
        plan_cache.plan(f'{{ a{number}: paper(by: {{id: "p_{number}"}}) {{ title b{number}: year }} }}', None, {})
        if number + 1 in (DOCUMENTS // 10, DOCUMENTS):
            held.append(process.memory_info().rss / 2**20)
    early, late = held
    label = f"memory after {DOCUMENTS:,} different documents, against {DOCUMENTS // 10:,}"
    return [Row(label, "growth", late, early, "MiB")]


def run(address: Address) -> list[Row]:
    """Measure on a generated graph."""
    byline, neo4j, _ = asyncio.run(_load(address, REQUESTS, inlined=False))
    ever, planned, each_ms = asyncio.run(_load(address, REQUESTS, inlined=True))
    few = f"{VARIANTS} forms of each question, {REQUESTS:,} requests, values in variables"
    new = "the same, values in the document"
    return [
        Row(f"plans that Byline had: {few}", "own", byline, None, "%"),
        Row(f"plans that Neo4j had: {few}", "own", neo4j, None, "%"),
        Row(f"plans that Byline had: {new}", "own", ever, None, "%"),
        Row(f"plans that Neo4j had: {new}", "own", planned, None, "%"),
        Row(f"{new}: each", "own", each_ms, None, "ms"),
        *memory(),
    ]


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        fill_graph(address)
        found = run(address)
    report("caches", "Plan caches and memory", found)


if __name__ == "__main__":
    main()
