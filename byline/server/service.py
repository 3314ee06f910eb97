"""Create the GraphQL service from the settings."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

from anyio import CapacityLimiter, to_thread
from strawberry import ID

from accounts.audit import ActorKind
from accounts.collections import BibliographyEntry
from accounts.errors import ActError
from accounts.profiles import ProfileEdit, UserMutation
from accounts.roles import Role
from accounts.texts import strip_control_characters
from accounts.viewer import Viewer
from byline.settings import Settings
from byline.text_embedder import LocalTextEmbedder
from cypher.driver.client import Graph
from resolvers.curation_service import EntityExplanation, Position, Rows
from resolvers.errors import Code, RequestError
from resolvers.execute import Executor, Limits, Service
from schema.decision import Decision, DecisionKind
from schema.enums import EntityKind
from schema.identity import (
    IdentityComparison,
    IdentityEvidence,
    IdentitySubject,
    ReviewCandidate,
    ReviewItem,
    ReviewKind,
)
from schema.scalars import URL, DateTime
from traversal.network_copy import NetworkCopy

if TYPE_CHECKING:
    from loaders.curation.decision_status import DecisionStatus
    from loaders.curation.decisions import Curator
    from loaders.curation.entity_lookup import Subject
    from loaders.curation.explain import EvidenceItem
    from loaders.curation.review_item import ReviewItem as StoredReviewItem
    from loaders.records.parts import Anchor
    from loaders.records.record import DecisionRecord

T = TypeVar("T")
BIBLIOGRAPHY_READERS = CapacityLimiter(1)
"""Readers of bibliographies that run at the same time, each in a worker thread."""
BUSY_S = 30
"""Retry-After in seconds if another process writes to the graph."""


@dataclass(frozen=True, slots=True)
class GraphCurationService:
    """Identity queries and decisions on a graph.

    The loaders are imported at first use: that takes 0.1 s, and most servers never need them.
    """

    graph: Graph

    async def merge(self, left_id: str, right_id: str, viewer: Viewer, reason: str) -> Decision:
        """Merge the entities of two IDs. Raises RequestError or a GraphError."""
        from loaders.curation.decisions import merge  # noqa: PLC0415 as above

        return _decision(
            await _translate_errors(lambda: merge(self.graph, left_id, right_id, _curator(viewer, reason)))
        )

    async def keep_apart(self, left_id: str, right_id: str, viewer: Viewer, reason: str) -> Decision:
        """Keep two entities apart. Raises RequestError or a GraphError."""
        from loaders.curation.decisions import keep_apart  # noqa: PLC0415 as above

        return _decision(
            await _translate_errors(lambda: keep_apart(self.graph, left_id, right_id, _curator(viewer, reason)))
        )

    async def split(self, identifier: str, records: list[str], viewer: Viewer, reason: str) -> Decision:
        """Move records of an entity to a separate entity. Raises RequestError or a GraphError."""
        from loaders.curation.decisions import split  # noqa: PLC0415 as above

        return _decision(
            await _translate_errors(lambda: split(self.graph, identifier, records, _curator(viewer, reason)))
        )

    async def revoke(self, decision: str, viewer: Viewer, reason: str) -> Decision:
        """Revoke a decision. Raises RequestError or a GraphError."""
        from loaders.curation.decisions import revoke  # noqa: PLC0415 as above

        return _decision(await _translate_errors(lambda: revoke(self.graph, decision, _curator(viewer, reason))))

    async def update_profile(self, edit: ProfileEdit, mutation: UserMutation) -> str:
        """Change a user's statements about the claimed researcher. Raises RequestError, ActError or a GraphError."""
        from loaders.curation.profiles import update_profile  # noqa: PLC0415 as above

        return await _translate_errors(lambda: update_profile(self.graph, edit, mutation))

    async def read_bibliography(self, text: str, format_: str, limit: int) -> list[BibliographyEntry]:
        """Return the entries of a bibliography, at most one more than the limit. Raises ActError."""
        from loaders.bibliography import read_bibliography  # noqa: PLC0415 as above
        from loaders.records.errors import SourceFileError  # noqa: PLC0415 as above

        try:
            entries = await to_thread.run_sync(read_bibliography, text, format_, limit, limiter=BIBLIOGRAPHY_READERS)
        except SourceFileError as error:
            raise ActError(strip_control_characters(str(error)), "text") from None
        return [
            BibliographyEntry(
                entry.key,
                entry.title,
                entry.year,
                [id_.split(":", 1) for id_ in entry.ids],
                entry.title_key,
                entry.error,
            )
            for entry in entries
        ]

    async def remove_ended_profiles(self) -> None:
        """Remove the statements of ended claims, unless another process writes. Raises a GraphError."""
        from loaders.curation.profiles import remove_ended  # noqa: PLC0415 as above

        await remove_ended(self.graph)

    async def log(self, after: Position | None, limit: int) -> Rows[Decision]:
        """Return decisions, newest first. Raises a GraphError."""
        from loaders.curation.decision_log import decisions  # noqa: PLC0415 as above

        records = await decisions(self.graph, None if after is None else str(after[0]), limit + 1)
        entries = await self._to_decisions(records[:limit])
        return Rows([((str(entry.id),), entry) for entry in entries], more=len(records) > limit)

    async def explain(self, identifier: str, after: Position | None, limit: int) -> EntityExplanation:
        """Explain an entity: records, match rules and evidence. Raises RequestError or a GraphError."""
        from loaders.curation.explain import Page, explain  # noqa: PLC0415 as above

        page = Page(tuple(after) if after else (), limit)
        explanation = await _translate_errors(lambda: explain(self.graph, identifier, page))
        evidence = Rows([(item.location, _evidence_item(item)) for item in explanation.parts], more=explanation.more)
        return EntityExplanation(
            _subject(explanation.subject), evidence, explanation.count, await self._to_decisions(explanation.decisions)
        )

    async def compare(self, left_id: str, right_id: str) -> IdentityComparison:
        """Return the evidence for and against a match of two entities. Raises RequestError or a GraphError."""
        from loaders.curation.compare import compare  # noqa: PLC0415 as above

        comparison = await _translate_errors(lambda: compare(self.graph, left_id, right_id))
        return IdentityComparison(
            left=_subject(comparison.left),
            right=_subject(comparison.right),
            is_same=comparison.left.id == comparison.right.id,
            evidence_for=list(comparison.evidence_for),
            evidence_against=list(comparison.evidence_against),
            probability=comparison.probability,
            decisions=await self._to_decisions(comparison.decisions),
        )

    async def review(self, kind: ReviewKind, after: Position | None, limit: int) -> Rows[ReviewItem]:
        """Return review items of a kind. Raises a GraphError."""
        from loaders.curation.review_item import REVIEW_ITEM_KINDS, ReviewItemKind  # noqa: PLC0415 as above
        from loaders.curation.review_queue import review  # noqa: PLC0415 as above

        kinds_by_name: dict[str, ReviewItemKind] = {name: name for name in REVIEW_ITEM_KINDS}
        review_items = await review(
            self.graph, kinds_by_name[str(kind.value)], "" if after is None else str(after[0]), limit + 1
        )
        return Rows(
            [((item.cursor,), _review_item(item)) for item in review_items[:limit]],
            more=len(review_items) > limit,
        )

    async def _to_decisions(self, decisions: Sequence["DecisionRecord"]) -> list[Decision]:
        """Convert decisions to schema types, with their statuses from one query."""
        from loaders.curation.decision_status import decision_statuses  # noqa: PLC0415 as above

        statuses = await decision_statuses(self.graph, decisions)
        return [_decision(decision, statuses.get(decision.key)) for decision in decisions]


async def _translate_errors(work: Callable[[], Awaitable[T]]) -> T:
    from loaders.curation.entity_lookup import CurationError, InvalidIdError, UnknownIdError  # noqa: PLC0415 as above
    from loaders.writing.lease import LeaseHeldError  # noqa: PLC0415 as above

    try:
        return await work()
    except CurationError as error:
        code = Code.BAD_USER_INPUT
        if isinstance(error, UnknownIdError | InvalidIdError):
            code = Code.NOT_FOUND if isinstance(error, UnknownIdError) else Code.BAD_ID
        raise RequestError(code, str(error), field=error.field) from None
    except LeaseHeldError:  # its message names processes and hosts
        raise RequestError(
            Code.BUSY, f"A load writes to the graph. Nothing was changed. Try again in {BUSY_S} s.", wait_s=BUSY_S
        ) from None


def _curator(viewer: Viewer, reason: str) -> "Curator":
    """Return the curator of a viewer."""
    from loaders.curation.decisions import Curator  # noqa: PLC0415 as above

    if viewer.user_id is not None:
        return Curator(viewer.name, reason, viewer.user_id, ActorKind.USER)
    return Curator(viewer.name, reason, None, ActorKind.OPERATOR if viewer.role is Role.ADMIN else ActorKind.CURATOR)


def _decision(decision: "DecisionRecord", status: "DecisionStatus | None" = None) -> Decision:
    """Convert a decision to the schema type.

    Args:
        status: Its status; None if the decision is revoked or was just made.
    """
    revocation = decision.undone
    return Decision(
        id=ID(decision.key),
        kind=DecisionKind(decision.verdict),
        entity_kind=EntityKind(decision.about.capitalize()),
        subject_ids=_ids(decision.was),
        left=_anchor_names(decision.left),
        right=_anchor_names(decision.right),
        decided_by=decision.by,
        decided_at=DateTime(decision.timestamp),
        reason=decision.why,
        revoked_by=revocation and revocation.by,
        revoked_at=DateTime(revocation.timestamp) if revocation else None,
        revocation_reason=revocation and revocation.why,
        in_effect=None if revocation else status is None or status.in_effect,
        pending=None if revocation else status is not None and not status.both_sides_found,
        superseded_by=_ids(status.superseded_by if status else ()),
    )


def _anchor_names(anchors: Sequence["Anchor"]) -> list[str]:
    return list(dict.fromkeys(anchor.id or f"{anchor.source}:{anchor.key}" for anchor in anchors))


def _subject(subject: "Subject") -> IdentitySubject:
    return IdentitySubject(
        id=ID(subject.id),
        kind=EntityKind(subject.kind.capitalize()),
        name=subject.name,
        ids=list(subject.ids),
        retired=_ids(subject.retired),
    )


def _evidence_item(evidence_item: "EvidenceItem") -> IdentityEvidence:
    return IdentityEvidence(
        location=evidence_item.where,
        label=evidence_item.label,
        rule=evidence_item.rule,
        evidence=list(evidence_item.evidence),
        conflicting_ids=list(evidence_item.conflicting_ids),
        url=URL(evidence_item.url) if evidence_item.url else None,
    )


def _review_item(review_item: "StoredReviewItem") -> ReviewItem:
    return ReviewItem(
        kind=ReviewKind(review_item.about),
        id=ID(review_item.id) if review_item.id else None,
        name=review_item.name or None,
        reason=review_item.why,
        candidates=[
            ReviewCandidate(
                id=ID(candidate.id),
                name=candidate.name,
                probability=candidate.probability,
                evidence=list(candidate.evidence),
            )
            for candidate in review_item.candidates
        ],
    )


def _ids(known: Iterable[str]) -> list[ID]:
    return [ID(identifier) for identifier in known]


def create_service(
    graph: Graph,
    settings: Settings,
    network_copy: NetworkCopy | None = None,
    forget_user: Callable[[str], None] = lambda _: None,
) -> Service:
    """Return the service for an open graph.

    Args:
        graph: the graph.
        settings: the settings of the server.
        network_copy: the copy of its co-author network, if the caller keeps one.
        forget_user: called with the ID of a user after the account was erased.
    """
    limits = Limits(
        settings.max_depth,
        settings.max_cost,
        settings.query_timeout_s,
        settings.introspection,
        settings.expensive_queries,
    )
    return Service(
        graph,
        limits,
        cast("Executor", settings.executor),
        shows_cypher=settings.show_cypher,
        identity=GraphCurationService(graph),
        mailer=settings.mailer(),
        erasures=settings.erasures(),
        forget_user=forget_user,
        network=network_copy.network if network_copy else lambda: None,
        embedder=LocalTextEmbedder(settings.embedding_model),
    )
