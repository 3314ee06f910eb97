"""Papers that have one title: pairs that may be one work, and whether their ids speak against it."""

from collections.abc import Iterator
from itertools import chain, combinations, product

from cypher.folding import a_year_beside
from cypher.identifiers import of_a_preprint, split
from loaders.components import grouped
from loaders.records.stated import Node, Stated


def alike(by_node: dict[Node, list[Stated]]) -> Iterator[tuple[Node, Node]]:
    """Yield pairs of records that may be one work by title, year and people, in order."""
    blocks = (combinations(nodes, 2) for nodes in _title_blocks(by_node))
    return chain(chain.from_iterable(blocks), _of_two_years(by_node))


def _title_blocks(by_node: dict[Node, list[Stated]]) -> list[list[Node]]:
    """Return the records of each title key, in order, where the rule may use it: no source twice."""
    keyed = ((stated.title_key, node) for node, said in by_node.items() for stated in said if stated.title_key)
    blocks = [list(dict.fromkeys(nodes)) for _, nodes in sorted(grouped(keyed).items())]
    return [nodes for nodes in blocks if len(dict(nodes)) == len(nodes) > 1]


def _of_two_years(by_node: dict[Node, list[Stated]]) -> Iterator[tuple[Node, Node]]:
    """Yield each preprint with the work of the year before or after that has its title and all its authors.

    Where a source has the title twice in the two years and those beside, nobody is joined by it: it comes yearly.
    """
    keyed = grouped((stated.title_key, stated) for said in by_node.values() for stated in said if stated.title_key)
    for key, ours in sorted(keyed.items()):
        for after in a_year_beside(key)[1:]:
            theirs = keyed.get(after, [])
            years = {*a_year_beside(key), *a_year_beside(after)}
            nodes = {stated.ref[:2] for year in years for stated in keyed.get(year, ())}
            if len(dict(nodes)) == len(nodes):
                yield from (
                    (one.ref[:2], other.ref[:2])
                    for one, other in product(sorted(ours), sorted(theirs))
                    if one.preprint != other.preprint and one.by_line and one.by_line == other.by_line
                )


def rival(ours: list[Node], theirs: list[Node], holds: dict[Node, set[str]]) -> bool:
    """Tell whether both hold ids of one scheme and none of them is the same; a preprint server's DOI is no rival."""
    sides = [
        grouped((split(one)[0], one) for node in part for one in holds[node] if not of_a_preprint(one))
        for part in (ours, theirs)
    ]
    return any(not set(ids) & set(sides[1][scheme]) for scheme, ids in sides[0].items() if scheme in sides[1])
