"""Send random GraphQL requests to a server and check each response: `make fuzz-documents`, or with `SEED=7`.

Each response must have a known status and code, no traceback and no internal error, and must arrive within the limit.
The seed is printed: the same seed gives the same requests. Requests with a wrong response are written to
bench/out/fuzz_documents/, with the log of the server.
"""

import asyncio
import json
import re
import secrets
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote

import anyio
import httpx2

from accounts.roles import Role, Scope
from accounts.tokens import create_token
from accounts.users import create_user
from bench.reliability.random_documents import HttpRequest, RequestGenerator
from bench.reliability.service import running
from bench.table import OUT, Row, report
from cypher.driver.address import Address
from cypher.driver.client import Graph
from resolvers.errors import Code

DOCUMENTS = 100_000
PAPERS = 2_000
CONNECTIONS = 12
SETTINGS = {"BYLINE_QUERY_TIMEOUT": "1", "BYLINE_BATCH": "3", "BYLINE_EXPENSIVE_QUERIES": "0"}
"""A short time limit, batches, and no pauses for clients that use more than their share of Neo4j."""
LATE_S = 2.0
"""Maximum duration of a response in seconds, for each operation of a batch.

A request with a late response is sent again at once: planning its statements may have taken the time, and Neo4j now
has the plans. If it is late again, it is sent alone after all others: they may have used the processors.
"""
REPEATABLE = frozenset({503, 504})
"""Status codes of an overloaded server and of a query that reached the time limit."""
FOLDER = OUT / "fuzz_documents"
CODES = frozenset(code.name for code in Code)


@dataclass
class Findings:
    """Responses by status and code, and wrong responses."""

    outcomes: Counter[str] = field(default_factory=Counter[str])
    times: list[float] = field(default_factory=list[float])
    repeated: int = 0
    """Number of requests with a late first response."""
    late_twice: list[int] = field(default_factory=list[int])
    """Numbers of the requests with a late second response."""
    wrong: list[tuple[int | None, str]] = field(default_factory=list[tuple[int | None, str]])
    """Number of the request, or None for the whole run, and its error."""


def problem(response: httpx2.Response) -> str:
    """Return the error of a response; empty if it is correct."""
    text = response.text
    if response.status_code >= 500 and response.status_code not in REPEATABLE:
        return f"status {response.status_code}"
    if "Traceback" in text or "INTERNAL" in text:
        return "an internal error"
    if "json" not in response.headers.get("content-type", ""):
        return ""
    try:
        answer: Any = response.json()
    except json.JSONDecodeError:
        return "not JSON"
    parts: list[dict[str, Any]] = answer if isinstance(answer, list) else [answer]  # pyright: ignore[reportUnknownVariableType] JSON
    errors: list[dict[str, Any]] = [error for part in parts for error in part.get("errors", ())]
    unknown = [error for error in errors if error.get("extensions", {}).get("code") not in CODES]
    return f"an error without a known code: {unknown[0]}" if unknown else ""


def outcome(response: httpx2.Response) -> str:
    """Return the status and the first code of a response."""
    code = re.search(r'"code": ?"(\w+)"', response.text)
    return f"{response.status_code} {code[1] if code else ''}".rstrip()


async def send(client: httpx2.AsyncClient, request: HttpRequest) -> httpx2.Response:
    """Send a request."""
    path = "/graphql" + (
        f"?{quote(request.query.encode('utf-8', 'surrogatepass'), safe='=&')}" if request.query else ""
    )
    return await client.request(request.method, path, content=request.body, headers=request.headers)


async def timed(client: httpx2.AsyncClient, request: HttpRequest, findings: Findings) -> tuple[httpx2.Response, bool]:
    """Return the response, and whether it is late; note its duration."""
    started = time.monotonic()
    response = await send(client, request)
    seconds = time.monotonic() - started
    findings.times.append(seconds)
    try:
        operations = len(response.json()) if response.text.startswith("[") else 1
    except json.JSONDecodeError:  # `problem` reports it
        operations = 1
    return response, seconds > LATE_S * max(1, operations)


async def fuzz(port: int, generator: RequestGenerator, count: int) -> Findings:
    """Send the requests over several connections, and check the responses."""
    findings = Findings()
    numbers = iter(range(count))

    async def is_late(client: httpx2.AsyncClient, number: int) -> bool:
        """Send a request, note its outcome, and return whether the response is late."""
        try:
            response, late = await timed(client, generator.request(number), findings)
        except httpx2.HTTPError as error:
            findings.outcomes[type(error).__name__] += 1
            findings.wrong.append((number, repr(error)))
            return False
        findings.outcomes[outcome(response)] += 1
        if found := problem(response):
            findings.wrong.append((number, f"{found}: {response.text[:300]}"))
        return late

    async def work(client: httpx2.AsyncClient) -> None:
        for number in numbers:
            if await is_late(client, number):
                findings.repeated += 1
                if await is_late(client, number):
                    findings.late_twice.append(number)

    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
        await asyncio.gather(*(work(client) for _ in range(CONNECTIONS)))
        findings.wrong += [
            (number, "late, also alone") for number in findings.late_twice if await is_late(client, number)
        ]
    return findings


async def create_tokens(address: Address) -> list[str]:
    """Return access tokens of users with each role."""
    tokens: list[str] = []
    async with Graph(address) as graph:
        for role in Role:
            await create_user(graph, f"fuzz-{role.value}", role)
            token = await create_token(graph, f"fuzz-{role.value}", tuple(Scope))
            tokens.append(token.secret.get_secret_value())
    return tokens


def save(generator: RequestGenerator, findings: Findings) -> None:
    """Write the requests with a wrong response to bench/out/fuzz_documents/."""
    for number, found in findings.wrong:
        if number is None:
            continue
        request = generator.request(number)
        name = f"{generator.seed}-{number}"
        (FOLDER / f"{name}.body").write_bytes(request.body or request.query.encode("utf-8", "surrogatepass"))
        (FOLDER / f"{name}.txt").write_text(
            f"{request.method} {request.headers}\n{found}\n", "utf-8", "backslashreplace"
        )


def check(count: int, seed: int) -> Findings:
    """Run the requests on a generated graph, and print and save the findings."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    log = FOLDER / "server.log"
    with running(PAPERS, log, **SETTINGS) as service:
        tokens = anyio.run(create_tokens, service.address)
        generator = RequestGenerator(seed, max(20, count // 500), tokens)
        findings = asyncio.run(fuzz(service.port, generator, count))
        if not service.server.is_running():
            findings.wrong.append((None, "the server has ended"))
    if "Traceback" in log.read_text("utf-8"):
        findings.wrong.append((None, "a traceback in the log of the server"))
    save(generator, findings)
    return findings


def main() -> None:
    """Run, print the table and write bench/out/fuzz_documents.json. Exits with code 1 after a wrong response."""
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(143))  # also stop the server and Neo4j
    count = int(sys.argv[1]) if len(sys.argv) > 1 else DOCUMENTS
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else secrets.randbelow(10**6)
    print(f"{count} requests, seed {seed}", flush=True)
    findings = check(count, seed)
    rows = [Row(name, "own", number, None, "responses") for name, number in findings.outcomes.most_common()]
    rows += [
        Row("late, sent again", "own", findings.repeated, None, "requests"),
        Row("late twice, sent again alone", "own", len(findings.late_twice), None, "requests"),
        Row("longest time", "own", max(findings.times), None, "s"),
        Row("wrong", "own", len(findings.wrong), None, "responses"),
    ]
    report("fuzz_documents", f"{count} random requests, seed {seed}", rows)
    for number, found in findings.wrong[:20]:
        print(f"request {number}: {found}")
    if findings.wrong:
        raise SystemExit(f"{len(findings.wrong)} wrong responses: see bench/out/fuzz_documents/.")


if __name__ == "__main__":
    main()
