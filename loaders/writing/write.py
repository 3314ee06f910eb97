"""Write a settled batch: take back what is rewritten, then entities, records and edges, all in one transaction."""

from collections.abc import Sequence

from cypher.identifiers import split
from cypher.run import Graph, Statement
from cypher.trust import ranks
from loaders.asking import ask
from loaders.records.record import CitationRecord, TopicRecord
from loaders.records.statement import kind, natural_key
from loaders.writing import rows
from loaders.writing.batch import Batch
from loaders.writing.changes import changed
from loaders.writing.layout import lay_out
from loaders.writing.lease import Turn
from loaders.writing.moved import Moved, moved
from loaders.writing.work import Work


async def commit(turn: Turn, batch: Batch, load: str, noted: Sequence[Statement]) -> None:
    """Write the batch after what is noted on its load.

    Raises BusyError where another took the turn, or another GraphError; then nothing of it is written.
    """
    graph = turn.graph
    elsewhere = await _elsewhere(graph, batch)
    citing = await _citing(graph, batch)
    funders, volumes = await moved(graph, batch, "funder"), await moved(graph, batch, "volume")
    work = Work()
    work.statements += noted
    work.on("turn_feed", "names", ["changes"])
    work.on(
        "changed_people", "keys", [list(ref) for ref in batch.earlier if ref in batch.fresh or ref in batch.removed]
    )
    work.on("former", "ids", batch.ended())
    _clear(work, batch)
    work.on("unfund", "ids", funders.before)
    work.on("unshelve", "ids", volumes.before)
    back = (batch.given_back, batch.casting.given_back)
    work.on("revive", "ids", sorted(one for each in back for one in each.revived))
    papers = lay_out(work, batch, load)
    _edges(work, batch, papers, elsewhere, (funders, volumes))
    work.on("recites", "ids", citing)
    work.on("bring_back", "rows", [row for each in back for row in each.rows()])
    work.on("changed", "changed", [changed(batch, citing)])
    work.on("changed_namesakes", "names", [] if batch.alone else sorted(batch.place_names))
    await turn.write(*work.statements)


async def _elsewhere(graph: Graph, batch: Batch) -> list[str]:
    """Return papers and people outside the batch of whom records say that they are from one of its institutions."""
    if batch.alone or not (batch.place_names or batch.place_rors):
        return []
    rors = [split(one)[1] for one in sorted(batch.place_rors)]
    found = await ask(graph, "write/subjects_of_places", names=sorted(batch.place_names), rors=rors)
    return [str(row[0]) for row in found]


def _citations(batch: Batch) -> list[CitationRecord]:
    return [record for ref in batch.fresh if isinstance(record := batch.held[ref].record, CitationRecord)]


async def _citing(graph: Graph, batch: Batch) -> list[str]:
    """Return papers outside the batch of which its citations speak, or did before."""
    refs = [list(ref) for ref in sorted(batch.fresh | batch.removed)]
    ids = [list(split(one)) for one in sorted({record.citing for record in _citations(batch)})]
    if batch.alone or not (ids or batch.removed):
        return []
    return [str(row[0]) for row in await ask(graph, "write/citing", keys=refs, ids=ids)]


def _clear(work: Work, batch: Batch) -> None:
    if batch.removed or _citations(batch):
        work.on("uncite", "keys", [list(ref) for ref in sorted(batch.fresh | batch.removed)])
    before = [one for one in batch.earlier.values() if one.entity]
    of_kind = {name: sorted({str(one.entity) for one in before if kind(one.record) == name}) for name in rows.KINDS}
    topics = sorted({natural_key(said) for one in before if isinstance(said := one.record, TopicRecord)})
    work.on("clear_papers", "ids", of_kind["paper"])
    work.on("clear_institutions", "ids", of_kind["institution"])
    work.on("clear_funders", "ids", of_kind["funder"])
    work.on("clear_venues", "ids", of_kind["venue"])
    work.on("clear_volumes", "ids", of_kind["volume"])
    work.on("clear_topics", "codes", [list(one.split(" ", 1)) for one in topics])
    work.on("clear_people", "ids", batch.casting.dealt_anew)
    work.on("clear_records", "keys", [list(ref) for ref in batch.earlier])
    work.on("delete_records", "keys", [list(ref) for ref in sorted(batch.removed)])


def _edges(work: Work, batch: Batch, papers: rows.Papers, elsewhere: list[str], moved_on: tuple[Moved, Moved]) -> None:
    funders, moved_volumes = moved_on
    here = [identifier for identifier, thing in batch.things if thing.kind == "paper"]
    recast = sorted({str(one.work) for one, _, _ in batch.casting.moved if one.work})
    authored = sorted({*here, *(one for one in recast if one.startswith("p_"))})
    work.on("authored", "ids", authored)
    mine = {*authored, *(one for one in batch.ended() if one.startswith("p_"))}
    work.on("written_at", "ids", sorted(mine), told=True)
    work.on("written_at", "ids", sorted({one for one in elsewhere if one.startswith("p_")} - mine), told=False)
    due = {one for one in elsewhere if one.startswith("r_")} | batch.casting.dealt_otherwise
    work.on("due_people", "ids", sorted(due))
    work.on("cites", "ids", here)
    work.on("relates_to", "ids", here)
    work.on("funded_by", "ids", [*funders.now, *(one for one in here if one in papers.funded)])
    work.on("papers_of_volumes", "ids", moved_volumes.now, ranks=ranks("venue"))
    volumes = [identifier for identifier, thing in batch.things if thing.kind == "volume"]
    edited = sorted({*volumes, *(one for one in recast if one.startswith("w_"))})
    work.on("edited", "ids", edited, ranks=ranks("venue"))
    work.on("volumes_of_venues", "ids", volumes)
    work.on("venues_of_volumes", "ids", [here for here, thing in batch.things if thing.kind == "venue"])
    work.on("relations", "ids", [here for here, thing in batch.things if thing.kind == "institution"])
