"""What is uncertain, for people to decide: people who may be several, papers of one title, namesakes, ids in dispute.

Nothing of it is guessed: what is listed here is left apart in the graph.
"""

from collections.abc import Sequence
from dataclasses import replace

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.curation.compare import people_compared
from loaders.curation.entity_lookup import PersonMention, names_of
from loaders.curation.match_model import candidate_probabilities
from loaders.curation.resolved_questions import filter_open
from loaders.curation.review_item import Doubt, ReviewCandidate, ReviewItem
from loaders.graph_queries import run_query
from loaders.records.grouping import group_by_key

PAGE = 50
"""Questions that are read at once behind a page of which some were answered."""
LABELS: dict[Doubt, str] = {"venues": "Venue", "institutions": "Institution", "funders": "Funder"}


async def review(graph: Graph, about: Doubt, after: str, limit: int) -> list[ReviewItem]:
    """Return open questions of a kind, those behind the cursor `after`, in order. Raises a GraphError.

    What a decision parts is no question any more.
    """
    questions: list[ReviewItem] = []
    size = limit
    while len(questions) < limit:
        page = await _page(graph, about, after, size)
        questions += await filter_open(graph, page)
        if len(page) < size:
            break
        after, size = page[-1].cursor, max(limit, PAGE)
    return questions[:limit]


async def _page(graph: Graph, about: Doubt, after: str, limit: int) -> list[ReviewItem]:
    match about:
        case "people":
            rows = await run_query(graph, "read/identity/ambiguous", after=after, limit=limit)
            return await _people(graph, [(str(row[0]), str(row[1]), _things(row[2])) for row in rows])
        case "papers":
            rows = await run_query(graph, "read/identity/twins", after=after, limit=limit)
            return [_duplicate_titles(about, row, "title, year and first author's family name are one") for row in rows]
        case "venues" | "institutions" | "funders":
            parameters: dict[str, Value] = {"kind": LABELS[about], "after": after, "limit": limit}
            rows = await run_query(graph, "read/identity/namesake_things", **parameters)
            return [_duplicate_titles(about, row, "one name, and no source that knows both") for row in rows]
        case "volumes":
            rows = await run_query(graph, "read/identity/namesake_volumes", after=after, limit=limit)
            return [
                _duplicate_titles(about, row, "one title and year, or venue and number, and no source has both")
                for row in rows
            ]
        case "ids":
            return [
                _dispute(row) for row in await run_query(graph, "read/identity/conflicts", after=after, limit=limit)
            ]


async def _people(graph: Graph, rows: Sequence[tuple[str, str, list[ReviewCandidate]]]) -> list[ReviewItem]:
    met = {
        person_id
        for person, _, candidates in rows
        for person_id in (person, *(candidate.id for candidate in candidates))
    }
    named = await names_of(graph, sorted(met)) if met else []
    places = group_by_key((entry.mention.person or "", entry) for entry in named)
    questions: list[ReviewItem] = []
    for person, name, candidates in rows:
        own_entries, candidate_entries = places[person], [places[candidate.id] for candidate in candidates]
        chances = candidate_probabilities(
            [entry.appearance for entry in own_entries],
            [[entry.appearance for entry in side] for side in candidate_entries],
        )
        weighed = [
            replace(candidate, evidence=_shared(own_entries, side), probability=chance)
            for candidate, side, chance in zip(candidates, candidate_entries, chances, strict=True)
        ]
        weighed.sort(key=lambda one: (-(one.probability or 0.0), -len(one.evidence), one.id))
        why = "no id, and the evidence leads to several people who have one"
        questions.append(ReviewItem("people", person, name, why, weighed, person))
    return questions


def _shared(left: Sequence[PersonMention], right: Sequence[PersonMention]) -> list[str]:
    return people_compared([entry.mention for entry in left], [entry.mention for entry in right])[0]


def _duplicate_titles(about: Doubt, row: list[Value], why: str) -> ReviewItem:
    first, *others = sorted(_things(row[1]), key=lambda candidate: candidate.id)
    return ReviewItem(about, first.id, first.name, why, others, str(row[0]))


def _dispute(row: list[Value]) -> ReviewItem:
    record, identifier, name, stated, holders = row
    ids = ", ".join(str(identifier) for identifier in stated) if isinstance(stated, Sequence) else ""
    why = f"{record} states {ids}, which belongs to another entity"
    return ReviewItem("ids", str(identifier or ""), str(name or ""), why, _things(holders), str(record))


def _things(value: Value) -> list[ReviewCandidate]:
    entries = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    return [ReviewCandidate(str(entry["id"]), str(entry["name"]), ()) for entry in entries if isinstance(entry, dict)]
