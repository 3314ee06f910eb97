"""Mutations of invitations to work together."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.invitations import InvitationChange, InvitationEditor
from resolvers.mutation_context import MutationContext, entity_key
from schema.invitation import (
    AnswerIntroductionInput,
    AnswerIntroductionPayload,
    AnswerInvitationInput,
    AnswerInvitationPayload,
    BlockUserInput,
    BlockUserPayload,
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
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[InvitationEditor], Awaitable[str]],
) -> PayloadT:
    editor = InvitationEditor(context.writer(mutation_input))
    invitation_id, errors = await context.execute(mutation_input, lambda: change(editor))
    return payload_type(
        invitation_id=invitation_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
    )


@strawberry.type
class InvitationMutations:
    """Mutations of invitations."""

    @strawberry.mutation(
        description="Invite the user who claimed a researcher's profile to work together. The researcher must be open "
        "to collaboration; the invitation expires after 60 days. With an introducer, the researcher receives it when "
        "the introducer agrees."
    )
    async def invite_researcher(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            InviteResearcherInput, strawberry.argument(name="input", description="The invitation.")
        ],
    ) -> InviteResearcherPayload | None:
        """Invite a researcher."""

        async def change(editor: InvitationEditor) -> str:
            key = entity_key(mutation_input.researcher_id, "researcherId")
            introducer = mutation_input.introducer_id
            introducer_key = () if introducer is None else entity_key(introducer, "introducerId")
            return await editor.invite(key, str(mutation_input.purpose.value), mutation_input.message, introducer_key)

        return await _payload(info.context, InviteResearcherPayload, mutation_input, change)

    @strawberry.mutation(description="Accept or decline a received invitation, or also block its sender.")
    async def answer_invitation(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            AnswerInvitationInput, strawberry.argument(name="input", description="Invitation and answer.")
        ],
    ) -> AnswerInvitationPayload | None:
        """Answer an invitation."""
        accepts = mutation_input.answer is InvitationAnswer.ACCEPT
        change = InvitationChange.ACCEPTED if accepts else InvitationChange.DECLINED
        blocks = mutation_input.answer is InvitationAnswer.DECLINE_AND_BLOCK
        return await _payload(
            info.context,
            AnswerInvitationPayload,
            mutation_input,
            lambda editor: editor.change(str(mutation_input.invitation_id), change, blocks=blocks),
        )

    @strawberry.mutation(
        description="Agree or decline to introduce the sender of an invitation to a co-author of the viewer."
    )
    async def answer_introduction(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            AnswerIntroductionInput, strawberry.argument(name="input", description="Invitation and answer.")
        ],
    ) -> AnswerIntroductionPayload | None:
        """Answer a request for an introduction."""
        return await _payload(
            info.context,
            AnswerIntroductionPayload,
            mutation_input,
            lambda editor: editor.answer_introduction(str(mutation_input.invitation_id), agrees=mutation_input.agree),
        )

    @strawberry.mutation(description="Withdraw a pending invitation of the viewer.")
    async def withdraw_invitation(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            WithdrawInvitationInput, strawberry.argument(name="input", description="The invitation.")
        ],
    ) -> WithdrawInvitationPayload | None:
        """Withdraw an invitation."""
        return await _payload(
            info.context,
            WithdrawInvitationPayload,
            mutation_input,
            lambda editor: editor.change(str(mutation_input.invitation_id), InvitationChange.WITHDRAWN),
        )

    @strawberry.mutation(description="Send a message to the other participant of an accepted invitation.")
    async def send_invitation_message(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            SendInvitationMessageInput, strawberry.argument(name="input", description="Invitation and text.")
        ],
    ) -> SendInvitationMessagePayload | None:
        """Send a message."""
        return await _payload(
            info.context,
            SendInvitationMessagePayload,
            mutation_input,
            lambda editor: editor.send_message(str(mutation_input.invitation_id), mutation_input.text),
        )

    @strawberry.mutation(
        description="Block a user: the viewer receives no invitation, message or notification from this user, who is "
        "not told."
    )
    async def block_user(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[BlockUserInput, strawberry.argument(name="input", description="The user.")],
    ) -> BlockUserPayload | None:
        """Block a user."""
        editor = InvitationEditor(info.context.writer(mutation_input))
        _, errors = await info.context.execute(mutation_input, lambda: editor.block(str(mutation_input.user_id)))
        return BlockUserPayload(user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None)

    @strawberry.mutation(description="End the block of a user.")
    async def unblock_user(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UnblockUserInput, strawberry.argument(name="input", description="The user.")],
    ) -> UnblockUserPayload | None:
        """End the block of a user."""
        editor = InvitationEditor(info.context.writer(mutation_input))
        _, errors = await info.context.execute(mutation_input, lambda: editor.unblock(str(mutation_input.user_id)))
        return UnblockUserPayload(user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None)
