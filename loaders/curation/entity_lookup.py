"""Look up an entity by any of its IDs, with its records or mentions."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, cast

from cypher.driver.client import Graph
from cypher.queries import curation
from loaders.curation.match_model import Appearance
from loaders.graph_queries import run_query
from loaders.records.match_features import RecordRef
from loaders.records.parts import Anchor
from loaders.records.record import Record
from loaders.records.serialization import decoded
from loaders.resolution.blocking.mentions import mention
from loaders.resolution.constraints.decisions import RECORD
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.person_name_keys import blocking_key
from normalization.identifiers import IdentifierError, entity_key, split_id
from normalization.text import fold

Kind: TypeAlias = Literal["paper", "researcher", "institution", "funder", "venue", "volume"]
BYLINE_ID = re.compile(r"[a-z]_\w+")
"""Form of a Byline ID; the graph has those that exist."""


class CurationError(Exception):
    """A decision cannot be made; the message says why and what to do.

    Attributes:
        field: input at fault: `reason` or `records`; None for another one.
    """

    def __init__(self, message: str, field: str | None = None) -> None:
        super().__init__(message)
        self.field = field


class UnknownIdError(CurationError):
    """No entity or decision has the ID."""


class InvalidIdError(CurationError):
    """A text is not an ID."""


@dataclass(frozen=True, slots=True)
class Subject:
    """An entity: Byline ID, kind, name or title, external IDs, and retired Byline IDs that redirect to it."""

    id: str
    kind: Kind
    name: str
    ids: Sequence[str]
    retired: Sequence[str]


class EntityRecord(NamedTuple):
    """A record of an entity, with the match rule, and the IDs that it states but that belong to another entity."""

    ref: RecordRef
    rule: str
    url: str | None
    record: Record
    conflicts: Sequence[str]


class PersonMention(NamedTuple):
    """A mention of a person: `name` as written, `nth` occurrence of that name in the record, data of the work, and the
    folded names of co-authors.
    """

    mention: Mention
    name: str
    nth: int
    title: str | None
    year: int | None = None
    venues: frozenset[str] = frozenset()
    coauthor_names: frozenset[str] = frozenset()

    @property
    def appearance(self) -> Appearance:
        """Input of the match model."""
        return Appearance(self.mention, self.coauthor_names, self.year, self.title, self.venues)

    @property
    def anchor(self) -> Anchor:
        """Anchor of the mention in a decision."""
        ref, role = self.mention.ref, cast("Literal['author', 'editor', 'person']", self.mention.role)
        return Anchor(source=ref.source, key=ref.key, role=role, name=self.name, nth=self.nth)


async def lookup_entity(graph: Graph, identifier: str) -> Subject:
    """Return the entity of a Byline ID, possibly retired, or of an external ID such as `orcid:...` or its URL.

    Raises CurationError.
    """
    text = identifier.strip()
    if not text:
        raise InvalidIdError("The ID is empty. Expected a Byline ID (r_01H...) or an external ID (doi:10.1000/182).")
    if ":" not in text and not BYLINE_ID.fullmatch(text):
        raise InvalidIdError(
            f"{text[:80]!r} is not an ID. Expected a Byline ID (r_01H...) or an external ID (doi:10.1000/182)."
        )
    scheme, value = ("byline", text) if ":" not in text else _outside(text)
    rows = await run_query(graph, curation.ENTITY_BY_ID, id=value, scheme=scheme)
    if not rows:
        raise UnknownIdError(
            f"No entity in the graph has the ID {identifier}. Find IDs by names and titles with search or byline match."
        )
    found = rows[0]
    return Subject(found.id, cast("Kind", found.kind), found.name, found.ids, found.retired)


def _outside(identifier: str) -> tuple[str, str]:
    try:
        return split_id(entity_key(identifier))
    except IdentifierError as error:
        raise InvalidIdError(str(error)) from None


async def records_of(graph: Graph, identifier: str) -> list[EntityRecord]:
    """Return the records of a paper, institution, funder, venue or volume by Byline ID, sorted by key."""
    return [
        EntityRecord(
            RecordRef(row.source, row.key, row.loader), row.rule, row.url, decoded(row.statement), row.conflicts
        )
        for row in await run_query(graph, curation.RECORDS, id=identifier)
    ]


async def names_of(graph: Graph, people: Sequence[str], *, with_hidden: bool = False) -> list[PersonMention]:
    """Return the mentions of people by Byline ID, sorted by the keys of the records.

    Args:
        graph: the graph.
        people: Byline IDs of researchers.
        with_hidden: True to keep names and institutions that a person hides, for decisions. Clients must not see them.
    """
    rows = await run_query(graph, curation.MENTIONS_WITH_CONTEXT, people=list(people))
    return [_mention_from_row(row if with_hidden else _without_hidden(row)) for row in rows]


def _mention_from_row(row: curation.MentionsWithContextRow) -> PersonMention:
    coauthor_names = frozenset(row.coauthor_names)
    return PersonMention(mention(row), row.name, row.nth, row.title, row.year, frozenset(row.venues), coauthor_names)


def _without_hidden(row: curation.MentionsWithContextRow) -> curation.MentionsWithContextRow:
    """Return a row without the values that the person hides; author lists of papers stay as printed."""
    if row.role != "person":
        return row
    if "affiliations" in row.hidden_fields:
        row = row._replace(institution_keys=[])
    if "aliases" in row.hidden_fields:
        folded_name = fold(row.person_name)
        row = row._replace(name=row.person_name, folded_name=folded_name, name_key=blocking_key(folded_name))
    return row


def decision_targets_of_names(named: Iterable[PersonMention]) -> set[str]:
    """Return the IDs and records by which decisions may refer to these mentions."""
    mentions = [entry.mention for entry in named]
    return {
        target
        for person_mention in mentions
        for target in (f"{RECORD}:{person_mention.ref.source}:{person_mention.ref.key}", *person_mention.ids)
    }


def decision_targets_of_records(records: Iterable[EntityRecord]) -> set[str]:
    """Return the keys by which decisions may refer to these records."""
    return {f"{RECORD}:{entity_record.ref.source}:{entity_record.ref.key}" for entity_record in records}
