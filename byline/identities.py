"""What stands behind GraphQL's questions and decisions on who is who: the loaders' own, told in the schema's words.

What `byline identity` says on the command line is in `byline/curating.py`.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from strawberry import ID

from cypher.run import Graph
from resolvers.errors import Code, RequestError
from resolvers.identity import Explained, Position, Rows
from schema.decision import Decision, Verdict
from schema.identity import (
    IdentityCandidate,
    IdentityComparison,
    IdentityDoubt,
    IdentityPart,
    IdentityQuestion,
    IdentitySubject,
)

if TYPE_CHECKING:
    from loaders.curation.explain import Part
    from loaders.curation.question import Question
    from loaders.curation.standing import Standing
    from loaders.curation.subject import Subject
    from loaders.records.parts import Anchor
    from loaders.records.record import DecisionRecord

T = TypeVar("T")
BUSY_S = 30
"""Seconds after which a client may try again while somebody else writes."""


@dataclass(frozen=True, slots=True)
class Identities:
    """Knows and decides who is who in a graph.

    The loaders are read when it is first asked: that takes a tenth of a second, and most servers never are.
    """

    graph: Graph

    async def merge(self, one: str, other: str, by: str, why: str) -> Decision:
        """Join what two ids name. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, merge  # noqa: PLC0415 as above

        return _decision(await _tried(lambda: merge(self.graph, one, other, Curator(by, why))))

    async def part(self, one: str, other: str, by: str, why: str) -> Decision:
        """Say of two that they are not one. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, part  # noqa: PLC0415 as above

        return _decision(await _tried(lambda: part(self.graph, one, other, Curator(by, why))))

    async def split(self, identifier: str, records: list[str], by: str, why: str) -> Decision:
        """Part some records from what an id names. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, split  # noqa: PLC0415 as above

        return _decision(await _tried(lambda: split(self.graph, identifier, records, Curator(by, why))))

    async def undo(self, decision: str, by: str, why: str) -> Decision:
        """Take a decision back. Raises RequestError, or a GraphError."""
        from loaders.curation.decide import Curator, undo  # noqa: PLC0415 as above

        return _decision(await _tried(lambda: undo(self.graph, decision, Curator(by, why))))

    async def log(self, after: Position | None, limit: int) -> Rows[Decision]:
        """Return decisions, the latest first. Raises a GraphError."""
        from loaders.curation.log import decisions  # noqa: PLC0415 as above

        found = await decisions(self.graph, None if after is None else str(after[0]), limit + 1)
        told = await self._told(found[:limit])
        return Rows([((str(one.id),), one) for one in told], more=len(found) > limit)

    async def explain(self, identifier: str, after: Position | None, limit: int) -> Explained:
        """Say why an id names what it names. Raises RequestError, or a GraphError."""
        from loaders.curation.explain import Page, explain  # noqa: PLC0415 as above

        page = Page(tuple(after) if after else (), limit)
        told = await _tried(lambda: explain(self.graph, identifier, page))
        parts = Rows([(one.stands, _part(one)) for one in told.parts], more=told.more)
        return Explained(_subject(told.subject), parts, told.count, await self._told(told.decisions))

    async def compare(self, one: str, other: str) -> IdentityComparison:
        """Say what speaks for two ids naming one, and what against. Raises RequestError, or a GraphError."""
        from loaders.curation.compare import compare  # noqa: PLC0415 as above

        told = await _tried(lambda: compare(self.graph, one, other))
        return IdentityComparison(
            one=_subject(told.one),
            other=_subject(told.other),
            are_one=told.one.id == told.other.id,
            speaks_for=list(told.speaks_for),
            speaks_against=list(told.speaks_against),
            probability=told.probability,
            decisions=await self._told(told.decisions),
        )

    async def review(self, about: IdentityDoubt, after: Position | None, limit: int) -> Rows[IdentityQuestion]:
        """Return open questions of a kind. Raises a GraphError."""
        from loaders.curation.question import DOUBTS, Doubt  # noqa: PLC0415 as above
        from loaders.curation.review import review  # noqa: PLC0415 as above

        doubts: dict[str, Doubt] = {one: one for one in DOUBTS}
        found = await review(self.graph, doubts[str(about.value)], "" if after is None else str(after[0]), limit + 1)
        return Rows([((one.cursor,), _question(one)) for one in found[:limit]], more=len(found) > limit)

    async def _told(self, made: Sequence["DecisionRecord"]) -> list[Decision]:
        """Return decisions as the schema tells them, asked together how the graph stands to them."""
        from loaders.curation.standing import standings  # noqa: PLC0415 as above

        stand = await standings(self.graph, made)
        return [_decision(one, stand.get(one.key)) for one in made]


async def _tried(work: Callable[[], Awaitable[T]]) -> T:
    from loaders.curation.subject import CurationError  # noqa: PLC0415 as above
    from loaders.writing.lease import BusyError  # noqa: PLC0415 as above

    try:
        return await work()
    except CurationError as error:
        raise RequestError(Code.BAD_USER_INPUT, str(error)) from None
    except BusyError as error:
        raise RequestError(Code.BUSY, str(error), wait_s=BUSY_S) from None


def _decision(made: "DecisionRecord", stands: "Standing | None" = None) -> Decision:
    """Tell a decision; `stands` is how the graph stands to it, None where it was taken back or has just been made."""
    undone = made.undone
    return Decision(
        id=ID(made.key),
        verdict=Verdict(made.verdict),
        about=made.about,
        was=_ids(made.was),
        one=_named(made.one),
        other=_named(made.other),
        by=made.by,
        at=made.at,
        why=made.why,
        undone_by=undone and undone.by,
        undone_at=undone and undone.at,
        undone_why=undone and undone.why,
        followed=None if undone else stands is None or stands.followed,
        waiting=None if undone else stands is not None and not stands.there,
        overruled_by=_ids(stands.overruled_by if stands else ()),
    )


def _named(anchors: Sequence["Anchor"]) -> list[str]:
    return list(dict.fromkeys(one.id or f"{one.source}:{one.key}" for one in anchors))


def _subject(one: "Subject") -> IdentitySubject:
    return IdentitySubject(id=ID(one.id), kind=one.kind, name=one.name, ids=list(one.ids), retired=_ids(one.retired))


def _part(one: "Part") -> IdentityPart:
    return IdentityPart(
        where=one.where, says=one.says, rule=one.rule, evidence=list(one.evidence), lost=list(one.lost), url=one.url
    )


def _question(one: "Question") -> IdentityQuestion:
    return IdentityQuestion(
        about=IdentityDoubt(one.about),
        id=ID(one.id) if one.id else None,
        name=one.name or None,
        why=one.why,
        candidates=[
            IdentityCandidate(
                id=ID(each.id), name=each.name, probability=each.probability, evidence=list(each.evidence)
            )
            for each in one.candidates
        ],
    )


def _ids(known: Iterable[str]) -> list[ID]:
    return [ID(one) for one in known]
