"""Mutations of the viewer's account and of its notifications."""

from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.audit import ActorKind
from accounts.erasure import erase_account
from accounts.errors import AccountError, ActError
from accounts.notifications import mark_notifications_read
from accounts.roles import Scope
from accounts.tokens import create_own_token, revoke_own_token
from accounts.users import rename_user
from resolvers.mutation_context import MutationContext
from schema.account import (
    CreateAccessTokenInput,
    CreateAccessTokenPayload,
    EraseAccountInput,
    EraseAccountPayload,
    RevokeAccessTokenInput,
    RevokeAccessTokenPayload,
    UpdateAccountInput,
    UpdateAccountPayload,
)
from schema.notification import MarkNotificationsReadInput, MarkNotificationsReadPayload
from schema.scalars import DateTime


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
        description="Change the name of the viewer's account. Comments and reviews then show the new name."
    )
    async def update_account(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UpdateAccountInput, strawberry.argument(name="input", description="The name.")],
    ) -> UpdateAccountPayload | None:
        """Change the name of the viewer's account."""
        context = info.context
        writer = context.writer(mutation_input)
        user_id, errors = await context.execute(mutation_input, lambda: rename_user(writer, mutation_input.name))
        if user_id is not None:
            context.forget_user(user_id)
        return UpdateAccountPayload(
            name=None if user_id is None else mutation_input.name,
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )

    @strawberry.mutation(
        description="Create an access token for a program of the viewer, who must be signed in with a browser session."
    )
    async def create_access_token(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            CreateAccessTokenInput, strawberry.argument(name="input", description="Label, scopes and days.")
        ],
    ) -> CreateAccessTokenPayload | None:
        """Create an access token."""
        context = info.context
        writer = context.writer(mutation_input)
        scopes = {Scope(scope.value) for scope in mutation_input.scopes}
        token, errors = await context.execute(
            mutation_input,
            lambda: create_own_token(writer, context.viewer, mutation_input.label, scopes, mutation_input.days),
        )
        return CreateAccessTokenPayload(
            token_id=token and strawberry.ID(token.id),
            secret=token and token.secret.get_secret_value(),
            expires_at=token and DateTime(token.expires_at),
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )

    @strawberry.mutation(description="Revoke an access token of the viewer. Servers refuse it within 30 seconds.")
    async def revoke_access_token(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[RevokeAccessTokenInput, strawberry.argument(name="input", description="The token.")],
    ) -> RevokeAccessTokenPayload | None:
        """Revoke an access token."""
        context = info.context
        writer = context.writer(mutation_input)
        token_id, errors = await context.execute(
            mutation_input, lambda: revoke_own_token(writer, str(mutation_input.token_id))
        )
        if token_id is not None:
            context.forget_user(context.viewer.user_id or "")
        return RevokeAccessTokenPayload(
            user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

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


@strawberry.type
class NotificationMutations:
    """Mutations of notifications."""

    @strawberry.mutation(description="Mark a notification and all earlier ones as read.")
    async def mark_notifications_read(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            MarkNotificationsReadInput, strawberry.argument(name="input", description="The latest one to mark.")
        ],
    ) -> MarkNotificationsReadPayload | None:
        """Mark notifications as read."""
        context = info.context
        notification_id, errors = await context.execute(
            mutation_input,
            lambda: mark_notifications_read(context.graph, context.viewer.user_id or "", str(mutation_input.id)),
        )
        return MarkNotificationsReadPayload(
            notification_id=notification_id,
            user_errors=errors,
            client_mutation_id=mutation_input.client_mutation_id or None,
        )
