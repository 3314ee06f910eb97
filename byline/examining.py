"""What `byline doctor` does: looks at one thing after the other, and says what to do about each."""

import shutil
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from byline import words
from byline.commands.manners import out, run
from byline.connection import address_of, graph_at
from byline.neo4j_server import jars, java, lock, process
from byline.neo4j_server.errors import ServerError
from byline.server import ServeError, listening, serving
from byline.settings import Settings, settled
from cypher.catalog import statement
from cypher.errors import GraphError
from cypher.migrate import pending
from cypher.run import Address, Graph

LEAST_FREE = 2 * 1024**3
"""Bytes: the jars, an AOT cache and a store of the sample take about 1 GB."""
HERE = "Try: byline doctor"
START = "Start it, or correct NEO4J_URI; without NEO4J_URI Byline starts its own."
"""What to do where the graph's own error only sends to the doctor."""


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at."""

    name: str
    good: bool
    told: str


def examine() -> bool:
    """Say how each thing is; return whether all are well."""
    return run(_all)


async def _all() -> bool:
    good = True
    async for check in _checks(settled()):
        style = "green" if check.good else "red"
        out.print("ok" if check.good else "!!", style=style, end="")
        out.print(f" {check.name}: {check.told}", soft_wrap=True)
        good &= check.good
    return good


async def _checks(settings: Settings) -> AsyncGenerator[Check]:
    address = address_of(settings)
    if address is None:
        yield _java()
        yield _jars()
        yield _disk(settings)
        found, silent = process.running(settings.home), process.silent(settings.home)
        if silent is not None:
            told = f"process {silent} holds the folder and does not answer: it starts, or hangs; byline db stop ends it"
            yield Check("Neo4j", good=False, told=told)
        elif found is None:
            yield Check("Neo4j", good=True, told="not running; byline db start, or any command, starts Byline's own")
        else:
            address = Address(found.uri, found.username, found.password, found.database)
    yield _port(settings)
    if address is not None:
        async with graph_at(address, settings) as graph:
            async for check in _graph(graph, address):
                yield check


def _java() -> Check:
    try:
        found = java.find()
    except ServerError as error:
        return Check("Java", good=False, told=str(error))
    return Check("Java", good=True, told=f"release {found.release} at {found.path}")


def _jars() -> Check:
    folder = jars.cache_folder() / "jars"
    wanted = lock.server().artifact
    missing = [artifact for artifact in wanted if not (folder / artifact.path).is_file()]
    if missing:
        megabytes = sum(artifact.bytes for artifact in missing) / 1e6
        told = f"{len(missing)} of {len(wanted)} are fetched on the next start ({megabytes:.0f} MB) into {folder}"
        return Check("Jars", good=True, told=told)
    return Check("Jars", good=True, told=f"{len(wanted)} in {folder}")


def _disk(settings: Settings) -> Check:
    place = settings.home
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    told = f"{free / 1024**3:.1f} GB free at {place}"
    if free < LEAST_FREE:
        return Check("Disk", good=False, told=f"{told}. Free some space, or set BYLINE_HOME to another disk.")
    return Check("Disk", good=True, told=told)


def _port(settings: Settings) -> Check:
    try:
        listening(settings).close()
    except ServeError as error:
        if serving(settings):
            told = f"a Byline serves http://{settings.host}:{settings.port}; another takes another port (PORT, --port)"
            return Check("Port", good=True, told=told)
        return Check("Port", good=False, told=str(error))
    return Check("Port", good=True, told=f"{settings.port} on {settings.host} is free")


async def _graph(graph: Graph, address: Address) -> AsyncGenerator[Check]:
    try:
        version = await graph.verify()
    except GraphError as error:
        yield Check("Neo4j", good=False, told=words.of(error).replace(HERE, START))
        return
    yield Check("Neo4j", good=True, told=f"{version} at {address.uri}")
    try:
        left = await pending(graph)
    except GraphError as error:
        yield Check("Migrations", good=False, told=words.of(error))
        return
    names = ", ".join(migration.name for migration in left)
    told = f"to apply: {names}. Run: byline migrate" if left else "all applied"
    yield Check("Migrations", good=not left, told=told)
    rows = (await graph.read(statement("admin/indexes").text)).rows
    offline = [str(name) for name, state, _type, _percent in rows if state != "ONLINE"]
    told = f"not online: {', '.join(offline)}. Wait, or run: byline migrate" if offline else f"{len(rows)} online"
    yield Check("Indexes", good=not offline, told=told)
