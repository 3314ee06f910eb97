"""Mutations of collections of papers."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.collections import CollectionEditor, CollectionItem, CollectionValues
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
    RemoveFromCollectionInput,
    RemoveFromCollectionPayload,
    UpdateCollectionInput,
    UpdateCollectionPayload,
)

PayloadT = TypeVar("PayloadT", bound=CollectionPayload)


async def _payload(
    context: MutationContext,
    payload_type: type[PayloadT],
    given: Any,  # noqa: ANN401 an input object
    change: Callable[[CollectionEditor], Awaitable[str]],
) -> PayloadT:
    editor = CollectionEditor(context.writer(given))
    collection_id, errors = await context.execute(given, lambda: change(editor))
    return payload_type(
        collection_id=collection_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
    )


def _stored(visibility: CollectionVisibility | None) -> str | None:
    return None if visibility is None else str(visibility.value)


@strawberry.type
class CollectionMutations:
    """Mutations of collections of papers."""

    @strawberry.mutation(description="Create a collection of papers.")
    async def create_collection(
        self,
        info: Info[MutationContext],
        given: Annotated[CreateCollectionInput, strawberry.argument(name="input", description="The collection.")],
    ) -> CreateCollectionPayload | None:
        """Create a collection."""
        values = CollectionValues(given.title, given.description, _stored(given.visibility))
        return await _payload(info.context, CreateCollectionPayload, given, lambda editor: editor.create(values))

    @strawberry.mutation(
        description="Change title, description or visibility of an own collection, if nobody changed them since the "
        "client read them."
    )
    async def update_collection(
        self,
        info: Info[MutationContext],
        given: Annotated[UpdateCollectionInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateCollectionPayload | None:
        """Change values of a collection."""
        values = CollectionValues(given.title, given.description, _stored(given.visibility))
        return await _payload(
            info.context,
            UpdateCollectionPayload,
            given,
            lambda editor: editor.update(str(given.collection_id), given.version, values),
        )

    @strawberry.mutation(description="Delete an own collection.")
    async def delete_collection(
        self,
        info: Info[MutationContext],
        given: Annotated[DeleteCollectionInput, strawberry.argument(name="input", description="The collection.")],
    ) -> DeleteCollectionPayload | None:
        """Delete a collection."""
        context = info.context
        editor = CollectionEditor(context.writer(given))
        deleted_id, errors = await context.execute(given, lambda: editor.delete(str(given.collection_id)))
        return DeleteCollectionPayload(
            deleted_id=None if deleted_id is None else strawberry.ID(deleted_id),
            user_errors=errors,
            client_mutation_id=given.client_mutation_id or None,
        )

    @strawberry.mutation(
        description="Add a paper to an own collection, or change the position and note of a paper that it has."
    )
    async def add_to_collection(
        self,
        info: Info[MutationContext],
        given: Annotated[AddToCollectionInput, strawberry.argument(name="input", description="The paper.")],
    ) -> AddToCollectionPayload | None:
        """Add a paper to a collection."""

        async def change(editor: CollectionEditor) -> str:
            item = CollectionItem(entity_key(given.paper_id, "paperId"), given.position, given.note)
            return await editor.add(str(given.collection_id), item)

        return await _payload(info.context, AddToCollectionPayload, given, change)

    @strawberry.mutation(description="Remove a paper from an own collection. Without the paper, nothing changes.")
    async def remove_from_collection(
        self,
        info: Info[MutationContext],
        given: Annotated[RemoveFromCollectionInput, strawberry.argument(name="input", description="The paper.")],
    ) -> RemoveFromCollectionPayload | None:
        """Remove a paper from a collection."""

        async def change(editor: CollectionEditor) -> str:
            item = CollectionItem(entity_key(given.paper_id, "paperId"))
            return await editor.remove(str(given.collection_id), item)

        return await _payload(info.context, RemoveFromCollectionPayload, given, change)
