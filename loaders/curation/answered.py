"""Which questions people have answered: a decision in force parts what would be asked about."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cypher.run import Graph
from loaders.asking import ask
from loaders.curation.question import Candidate, Question
from loaders.curation.standing import sides
from loaders.records.record import DecisionRecord
from loaders.records.statement import decoded


async def open_still(graph: Graph, questions: Sequence[Question]) -> list[Question]:
    """Return questions without what people have parted, and none where nothing is left. Raises a GraphError."""
    met = {one.id for question in questions for one in _things(question)}
    parted = await parted_pairs(graph, sorted(met))
    left = (_left(question, parted) for question in questions) if parted else questions
    return [one for one in left if one is not None]


async def parted_pairs(graph: Graph, ids: list[str]) -> set[frozenset[str]]:
    """Return the pairs of these Byline ids that a decision in force parts. Raises a GraphError."""
    if not ids or not (await ask(graph, "write/any_decision"))[0][0]:
        return set()
    made = (decoded(str(row[0])) for row in await ask(graph, "read/identity/spoken_of", ids=list(ids)))
    apart = [one for one in made if isinstance(one, DecisionRecord) and one.verdict == "apart" and one.undone is None]
    led = (await sides(graph, apart)).values() if apart else ()
    return {frozenset((one, other)) for each in led for one in each.one for other in each.other}


def _left(question: Question, parted: set[frozenset[str]]) -> Question | None:
    """Return what is still open of a question."""

    def against(one: Candidate, others: Iterable[Candidate]) -> list[Candidate]:
        return [other for other in others if other is not one and frozenset((one.id, other.id)) not in parted]

    if not question.candidates:
        return question
    first, *others = _things(question)
    if question.mutual:
        things = (first, *others)
        first = max(things, key=lambda one: len(against(one, things)))
        others = [one for one in things if one is not first]
    candidates = against(first, others)
    return replace(question, id=first.id, name=first.name, candidates=candidates) if candidates else None


def _things(question: Question) -> list[Candidate]:
    return [Candidate(question.id, question.name, ()), *question.candidates]
