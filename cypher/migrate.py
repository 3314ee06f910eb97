"""Prepare a graph: apply the migrations of `cypher/migrations/` in order, each once, or delete all data.

A migration that was changed after it was applied is an error.
"""

import hashlib
import re
from dataclasses import dataclass
from pathlib import Path

from cypher.catalog import statement
from cypher.driver.client import Graph, Statement
from cypher.driver.errors import GraphError
from cypher.queries import admin

FOLDER = Path(__file__).parent / "migrations"
BASELINE = "V0018__baseline"
LAST_REPLACED = "V0018__acts"
"""The baseline replaces all migrations up to this one; a graph that has it has the same constraints and indexes.

Names are compared as text: `V0018__acts` sorts before `V0018__baseline`.
"""
NAME = re.compile(r"^V\d{4}__[a-z0-9_]+$")
INDEX_WAIT_S = 600
READ_TIMEOUT_S = 120.0
"""Time limit in seconds for reading the applied migrations: a busy server may need more than a query of a client."""


class MigrationError(GraphError):
    """A migration cannot be applied; the message names it and says what to do."""


class UnfinishedError(GraphError):
    """Neo4j's import created the graph, but `byline finish-import` has not finished it."""

    def __init__(self) -> None:
        super().__init__(
            "The graph was imported from a bulk load, and the import is not finished. Run: byline finish-import "
            "FOLDER, with the folder that `byline load --bulk --output-dir` wrote, or without "
            "FOLDER if `byline load --bulk` imported the graph here."
        )


@dataclass(frozen=True, slots=True)
class Migration:
    """A migration file: its name without suffix, its statements, and the SHA-256 of its content."""

    name: str
    checksum: str
    statements: tuple[str, ...]


CONSTRAINT = re.compile(r"^CREATE CONSTRAINT (\w+)", re.MULTILINE)
"""The name of a constraint in the statement that creates it."""
INDEX = re.compile(r"CREATE (?:\w+ )?INDEX (\w+)")
"""The name of an index in the statement that creates it."""
ENDS = re.compile(r";[ \t]*$", re.MULTILINE)
"""A statement ends with a semicolon at the end of a line; a semicolon inside a line is part of a string."""


def migrations(folder: Path = FOLDER) -> list[Migration]:
    """Return all migrations in order. Raises MigrationError for an invalid file name."""
    result: list[Migration] = []
    for path in sorted(folder.glob("*.cypher")):
        if not NAME.match(path.stem):
            raise MigrationError(
                f"{path.name}: invalid file name. Expected a name such as V0001__add_paper_index.cypher."
            )
        body = path.read_bytes()
        text = "\n".join(line for line in body.decode().splitlines() if not line.startswith("//"))
        statements = tuple(part.strip() for part in ENDS.split(text) if part.strip())
        result.append(Migration(path.stem, hashlib.sha256(body).hexdigest(), statements))
    return result


async def pending(graph: Graph, wanted: list[Migration] | None = None, *, imported: bool = False) -> list[Migration]:
    """Return the migrations that are not applied.

    Raises MigrationError if an applied migration was changed or is unknown, and UnfinishedError if an import is not
    finished.

    Args:
        imported: Accept an unfinished import.
    """
    wanted = migrations() if wanted is None else wanted
    rows = await graph.fetch(admin.MIGRATIONS_APPLIED, timeout_s=READ_TIMEOUT_S)
    applied = _without_replaced({row.name: row.checksum for row in rows})
    if (
        not applied
        and not imported
        and (await graph.fetch(admin.UNFINISHED_IMPORT, timeout_s=READ_TIMEOUT_S))[0].unfinished
    ):
        raise UnfinishedError
    for name in sorted(applied.keys() - {migration.name for migration in wanted}):
        raise MigrationError(
            f"The database has the unknown migration {name}. Use the Byline version that applied it, or a later one."
        )
    for migration in wanted:
        if applied.get(migration.name, migration.checksum) != migration.checksum:
            raise MigrationError(
                f"{migration.name}.cypher was changed after it was applied. Restore the file and add a new migration."
            )
    return [migration for migration in wanted if migration.name not in applied]


def _without_replaced(applied: dict[str, str]) -> dict[str, str]:
    """Return the applied migrations without those that the baseline replaces.

    The baseline is then pending on an older graph, and creates nothing there. Raises MigrationError if only some of the
    replaced migrations are applied.
    """
    replaced = {name for name in applied if name < BASELINE}
    if replaced and LAST_REPLACED not in replaced:
        raise MigrationError(
            f"A Byline version before 0.1.0 created this graph, and its last applied migration is {max(replaced)}. "
            f"Expected {LAST_REPLACED}. Apply the missing migrations with that version, or load the graph again."
        )
    return {name: checksum for name, checksum in applied.items() if name not in replaced}


async def migrate(graph: Graph, wanted: list[Migration] | None = None, *, imported: bool = False) -> list[str]:
    """Apply pending migrations and wait for their indexes; return their names. Raises the same errors as `pending`.

    Missing indexes, indexes that Neo4j could not fill, and interrupted constraints are created again.
    """
    done: list[str] = []
    to_apply = await pending(graph, wanted, imported=imported)
    failed = await graph.fetch(admin.FAILED_INDEXES, timeout_s=READ_TIMEOUT_S)
    for index in failed:
        await graph.administer(f"DROP INDEX `{index.name}` IF EXISTS")
        await graph.administer(index.create_statement)
    applied = [migration for migration in (migrations() if wanted is None else wanted) if migration not in to_apply]
    missing = await _missing_indexes(graph, applied)
    for text in missing:
        await graph.administer(text)
    constraints = [name for migration in to_apply for name in CONSTRAINT.findall("\n".join(migration.statements))]
    for index in await graph.fetch(admin.INTERRUPTED_CONSTRAINTS, {"names": constraints}, timeout_s=READ_TIMEOUT_S):
        await graph.administer(f"DROP INDEX `{index.name}` IF EXISTS")
    for migration in to_apply:
        for text in migration.statements:
            await graph.administer(text)
        await graph.administer(
            statement("admin/migration_done").text, {"name": migration.name, "checksum": migration.checksum}
        )
        done.append(migration.name)
    if done or failed or missing:
        await graph.administer(statement("admin/await_indexes").text, {"seconds": INDEX_WAIT_S})
    return done


async def _missing_indexes(graph: Graph, applied: list[Migration]) -> list[str]:
    """Return the statements of applied migrations that create a missing index, for example one that was dropped."""
    created = {
        match[1]: text
        for migration in applied
        for text in migration.statements
        if (match := INDEX.match(text)) is not None
    }
    existing = {row.name for row in await graph.fetch(admin.INDEX_NAMES, timeout_s=READ_TIMEOUT_S)}
    return [text for name, text in created.items() if name not in existing]


DELETE_BATCH = 20_000
"""Relationships or nodes per transaction, which need about 50 MB of Neo4j's memory."""


async def clear_graph(graph: Graph) -> None:
    """Delete everything except the applied migrations and the writer lease. Raises GraphError; a second call continues.

    Relationships are deleted first: deleting a node with all its relationships takes one transaction, and the node of a
    load has a relationship to every record of that load.
    """
    for query in (admin.DELETE_RELATIONSHIPS, admin.DELETE_NODES):
        deleted = DELETE_BATCH
        while deleted == DELETE_BATCH:
            [result] = await graph.write(Statement(query.text, {"batch": DELETE_BATCH}))
            [row] = query.typed_rows(result.rows)
            deleted = row.deleted
