"""Mutations of the viewer's account."""

from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.audit import ActorKind
from accounts.erasure import erase_account
from accounts.errors import AccountError, ActError
from resolvers.mutation_context import MutationContext
from schema.account import EraseAccountInput, EraseAccountPayload


async def _erase(context: MutationContext, confirmation: str) -> str:
    """Erase the viewer's account and return its ID. Raises ActError or a GraphError."""
    name, user_id = context.viewer.name, context.viewer.user_id or ""
    if confirmation != name:
        raise ActError(f"confirmation is not the name of the account. Expected {name!r}.", "confirmation")
    if context.erasures is None:
        raise ActError("This service erases no accounts. Ask the operator: byline user erase NAME", "confirmation")
    try:
        await erase_account(context.graph, user_id, context.erasures, ActorKind.USER)
    except AccountError:  # its message names a file of the server
        raise ActError(
            "The server cannot record the erasure, so it erased nothing. Ask the operator.", "confirmation"
        ) from None
    context.forget_user(user_id)
    await context.curation.remove_ended_profiles()
    return user_id


@strawberry.type
class AccountMutations:
    """Mutations of the viewer's account."""

    @strawberry.mutation(
        description="Erase the viewer's account with its tokens, sessions, acts, collections, comments, reviews, "
        "claims and profile. This cannot be undone."
    )
    async def erase_account(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            EraseAccountInput, strawberry.argument(name="input", description="The confirmation.")
        ],
    ) -> EraseAccountPayload | None:
        """Erase the viewer's account."""
        context = info.context
        erased_id, errors = await context.execute(mutation_input, lambda: _erase(context, mutation_input.confirmation))
        return EraseAccountPayload(
            erased_id=None if erased_id is None else strawberry.ID(erased_id),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )
