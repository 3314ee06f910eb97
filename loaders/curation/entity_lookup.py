"""What a curator names by an id: a paper, person, institution, funder, venue or volume; what its sources say of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias, cast

from cypher.driver.client import Graph
from cypher.driver.values import Value
from loaders.curation.match_model import Appearance
from loaders.graph_queries import run_query
from loaders.records.match_features import RecordRef
from loaders.records.parts import Anchor
from loaders.records.record import Record
from loaders.records.serialization import decoded
from loaders.resolution.blocking.mentions import mention
from loaders.resolution.constraints.decisions import RECORD
from loaders.resolution.mention_evidence import Mention
from normalization.identifiers import IdentifierError, address_key, key, split

Kind: TypeAlias = Literal["paper", "researcher", "institution", "funder", "venue", "volume"]


class CurationError(Exception):
    """A decision cannot be made; the message says why, and what could be done."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What an id names now: its Byline id, kind, name or title, outside ids, and Byline ids that lead to it."""

    id: str
    kind: Kind
    name: str
    ids: Sequence[str]
    retired: Sequence[str]


class EntityRecord(NamedTuple):
    """A record that describes a thing, by which rule it came to it, and ids that it states and another holds."""

    ref: RecordRef
    rule: str
    url: str | None
    record: Record
    conflicts: Sequence[str]


class PersonMention(NamedTuple):
    """A place at which a person is named, the name as written, which of that name in its record, what the work is."""

    mention: Mention
    name: str
    nth: int
    title: str | None
    year: int | None = None
    venues: frozenset[str] = frozenset()

    @property
    def appearance(self) -> Appearance:
        """What likeness looks at."""
        return Appearance(self.mention, self.year, self.title, self.venues)

    @property
    def anchor(self) -> Anchor:
        """How a decision speaks of it."""
        ref, role = self.mention.ref, cast("Literal['author', 'editor', 'person']", self.mention.role)
        return Anchor(source=ref.source, key=ref.key, role=role, name=self.name, nth=self.nth)


async def lookup_entity(graph: Graph, identifier: str) -> Subject:
    """Look up a Byline id, also a retired one, or an outside id, such as `orcid:...` or its address.

    Raises CurationError.
    """
    text = identifier.strip()
    if not text:
        raise CurationError("The id is empty. A Byline id (r_01H...) or an outside one (doi:10.1000/182) is wanted.")
    scheme, value = ("byline", text) if ":" not in text else _outside(text)
    rows = await run_query(graph, "read/identity/subject", id=value, scheme=scheme)
    if not rows:
        raise CurationError(
            f"Nothing in the graph has the id {identifier}. `byline match` finds ids by names and titles."
        )
    known, kind, name, ids, retired = rows[0]
    return Subject(str(known), cast("Kind", str(kind)), str(name), _texts(ids), _texts(retired))


def _outside(identifier: str) -> tuple[str, str]:
    try:
        return split(address_key(identifier) or key(identifier))
    except IdentifierError as error:
        raise CurationError(str(error)) from None


async def records_of(graph: Graph, identifier: str) -> list[EntityRecord]:
    """Return the records of a paper, institution, funder, venue or volume, by its Byline id, in order of their keys."""
    return [
        EntityRecord(
            RecordRef(str(source), str(key), str(loader)),
            str(rule),
            None if url is None else str(url),
            decoded(str(statement)),
            _texts(conflicts),
        )
        for source, key, loader, rule, url, statement, conflicts in await run_query(
            graph, "read/identity/records", id=identifier
        )
    ]


async def names_of(graph: Graph, people: Sequence[str]) -> list[PersonMention]:
    """Return the places at which people are named, by their Byline ids, in the order of the records' keys."""
    rows = await run_query(graph, "read/identity/mentions", people=list(people))
    return [_mention_from_row(row) for row in rows]


def _mention_from_row(row: list[Value]) -> PersonMention:
    name, nth, title, year, venues = row[13:18]
    return PersonMention(
        mention(row),
        str(name),
        int(str(nth)),
        None if title is None else str(title),
        year if isinstance(year, int) else None,
        frozenset(_texts(venues)),
    )


def decision_targets_of_names(named: Iterable[PersonMention]) -> set[str]:
    """Return the ids and records by which decisions may speak of these places."""
    mentions = [entry.mention for entry in named]
    return {
        spoken
        for person_mention in mentions
        for spoken in (f"{RECORD}:{person_mention.ref.source}:{person_mention.ref.key}", *person_mention.ids)
    }


def spoken_of_records(records: Iterable[EntityRecord]) -> set[str]:
    """Return the ids of records by which decisions may speak of them."""
    return {f"{RECORD}:{entity_record.ref.source}:{entity_record.ref.key}" for entity_record in records}


def _texts(value: Value) -> list[str]:
    return [str(text) for text in value] if isinstance(value, Sequence) and not isinstance(value, str) else []
