"""`byline gds`: projections of the graph in the plugin Graph Data Science."""

import os
import re
from collections.abc import Generator
from pathlib import Path

import anyio
import pytest

from byline.cli.commands.gds import PROJECTIONS, Projection
from byline.local_neo4j import jars
from byline.local_neo4j.data_dir import DataDirectory
from byline.local_neo4j.errors import ServerError
from byline.local_neo4j.lockfile import DEFAULT_VERSION
from byline.local_neo4j.progress import NullProgress
from byline.local_neo4j.server import link_plugin, start_or_join
from cypher import model
from cypher.driver.address import Address
from cypher.driver.client import Graph
from cypher.migrate import migrate
from tests.byline.command_line import byline, run
from tests.byline.sample_graph import sampled
from tests.byline.server_process import environment


@pytest.mark.parametrize("projection", PROJECTIONS.values(), ids=PROJECTIONS)
def test_projected_properties_are_declared(projection: Projection) -> None:
    """Every label, relationship type and property of a projection is a number in cypher/model.toml."""
    numbers = {"int", "float"}
    for label, names in projection.nodes.items():
        declared = {name: type_ for name, type_, _ in model.labels()[label].properties}
        assert {declared[name] for name in names} <= numbers
    declared = {name: type_ for name, type_, _ in model.relationship_types()[projection.relationship].properties}
    assert {declared[name] for name in projection.properties} <= numbers


@pytest.mark.graph
def test_missing_plugin_is_reported(address: Address) -> None:
    """Without the plugin, the command says how to get it, with exit code 1; an unknown part has exit code 2."""
    done = byline(address, "gds", "project", "coauthors")
    assert done.returncode == 1
    assert "BYLINE_NEO4J_GDS=true" in done.stderr
    unknown = byline(address, "gds", "project", "people")
    assert unknown.returncode == 2
    assert "coauthors: researchers, and COLLABORATED_WITH" in unknown.stderr


def test_stopped_neo4j_is_reported(home: Path) -> None:
    """A projection in a Neo4j that the command would start and stop is refused."""
    for words in (("project", "coauthors"), ("list",), ("drop", "coauthors")):
        done = run("gds", *words, env={**os.environ, "BYLINE_HOME": str(home)})
        assert (done.returncode, "byline db start" in done.stderr, home.exists()) == (1, True, False)


def test_only_links_of_byline_are_removed(tmp_path: Path) -> None:
    """A start links the jars of the plugin, and keeps jars and links of the user."""
    folder, jar = DataDirectory(tmp_path), tmp_path / "agrona.jar"
    jar.touch()
    folder.plugins.mkdir()
    (folder.plugins / "agrona.jar").touch()
    (folder.plugins / "mine.jar").symlink_to(jar)
    link_plugin(folder, [jar])
    assert sorted(path.name for path in folder.plugins.iterdir()) == ["agrona.jar", "byline-gds-agrona.jar", "mine.jar"]
    link_plugin(folder, [])
    assert sorted(path.name for path in folder.plugins.iterdir()) == ["agrona.jar", "mine.jar"]


@pytest.fixture(scope="module")
def plugin_address(tmp_path_factory: pytest.TempPathFactory) -> Generator[Address]:
    """Yield the address of a Neo4j with the plugin and the sample."""
    try:
        jars.gds_jars(DEFAULT_VERSION, NullProgress())
    except ServerError as error:
        pytest.skip(f"The plugin's jars are neither in the cache nor to be had: {error.message}")
    managed = start_or_join(tmp_path_factory.mktemp("gds") / "home", heap="1g", page_cache="64m", gds=True)
    try:
        at = managed.connection
        address = Address(at.uri, at.username, at.password, at.database)
        anyio.run(_migrate, address)
        sampled(address)
        yield address
    finally:
        managed.stop()


async def _migrate(address: Address) -> None:
    async with Graph(address) as graph:
        await migrate(graph)


@pytest.mark.full
@pytest.mark.parametrize("part", PROJECTIONS)
def test_projection_has_the_graph(plugin_address: Address, part: str) -> None:
    """A projection has as many nodes and relationships as the graph, and its example returns rows."""
    done = byline(plugin_address, "gds", "project", part)
    assert done.returncode == 0, done.stderr
    found = re.search(r"Projected ([\d,]+) nodes and ([\d,]+) relationships", done.stderr)
    assert found is not None
    nodes, relationships = (int(number.replace(",", "")) for number in found.groups())
    projection = PROJECTIONS[part]
    counts = [_count(plugin_address, f"MATCH (n:{label}) RETURN count(n)") for label in projection.nodes]
    assert nodes == sum(counts) > 0
    directions = 2 if projection.undirected else 1
    stored = _count(plugin_address, f"MATCH ()-[r:{projection.relationship}]->() RETURN count(r)")
    assert relationships == directions * stored > 0
    shown = run("shell", "--format", "csv", env=environment(plugin_address), typed=f"{done.stdout.strip()};\n")
    assert shown.returncode == 0, shown.stderr
    assert len(shown.stdout.splitlines()) > 1


@pytest.mark.full
def test_projection_is_replaced_listed_and_dropped(plugin_address: Address) -> None:
    """A taken name is refused without --replace; a dropped projection is gone; an unknown one is an error."""
    quoted = byline(plugin_address, "gds", "project", "citations", "--name", "a'b")
    assert (quoted.returncode, "is invalid" in quoted.stderr) == (2, True)
    named = ("gds", "project", "citations", "--name", "mine")
    assert byline(plugin_address, *named).returncode == 0
    taken = byline(plugin_address, *named)
    assert (taken.returncode, "--replace" in taken.stderr) == (1, True)
    assert byline(plugin_address, *named, "--replace").returncode == 0
    assert "mine" in byline(plugin_address, "gds", "list").stdout
    assert byline(plugin_address, "gds", "drop", "mine").returncode == 0
    assert "mine" not in byline(plugin_address, "gds", "list").stdout
    gone = byline(plugin_address, "gds", "drop", "mine")
    assert (gone.returncode, "byline gds list" in gone.stderr) == (1, True)


def _count(address: Address, statement: str) -> int:
    done = run("shell", "--format", "csv", env=environment(address), typed=f"{statement};\n")
    assert done.returncode == 0, done.stderr
    return int(done.stdout.splitlines()[1])
