"""What is uncertain, for people to decide: people who may be several, papers of one title, namesakes, ids in dispute.

Nothing of it is guessed: what is listed here is left apart in the graph.
"""

from collections.abc import Sequence
from dataclasses import replace

from cypher.run import Graph
from cypher.values import Value
from loaders.asking import ask
from loaders.components import grouped
from loaders.curation.answered import open_still
from loaders.curation.compare import people_compared
from loaders.curation.likeness import among
from loaders.curation.question import Candidate, Doubt, Question
from loaders.curation.subject import Named, names_of

PAGE = 50
"""Questions that are read at once behind a page of which some were answered."""
LABELS: dict[Doubt, str] = {"venues": "Venue", "institutions": "Institution", "funders": "Funder"}


async def review(graph: Graph, about: Doubt, after: str, limit: int) -> list[Question]:
    """Return open questions of a kind, those behind the cursor `after`, in order. Raises a GraphError.

    What a decision parts is no question any more.
    """
    found: list[Question] = []
    size = limit
    while len(found) < limit:
        page = await _page(graph, about, after, size)
        found += await open_still(graph, page)
        if len(page) < size:
            break
        after, size = page[-1].cursor, max(limit, PAGE)
    return found[:limit]


async def _page(graph: Graph, about: Doubt, after: str, limit: int) -> list[Question]:
    match about:
        case "people":
            rows = await ask(graph, "read/identity/ambiguous", after=after, limit=limit)
            return await _people(graph, [(str(row[0]), str(row[1]), _things(row[2])) for row in rows])
        case "papers":
            rows = await ask(graph, "read/identity/twins", after=after, limit=limit)
            return [_twins(about, row, "title, year and first author's family name are one") for row in rows]
        case "venues" | "institutions" | "funders":
            asked: dict[str, Value] = {"kind": LABELS[about], "after": after, "limit": limit}
            rows = await ask(graph, "read/identity/namesake_things", **asked)
            return [_twins(about, row, "one name, and no source that knows both") for row in rows]
        case "volumes":
            rows = await ask(graph, "read/identity/namesake_volumes", after=after, limit=limit)
            return [
                _twins(about, row, "one title and year, or venue and number, and no source has both") for row in rows
            ]
        case "ids":
            return [_dispute(row) for row in await ask(graph, "read/identity/conflicts", after=after, limit=limit)]


async def _people(graph: Graph, rows: Sequence[tuple[str, str, list[Candidate]]]) -> list[Question]:
    met = {one for person, _, candidates in rows for one in (person, *(each.id for each in candidates))}
    named = await names_of(graph, sorted(met)) if met else []
    places = grouped((one.mention.person or "", one) for one in named)
    questions: list[Question] = []
    for person, name, candidates in rows:
        ours, theirs = places[person], [places[one.id] for one in candidates]
        chances = among([one.seen for one in ours], [[one.seen for one in side] for side in theirs])
        weighed = [
            replace(one, evidence=_shared(ours, side), probability=chance)
            for one, side, chance in zip(candidates, theirs, chances, strict=True)
        ]
        weighed.sort(key=lambda one: (-(one.probability or 0.0), -len(one.evidence), one.id))
        why = "no id, and the evidence leads to several people who have one"
        questions.append(Question("people", person, name, why, weighed, person))
    return questions


def _shared(ours: Sequence[Named], theirs: Sequence[Named]) -> list[str]:
    return people_compared([one.mention for one in ours], [one.mention for one in theirs])[0]


def _twins(about: Doubt, row: list[Value], why: str) -> Question:
    first, *others = sorted(_things(row[1]), key=lambda one: one.id)
    return Question(about, first.id, first.name, why, others, str(row[0]))


def _dispute(row: list[Value]) -> Question:
    record, identifier, name, stated, holders = row
    ids = ", ".join(str(one) for one in stated) if isinstance(stated, Sequence) else ""
    why = f"{record} states {ids}, which another record holds that is not one with it"
    return Question("ids", str(identifier or ""), str(name or ""), why, _things(holders), str(record))


def _things(value: Value) -> list[Candidate]:
    found = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return [Candidate(str(one["id"]), str(one["name"]), ()) for one in found if isinstance(one, dict)]
