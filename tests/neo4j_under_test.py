"""Selects the Neo4j of the integration tests: an external address, a container, or Byline's own."""

import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import anyio
import docker
from docker.errors import DockerException, ImageNotFound
from testcontainers.community.neo4j import Neo4jContainer
from testcontainers.core.config import testcontainers_config

from byline.local_neo4j.server import DEFAULT_VERSION, start_or_join
from cypher.driver.address import Address
from cypher.driver.client import Graph

PASSWORD = "byline-under-test"  # noqa: S105 of a throwaway database
VERSION = os.environ.get("BYLINE_TEST_NEO4J_VERSION", DEFAULT_VERSION)
IMAGE = os.environ.get("NEO4J_IMAGE", f"neo4j:{VERSION}")

SETTINGS = {
    # the plans of a whole run: a test run sends 1,500 different statements, and planning takes most of its time
    "NEO4J_server_memory_query__cache_per__db__cache__num__entries": "2000",
    # the graph is emptied and filled again and again: by default, Neo4j then plans every statement anew
    "NEO4J_dbms_cypher_statistics__divergence__threshold": "1.0",
    "NEO4J_dbms_cypher_min__replan__interval": "1d",
    # by default, Neo4j compiles a statement again when it runs for the tenth time
    "NEO4J_internal_cypher_expression__engine": "INTERPRETED",
    "NEO4J_internal_datacollector_max__recent__query__count": "0",
    "NEO4J_server_memory_heap_max__size": "2g",
    # half the processor time: the optimizing compiler of Java pays off after minutes only; few garbage collections
    "JAVA_TOOL_OPTIONS": "-XX:TieredStopAtLevel=1 -Xmn512m",
}
"""Settings of the container that save processor time in a short run; none changes an answer."""


@dataclass(frozen=True)
class Choice:
    """The selected Neo4j: `how` is uri, container or managed; `why` gives the reason for a fallback."""

    how: str
    version: str
    why: str = ""

    def __str__(self) -> str:
        return f"neo4j: {self.version} {self.how}" + (f" ({self.why})" if self.why else "")


@cache
def choice() -> Choice:
    """Select the Neo4j once, before the first test. Raises RuntimeError if a required kind is unavailable."""
    demanded = os.environ.get("BYLINE_TEST_NEO4J", "")
    chosen = _choose(demanded)
    if demanded and chosen.how != demanded:
        raise RuntimeError(f"BYLINE_TEST_NEO4J={demanded}, but the tests would run on {chosen}.")
    return chosen


def _choose(demanded: str) -> Choice:
    if os.environ.get("BYLINE_TEST_NEO4J_URI"):
        return Choice("uri", anyio.run(_version, _external_address()))
    if demanded == "managed":
        return Choice("managed", VERSION)
    missing = _container_problem()
    return Choice("managed", VERSION, missing) if missing else Choice("container", IMAGE.rpartition(":")[2])


def _external_address() -> Address:
    return Address(
        os.environ["BYLINE_TEST_NEO4J_URI"],
        os.environ.get("BYLINE_TEST_NEO4J_USERNAME", "neo4j"),
        os.environ.get("BYLINE_TEST_NEO4J_PASSWORD", ""),
    )


async def _version(address: Address) -> str:
    async with Graph(address) as graph:
        return await graph.verify()


def _container_problem() -> str:
    """Return the reason why no container can start, or an empty string."""
    try:
        engine = docker.from_env(timeout=10)
        engine.ping()  # pyright: ignore[reportUnknownMemberType] docker leaves it untyped
    except DockerException:
        return "no Docker engine answers"
    try:
        engine.images.get(IMAGE)
    except ImageNotFound:
        try:
            engine.images.pull(IMAGE)
        except DockerException:
            return f"the image {IMAGE} is neither here nor to be pulled"
    try:  # its reaper is a second image; without it our own fixture removes the container
        engine.images.get(testcontainers_config.ryuk_image)
    except DockerException:
        testcontainers_config.ryuk_disabled = True
    return ""


@contextmanager
def started(home: Path, settings: Mapping[str, str] = SETTINGS) -> Generator[Address]:
    """Start or find the selected Neo4j; stop it afterwards if this process started it.

    Args:
        home: Folder of a Neo4j that Byline manages.
        settings: Environment variables of a container.
    """
    match choice().how:
        case "uri":
            yield _external_address()
        case "container":
            container = Neo4jContainer(IMAGE, password=PASSWORD).with_env("HEAP", "2g")
            for name, value in settings.items():
                container.with_env(name, value)
            with container:
                yield Address(container.get_connection_url(), "neo4j", PASSWORD)
        case _:
            managed = start_or_join(home, version=VERSION, heap="1g", page_cache="256m")
            try:
                at = managed.connection
                yield Address(at.uri, at.username, at.password, at.database)
            finally:
                managed.stop()
