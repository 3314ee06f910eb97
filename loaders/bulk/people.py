"""One partition of names: who is who among all who bear them.

What a partition holds is closed: no rule leads from a name of it to a name elsewhere.
"""

import asyncio
from collections import defaultdict
from typing import cast

from loaders.bulk.shelf import Shelf
from loaders.matching.casting import Casting
from loaders.matching.casting import cast as cast_people
from loaders.matching.decided import Decided
from loaders.matching.evidence import Mention, Place
from loaders.records.stated import Ref

COLUMNS = ("n", "source", "key", "loader", "role", "position", "folded", "ids", "places", "work", "names")


def settle(shelf: Shelf, number: int) -> int:
    """Write who each mention of a partition is; return how many people the evidence leaves ambiguous."""
    bare: list[Mention] = []
    number_of: dict[Ref, int] = {}
    evident: dict[Ref, list[Mention]] = defaultdict(list)
    rows = shelf.partition("names", number, COLUMNS)
    for row in sorted(rows, key=lambda one: (str(one[1]), str(one[2]), str(one[3]), one[5])):
        n, source, key, loader, role, position, folded, ids, places, work, names = row
        ref = Ref(str(source), str(key), str(loader))
        if not isinstance(n, int) or not isinstance(position, int):
            raise TypeError(f"{ref} is not numbered.")
        number_of[ref] = n
        mention = Mention(ref, str(role), position, str(folded), _texts(ids), work=None if work is None else str(work))
        bare.append(mention)
        beside = list(_texts(names))
        others = frozenset(beside[: position - 1] + beside[position:])
        evident[ref].append(mention._replace(others=others, places=frozenset(_texts(places))))
    casting = asyncio.run(cast_people(None, bare, [], evident.__getitem__, Decided(None, {}, ())))
    _write(shelf, number, casting, number_of)
    return casting.ambiguous


def _write(shelf: Shelf, number: int, casting: Casting, number_of: dict[Ref, int]) -> None:
    places: list[Place] = list(casting.person_of)
    shelf.write(
        "persons",
        number,
        {
            "n": [number_of[ref] for ref, _, _ in places],
            "role": [role for _, role, _ in places],
            "position": [position for _, _, position in places],
            "person": [casting.person_of[place][0] for place in places],
            "rule": [casting.person_of[place][1] for place in places],
        },
    )
    ids = sorted(casting.new_ids)
    shelf.write("person_ids", number, {"id": ids, "person": [casting.ids[one] for one in ids]})
    refused = sorted({(number_of[ref], one) for ref, one in casting.refused})
    shelf.write("refused", number, {"n": [n for n, _ in refused], "id": [one for _, one in refused]})


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, cast("list[object]", value))) if isinstance(value, list) else ()
