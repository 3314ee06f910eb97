"""Measure how latency grows with node degree, page direction, cursor depth and graph size."""

import json
import tempfile
from pathlib import Path

import httpx2
import uvloop

from bench import queries
from bench.generated_graph import HUB, PAPERS, benchmark_neo4j, fill_graph
from bench.http_load import Measured, measure
from bench.peer_comparison import SECONDS, TURNS
from bench.query_subjects import PAPER, PERSON, fetch_first
from bench.table import Row, report
from cypher.driver.address import Address
from tests import neo4j_under_test
from tests.byline.server_process import served

SMALL_HUB = 100
LISTS = {
    "a researcher's papers": (
        "researcher",
        "papers",
        "MATCH (n:Researcher) WHERE n.paperCount >= $degree RETURN n.id ORDER BY n.paperCount, n.id LIMIT 1",
    ),
    "a paper's citations": (
        "paper",
        "citedBy",
        "MATCH (n:Paper) WHERE n.citationCount >= $degree RETURN n.id ORDER BY n.citationCount, n.id LIMIT 1",
    ),
}
PAGES = {"researcher's page": (queries.person("").byline, PERSON), "paper's page": (queries.paper("").byline, PAPER)}
MAX_WARMUP_ROUNDS, SETTLED_RATIO = 20, 0.97
"""Maximum number of warm-up rounds; they end when a round takes more than this share of the one before."""
DEEP_PAGE_SIZE = 500
"""Page size on the way to the middle of a hub."""


def _timed(client: httpx2.Client, query: str, variables: dict[str, object]) -> Measured:
    url = f"{str(client.base_url).rstrip('/')}/graphql"
    body = json.dumps({"query": query, "variables": variables}).encode()
    if client.post("/graphql", json={"query": query, "variables": variables}).json().get("errors"):
        raise SystemExit(f"{query} is answered with errors.")
    uvloop.run(measure(url, body, 1, 0.4))
    return uvloop.run(measure(url, body, 1, SECONDS / TURNS))


def _warm(client: httpx2.Client, query: str, variables: dict[str, object]) -> None:
    """Send a query until a new server gets no faster: its JVM compiles frequent code."""
    before = float("inf")
    for _ in range(MAX_WARMUP_ROUNDS):
        now = _timed(client, query, variables).p50_ms
        if now > SETTLED_RATIO * before:
            return
        before = now


def _middle(client: httpx2.Client, root: str, field: str, identifier: str) -> str:
    """Read pages up to the middle of a hub, and return the cursor there."""
    query = (
        f"query W($id: ID!, $after: String) {{ {root}(by: {{id: $id}}) "
        f"{{ {field}(first: {DEEP_PAGE_SIZE}, after: $after) {{ pageInfo {{ endCursor }} }} }} }}"
    )
    after: str | None = None
    for _ in range(HUB // 2 // DEEP_PAGE_SIZE):
        variables = {"id": identifier, "after": after}
        page = client.post("/graphql", json={"query": query, "variables": variables}).json()
        after = page["data"][root][field]["pageInfo"]["endCursor"]
    return str(after)


def hubs(address: Address) -> list[Row]:
    """Measure lists of hubs of a generated graph."""
    rows: list[Row] = []
    with served(address) as client:
        for name, (root, field, pick) in LISTS.items():
            small, hub = (fetch_first(address, pick, degree=degree) for degree in (SMALL_HUB, HUB - 1))
            cursor = _middle(client, root, field, hub)
            lists = {
                (arguments, is_hub): f"query H($id: ID!) {{ {root}(by: {{id: $id}}) "
                f"{{ {field}({arguments}) {{ edges {{ cursor node {{ id title year }} }} }} }} }}"
                for arguments in (
                    "first: 20",
                    "last: 20",
                    f'first: 20, after: "{cursor}"',
                    f'last: 20, before: "{cursor}"',
                )
                for is_hub in (False, True)
                if is_hub or "," not in arguments
            }
            for key, query in lists.items():
                _warm(client, query, {"id": hub if key[1] else small})
            runs: dict[tuple[str, bool], list[Measured]] = {key: [] for key in lists}
            for _ in range(TURNS):
                for key, query in lists.items():
                    runs[key].append(_timed(client, query, {"id": hub if key[1] else small}))
            p50 = {key: Measured.together(measurements).p50_ms for key, measurements in runs.items()}
            for arguments, is_large in lists:
                if is_large:
                    end, _, inside = arguments.partition(",")
                    label = f"{name}: {end}{' from the middle' if inside else ''} of {HUB:,}, against {SMALL_HUB}"
                    rows.append(Row(label, "growth", p50[arguments, True], p50[end, False], "ms"))
    return rows


def pages(small: Address, large: Address) -> list[Row]:
    """Measure pages of people and papers of the same size in two graphs, in turns."""
    label = f"{PAPERS:,} papers against {PAPERS // 10:,}"
    rows: list[Row] = []
    with served(small) as small_client, served(large) as large_client:
        requests: dict[str, list[tuple[httpx2.Client, str, dict[str, object]]]] = {
            name: [
                (client, query, {"id": fetch_first(at, pick)})
                for client, at in ((small_client, small), (large_client, large))
            ]
            for name, (query, pick) in PAGES.items()
        }
        for name, ask in (("point", queries.point(queries.GENERATED.doi)), ("list of 1,000", queries.newest())):
            requests[name] = [(client, ask.byline, ask.variables) for client in (small_client, large_client)]
        for name, both in requests.items():
            for client, query, variables in both:
                _warm(client, query, variables)
            runs: list[list[Measured]] = [[], []]
            for _ in range(TURNS):
                for place, (client, query, variables) in enumerate(both):
                    runs[place].append(_timed(client, query, variables))
            before, after = (Measured.together(measurements).p50_ms for measurements in runs)
            rows.append(Row(f"{name}: {label}", "growth", after, before, "ms"))
    return rows


def run(address: Address) -> list[Row]:
    """Measure a generated graph, and one with a tenth of its papers in another Neo4j."""
    with tempfile.TemporaryDirectory() as home, neo4j_under_test.started(Path(home)) as small:
        fill_graph(small, PAPERS // 10, HUB // 10)
        return [*hubs(address), *pages(small, address)]


def main() -> None:
    """Run the benchmark."""
    with benchmark_neo4j() as address:
        fill_graph(address)
        measurements = run(address)
    report("growth", "p50 over HTTP at 1 connection; ratio: how much larger costs", measurements)


if __name__ == "__main__":
    main()
