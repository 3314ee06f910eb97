"""The review queue: ambiguous people, namesakes, papers with the same title, entities with the same name, ID conflicts.

Listed entities stay separate until a curator decides.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from cypher.driver.client import Graph
from cypher.driver.values import Value
from cypher.queries import curation
from loaders.curation.compare import have_different_ids, people_compared
from loaders.curation.entity_lookup import CurationError, PersonMention, names_of
from loaders.curation.match_model import candidate_probabilities, pair_probability
from loaders.curation.resolved_questions import filter_open
from loaders.curation.review_item import ReviewCandidate, ReviewItem, ReviewItemKind
from loaders.graph_queries import run_query
from loaders.records.grouping import group_by_key

PAGE = 50
"""Minimum number of items per query after the first page, which may shrink because of decisions."""
MAX_NAMESAKES = 20
"""Maximum number of people of one name in the queue, those with the most papers."""
MIN_PROBABILITY = 0.2
"""Minimum match probability of people with the same name in the queue."""
LABELS: dict[ReviewItemKind, str] = {"venues": "Venue", "institutions": "Institution", "funders": "Funder"}


async def review(graph: Graph, about: ReviewItemKind, after: str, limit: int) -> list[ReviewItem]:
    """Return open review items of a kind after the cursor `after`, in order. Raises CurationError or a GraphError.

    Pairs that an active decision keeps apart are omitted.
    """
    questions: list[ReviewItem] = []
    size = limit
    while len(questions) < limit:
        page = await _page(graph, about, after, size)
        questions += await filter_open(graph, [item for item in page if item.candidates or about != "namesakes"])
        if len(page) < size:
            break
        after, size = page[-1].cursor, max(limit, PAGE)
    return questions[:limit]


async def _page(graph: Graph, about: ReviewItemKind, after: str, limit: int) -> list[ReviewItem]:
    match about:
        case "people":
            if after and not after.startswith("r_"):
                raise CurationError(
                    f"Invalid cursor {after}. Expected a printed cursor, the ID of a researcher (r_...)."
                )
            rows = await run_query(graph, curation.AMBIGUOUS_PEOPLE, after=after, limit=limit)
            return await _people(graph, [(row.id, row.name, _candidates(row.candidates)) for row in rows])
        case "namesakes":
            return await _namesakes(graph, after, limit)
        case "papers":
            rows = await run_query(graph, curation.DUPLICATE_TITLES, after=after, limit=limit)
            return [
                _duplicate_titles(about, row, "same title, year and family name of the first author") for row in rows
            ]
        case "venues" | "institutions" | "funders":
            parameters: dict[str, Value] = {"kind": LABELS[about], "after": after, "limit": limit}
            rows = await run_query(graph, curation.SAME_NAME_ENTITIES, **parameters)
            return [_duplicate_titles(about, row, "same name, and no source has records of both") for row in rows]
        case "volumes":
            rows = await run_query(graph, curation.SAME_NAME_VOLUMES, after=after, limit=limit)
            return [
                _duplicate_titles(
                    about, row, "same title and year, or same venue and number, and no source has records of both"
                )
                for row in rows
            ]
        case "ids":
            return [_dispute(row) for row in await run_query(graph, curation.ID_CONFLICTS, after=after, limit=limit)]


async def _namesakes(graph: Graph, after: str, limit: int) -> list[ReviewItem]:
    """Return an item for each name of several people: the person with the most papers, and likely matches.

    Args:
        graph: the graph.
        after: a cursor, "papers name"; empty: from the start.
        limit: maximum number of names.
    """
    papers, _, name = after.partition(" ")
    if after and not papers.isdecimal():
        raise CurationError(f"Invalid cursor {after}. Expected a printed cursor, such as '41 yang liu'.")
    rows = await run_query(
        graph,
        curation.SAME_NAME_PEOPLE,
        papers=int(papers) if after else None,
        after=name,
        limit=limit,
        people=MAX_NAMESAKES,
    )
    groups = [(row, _candidates(row.candidates)) for row in rows]
    mentions = await _mentions_of_people(graph, (person.id for _, people in groups for person in people))
    items: list[ReviewItem] = []
    for row, (first, *others) in groups:
        own_mentions = mentions[first.id]
        candidates = [
            replace(other, evidence=_shared(own_mentions, mentions[other.id]), probability=probability)
            for other in others
            if (probability := _probability(own_mentions, mentions[other.id], len(others))) >= MIN_PROBABILITY
        ]
        candidates.sort(key=lambda candidate: (-(candidate.probability or 0.0), candidate.id))
        why = f"the same name, {row.papers:,} papers in total, and too little evidence to merge all"
        items.append(ReviewItem("namesakes", first.id, first.name, why, candidates, f"{row.papers} {row.key}"))
    return items


def _probability(left: Sequence[PersonMention], right: Sequence[PersonMention], namesakes: int) -> float:
    """Return the match probability of two people; 0 if they have different IDs of one scheme."""
    if have_different_ids([entry.mention for entry in left], [entry.mention for entry in right]):
        return 0.0
    own, others = ([entry.appearance for entry in side] for side in (left, right))
    return pair_probability(own, others, namesakes) or 0.0


async def _mentions_of_people(graph: Graph, people: Iterable[str]) -> Mapping[str, list[PersonMention]]:
    ids = sorted(set(people))
    mentions = await names_of(graph, ids) if ids else []
    return group_by_key((entry.mention.person or "", entry) for entry in mentions)


async def _people(graph: Graph, rows: Sequence[tuple[str, str, list[ReviewCandidate]]]) -> list[ReviewItem]:
    people = (
        person_id
        for person, _, candidates in rows
        for person_id in (person, *(candidate.id for candidate in candidates))
    )
    places = await _mentions_of_people(graph, people)
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
        why = "no ID, and the evidence fits several people with IDs"
        questions.append(ReviewItem("people", person, name, why, weighed, person))
    return questions


def _shared(left: Sequence[PersonMention], right: Sequence[PersonMention]) -> list[str]:
    return people_compared(left, right)[0]


def _duplicate_titles(about: ReviewItemKind, row: curation.DuplicateRow, why: str) -> ReviewItem:
    first, *others = sorted(_candidates(row.candidates), key=lambda candidate: candidate.id)
    return ReviewItem(about, first.id, first.name, why, others, row.key)


def _dispute(row: curation.IdConflictsRow) -> ReviewItem:
    why = f"{row.record} states {', '.join(row.stated)}, which belongs to another entity"
    return ReviewItem("ids", row.id or "", row.name or "", why, _candidates(row.holders), row.record)


def _candidates(entries: Iterable[Mapping[str, Value]]) -> list[ReviewCandidate]:
    return [ReviewCandidate(str(entry["id"]), str(entry["name"]), ()) for entry in entries]
