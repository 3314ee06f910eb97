"""Byline ids of what was taken out with all its records, for when it comes back under one of its outside ids."""

from collections.abc import Collection, Iterable, Mapping

from cypher.run import Graph
from loaders.asking import ask


async def former(
    graph: Graph | None, ids: Mapping[int, Iterable[str]], but: Collection[str] = ()
) -> dict[int, list[str]]:
    """Return the Byline ids that new things or people had before, the oldest first, by the numbers of these.

    `ids` are their outside ids. Each Byline id is one thing's at most, whatever has become of its outside ids, and
    none of `but` is anybody's.
    """
    keys = sorted({one for some in ids.values() for one in some})
    rows = await ask(graph, "write/former_ids", keys=keys) if keys else []
    had = {str(key): str(identifier) for key, identifier in rows}
    taken = set(but)
    found: dict[int, list[str]] = {}
    for number, some in sorted(ids.items()) if had else ():
        mine = sorted({had[one] for one in some if one in had} - taken)
        if mine:
            found[number] = mine
            taken.update(mine)
    return found
