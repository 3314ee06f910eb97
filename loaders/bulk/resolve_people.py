"""Resolve one partition of person names into people.

A partition is closed: no rule links a name of it to a name outside of it.
"""

import asyncio
from collections import defaultdict
from typing import cast

from loaders.bulk.work_dir import PartitionStore
from loaders.records.match_features import RecordRef
from loaders.resolution.constraints.repository import DecisionRepository
from loaders.resolution.mention_evidence import Mention, Place
from loaders.resolution.person_assignment import PersonAssignments
from loaders.resolution.person_assignment import assign_people as cast_people

COLUMNS = ("n", "source", "key", "loader", "role", "position", "folded", "ids", "places", "work", "names")


def resolve_partition(store: PartitionStore, number: int) -> int:
    """Write the person of each mention; return the number of ambiguous people."""
    bare: list[Mention] = []
    number_of: dict[RecordRef, int] = {}
    evident: dict[RecordRef, list[Mention]] = defaultdict(list)
    rows = store.partition("names", number, COLUMNS)
    for row in sorted(rows, key=lambda cells: (str(cells[1]), str(cells[2]), str(cells[3]), cells[5])):
        n, source, key, loader, role, position, folded, ids, places, work, names = row
        ref = RecordRef(str(source), str(key), str(loader))
        if not isinstance(n, int) or not isinstance(position, int):
            raise TypeError(f"{ref} has no record number.")
        number_of[ref] = n
        mention = Mention(ref, str(role), position, str(folded), _texts(ids), work=None if work is None else str(work))
        bare.append(mention)
        by_line_names = list(_texts(names))
        others = frozenset(by_line_names[: position - 1] + by_line_names[position:])
        evident[ref].append(mention._replace(others=others, places=frozenset(_texts(places))))
    casting = asyncio.run(cast_people(None, bare, [], evident.__getitem__, DecisionRepository(None, {}, ())))
    _write(store, number, casting, number_of)
    return casting.ambiguous


def _write(store: PartitionStore, number: int, casting: PersonAssignments, number_of: dict[RecordRef, int]) -> None:
    places: list[Place] = list(casting.person_of)
    store.write(
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
    store.write("person_ids", number, {"id": ids, "person": [casting.ids[id_] for id_ in ids]})
    refused = sorted({(number_of[ref], identifier) for ref, identifier in casting.id_conflicts})
    store.write(
        "person_id_conflicts", number, {"n": [n for n, _ in refused], "id": [identifier for _, identifier in refused]}
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(map(str, cast("list[object]", value))) if isinstance(value, list) else ()
