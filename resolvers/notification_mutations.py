"""Mutations of notifications."""

from typing import Annotated

import strawberry
from strawberry.types import Info

from accounts.notifications import mark_notifications_read
from resolvers.mutation_context import MutationContext
from schema.notification import MarkNotificationsReadInput, MarkNotificationsReadPayload


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
