"""Applies the migrations of `cypher/migrations/` in order, each once, and refuses one that was changed afterwards."""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from cypher.catalog import statement
from cypher.driver.client import Graph
from cypher.driver.errors import GraphError

FOLDER = Path(__file__).parent / "migrations"
NAME = re.compile(r"^V\d{4}__[a-z0-9_]+$")
INDEX_WAIT_S = 600


class MigrationError(GraphError):
    """A migration cannot be applied; the message names it and says what to do."""


class UnfinishedError(GraphError):
    """Neo4j's own import made the graph, and it is not finished: no list of it that is empty is a list yet."""

    def __init__(self) -> None:
        super().__init__(
            "The graph was imported from a bulk load and is not finished: its empty lists are still missing. "
            "Run: byline finish-import FOLDER, with the folder that `byline load --bulk --output-dir` wrote; without "
            "FOLDER if `byline load --bulk` imported it here."
        )


@dataclass(frozen=True, slots=True)
class Migration:
    """One migration file: its name without suffix, its statements, and the SHA-256 of its bytes."""

    name: str
    checksum: str
    statements: tuple[str, ...]


ENDS = re.compile(r";[ \t]*$", re.MULTILINE)
"""A statement ends with a semicolon at the end of a line; one inside a line is part of a text."""


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """Read every migration, in order. Raises MigrationError for a file name out of form."""
    result: list[Migration] = []
    for path in sorted(folder.glob("*.cypher")):
        if not NAME.match(path.stem):
            raise MigrationError(f"{path.name}: a migration is called V0001__what_it_does.cypher.")
        body = path.read_bytes()
        text = "\n".join(line for line in body.decode().splitlines() if not line.startswith("//"))
        statements = tuple(part.strip() for part in ENDS.split(text) if part.strip())
        result.append(Migration(path.stem, hashlib.sha256(body).hexdigest(), statements))
    return result


async def pending(graph: Graph, wanted: list[Migration] | None = None, *, imported: bool = False) -> list[Migration]:
    """Return what is still to apply.

    Raises MigrationError where an applied migration was changed or is gone, and UnfinishedError where an import is
    still to be finished, but for a caller who knows that it may be `imported`.
    """
    wanted = migrations() if wanted is None else wanted
    rows = (await graph.read(statement("admin/migrations_applied").text)).rows
    applied = {str(name): str(checksum) for name, checksum in rows}
    if not applied and not imported and (await graph.read(statement("admin/unfinished_import").text)).rows[0][0]:
        raise UnfinishedError
    for name in sorted(applied.keys() - {migration.name for migration in wanted}):
        raise MigrationError(
            f"The database has the migration {name}, which this Byline does not know. Use the Byline that made it."
        )
    for migration in wanted:
        if applied.get(migration.name, migration.checksum) != migration.checksum:
            raise MigrationError(
                f"{migration.name}.cypher was changed after it was applied. Put the file back and add a new migration."
            )
    return [migration for migration in wanted if migration.name not in applied]


async def migrate(graph: Graph, wanted: list[Migration] | None = None, *, imported: bool = False) -> list[str]:
    """Apply what is pending, and wait for its indexes; return the names applied. Raises as `pending` does."""
    done: list[str] = []
    for migration in await pending(graph, wanted, imported=imported):
        for text in migration.statements:
            await graph.administer(text)
        await graph.administer(
            statement("admin/migration_done").text, {"name": migration.name, "checksum": migration.checksum}
        )
        done.append(migration.name)
    if done:
        await graph.administer(statement("admin/await_indexes").text, {"seconds": INDEX_WAIT_S})
    return done
