"""Collections of papers: one write transaction for each change, which does not need the writer lease of loads."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from ulid import ULID

from accounts.acts import changed_version, reused_key, unknown_entity
from accounts.errors import ActError, InputProblem
from accounts.object_writes import ObjectWriter
from accounts.texts import normalize_text
from cypher.catalog import Query
from cypher.driver.values import Value
from cypher.queries import accounts

MAX_COLLECTIONS = 1_000
"""Maximum number of collections of a user."""
MAX_PAPERS = 1_000
"""Maximum number of papers in a collection."""
MAX_TITLE, MAX_DESCRIPTION, MAX_NOTE = 200, 5_000, 2_000
"""Maximum length of texts, in characters."""
COLLECTION_ID = re.compile(r"c_[0-9A-HJKMNP-TV-Z]{26}")


class CollectionValues(NamedTuple):
    """Values of a collection; None leaves the present value."""

    title: str | None = None
    description: str | None = None
    visibility: str | None = None

    def checked(self) -> dict[str, Value]:
        """Return the values that are given. Raises ActError if a text is not possible."""
        values: dict[str, Value] = {}
        if self.title is not None:
            values["title"] = normalize_text(self.title, "title", MAX_TITLE, multiline=False, required=True)
        if self.description is not None:
            values["description"] = normalize_text(self.description, "description", MAX_DESCRIPTION)
        if self.visibility is not None:
            values["visibility"] = self.visibility
        return values


class CollectionItem(NamedTuple):
    """A paper in a collection.

    Attributes:
        entity_key: scheme and value of an ID of the paper.
        position: position from 1; None for the present one, or the last.
        note: note of the owner; None for the present one.
    """

    entity_key: Sequence[str]
    position: int | None = None
    note: str | None = None


class BibliographyEntry(NamedTuple):
    """An entry of a bibliography.

    Attributes:
        key: its citation key; without one, its first external ID or its place in the text.
        title: its title.
        year: year of publication; None if unknown.
        ids: scheme and value of each external ID, the preferred one first.
        title_key: blocking key of title, year and first author; None if one of them is missing.
        error: reason why the entry cannot be read; None otherwise.
    """

    key: str
    title: str = ""
    year: int | None = None
    ids: Sequence[Sequence[str]] = ()
    title_key: str | None = None
    error: str | None = None


class ImportResult(NamedTuple):
    """Result of an import into a collection.

    Attributes:
        collection_id: ID of the collection.
        added: number of added papers.
        present: number of papers that the collection had before.
        paper_counts: for each entry, the number of papers that it may be, at most 2.
    """

    collection_id: str
    added: int
    present: int
    paper_counts: Sequence[int]


class CollectionEditor(NamedTuple):
    """Changes collections of a user. Each method returns the ID of the collection.

    Each method raises ActError if the input is not possible, AccountGoneError if the user does not exist any more, or
    a GraphError.

    Attributes:
        writer: writes objects of the user.
    """

    writer: ObjectWriter

    async def create(self, values: CollectionValues) -> str:
        """Create a collection."""
        parameters: dict[str, Value] = {"values": values.checked(), "most": MAX_COLLECTIONS}
        return await self._write(accounts.CREATE_COLLECTION, None, parameters)

    async def update(self, collection_id: str, version: int, values: CollectionValues) -> str:
        """Change values of a collection, if it still has the version."""
        if values == CollectionValues():
            raise ActError("The input has no new value. Send title, description or visibility.", "title")
        parameters: dict[str, Value] = {"values": values.checked(), "version": version, "deletes": False}
        return await self._write(accounts.UPDATE_COLLECTION, collection_id, parameters)

    async def delete(self, collection_id: str) -> str:
        """Delete a collection."""
        parameters: dict[str, Value] = {"values": {}, "version": None, "deletes": True}
        return await self._write(accounts.UPDATE_COLLECTION, collection_id, parameters)

    async def add(self, collection_id: str, item: CollectionItem) -> str:
        """Add a paper to a collection, or change its position and note."""
        if item.position is not None and not 1 <= item.position <= MAX_PAPERS:
            raise ActError(f"position is {item.position}. Expected 1 to {MAX_PAPERS:,}.", "position")
        note = None if item.note is None else normalize_text(item.note, "note", MAX_NOTE)
        return await self._change_items(collection_id, item._replace(note=note), adds=True)

    async def remove(self, collection_id: str, item: CollectionItem) -> str:
        """Remove a paper from a collection. Without it, nothing changes."""
        return await self._change_items(collection_id, item, adds=False)

    async def import_entries(self, collection_id: str, entries: Sequence[BibliographyEntry]) -> ImportResult:
        """Add the papers of bibliography entries to the end of a collection."""
        if len(entries) > MAX_PAPERS:
            raise ActError(f"The text has over {MAX_PAPERS:,} entries, the maximum. Send several texts.", "text")
        values: list[Value] = [
            {
                "ids": [list(id_) for id_ in entry.ids],
                "titleKey": entry.title_key,
                "title": entry.title,
                "year": entry.year,
            }
            for entry in entries
        ]
        _check_collection_id(collection_id)
        parameters: dict[str, Value] = {"entries": values, "most": MAX_PAPERS}
        row = await self.writer.write(accounts.IMPORT_COLLECTION_ITEMS, collection_id, parameters)
        if row.problem is not None:
            raise _error(row.problem, collection_id, parameters)
        return ImportResult(collection_id, row.added, row.present, row.paper_counts)

    async def _change_items(self, collection_id: str, item: CollectionItem, *, adds: bool) -> str:
        scheme, value = item.entity_key
        parameters: dict[str, Value] = {
            "scheme": scheme,
            "value": value,
            "adds": adds,
            "position": item.position,
            "note": item.note,
            "most": MAX_PAPERS,
        }
        return await self._write(accounts.CHANGE_COLLECTION_ITEMS, collection_id, parameters)

    async def _write(
        self, query: Query[accounts.WrittenRow], collection_id: str | None, parameters: Mapping[str, Value]
    ) -> str:
        if collection_id is not None:
            _check_collection_id(collection_id)
        row = await self.writer.write(query, collection_id or f"c_{ULID()}", parameters, is_new=collection_id is None)
        if row.problem is not None:
            raise _error(row.problem, collection_id or "", parameters)
        return row.id or ""


def _check_collection_id(collection_id: str) -> None:
    if not COLLECTION_ID.fullmatch(collection_id):
        raise _unknown_collection(collection_id)


def _error(problem: str, collection_id: str, parameters: Mapping[str, Value]) -> ActError:
    match problem:
        case "key":
            return reused_key()
        case "collection":
            return _unknown_collection(collection_id)
        case _ if problem.startswith("version "):
            return changed_version("collection", problem, parameters["version"])
        case "id":
            return unknown_entity(str(parameters["scheme"]), str(parameters["value"]), "paperId")
        case "paper":
            return ActError("The ID is not that of a paper. Collections contain papers only.", "paperId")
        case _ if "entries" in parameters:
            return ActError(
                f"The collection would have over {MAX_PAPERS:,} papers, the maximum. Nothing was added. Send fewer "
                "entries.",
                "text",
            )
        case _ if "scheme" in parameters:
            return ActError(f"The collection has {MAX_PAPERS:,} papers, the maximum. Use another one.", "collectionId")
        case _:
            return ActError(f"The user has {MAX_COLLECTIONS:,} collections, the maximum. Delete one first.", "title")


def _unknown_collection(collection_id: str) -> ActError:
    """Return the error for a collection that does not exist or belongs to another user; they cannot be told apart."""
    return ActError(
        f"You have no collection with the ID {collection_id[:100]!r}. Expected c_ and 26 characters, as in "
        "viewer { collections { nodes { id } } }.",
        "collectionId",
        InputProblem.NOT_FOUND,
    )
