"""Assign a Byline ID to each entity or person of a batch: a current ID or a former ID; all others need a new one."""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field

from loaders.resolution.ids.history import DecisionIdHistory, PreferredIds
from loaders.resolution.ids.restore import RestoredIds


@dataclass(slots=True)
class IdClaims:
    """The IDs that an entity or person may get."""

    current_ids: Sequence[str]
    """Current IDs of its records or mentions, sorted."""
    preferred_ids: PreferredIds
    """IDs that curators' decisions intend for it."""
    external_ids: Sequence[str] = ()
    """Its external IDs, by which the Byline ID of a deleted entity is found."""
    likely_ids: Collection[str] = field(default_factory=tuple[str, ...])
    """IDs that it gets if no other entity claims them, because a name was corrected."""


async def assign_ids(
    claims: Sequence[IdClaims], order: Sequence[int], id_history: DecisionIdHistory, restored_ids: RestoredIds
) -> dict[int, str]:
    """Return the IDs of the claims that get one, by claim number. No ID is assigned twice. All others need new IDs.

    The order of preference is: the ID intended by a decision; the oldest current ID; the ID before a revoked decision;
    the ID before a name was corrected; the ID before the entity was deleted with all its records.
    """
    assigned_ids: dict[int, str] = {}
    used_ids: set[str] = set()
    all_current_ids = {person_id for claim in claims for person_id in claim.current_ids}

    def assign_first_free(number: int, ids: Iterable[str], allowed_ids: Container[str]) -> None:
        free_id = next((id_ for id_ in ids if id_ in allowed_ids and id_ not in used_ids), None)
        if free_id and number not in assigned_ids:
            assigned_ids[number] = free_id
            used_ids.add(free_id)

    for number in order:
        assign_first_free(
            number, claims[number].preferred_ids.overriding, {*claims[number].current_ids, *id_history.redirecting_ids}
        )
    for number in order:
        assign_first_free(number, claims[number].current_ids, all_current_ids)
    for number in order:
        assign_first_free(
            number, claims[number].preferred_ids.fallback, {*claims[number].current_ids, *id_history.redirecting_ids}
        )
    for number in order:
        if number not in assigned_ids:
            assign_first_free(number, sorted(claims[number].likely_ids), {*claims[number].likely_ids} - all_current_ids)
    returned_ids = await restored_ids.find_former_ids(
        {
            number: claims[number].external_ids
            for number in order
            if claims[number].external_ids and number not in assigned_ids
        }
    )
    assigned_ids |= returned_ids
    used_ids.update(returned_ids.values())
    for number in order:
        deleted_ids = [
            person_id
            for person_id in claims[number].preferred_ids.fallback
            if person_id in id_history.deleted_ids and person_id not in used_ids
        ]
        if deleted_ids and number not in assigned_ids:
            assigned_ids[number] = deleted_ids[0]
            used_ids.update(deleted_ids)
            restored_ids.restore_deleted(deleted_ids)
    await restored_ids.restore_merged(id_history.redirecting_ids & used_ids)
    return assigned_ids
