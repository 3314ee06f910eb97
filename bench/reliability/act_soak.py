"""Let 200 users act and read while Neo4j and the server are killed: `make soak-acts`, or `make soak-acts SECONDS=60`.

Each user follows, reacts, saves, comments and reviews, and reads pages. A request without a response is sent again with
the same `clientMutationId`, as a client does. At the end, the graph must contain exactly the acknowledged acts:
no act is lost, no act exists twice, and the counts of the API equal the graph. The seed is printed.
"""

import asyncio
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import httpx2
import psutil

from accounts.consistency import check_consistency
from accounts.roles import Role, Scope
from accounts.tokens import create_token
from accounts.users import create_user
from bench.generated_graph import fill_graph
from bench.reliability.clients import Figures
from bench.reliability.fault_operator import FaultError, Operator, kill, kill_group
from bench.table import Row, report
from byline.local_neo4j.server import start_or_join
from cypher.driver.address import Address
from cypher.driver.client import Graph
from loaders.generate.rows import fake_id
from tests.byline.server_process import free_port

SECONDS = 600.0
USERS = 200
PAPERS = 2_000
THINK_S = 2.0
"""Mean time of a user between a response and the next request."""
KILLS_PER_MINUTE = 1.0
RETRY_S = 0.5
RECOVERY_S = 60.0
"""Time after a start in which Neo4j recovers and plans its statements; the figures of undisturbed reads omit it."""
PASSING = frozenset({"UNAVAILABLE", "TIMEOUT", "TOO_MANY_REQUESTS"})
"""Codes after which a client sends the request again, such as for a payload that could not be read after the act."""
PATIENCE_S = 120.0
"""Maximum time in seconds after the end until each act has a response."""
READS = (
    """query P($id: ID!) { paper(by: {id: $id}) { title followerCount saveCount commentCount reviewCount
      comments(first: 10) { nodes { text author { name } } } authors(first: 10) { nodes { name } } } }""",
    """query V($id: ID!) { viewer { name feed(first: 10) { nodes { __typename } } } paper(by: {id: $id}) { title } }""",
)
ACTS = {
    "FOLLOWS": ("followEntity", "unfollowEntity"),
    "SAVED": ("savePaper", "unsavePaper"),
    "LIKES": ("addReaction", "removeReaction"),
}
"""Relationship type -> mutations that begin and end the act."""
COMMENT = """mutation M($paper: ID!, $text: String!, $key: String!) {
  addComment(input: {paperId: $paper, text: $text, clientMutationId: $key}) {
    comment { id } userErrors { message } } }"""
REVIEW = """mutation M($paper: ID!, $text: String!, $key: String!) {
  addReview(input: {paperId: $paper, summary: $text, rating: 7, confidence: 3, clientMutationId: $key}) {
    review { id } userErrors { message } } }"""


class Plan(NamedTuple):
    """Duration of the run in seconds, number of kills, and the seed of the random choices."""

    seconds: float
    kills: int
    seed: int

    @classmethod
    def from_arguments(cls, arguments: Sequence[str]) -> "Plan":
        """Return the plan of the command line: seconds, seed, number of kills."""
        seconds = float(arguments[0]) if arguments else SECONDS
        seed = int(arguments[1]) if len(arguments) > 1 else secrets.randbelow(10**6)
        kills = int(arguments[2]) if len(arguments) > 2 else max(2, round(seconds / 60 * KILLS_PER_MINUTE))
        return cls(seconds, kills, seed)


@dataclass
class Log:
    """Acts that the server acknowledged, and the figures of reads and acts."""

    acts: dict[tuple[str, str, str], bool] = field(default_factory=dict[tuple[str, str, str], bool])
    """Relationship type, user and paper -> whether the act exists."""
    contents: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    """ID of a comment or review -> user and text."""
    reads: Figures = field(default_factory=Figures)
    writes: Figures = field(default_factory=Figures)
    """Durations, and the requests that were sent again, by the reason."""
    undisturbed_reads: Figures = field(default_factory=Figures)
    """Durations of reads without a start during them or in the `RECOVERY_S` before them."""
    starts: list[float] = field(default_factory=list[float])
    """Times of the first start and of the kills, after which the server or Neo4j starts again."""

    def is_undisturbed(self, started: float) -> bool:
        """Return True if no start disturbed a request that started at a time and has just ended."""
        return all(started - RECOVERY_S > moment for moment in self.starts)


@dataclass
class Member:
    """A user with a token that acts on papers at random."""

    name: str
    token: str
    chance: random.Random
    port: int
    client: httpx2.AsyncClient
    log: Log
    reviewed: set[str] = field(default_factory=set[str])

    async def act_until(self, end: float) -> None:
        """Act and read until a time. Raises FaultError for an error that a client must not see."""
        while time.monotonic() < end:
            await asyncio.sleep(self.chance.expovariate(1 / THINK_S))
            paper = fake_id("p", self.chance.randrange(200))
            kind = self.chance.choice(["read", "read", "read", "act", "act", "comment", "review"])
            if kind == "read":
                await self._send(self.chance.choice(READS), {"id": paper}, self.log.reads, end)
            elif kind == "act":
                await self._toggle(paper, end)
            else:
                await self._write_text(kind, paper, end)

    async def _toggle(self, paper: str, end: float) -> None:
        relationship = self.chance.choice(sorted(ACTS))
        key = relationship, self.name, paper
        exists = self.log.acts.get(key, False)
        content = ", content: LIKE" if relationship == "LIKES" else ""
        mutation = (
            f"mutation M($id: ID!, $key: String!) {{ {ACTS[relationship][exists]}"
            f"(input: {{id: $id{content}, clientMutationId: $key}}) {{ userErrors {{ message }} }} }}"
        )
        await self._send(mutation, {"id": paper, "key": secrets.token_hex(8)}, self.log.writes, end)
        self.log.acts[key] = not exists

    async def _write_text(self, kind: str, paper: str, end: float) -> None:
        if kind == "review" and paper in self.reviewed:
            return
        self.reviewed |= {paper} if kind == "review" else set()
        text = f"{kind} {secrets.token_hex(8)}"
        variables = {"paper": paper, "text": text, "key": secrets.token_hex(8)}
        data = await self._send(COMMENT if kind == "comment" else REVIEW, variables, self.log.writes, end)
        payload = next(iter(data.values()))
        self.log.contents[payload[kind]["id"]] = (self.name, text)

    async def _send(self, query: str, variables: dict[str, str], figures: Figures, end: float) -> dict[str, Any]:
        """Return the data of a response; without one, or with a passing error, send the request again."""
        while True:
            started, wait_s, outcome = time.monotonic(), RETRY_S, ""
            try:
                response = await self.client.post(
                    f"http://127.0.0.1:{self.port}/graphql",
                    json={"query": query, "variables": variables},
                    headers={"Authorization": f"Bearer {self.token}"},
                )
            except httpx2.TransportError as error:
                figures.errors[type(error).__name__] += 1
                outcome = type(error).__name__
            else:
                if response.status_code == 200:
                    answer: dict[str, Any] = response.json()
                    payload: dict[str, Any] = next(iter(answer["data"].values())) or {}
                    codes = {error["extensions"]["code"] for error in answer.get("errors", ())}
                    if payload.get("userErrors") or codes - PASSING:
                        raise FaultError(f"{self.name} sent {query} {variables} and got {response.text[:500]}")
                    if not codes:
                        figures.times.append((time.monotonic() - started) * 1000)
                        if figures is self.log.reads and self.log.is_undisturbed(started):
                            self.log.undisturbed_reads.times.append(figures.times[-1])
                        return dict(answer["data"])
                elif response.status_code not in {429, 503, 504}:
                    raise FaultError(f"{self.name} got status {response.status_code}: {response.text[:500]}")
                outcome = response.text[:500]
                figures.errors[str(response.status_code)] += 1
                wait_s = float(response.headers.get("retry-after", RETRY_S))
            if time.monotonic() > end + PATIENCE_S:
                raise FaultError(f"{self.name} got no response to {query} for {PATIENCE_S:g} s; the last: {outcome}")
            await asyncio.sleep(wait_s)


class PlanningOperator(Operator):
    """Runs Byline's commands with the warm-up of a server, as by default."""

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the commands."""
        return {**super().environment, "BYLINE_WARM_UP": "true"}


class Server:
    """A server on one port that can be killed and started again."""

    def __init__(self, operator: Operator, port: int) -> None:
        self.operator, self.port = operator, port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server."""
        self.process = self.operator.start("serve", "--port", str(self.port))

    def wait_for_plans(self) -> None:
        """Wait until Neo4j has planned the statements of acts, at most two minutes."""
        deadline = time.monotonic() + PATIENCE_S
        if self.process is None:
            return
        log = self.operator.logs / f"{self.process.pid}.log"
        while "plan_acts_finished" not in log.read_text("utf-8") and time.monotonic() < deadline:
            time.sleep(1)

    def kill(self) -> None:
        """Kill the server with SIGKILL, and start a new one."""
        if self.process is not None:
            kill_group(self.process)
        self.start()

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(60)


async def inject(server: Server, plan: Plan, chance: random.Random, log: Log) -> Counter[str]:
    """Kill Neo4j and the server in turn at random moments, and return how often."""
    done: Counter[str] = Counter()
    moments = sorted(chance.uniform(0.1, 0.8) * plan.seconds for _ in range(plan.kills))
    started = time.monotonic()
    for number, moment in enumerate(moments):
        await asyncio.sleep(max(0, started + moment - time.monotonic()))
        name = ("Neo4j", "server")[number % 2]
        try:
            neo4j: psutil.Process = server.operator.neo4j()
        except FaultError:
            continue  # it is starting after the fault before
        log.starts.append(time.monotonic())
        await asyncio.to_thread(partial(kill, neo4j) if name == "Neo4j" else server.kill)
        done[name] += 1
        print(f"{time.monotonic() - started:.0f} s: killed {name}", flush=True)
    return done


async def differences(graph: Graph, log: Log) -> list[str]:
    """Return how the graph differs from the acknowledged acts."""
    found: list[str] = []
    for relationship in ACTS:
        text = f"MATCH (u:User)-[act:{relationship}]->(p:Paper) RETURN u.name, p.id, count(act)"
        rows = (await graph.read(text, timeout_s=60)).rows
        found += [f"{row[0]} {relationship} {row[1]} {row[2]} times" for row in rows if row[2] != 1]
        there = {(str(row[0]), str(row[1])) for row in rows}
        expected = {key[1:] for key, exists in log.acts.items() if exists and key[0] == relationship}
        found += [f"lost: {user} {relationship} {paper}" for user, paper in sorted(expected - there)]
        found += [f"not acknowledged: {user} {relationship} {paper}" for user, paper in sorted(there - expected)]
    rows = (
        await graph.read(
            "MATCH (u:User)-[:WROTE]->(c:Comment|Review) RETURN c.id, u.name, coalesce(c.text, c.summary)", timeout_s=60
        )
    ).rows
    written = {str(row[0]): (str(row[1]), str(row[2])) for row in rows}
    found += [f"lost: {key} of {log.contents[key][0]}" for key in sorted(log.contents.keys() - written.keys())]
    found += [
        f"twice or not acknowledged: {key} {written[key]}" for key in sorted(written.keys() - log.contents.keys())
    ]
    found += [f"changed: {key}" for key in log.contents.keys() & written.keys() if log.contents[key] != written[key]]
    async for result in check_consistency(graph):
        if result.wrong:
            found.append(f"{result.wrong} {result.check.problem}, such as {result.example}")
    return found


async def run(operator: Operator, address: Address, plan: Plan) -> tuple[Log, Counter[str], list[str]]:
    """Create the users, run them with kills, and compare the graph."""
    chance = random.Random(plan.seed)  # noqa: S311 no secret
    async with Graph(address) as graph:
        tokens: dict[str, str] = {}
        for number in range(USERS):
            name = f"user{number}"
            await create_user(graph, name, Role.MEMBER)
            tokens[name] = (await create_token(graph, name, (Scope.READ, Scope.ACT))).secret.get_secret_value()
    server, log = Server(operator, free_port()), Log()
    server.start()
    try:
        await asyncio.to_thread(server.wait_for_plans)
        async with AsyncExitStack() as clients:
            # One client for each user: a common pool checks all its connections before each request.
            members = [
                Member(
                    name,
                    token,
                    random.Random(chance.random()),  # noqa: S311 no secret
                    server.port,
                    await clients.enter_async_context(httpx2.AsyncClient(timeout=30, verify=False)),
                    log,
                )
                for name, token in tokens.items()
            ]
            log.starts.append(time.monotonic())
            end = time.monotonic() + plan.seconds
            faults = asyncio.create_task(inject(server, plan, chance, log))
            await asyncio.gather(*(member.act_until(end) for member in members))
            killed = await faults
    finally:
        server.stop()
    operator.run("db", "start")
    async with Graph(address) as graph:
        return log, killed, await differences(graph, log)


def main() -> None:
    """Run the users, print the table and write bench/out/act_soak.json. Exits with code 1 if the graph differs."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # also stop the server and Neo4j
    plan = Plan.from_arguments(sys.argv[1:])
    print(f"{USERS} users for {plan.seconds:g} s, {plan.kills} kills, seed {plan.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        operator = PlanningOperator(Path(folder), Path(folder), Path(folder))
        operator.run("db", "start")
        try:
            at = start_or_join(Path(folder), heap="512m", page_cache="128m", progress=print).connection
            address = Address(at.uri, at.username, at.password, at.database)
            fill_graph(address, PAPERS, PAPERS // 10)
            log, faults, found = asyncio.run(run(operator, address, plan))
        except FaultError as error:
            raise SystemExit(str(error)) from None
        finally:
            operator.run("db", "stop")
    rows = [
        Row("acknowledged acts", "own", len(log.writes.times), None, ""),
        Row("reads", "own", len(log.reads.times), None, ""),
        Row("reads: p50", "own", log.reads.percentile(0.5), None, "ms"),
        Row("reads: p99", "own", log.reads.percentile(0.99), None, "ms"),
        Row(f"reads over {RECOVERY_S:g} s after a start", "own", len(log.undisturbed_reads.times), None, ""),
        Row("these reads: p50", "own", log.undisturbed_reads.percentile(0.5), None, "ms"),
        Row("these reads: p99", "own", log.undisturbed_reads.percentile(0.99), None, "ms"),
        Row("acts: p50", "own", log.writes.percentile(0.5), None, "ms"),
        Row("acts: p99", "own", log.writes.percentile(0.99), None, "ms"),
        *(Row(f"killed: {name}", "own", count, None, "times") for name, count in sorted(faults.items())),
        Row("requests sent again", "own", (log.reads.errors + log.writes.errors).total(), None, ""),
        Row("differences", "own", len(found), None, ""),
    ]
    report("act_soak", f"{USERS} users for {plan.seconds:g} s, {plan.kills} kills", rows)
    for line in found[:20]:
        print(line)
    if found:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
