"""Rows for the write statements: stored records, values of entities, and their references."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias, get_args

from cypher.driver.values import Value
from loaders.records import dates
from loaders.records.grouping import group_by_key
from loaders.records.limits import place_key
from loaders.records.match_features import RecordRef
from loaders.records.parts import Affiliation
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    ProfileField,
    Record,
    VenueRecord,
    VolumeRecord,
)
from loaders.records.serialization import StoredRecord, content_hash, encoded, kind, title_key
from loaders.resolution.affiliations.name_keys import (
    country_key,
    institution_names,
    is_educational,
    name_key,
    ror_parents,
)
from loaders.resolution.affiliations.parse import parse_affiliation
from loaders.resolution.ids.generate import deterministic_id
from loaders.resolution.mention_evidence import Mention
from loaders.resolution.mentions import NamedPerson, can_match_by_name, mentions_of, named_people
from loaders.resolution.person_assignment import PersonAssignments
from loaders.resolution.person_name_keys import blocking_key as person_blocking_key
from loaders.writing import select_entity_values
from loaders.writing.select_paper_values import select_paper_values
from normalization.identifiers import split_id
from normalization.text import fold, sort_name

Row: TypeAlias = dict[str, Value]

KINDS = ("paper", "researcher", "institution", "funder", "venue", "volume", "topic")
"""Kinds of records that describe an entity, in the order in which they are linked to it."""


def key(ref: RecordRef) -> Row:
    """Return the columns that identify a record."""
    return {"source": ref.source, "key": ref.key, "loader": ref.loader}


def record(stored: StoredRecord, rule: str, conflicts: Sequence[str], *, seen: bool) -> Row:
    """Return a record's row for ingest/records."""
    content = encoded(stored.record)
    values: Row = {
        "kind": kind(stored.record),
        "contentHash": content_hash(content),
        "statement": content.decode(),
        "url": stored.record.url,
        "revised": stored.record.revised,
        "inPassing": stored.record.in_passing or None,
        "titleKey": title_key(stored.record),
        "rule": rule,
        "conflicts": list(conflicts) or None,
    }
    if stored.record.record_license:  # otherwise the license of the load applies
        values["license"] = stored.record.record_license
    if isinstance(stored.record, PaperRecord):
        values["listsReferences"] = stored.record.references is not None or None
    if isinstance(stored.record, PersonRecord):
        values |= {"personRole": stored.record.role, "headline": stored.record.headline}
        values |= {"homepage": stored.record.homepage, "openToCollaborate": stored.record.open_to_collaborate}
        hidden_fields = get_args(ProfileField) if stored.record.opted_out else stored.record.hidden_fields
        values |= {"hiddenFields": list(hidden_fields) or None, "optedOut": stored.record.opted_out or None}
    return {**key(stored.ref), "values": values, "seen": seen}


def mentions(stored: StoredRecord, assignments: PersonAssignments) -> Row | None:
    """Return a record's row for ingest/mentions, or None if it names no people."""
    listed: list[Value] = []
    for named_person, mention in zip(named_people(stored.record), mentions_of(stored, None), strict=True):
        person, rule = assignments.person_of[mention.mention_key]
        affiliations = named_person.author.affiliations
        values: Row = {
            "position": named_person.position,
            "role": named_person.role,
            "nameAsWritten": named_person.author.name,
            "foldedName": mention.folded_name,
            "nameKey": person_blocking_key(mention.folded_name),
            "sortName": sort_name(named_person.author.name, named_person.author.family),
            "rule": rule,
        }
        if can_match_by_name(mention) or mention.mention_key in assignments.decision_name_keys:
            values["openName"] = values["nameKey"]
        if mention.ids:
            values["ids"] = list(mention.ids)
        if mention.venue_ids:
            values["venueIds"] = sorted(mention.venue_ids)
        if affiliations is not None:
            values["affiliations"] = [place.text or place.ror for place in affiliations]
        if named_person.author.variants:
            values["variants"] = list(named_person.author.variants)
        if named_person.author.corresponding is not None:
            values["corresponding"] = named_person.author.corresponding
        listed.append({"person": person, "values": values})
    return {**key(stored.ref), "mentions": listed} if listed else None


def mention_rules(changes: Iterable[tuple[Mention, str]]) -> list[Row]:
    """Return the rows for ingest/update_mention_rules: one for each record, with the new rules by role and position."""
    by_record: dict[RecordRef, dict[str, Value]] = defaultdict(dict)
    for mention, rule in changes:
        by_record[mention.ref][f"{mention.role} {mention.position}"] = rule
    return [{**key(ref), "rules": rules} for ref, rules in sorted(by_record.items())]


def people(assignments: PersonAssignments, records: Mapping[RecordRef, StoredRecord]) -> list[Row]:
    """Return the rows of new people for ingest/people."""
    rows: list[Row] = []
    by_lines: dict[RecordRef, list[NamedPerson]] = {}  # computed once per record, not once per name
    for person, mention in assignments.created.items():
        if mention.ref in records and mention.ref not in by_lines:
            by_lines[mention.ref] = named_people(records[mention.ref].record)
        author = by_lines[mention.ref][mention.position - 1].author if mention.ref in records else None
        name = author.name if author else mention.folded_name
        order = sort_name(name, author.family if author else None)
        rows.append({"id": person, "name": name, "ord": f"{order} {person}"})
    return rows


class Papers:
    """The rows of a batch's papers: values and references."""

    def __init__(self) -> None:
        self.papers: list[Row] = []
        self.topics: dict[tuple[str, str], Row] = {}
        self.about: list[Row] = []
        self.appeared_in: list[Row] = []
        self.forms: list[Row] = []
        self.code: list[Row] = []
        self.datasets: list[Row] = []
        self.funded: set[str] = set()

    def add(self, paper: str, records: Sequence[PaperRecord], own_ids: Sequence[str]) -> None:
        """Add the rows of one paper; `records` are in the order of their keys."""
        selected = select_paper_values(records, own_ids)
        if any(record.funding for record in records):
            self.funded.add(paper)
        published = selected.values["publishedOn"]
        order = dates.newest_first_key(published if isinstance(published, str) else None, paper)
        self.papers.append({"id": paper, "values": {**selected.values, "ord": order}})
        primary = next((use for use, _ in selected.topics if use.primary), None)
        for position, (use, source) in enumerate(selected.topics, 1):
            about: Row = {"score": use.score, "primary": use is primary, "source": source, "position": position}
            self.about.append({"paper": paper, "scheme": use.scheme, "code": use.code, "values": about})
            self.topics.setdefault((use.scheme, use.code), topic(use.scheme, use.code))
        for place, use in enumerate(selected.volumes, 1):
            values: Row = {"pages": use.pages, "issue": use.issue}
            self.appeared_in.append({"paper": paper, "volume": use.volume, "place": place, "values": values})
        for form, source in selected.forms:
            form_values: Row = {"url": form.url, "kind": form.kind, "version": form.version, "date": form.date}
            form_values |= {"license": form.license, "note": form.note, "source": source}
            self.forms.append({"paper": paper, "values": form_values})
        for resource, source in selected.resources:
            row: Row = {"paper": paper, "url": resource.url, "name": resource.name, "source": source}
            (self.code if resource.kind == "code" else self.datasets).append(row)


def topic(scheme: str, code: str) -> Row:
    """Return a topic's row for ingest/topics without name and parent, as a paper alone refers to it."""
    identifier = deterministic_id("t", f"{scheme} {code}")
    row: Row = {"scheme": scheme, "code": code, "id": identifier, "ord": f"{scheme} {code} {identifier}"}
    return row | {"name": None, "parent": None}


def institution(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> tuple[Row, Row]:
    """Return an institution's values, and its row for ingest/institutions."""
    values = select_entity_values.institution(
        [source_record for source_record in records if isinstance(source_record, InstitutionRecord)], own_ids
    )
    return values, {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def funder(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a funder's row for ingest/funders."""
    values = select_entity_values.funder(
        [source_record for source_record in records if isinstance(source_record, FunderRecord)], own_ids
    )
    return {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def venue(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a venue's row for ingest/venues."""
    values = select_entity_values.venue(
        [source_record for source_record in records if isinstance(source_record, VenueRecord)], own_ids
    )
    return {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def volume(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a volume's row for ingest/volumes."""
    values = select_entity_values.volume(
        [source_record for source_record in records if isinstance(source_record, VolumeRecord)], own_ids
    )
    year = values["year"]
    order = dates.newest_first_key(f"{year:04}" if isinstance(year, int) else None, identifier)
    return {"id": identifier, "values": {**values, "ord": order}}


def institution_name_row(identifier: str, records: Sequence[Record], values: Row) -> Row:
    """Return an institution's row for `ingest/institution_names`.

    The row has its names, and the facts that distinguish it from namesakes: country, city, ROR ID, the parents that
    its own records state, and whether it is a university, college or school.
    """
    country, city, ror = values["country"], values["city"], values["ror"]
    facts: Row = {
        "country": country_key(str(country)) if country else None,
        "city": fold(str(city)) if city else None,
        "ror": ror,
        "parents": ror_parents(records, ror) or None,
        "isEducational": is_educational(records) or None,
    }
    display_key = name_key(str(values["name"]))
    name_values: list[Value] = [
        {"name": name, "shown": name == display_key} for name in sorted(institution_names(records))
    ]
    return {"id": identifier, "names": name_values, "facts": facts}


def affiliation_rows(stored: StoredRecord) -> tuple[Row | None, Row | None]:
    """Return a record's rows for ingest/affiliations_by_name and ingest/affiliations_by_ror."""
    named_places: list[Value] = []
    known_places: list[Value] = []
    for position, place in _affiliations_of(stored):
        values: Row = {"position": position, "asWritten": place.text or None}
        values |= {"since": place.since, "until": place.until, "role": place.role}
        if place.ror:
            known_places.append({"ror": split_id(place.ror)[1], "values": values})
        elif folded := place_key(place.text):
            named_places.append({"folded": folded, "values": values})
    return (
        {**key(stored.ref), "places": named_places} if named_places else None,
        {**key(stored.ref), "places": known_places} if known_places else None,
    )


def candidate_name_rows(stored: StoredRecord) -> Row | None:
    """Return a record's row for `ingest/candidate_names`, or None if its affiliations contain no candidate name.

    Only records of papers and people have such rows; affiliations of a volume's editors are not matched.
    """
    if not isinstance(stored.record, PaperRecord | PersonRecord):
        return None
    texts = group_by_key(
        (place.text, position)
        for position, place in _affiliations_of(stored)
        if not place.ror and place_key(place.text)
    )
    name_rows: list[Value] = []
    for text, positions in texts.items():
        parsed = parse_affiliation(text)
        for rank, name in enumerate(parsed.names):
            values: Row = {"positions": sorted(set(positions)), "asWritten": text, "rank": rank}
            values |= {"first": name.first, "last": name.last, "needs": name.needs}
            values |= {"places": (*name.places, *parsed.places) or None, "countries": name.countries or None}
            name_rows.append({"name": name.key, "values": values})
    return {**key(stored.ref), "names": name_rows} if name_rows else None


def _affiliations_of(stored: StoredRecord) -> Iterable[tuple[int, Affiliation]]:
    """Yield the affiliations of a record with the position in the byline; 0 for a person's record."""
    for person in named_people(stored.record):
        if person.role == "person" and person.position > 1:
            break
        position = 0 if person.role == "person" else person.position
        for place in person.author.affiliations or ():
            yield position, place
