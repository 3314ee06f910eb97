"""Mutations of invitations to work together."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.invitations import InvitationChange, InvitationEditor
from resolvers.mutation_context import MutationContext, entity_key
from schema.invitation import (
    AnswerInvitationInput,
    AnswerInvitationPayload,
    InvitationAnswer,
    InvitationPayload,
    InviteResearcherInput,
    InviteResearcherPayload,
    SendInvitationMessageInput,
    SendInvitationMessagePayload,
    UnblockUserInput,
    UnblockUserPayload,
    WithdrawInvitationInput,
    WithdrawInvitationPayload,
)

PayloadT = TypeVar("PayloadT", bound=InvitationPayload)


async def _payload(
    context: MutationContext,
    payload_type: type[PayloadT],
    values: Any,  # noqa: ANN401 an input object
    change: Callable[[InvitationEditor], Awaitable[str]],
) -> PayloadT:
    editor = InvitationEditor(context.writer(values))
    invitation_id, errors = await context.execute(values, lambda: change(editor))
    return payload_type(
        invitation_id=invitation_id, user_errors=errors, client_mutation_id=values.client_mutation_id or None
    )


@strawberry.type
class InvitationMutations:
    """Mutations of invitations."""

    @strawberry.mutation(
        description="Invite the user who claimed a researcher's profile to work together. The researcher must be open "
        "to collaboration; the invitation expires after 60 days."
    )
    async def invite_researcher(
        self,
        info: Info[MutationContext],
        values: Annotated[InviteResearcherInput, strawberry.argument(name="input", description="The invitation.")],
    ) -> InviteResearcherPayload | None:
        """Invite a researcher."""

        async def change(editor: InvitationEditor) -> str:
            key = entity_key(values.researcher_id, "researcherId")
            return await editor.invite(key, str(values.purpose.value), values.message)

        return await _payload(info.context, InviteResearcherPayload, values, change)

    @strawberry.mutation(description="Accept or decline a received invitation, or also block its sender.")
    async def answer_invitation(
        self,
        info: Info[MutationContext],
        values: Annotated[
            AnswerInvitationInput, strawberry.argument(name="input", description="Invitation and answer.")
        ],
    ) -> AnswerInvitationPayload | None:
        """Answer an invitation."""
        accepts = values.answer is InvitationAnswer.ACCEPT
        change = InvitationChange.ACCEPTED if accepts else InvitationChange.DECLINED
        blocks = values.answer is InvitationAnswer.DECLINE_AND_BLOCK
        return await _payload(
            info.context,
            AnswerInvitationPayload,
            values,
            lambda editor: editor.change(str(values.invitation_id), change, blocks=blocks),
        )

    @strawberry.mutation(description="Withdraw a pending invitation of the viewer.")
    async def withdraw_invitation(
        self,
        info: Info[MutationContext],
        values: Annotated[WithdrawInvitationInput, strawberry.argument(name="input", description="The invitation.")],
    ) -> WithdrawInvitationPayload | None:
        """Withdraw an invitation."""
        return await _payload(
            info.context,
            WithdrawInvitationPayload,
            values,
            lambda editor: editor.change(str(values.invitation_id), InvitationChange.WITHDRAWN),
        )

    @strawberry.mutation(description="Send a message to the other participant of an accepted invitation.")
    async def send_invitation_message(
        self,
        info: Info[MutationContext],
        values: Annotated[
            SendInvitationMessageInput, strawberry.argument(name="input", description="Invitation and text.")
        ],
    ) -> SendInvitationMessagePayload | None:
        """Send a message."""
        return await _payload(
            info.context,
            SendInvitationMessagePayload,
            values,
            lambda editor: editor.send_message(str(values.invitation_id), values.text),
        )

    @strawberry.mutation(description="End the block of a user.")
    async def unblock_user(
        self,
        info: Info[MutationContext],
        values: Annotated[UnblockUserInput, strawberry.argument(name="input", description="The user.")],
    ) -> UnblockUserPayload | None:
        """End the block of a user."""
        editor = InvitationEditor(info.context.writer(values))
        _, errors = await info.context.execute(values, lambda: editor.unblock(str(values.user_id)))
        return UnblockUserPayload(user_errors=errors, client_mutation_id=values.client_mutation_id or None)
