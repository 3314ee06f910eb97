"""What a batch may meet in the graph: the records that share an id or a title key with it, and theirs in turn.

The answer is closed: no record outside it shares an id, a title key or an entity with one inside it, nor the title key
of a year beside. So the rules of `loaders.matching.identity` give the same answer over it as over the whole graph.
"""

from collections.abc import Iterable, Mapping, Sequence

from cypher.folding import a_year_beside
from cypher.identifiers import split
from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.matching.decided import Decided
from loaders.matching.decisions import nodes_of, spoken_of
from loaders.records.record import Record, TopicRecord
from loaders.records.revisions import Told
from loaders.records.stated import Ref
from loaders.records.statement import Held, decoded, natural_key, thing_ids, title_key


async def known(graph: Graph | None, keys: Iterable[tuple[str, str]]) -> dict[Ref, Told]:
    """Return what every record in the graph with one of these (source, key) is compared by, under any loader."""
    rows = await ask(graph, "write/known", keys=[list(key) for key in keys])
    return {
        Ref(str(source), str(key), str(loader)): Told(
            str(content), str(revised or ""), None if said is None else str(said).encode()
        )
        for source, key, loader, content, revised, said in rows
    }


async def closure(
    graph: Graph | None, fresh: Mapping[Ref, Record], there: Sequence[Ref], decided: Decided
) -> dict[Ref, Held]:
    """Return the records of the graph in the closed set around `fresh`, as they stand there.

    `there` are records in the graph to begin with, such as earlier forms of fresh ones. What a decision speaks of is
    in one closed set.
    """
    earlier: dict[Ref, Held] = {}
    asked: set[str] = set()
    frontier: list[Record] = list(fresh.values())
    keys = sorted({ref[:2] for ref in there})
    rows = await ask(graph, "write/records_by_entity", keys=[list(key) for key in keys]) if keys else []
    await decided.begin(there)
    while frontier or rows:
        met = [_held(row) for row in rows if Ref(str(row[0]), str(row[1]), str(row[2])) not in earlier]
        earlier.update((held.ref, held) for held in met)
        frontier += [held.record for held in met]
        await decided.of(one for record in frontier for one in spoken_of(record))
        nodes = sorted({node for decision in decided.taken() for node in nodes_of(decision)})
        rows = await _beside(graph, frontier, asked)
        rows += await ask(graph, "write/records_by_entity", keys=[list(one) for one in nodes]) if nodes else []
        frontier = []
    return earlier | decided.held


async def _beside(graph: Graph | None, frontier: Sequence[Record], asked: set[str]) -> list[list[Value]]:
    """Return the records that share an id, title key or natural key with the frontier, each key asked for once."""
    ids = {one for record in frontier for one in thing_ids(record)} - asked
    own = {key for record in frontier if (key := title_key(record))}
    titles = {each for key in own for each in (key, *a_year_beside(key))} - asked
    codes = {f"topic {natural_key(one)}" for one in frontier if isinstance(one, TopicRecord)} - asked
    asked |= ids | titles | codes
    rows: list[list[Value]] = []
    if ids:
        rows += await ask(graph, "write/records_by_id", ids=[list(split(one)) for one in sorted(ids)])
    if titles:
        rows += await ask(graph, "write/records_by_title", titles=sorted(titles))
    if codes:
        rows += await ask(graph, "write/records_by_topic", codes=[code.split(" ", 2)[1:] for code in sorted(codes)])
    return rows


def _held(row: list[Value]) -> Held:
    source, key, loader, said, entity, conflicts = row
    return Held(
        Ref(str(source), str(key), str(loader)),
        decoded(str(said)),
        None if entity is None else str(entity),
        tuple(map(str, conflicts)) if isinstance(conflicts, list) else (),
    )
