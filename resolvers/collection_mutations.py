"""Mutations of collections of papers."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.collections import (
    MAX_PAPERS,
    BibliographyEntry,
    CollectionEditor,
    CollectionItem,
    CollectionValues,
    ImportResult,
)
from accounts.errors import ActError
from accounts.texts import strip_control_characters
from resolvers.mutation_context import MutationContext, entity_key
from schema.collection import (
    AddToCollectionInput,
    AddToCollectionPayload,
    CollectionPayload,
    CollectionVisibility,
    CreateCollectionInput,
    CreateCollectionPayload,
    DeleteCollectionInput,
    DeleteCollectionPayload,
    ImportIntoCollectionInput,
    ImportIntoCollectionPayload,
    RemoveFromCollectionInput,
    RemoveFromCollectionPayload,
    UnmatchedEntry,
    UnmatchedReason,
    UpdateCollectionInput,
    UpdateCollectionPayload,
)

MAX_BIBLIOGRAPHY = 500_000
"""Maximum length of a bibliography in characters."""

PayloadT = TypeVar("PayloadT", bound=CollectionPayload)


async def _payload(
    context: MutationContext,
    payload_type: type[PayloadT],
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[CollectionEditor], Awaitable[str]],
) -> PayloadT:
    editor = CollectionEditor(context.writer(mutation_input))
    collection_id, errors = await context.execute(mutation_input, lambda: change(editor))
    return payload_type(
        collection_id=collection_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
    )


def _stored(visibility: CollectionVisibility | None) -> str | None:
    return None if visibility is None else str(visibility.value)


def _unmatched(entries: Sequence[BibliographyEntry], paper_counts: Sequence[int]) -> list[UnmatchedEntry]:
    """Return the entries that are not exactly one paper."""
    unmatched: list[UnmatchedEntry] = []
    for entry, count in zip(entries, paper_counts, strict=True):
        if entry.error is not None:
            reason, message = UnmatchedReason.INVALID, entry.error
        elif count == 0:
            reason = UnmatchedReason.NOT_FOUND
            message = "The graph has no paper with one of its IDs, or with its title and year."
        elif count > 1:
            reason = UnmatchedReason.AMBIGUOUS
            message = "Several papers have its title and year. Add one of them by its ID."
        else:
            continue
        key, title, message = map(strip_control_characters, (entry.key, entry.title, message))
        unmatched.append(UnmatchedEntry(key=key, title=title or None, reason=reason, message=message))
    return unmatched


@strawberry.type
class CollectionMutations:
    """Mutations of collections of papers."""

    @strawberry.mutation(description="Create a collection of papers.")
    async def create_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            CreateCollectionInput, strawberry.argument(name="input", description="The collection.")
        ],
    ) -> CreateCollectionPayload | None:
        """Create a collection."""
        values = CollectionValues(mutation_input.title, mutation_input.description, _stored(mutation_input.visibility))
        return await _payload(
            info.context, CreateCollectionPayload, mutation_input, lambda editor: editor.create(values)
        )

    @strawberry.mutation(
        description="Change title, description or visibility of a collection of the viewer, if they have not changed "
        "since the client read them."
    )
    async def update_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            UpdateCollectionInput, strawberry.argument(name="input", description="The new values.")
        ],
    ) -> UpdateCollectionPayload | None:
        """Change values of a collection."""
        values = CollectionValues(mutation_input.title, mutation_input.description, _stored(mutation_input.visibility))
        return await _payload(
            info.context,
            UpdateCollectionPayload,
            mutation_input,
            lambda editor: editor.update(str(mutation_input.collection_id), mutation_input.version, values),
        )

    @strawberry.mutation(description="Delete a collection of the viewer.")
    async def delete_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            DeleteCollectionInput, strawberry.argument(name="input", description="The collection.")
        ],
    ) -> DeleteCollectionPayload | None:
        """Delete a collection."""
        context = info.context
        editor = CollectionEditor(context.writer(mutation_input))
        deleted_id, errors = await context.execute(
            mutation_input, lambda: editor.delete(str(mutation_input.collection_id))
        )
        return DeleteCollectionPayload(
            deleted_id=None if deleted_id is None else strawberry.ID(deleted_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )

    @strawberry.mutation(
        description="Add a paper to a collection of the viewer, or change the position and note of a paper that it has."
    )
    async def add_to_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[AddToCollectionInput, strawberry.argument(name="input", description="The paper.")],
    ) -> AddToCollectionPayload | None:
        """Add a paper to a collection."""

        async def change(editor: CollectionEditor) -> str:
            item = CollectionItem(
                entity_key(mutation_input.paper_id, "paperId"), mutation_input.position, mutation_input.note
            )
            return await editor.add(str(mutation_input.collection_id), item)

        return await _payload(info.context, AddToCollectionPayload, mutation_input, change)

    @strawberry.mutation(
        description="Remove a paper from a collection of the viewer. Without the paper, nothing changes."
    )
    async def remove_from_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            RemoveFromCollectionInput, strawberry.argument(name="input", description="The paper.")
        ],
    ) -> RemoveFromCollectionPayload | None:
        """Remove a paper from a collection."""

        async def change(editor: CollectionEditor) -> str:
            item = CollectionItem(entity_key(mutation_input.paper_id, "paperId"))
            return await editor.remove(str(mutation_input.collection_id), item)

        return await _payload(info.context, RemoveFromCollectionPayload, mutation_input, change)

    @strawberry.mutation(
        description="Add the papers of a bibliography to the end of a collection of the viewer, in its order."
    )
    async def import_into_collection(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            ImportIntoCollectionInput, strawberry.argument(name="input", description="The bibliography.")
        ],
    ) -> ImportIntoCollectionPayload | None:
        """Add the papers of a bibliography to a collection."""
        context = info.context
        editor = CollectionEditor(context.writer(mutation_input))
        entries: list[BibliographyEntry] = []

        async def add_entries() -> ImportResult:
            text = mutation_input.text
            if len(text) > MAX_BIBLIOGRAPHY:
                raise ActError(
                    f"text has {len(text):,} characters. Expected at most {MAX_BIBLIOGRAPHY:,}. Send several texts.",
                    "text",
                )
            format_ = str(mutation_input.format.value)
            entries.extend(await context.curation.read_bibliography(text, format_, MAX_PAPERS))
            return await editor.import_entries(str(mutation_input.collection_id), entries)

        result, errors = await context.execute(mutation_input, add_entries)
        payload = ImportIntoCollectionPayload(
            user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )
        if result is not None:
            payload.collection_id = result.collection_id
            payload.added_count, payload.present_count = result.added, result.present
            payload.unmatched = _unmatched(entries, result.paper_counts)
        return payload
