"""Which Byline id each thing or person of a batch goes by: one of its own, one of before, or none yet."""

from collections.abc import Collection, Container, Iterable, Sequence
from dataclasses import dataclass, field

from loaders.matching.given_back import GivenBack
from loaders.matching.meant import Meant, Wish


@dataclass(slots=True)
class Claims:
    """What a thing or person may go by."""

    own: Sequence[str]
    """Ids that its records or mentions go by now, sorted."""
    wish: Wish
    """Ids that people's decisions mean for it."""
    outside: Sequence[str] = ()
    """Its outside ids, by which it may come back."""
    likely: Collection[str] = field(default_factory=tuple[str, ...])
    """Ids that it goes by where nobody claims these: names were corrected."""


async def dealt(claims: Sequence[Claims], order: Sequence[int], wished: Meant, given_back: GivenBack) -> dict[int, str]:
    """Return the ids of those that have one, by their numbers; each is one's alone. The others need new ones.

    First comes what decisions meant, then the oldest of its own, then what it had before a decision that is taken back,
    before its names were corrected, or before it was taken out with all its records.
    """
    kept: dict[int, str] = {}
    taken: set[str] = set()
    claimed = {one for each in claims for one in each.own}

    def deal(number: int, ids: Iterable[str], among: Container[str]) -> None:
        found = next((one for one in ids if one in among and one not in taken), None)
        if found and number not in kept:
            kept[number] = found
            taken.add(found)

    for number in order:
        deal(number, claims[number].wish.first, {*claims[number].own, *wished.retired})
    for number in order:
        deal(number, claims[number].own, claimed)
    for number in order:
        deal(number, claims[number].wish.last, {*claims[number].own, *wished.retired})
    for number in order:
        if number not in kept:
            deal(number, sorted(claims[number].likely), {*claims[number].likely} - claimed)
    given = await given_back.to({one: claims[one].outside for one in order if claims[one].outside and one not in kept})
    kept |= given
    taken.update(given.values())
    for number in order:
        away = [one for one in claims[number].wish.last if one in wished.gone and one not in taken]
        if away and number not in kept:
            kept[number] = away[0]
            taken.update(away)
            given_back.come_back(away)
    await given_back.revive(wished.retired & taken)
    return kept
