"""Assign a Byline ID to each entity or person of a batch: a current ID or a former ID; all others need a new one."""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field

from loaders.resolution.ids.history import DecisionIdHistory, PreferredIds
from loaders.resolution.ids.restore import RestoredIds


@dataclass(slots=True)
class IdClaims:
    """The IDs that an entity or person may get."""

    own: Sequence[str]
    """Current IDs of its records or mentions, sorted."""
    preferred_ids: PreferredIds
    """IDs that curators' decisions intend for it."""
    outside: Sequence[str] = ()
    """Its external IDs, by which the Byline ID of a deleted entity is found."""
    likely: Collection[str] = field(default_factory=tuple[str, ...])
    """IDs that it gets if no other entity claims them, because a name was corrected."""


async def assign_ids(
    claims: Sequence[IdClaims], order: Sequence[int], wished: DecisionIdHistory, given_back: RestoredIds
) -> dict[int, str]:
    """Return the IDs of the claims that get one, by claim number. No ID is assigned twice. All others need new IDs.

    The order of preference is: the ID intended by a decision; the oldest current ID; the ID before a revoked decision;
    the ID before a name was corrected; the ID before the entity was deleted with all its records.
    """
    assigned_ids: dict[int, str] = {}
    taken: set[str] = set()
    claimed = {person_id for claim in claims for person_id in claim.own}

    def deal(number: int, ids: Iterable[str], among: Container[str]) -> None:
        free_id = next((id_ for id_ in ids if id_ in among and id_ not in taken), None)
        if free_id and number not in assigned_ids:
            assigned_ids[number] = free_id
            taken.add(free_id)

    for number in order:
        deal(number, claims[number].preferred_ids.first, {*claims[number].own, *wished.retired})
    for number in order:
        deal(number, claims[number].own, claimed)
    for number in order:
        deal(number, claims[number].preferred_ids.last, {*claims[number].own, *wished.retired})
    for number in order:
        if number not in assigned_ids:
            deal(number, sorted(claims[number].likely), {*claims[number].likely} - claimed)
    returned_ids = await given_back.find_former_ids(
        {number: claims[number].outside for number in order if claims[number].outside and number not in assigned_ids}
    )
    assigned_ids |= returned_ids
    taken.update(returned_ids.values())
    for number in order:
        deleted_ids = [
            person_id
            for person_id in claims[number].preferred_ids.last
            if person_id in wished.gone and person_id not in taken
        ]
        if deleted_ids and number not in assigned_ids:
            assigned_ids[number] = deleted_ids[0]
            taken.update(deleted_ids)
            given_back.restore_deleted(deleted_ids)
    await given_back.restore_merged(wished.retired & taken)
    return assigned_ids
