from pathlib import Path

import pytest

from cypher.driver.client import Graph
from cypher.driver.errors import GraphError
from cypher.migrate import BASELINE, LAST_REPLACED, Migration, MigrationError, migrate, migrations, pending

pytestmark = pytest.mark.graph


async def test_migrations_are_applied_once(graph: Graph) -> None:
    """A migrated database has no pending migration, and a second run applies no migration."""
    assert await pending(graph) == []
    assert await migrate(graph) == []


async def test_changed_migration_is_rejected(graph: Graph) -> None:
    """A migration whose file changed after it was applied is rejected by name."""
    first, *others = migrations()
    with pytest.raises(MigrationError, match=first.name):
        await pending(graph, [Migration(first.name, "0" * 64, first.statements), *others])


async def test_newer_database_is_rejected(graph: Graph) -> None:
    """A database with an unknown migration is rejected with the advice to use the version that applied it."""
    with pytest.raises(MigrationError, match="Use the Byline version that applied it"):
        await pending(graph, [])


def test_semicolon_inside_line_does_not_end_statement(tmp_path: Path) -> None:
    """A statement ends at a semicolon at the end of a line, so that a string may contain one."""
    (tmp_path / "V0001__a.cypher").write_text("// two\nCREATE (:A {t: 'x; y'});\nCREATE (:B);  \n", "utf-8")
    assert migrations(tmp_path)[0].statements == ("CREATE (:A {t: 'x; y'})", "CREATE (:B)")


async def test_baseline_replaces_earlier_migrations(graph: Graph) -> None:
    """A graph with all replaced migrations gets the baseline, which creates nothing; a graph with some is rejected."""
    constraints = await graph.read("SHOW INDEXES YIELD name RETURN name ORDER BY name")
    await graph.administer(f"MATCH (m:Migration {{name: '{BASELINE}'}}) SET m.name = 'V0001__constraints'")
    try:
        with pytest.raises(MigrationError, match="last applied migration is V0001__constraints"):
            await pending(graph)
        await graph.administer(f"CREATE (:Migration {{name: '{LAST_REPLACED}', checksum: ''}})")
        assert await migrate(graph) == [BASELINE]
        assert await pending(graph) == []
        assert (await graph.read("SHOW INDEXES YIELD name RETURN name ORDER BY name")).rows == constraints.rows
    finally:
        await graph.administer(f"MATCH (m:Migration) WHERE m.name < '{BASELINE}' DELETE m")
        await migrate(graph)


async def test_failed_index_is_created_again(graph: Graph) -> None:
    """An index that Neo4j could not fill is created again and becomes online."""
    state = "SHOW INDEXES YIELD name, state WHERE name = 'failing' RETURN state"
    await graph.administer("CREATE (:Failing {text: $text})", {"text": "x" * 40_000})  # too long for a range index
    try:
        await graph.administer("CREATE INDEX failing FOR (n:Failing) ON (n.text)")
        with pytest.raises(GraphError, match="failing"):
            await graph.administer("CALL db.awaitIndexes(60)")
        assert (await graph.read(state)).rows == [["FAILED"]]
        await graph.administer("MATCH (n:Failing) DELETE n")
        assert await migrate(graph) == []
        assert (await graph.read(state)).rows == [["ONLINE"]]
    finally:
        await graph.administer("MATCH (n:Failing) DELETE n")
        await graph.administer("DROP INDEX failing IF EXISTS")


async def test_missing_index_is_created_again(graph: Graph) -> None:
    """An index of an applied migration that was dropped, for example by an interrupted repair, is created again."""
    names = "SHOW INDEXES YIELD name RETURN name ORDER BY name"
    before = (await graph.read(names)).rows
    await graph.administer("DROP INDEX paper_doi")
    assert await migrate(graph) == []
    assert (await graph.read(names)).rows == before


async def test_index_of_interrupted_constraint_is_replaced(graph: Graph) -> None:
    """A constraint is created although Neo4j kept its index, without the constraint, when its creation was interrupted.

    Neo4j has no command that interrupts a constraint, so this index is created without one.
    """
    migration = Migration(
        "V9999__interrupted", "0", ("CREATE CONSTRAINT interrupted IF NOT EXISTS FOR (n:Cut) REQUIRE n.id IS UNIQUE",)
    )
    constraint = "SHOW CONSTRAINTS YIELD name WHERE name = 'interrupted' RETURN name"
    try:
        await graph.administer("CREATE INDEX interrupted FOR (n:Cut) ON (n.id)")
        assert await migrate(graph, [*migrations(), migration]) == [migration.name]
        assert (await graph.read(constraint)).rows == [["interrupted"]]
    finally:
        await graph.administer("DROP CONSTRAINT interrupted IF EXISTS")
        await graph.administer("DROP INDEX interrupted IF EXISTS")
        await graph.administer(f"MATCH (m:Migration {{name: '{migration.name}'}}) DELETE m")
