from pathlib import Path

import pytest

from cypher.driver.client import Graph
from cypher.migrate import Migration, MigrationError, migrate, migrations, pending

pytestmark = pytest.mark.graph


async def test_migrations_are_applied_once(graph: Graph) -> None:
    """A migrated database has nothing pending, and migrating it again applies nothing."""
    assert await pending(graph) == []
    assert await migrate(graph) == []


async def test_a_changed_migration_is_refused_by_name(graph: Graph) -> None:
    """A migration whose file was changed after it was applied is refused, named."""
    first, *others = migrations()
    with pytest.raises(MigrationError, match=first.name):
        await pending(graph, [Migration(first.name, "0" * 64, first.statements), *others])


async def test_a_database_of_a_later_byline_is_refused(graph: Graph) -> None:
    """A database with a migration that this Byline does not know is refused, with what to do."""
    with pytest.raises(MigrationError, match="Use the Byline that made it"):
        await pending(graph, [])


def test_a_semicolon_inside_a_line_ends_no_statement(tmp_path: Path) -> None:
    """A migration is cut where a line ends with a semicolon, so that a text may hold one."""
    (tmp_path / "V0001__a.cypher").write_text("// two\nCREATE (:A {t: 'x; y'});\nCREATE (:B);  \n", "utf-8")
    assert migrations(tmp_path)[0].statements == ("CREATE (:A {t: 'x; y'})", "CREATE (:B)")
