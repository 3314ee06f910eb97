"""Mutations of claims of profiles, by users and curators."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, TypeVar

import strawberry
from strawberry.types import Info

from accounts.claims import ClaimChange, ClaimEditor, ClaimMethod, ClaimRequest
from accounts.profiles import ProfileEdit, StatedAffiliation, UserMutation, check_affiliation_count
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
    mutation_input: Any,  # noqa: ANN401 an input object
    change: Callable[[ClaimEditor], Awaitable[str]],
) -> PayloadT:
    editor = ClaimEditor(context.writer(mutation_input), context.viewer.name, context.mailer)
    claim_id, errors = await context.execute(mutation_input, lambda: change(editor))
    if claim_id is not None and payload_type in ENDING:
        await context.curation.remove_ended_profiles()
    return payload_type(
        claim_id=claim_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
    )


def _profile_edit(mutation_input: UpdateProfileInput) -> ProfileEdit:
    """Return the values of an input. Raises ActError if a text is not an ID."""
    affiliations, hidden_fields = None, mutation_input.hidden_fields
    if mutation_input.affiliations is not None:
        check_affiliation_count(len(mutation_input.affiliations))
        affiliations = [
            StatedAffiliation(entity_key(place.institution_id, "affiliations"), place.since, place.until, place.role)
            for place in mutation_input.affiliations
        ]
    return ProfileEdit(
        entity_key(mutation_input.researcher_id, "researcherId"),
        mutation_input.name,
        mutation_input.headline,
        mutation_input.homepage,
        mutation_input.open_to_collaborate,
        affiliations,
        None if hidden_fields is None else [str(field.value) for field in hidden_fields],
        mutation_input.opted_out,
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
        mutation_input: Annotated[
            ClaimProfileInput, strawberry.argument(name="input", description="Researcher and method.")
        ],
    ) -> ClaimProfilePayload | None:
        """Claim the profile of a researcher."""

        async def change(editor: ClaimEditor) -> str:
            key, method = (
                entity_key(mutation_input.researcher_id, "researcherId"),
                ClaimMethod(mutation_input.method.value),
            )
            return await editor.claim(ClaimRequest(key, method, mutation_input.email, mutation_input.note))

        return await _change(info.context, ClaimProfilePayload, mutation_input, change)

    @strawberry.mutation(
        description="Confirm a claim with the code of the mail. After five wrong codes, the claim cannot be confirmed."
    )
    async def confirm_claim(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[ConfirmClaimInput, strawberry.argument(name="input", description="Claim and code.")],
    ) -> ConfirmClaimPayload | None:
        """Confirm a claim."""
        return await _change(
            info.context,
            ConfirmClaimPayload,
            mutation_input,
            lambda editor: editor.confirm(str(mutation_input.claim_id), mutation_input.code),
        )

    @strawberry.mutation(
        description="Change the viewer's statements about the claimed researcher. They take precedence over other "
        "sources."
    )
    async def update_profile(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[UpdateProfileInput, strawberry.argument(name="input", description="The new values.")],
    ) -> UpdateProfilePayload | None:
        """Change a claimed profile."""
        context = info.context

        async def change() -> str:
            mutation = UserMutation(context.viewer.user_id or "", mutation_input.client_mutation_id)
            return await context.curation.update_profile(_profile_edit(mutation_input), mutation)

        entity_id, errors = await context.execute(mutation_input, change)
        return UpdateProfilePayload(
            entity_id=entity_id, user_errors=errors, client_mutation_id=mutation_input.client_mutation_id or None
        )

    @strawberry.mutation(description="Withdraw a claim of the viewer, also an accepted claim.")
    async def withdraw_claim(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[WithdrawClaimInput, strawberry.argument(name="input", description="The claim.")],
    ) -> WithdrawClaimPayload | None:
        """Withdraw a claim."""
        return await _change(
            info.context,
            WithdrawClaimPayload,
            mutation_input,
            lambda editor: editor.withdraw(str(mutation_input.claim_id)),
        )

    @strawberry.mutation(description="Accept or reject the pending claim of another user.")
    async def decide_claim(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[
            DecideClaimInput, strawberry.argument(name="input", description="Claim and decision.")
        ],
    ) -> DecideClaimPayload | None:
        """Accept or reject a claim."""
        change = ClaimChange.ACCEPTED if mutation_input.accept else ClaimChange.REJECTED
        return await _change(
            info.context,
            DecideClaimPayload,
            mutation_input,
            lambda editor: editor.decide(str(mutation_input.claim_id), change, mutation_input.reason),
        )

    @strawberry.mutation(description="Revoke the accepted claim of another user.")
    async def revoke_claim(
        self,
        info: Info[MutationContext],
        mutation_input: Annotated[RevokeClaimInput, strawberry.argument(name="input", description="Claim and reason.")],
    ) -> RevokeClaimPayload | None:
        """Revoke a claim."""
        return await _change(
            info.context,
            RevokeClaimPayload,
            mutation_input,
            lambda editor: editor.decide(str(mutation_input.claim_id), ClaimChange.REVOKED, mutation_input.reason),
        )
