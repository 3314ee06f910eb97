"""Mutations of claims of profiles, by users and curators."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.claims import ClaimChange, ClaimEditor, ClaimMethod, ClaimRequest
from accounts.profiles import MAX_AFFILIATIONS, ProfileEdit, StatedAffiliation, UserMutation
from resolvers.mutation_context import MutationContext, entity_key
from schema.claim import (
    ClaimPayload,
    ClaimProfileInput,
    ClaimProfilePayload,
    ConfirmClaimInput,
    ConfirmClaimPayload,
    DecideClaimInput,
    DecideClaimPayload,
    RevokeClaimInput,
    RevokeClaimPayload,
    UpdateProfileInput,
    UpdateProfilePayload,
    WithdrawClaimInput,
    WithdrawClaimPayload,
)

PayloadT = TypeVar("PayloadT", bound=ClaimPayload)


ENDING = (WithdrawClaimPayload, RevokeClaimPayload)
"""Payloads of mutations that can end an accepted claim, and so the statements of its user."""


async def _change(
    context: MutationContext,
    payload_type: type[PayloadT],
    given: Any,  # noqa: ANN401 an input object
    change: Callable[[ClaimEditor], Awaitable[str]],
) -> PayloadT:
    editor = ClaimEditor(context.writer(given), context.viewer.name, context.mailer)
    claim_id, errors = await context.execute(given, lambda: change(editor))
    if claim_id is not None and payload_type in ENDING:
        await context.curation.remove_ended_profiles()
    return payload_type(claim_id=claim_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None)


def _profile_edit(given: UpdateProfileInput) -> ProfileEdit:
    """Return the values of an input. Raises ActError if a text is not an ID."""
    affiliations = None
    if given.affiliations is not None:
        affiliations = [
            StatedAffiliation(entity_key(place.institution_id, "affiliations"), place.since, place.until, place.role)
            for place in given.affiliations[: MAX_AFFILIATIONS + 1]
        ]
    return ProfileEdit(
        entity_key(given.researcher_id, "researcherId"),
        given.name,
        given.headline,
        given.homepage,
        given.open_to_collaborate,
        affiliations,
    )


@strawberry.type
class ClaimMutations:
    """Mutations of claims of profiles."""

    @strawberry.mutation(
        description="Claim the profile of a researcher. If another user also claims it, a curator decides. A user has "
        "at most one pending or accepted claim."
    )
    async def claim_profile(
        self,
        info: Info[MutationContext],
        given: Annotated[ClaimProfileInput, strawberry.argument(name="input", description="Researcher and method.")],
    ) -> ClaimProfilePayload | None:
        """Claim the profile of a researcher."""

        async def change(editor: ClaimEditor) -> str:
            key, method = entity_key(given.researcher_id, "researcherId"), ClaimMethod(given.method.value)
            return await editor.claim(ClaimRequest(key, method, given.email, given.note))

        return await _change(info.context, ClaimProfilePayload, given, change)

    @strawberry.mutation(
        description="Confirm a claim with the code of the mail. After five wrong codes, the claim cannot be confirmed."
    )
    async def confirm_claim(
        self,
        info: Info[MutationContext],
        given: Annotated[ConfirmClaimInput, strawberry.argument(name="input", description="Claim and code.")],
    ) -> ConfirmClaimPayload | None:
        """Confirm a claim."""
        return await _change(
            info.context, ConfirmClaimPayload, given, lambda editor: editor.confirm(str(given.claim_id), given.code)
        )

    @strawberry.mutation(
        description="Change the viewer's statements about the claimed researcher. They take precedence over other "
        "sources."
    )
    async def update_profile(
        self,
        info: Info[MutationContext],
        given: Annotated[UpdateProfileInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateProfilePayload | None:
        """Change a claimed profile."""
        context = info.context

        async def change() -> str:
            mutation = UserMutation(context.viewer.user_id or "", given.client_mutation_id)
            return await context.curation.update_profile(_profile_edit(given), mutation)

        entity_id, errors = await context.execute(given, change)
        return UpdateProfilePayload(
            entity_id=entity_id, user_errors=errors, client_mutation_id=given.client_mutation_id or None
        )

    @strawberry.mutation(description="Withdraw an own claim, also an accepted one.")
    async def withdraw_claim(
        self,
        info: Info[MutationContext],
        given: Annotated[WithdrawClaimInput, strawberry.argument(name="input", description="The claim.")],
    ) -> WithdrawClaimPayload | None:
        """Withdraw a claim."""
        return await _change(
            info.context, WithdrawClaimPayload, given, lambda editor: editor.withdraw(str(given.claim_id))
        )

    @strawberry.mutation(description="Accept or reject the pending claim of another user.")
    async def decide_claim(
        self,
        info: Info[MutationContext],
        given: Annotated[DecideClaimInput, strawberry.argument(name="input", description="Claim and decision.")],
    ) -> DecideClaimPayload | None:
        """Accept or reject a claim."""
        change = ClaimChange.ACCEPTED if given.accept else ClaimChange.REJECTED
        return await _change(
            info.context,
            DecideClaimPayload,
            given,
            lambda editor: editor.decide(str(given.claim_id), change, given.reason),
        )

    @strawberry.mutation(description="Revoke the accepted claim of another user.")
    async def revoke_claim(
        self,
        info: Info[MutationContext],
        given: Annotated[RevokeClaimInput, strawberry.argument(name="input", description="Claim and reason.")],
    ) -> RevokeClaimPayload | None:
        """Revoke a claim."""
        return await _change(
            info.context,
            RevokeClaimPayload,
            given,
            lambda editor: editor.decide(str(given.claim_id), ClaimChange.REVOKED, given.reason),
        )
