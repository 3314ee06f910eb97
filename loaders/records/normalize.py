"""Normalize a record: repair texts, order names given name first, normalize IDs and dates, remove control characters.

A record keeps the statements of its source; only the spelling changes. An invalid date of a paper stays unchanged here,
and `loaders.records.limits` drops it. Every record passes `normalize_record` before its content is hashed, compared or
written.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import msgspec
from msgspec import structs

from cypher.driver.values import Value
from loaders.records import dates
from loaders.records.decision_validation import normalize_decision
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Affiliation, Author, Funding, Manifestation, Relation, Resource
from loaders.records.record import (
    CitationRecord,
    DecisionRecord,
    FunderRecord,
    InstitutionRecord,
    PaperRecord,
    PersonRecord,
    Record,
    TopicRecord,
    VenueRecord,
    VolumeRecord,
)
from loaders.records.urls import url
from normalization import identifiers as ids
from normalization.identifiers import IdentifierError
from normalization.text import display_name
from normalization.text_repair import INVISIBLE, repair_text

T = TypeVar("T", bound=Record)

CONTROL = re.compile(rb"(?<!\\)(?:\\\\)*\\(?:u00[01]|[bf])|\x7f|\xc2[\x80-\x9f]")
"""A control character in a record as JSON, which escapes those below the space; line breaks and tabs are allowed."""
SIGNS = (rb"\u00", rb"\b", rb"\f", b"\x7f", b"\xc2")
"""One of these occurs in every match of `CONTROL`; searching for them takes a hundredth of the time."""
NAMING = frozenset(
    {
        *("source", "key", "id", "ids", "same_work", "references", "target", "citing", "cited", "was"),
        *("funder", "ror", "venues", "volume", "scheme", "code", "parent"),
    }
)
"""Fields that contain IDs, keys and codes."""


def without_controls(record: T) -> T:
    """Return the record with every text repaired that contains a control character, except IDs, keys and codes."""
    encoded = msgspec.json.encode(record)
    if not any(sign in encoded for sign in SIGNS) or not CONTROL.search(encoded):
        return record
    members: Value = msgspec.to_builtins(record)
    return msgspec.convert(_each_text(members), type(record))


def _each_text(value: Value) -> Value:
    if isinstance(value, str):
        return repair_text(value) if INVISIBLE.search(value) else value
    if isinstance(value, Mapping):
        return {key: member if key in NAMING else _each_text(member) for key, member in value.items()}
    return [_each_text(member) for member in value] if isinstance(value, Sequence) else value


def normalize_record(record: T) -> T:
    """Return the record in normal form.

    Raises:
        InvalidRecordError: a required value is missing or invalid.
    """
    record = without_controls(record)
    _check_text("source", record.source)
    _check_text("key", record.key)
    if not record.source.strip() or not record.key.strip():
        raise InvalidRecordError("a record needs a source and a key.")
    match record:
        case PaperRecord():
            changes = _paper(record)
        case PersonRecord():
            changes = _person(record)
        case InstitutionRecord():
            changes = _institution(record)
        case FunderRecord():
            changes = _funder(record)
        case VenueRecord():
            changes = {"name": _needed("name", record.name), "ids": _ids(record.ids), "acronym": _text(record.acronym)}
        case VolumeRecord():
            changes = _volume(record)
        case TopicRecord():
            for label, code in (("scheme", record.scheme), ("code", record.code), ("parent", record.parent or "")):
                _check_text(label, code)
            changes = {"name": _needed("name", record.name)}
        case DecisionRecord():
            changes = normalize_decision(record)
        case CitationRecord():
            changes = {"citing": ids.lookup_key(record.citing), "cited": ids.lookup_key(record.cited)}
    return structs.replace(
        record,
        **changes,
        revised=record.revised and dates.normalize_date(record.revised),
        record_license=_text(record.record_license),
    )


def _paper(paper: PaperRecord) -> dict[str, object]:
    return {
        "title": _needed("title", paper.title),
        "abstract": _text(paper.abstract),
        **_paper_ids(paper),
        "dates": tuple(
            structs.replace(dated, value=dates.parse_date_or_none(dated.value) or repair_text(dated.value))
            for dated in paper.dates
        ),
        "topics": paper.topics
        and tuple(topic for topic in paper.topics if not ids.INVISIBLE.search(topic.scheme + topic.code)),
        "appeared_in": None
        if not paper.appeared_in or ids.INVISIBLE.search(paper.appeared_in.volume)
        else structs.replace(paper.appeared_in, venues=_ids(paper.appeared_in.venues)),
        "authors": None if paper.authors is None else _people(paper.authors),
        "references": None if paper.references is None else tuple(dict.fromkeys(map(ids.lookup_key, paper.references))),
        "resources": tuple(_resource(resource) for resource in paper.resources),
        "forms": tuple(_form(form) for form in paper.forms),
        "summary": _text(paper.summary),
        "summary_source": _text(paper.summary_source),
        "best_location": paper.best_location and url(paper.best_location),
        "funding": None if paper.funding is None else _funding(paper.funding),
        "relations": tuple(
            dict.fromkeys(
                structs.replace(relation, target=ids.lookup_key(relation.target)) for relation in paper.relations
            )
        ),
        "notices": tuple(filter(None, map(_text, paper.notices))),
        "awards": tuple(filter(None, map(_text, paper.awards))),
        "comment": _text(paper.comment),
        "journal_ref": _text(paper.journal_ref),
    }


def _person(person: PersonRecord) -> dict[str, object]:
    names = tuple(dict.fromkeys(filter(None, (_as_printed(name, person.family) for name in person.names))))
    known_ids = _ids(person.ids)
    if not names or not known_ids:
        raise InvalidRecordError("a person record needs a name and a person ID.")
    return {
        "names": names,
        "ids": known_ids,
        "affiliations": _affiliations(person.affiliations),
        "homepage": person.homepage and url(person.homepage),
    }


def _institution(institution: InstitutionRecord) -> dict[str, object]:
    return {
        "name": _needed("name", institution.name),
        "ids": _ids(institution.ids),
        "aliases": _labels(institution.aliases),
        "acronyms": _labels(institution.acronyms),
        "relations": tuple(
            Relation(kind=relation.kind, target=ids.normalize(relation.target)) for relation in institution.relations
        ),
    }


def _funder(funder: FunderRecord) -> dict[str, object]:
    name = _needed("name", funder.name)
    return {
        "name": name,
        "ids": _ids(funder.ids),
        "aliases": tuple(alias for alias in _labels(funder.aliases) if alias != name),
        "ror": funder.ror and ids.normalize(funder.ror),
    }


def _funding(entries: Iterable[Funding]) -> tuple[Funding, ...]:
    """Return each funder once, with all its awards."""
    awards: dict[str, dict[str, None]] = {}
    for entry in entries:
        awards.setdefault(ids.normalize(entry.funder), {}).update(
            dict.fromkeys(filter(None, map(repair_text, entry.awards)))
        )
    return tuple(Funding(funder=funder, awards=tuple(numbers)) for funder, numbers in awards.items())


def _volume(volume: VolumeRecord) -> dict[str, object]:
    return {
        "title": _needed("title", volume.title),
        "ids": _ids(volume.ids),
        "venues": _ids(volume.venues),
        "editors": _people(volume.editors),
        "publisher": _text(volume.publisher),
        "address": _text(volume.address),
    }


def _people(authors: Iterable[Author]) -> tuple[Author, ...]:
    return tuple(_author(author) for author in authors)


def _author(author: Author) -> Author:
    known = _known_ids(author.ids)
    return Author(
        name=_needed("author's name", _as_printed(author.name, author.family)),
        family=_text(author.family),
        ids=known["ids"],
        odd_ids=known["odd_ids"],
        affiliations=_affiliations(author.affiliations),
        corresponding=author.corresponding,
        variants=tuple(dict.fromkeys(filter(None, map(repair_text, author.variants)))),
    )


def _as_printed(name: str, family: str | None) -> str:
    """Return a name given name first. If the source gives the family name, the name is not reordered at its comma."""
    return display_name(name) if family is None else repair_text(name)


def _affiliations(affiliations: tuple[Affiliation, ...] | None) -> tuple[Affiliation, ...] | None:
    if not affiliations:
        return affiliations
    tidied = (
        structs.replace(
            affiliation, text=repair_text(affiliation.text), ror=affiliation.ror and ids.normalize(affiliation.ror)
        )
        for affiliation in affiliations
    )
    return tuple(affiliation for affiliation in tidied if affiliation.ror or affiliation.text)


def _resource(resource: Resource) -> Resource:
    return structs.replace(resource, url=url(resource.url), name=_text(resource.name))


def _form(form: Manifestation) -> Manifestation:
    return structs.replace(
        form, url=url(form.url), date=form.date and dates.normalize_date(form.date), note=_text(form.note)
    )


def _known_ids(raw: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Split IDs into valid ones in normal form and invalid ones (`odd_ids`).

    Invalid IDs keep their spelling, with control characters escaped.
    """
    known: dict[str, None] = {}
    odd: dict[str, None] = {}
    for raw_id in raw:
        try:
            normal = ids.normalize(raw_id)
            known[normal] = None
            if implied := ids.of_arxiv(normal):
                known[implied] = None
        except IdentifierError:
            odd[ids.escape_control_characters(raw_id)] = None
    return {"ids": tuple(known), "odd_ids": tuple(odd)}


def _paper_ids(paper: PaperRecord) -> dict[str, tuple[str, ...]]:
    """Return a paper's IDs in normal form; an ID of its own is removed from those of the same work."""
    own, work_ids = _known_ids(paper.ids), _known_ids(paper.same_work)
    return {
        "ids": own["ids"],
        "same_work": tuple(id_ for id_ in work_ids["ids"] if id_ not in own["ids"]),
        "odd_ids": (*own["odd_ids"], *work_ids["odd_ids"]),
    }


def _ids(raw: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(ids.normalize, raw)))


def _labels(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({tidied for text in texts if (tidied := repair_text(text))}))


def _check_text(what: str, text: str) -> None:
    if ids.INVISIBLE.search(text):
        raise InvalidRecordError(f"its {what} has a control character: {ids.escape_control_characters(text)}")


def _needed(what: str, text: str) -> str:
    tidied = repair_text(text)
    if not tidied:
        raise InvalidRecordError(f"the {what} is empty.")
    return tidied


def _text(text: str | None) -> str | None:
    return (repair_text(text) or None) if text else None
