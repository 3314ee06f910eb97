"""What a batch writes, as rows: a record's own statement, an entity's values, and what they point to."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from cypher.folding import fold, sort_name
from cypher.values import Value
from loaders.matching.casting import Casting
from loaders.matching.mentions import Named, is_open, mentions_of, named
from loaders.matching.minting import natural
from loaders.matching.names import key as name_key
from loaders.records import dates
from loaders.records.record import (
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    VenueRecord,
    VolumeRecord,
)
from loaders.records.stated import Ref
from loaders.records.statement import Held, content_hash, encoded, kind, title_key
from loaders.writing import entity
from loaders.writing.paper import shown_paper

Row: TypeAlias = dict[str, Value]

KINDS = ("paper", "researcher", "institution", "funder", "venue", "volume", "topic")
"""Kinds of record that describe something, in the order in which they are joined to it."""


def key(ref: Ref) -> Row:
    """Return what a row is matched to its record by."""
    return {"source": ref.source, "key": ref.key, "loader": ref.loader}


def record(held: Held, rule: str, conflicts: Sequence[str], *, seen: bool) -> Row:
    """Return a record's row for write/records."""
    said = encoded(held.record)
    values: Row = {
        "kind": kind(held.record),
        "contentHash": content_hash(said),
        "statement": said.decode(),
        "url": held.record.url,
        "revised": held.record.revised,
        "inPassing": held.record.in_passing or None,
        "titleKey": title_key(held.record),
        "rule": rule,
        "conflicts": list(conflicts) or None,
    }
    if held.record.record_licence:  # else that of the load, which is the source's
        values["licence"] = held.record.record_licence
    if isinstance(held.record, PaperRecord):
        values["listsReferences"] = held.record.references is not None or None
    if isinstance(held.record, PersonRecord):
        values |= {"personRole": held.record.role, "headline": held.record.headline}
    return {**key(held.ref), "values": values, "seen": seen}


def mentions(held: Held, casting: Casting) -> Row | None:
    """Return a record's row for write/mentions, None where it names nobody."""
    said: list[Value] = []
    for one, mention in zip(named(held.record), mentions_of(held, None), strict=True):
        person, rule = casting.person_of[mention.place]
        affiliations = one.author.affiliations
        values: Row = {
            "position": one.position,
            "role": one.role,
            "nameAsWritten": one.author.name,
            "foldedName": mention.folded,
            "nameKey": name_key(mention.folded),
            "sortName": sort_name(one.author.name, one.author.family),
            "rule": rule,
        }
        if is_open(mention) or mention.place in casting.opened:
            values["openName"] = values["nameKey"]
        if mention.ids:
            values["ids"] = list(mention.ids)
        if affiliations is not None:
            values["affiliations"] = [place.text or place.ror for place in affiliations]
        if one.author.variants:
            values["variants"] = list(one.author.variants)
        if one.author.corresponding is not None:
            values["corresponding"] = one.author.corresponding
        said.append({"person": person, "values": values})
    return {**key(held.ref), "mentions": said} if said else None


def people(casting: Casting, held: Mapping[Ref, Held]) -> list[Row]:
    """Return the rows for write/people: those who are new."""
    rows: list[Row] = []
    by_lines: dict[Ref, list[Named]] = {}  # laid out once: one of 10,000 names would else be 10,000 times
    for person, mention in casting.met_as.items():
        if person not in casting.born:
            continue
        if mention.ref in held and mention.ref not in by_lines:
            by_lines[mention.ref] = named(held[mention.ref].record)
        author = by_lines[mention.ref][mention.position - 1].author if mention.ref in held else None
        name = author.name if author else mention.folded
        order = sort_name(name, author.family if author else None)
        rows.append({"id": person, "name": name, "ord": f"{order} {person}"})
    return rows


class Papers:
    """The rows of a batch's papers: values, and what they point to."""

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
        """Lay out one paper; `records` in the order of their keys."""
        shown = shown_paper(records, own_ids)
        if any(record.funding for record in records):
            self.funded.add(paper)
        published = shown.values["publishedOn"]
        order = dates.newest_first(published if isinstance(published, str) else None, paper)
        self.papers.append({"id": paper, "values": {**shown.values, "ord": order}})
        primary = next((use for use, _ in shown.topics if use.primary), None)
        for position, (use, source) in enumerate(shown.topics, 1):
            about: Row = {"score": use.score, "primary": use is primary, "source": source, "position": position}
            self.about.append({"paper": paper, "scheme": use.scheme, "code": use.code, "values": about})
            self.topics.setdefault((use.scheme, use.code), topic(use.scheme, use.code))
        for place, use in enumerate(shown.volumes, 1):
            values: Row = {"pages": use.pages, "issue": use.issue}
            self.appeared_in.append({"paper": paper, "volume": use.volume, "place": place, "values": values})
        for form, source in shown.forms:
            said: Row = {"url": form.url, "kind": form.kind, "version": form.version, "date": form.date}
            said |= {"licence": form.licence, "note": form.note, "source": source}
            self.forms.append({"paper": paper, "values": said})
        for resource, source in shown.resources:
            row: Row = {"paper": paper, "url": resource.url, "name": resource.name, "source": source}
            (self.code if resource.kind == "code" else self.datasets).append(row)


def topic(scheme: str, code: str) -> Row:
    """Return a topic's row for write/topics, as a paper alone makes it known."""
    identifier = natural("t", f"{scheme} {code}")
    row: Row = {"scheme": scheme, "code": code, "id": identifier, "ord": f"{scheme} {code} {identifier}"}
    return row | {"name": None, "parent": None}


def institution(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> tuple[Row, Row]:
    """Return an institution's values, and its row for write/institutions."""
    values = entity.institution([one for one in records if isinstance(one, InstitutionRecord)], own_ids)
    return values, {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def funder(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a funder's row for write/funders."""
    values = entity.funder([one for one in records if isinstance(one, FunderRecord)], own_ids)
    return {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def venue(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a venue's row for write/venues."""
    values = entity.venue([one for one in records if isinstance(one, VenueRecord)], own_ids)
    return {"id": identifier, "values": {**values, "ord": f"{fold(str(values['name']))} {identifier}"}}


def volume(identifier: str, records: Sequence[Record], own_ids: Sequence[str]) -> Row:
    """Return a volume's row for write/volumes."""
    values = entity.volume([one for one in records if isinstance(one, VolumeRecord)], own_ids)
    year = values["year"]
    order = dates.newest_first(f"{year:04}" if isinstance(year, int) else None, identifier)
    return {"id": identifier, "values": {**values, "ord": order}}
