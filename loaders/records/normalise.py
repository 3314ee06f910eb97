"""Clean a record: texts repaired, names given name first, ids and dates in normal form, no control characters.

A record keeps what its source said; only its spelling is settled here. A date of a paper that is none stays as it was
said, and is set aside where the bounds of records are (`loaders.records.bounds`). `cleaned` is the one door: every
record goes through it before its content is hashed, compared or written.
"""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import structs

from cypher import identifiers as ids
from cypher.folding import display_name
from cypher.identifiers import IdentifierError
from cypher.tidy import tidy
from loaders.records import dates
from loaders.records.addresses import url
from loaders.records.controls import without_controls
from loaders.records.decision_form import cleaned_decision
from loaders.records.parts import Affiliation, Author, Form, Funding, Relation, Resource
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
from loaders.refused import RecordError

T = TypeVar("T", bound=Record)


def cleaned(record: T) -> T:
    """Return the record in normal form. Raises RecordError saying what cannot be."""
    record = without_controls(record)
    _seen("source", record.source)
    _seen("key", record.key)
    if not record.source.strip() or not record.key.strip():
        raise RecordError("a record needs a source and a key.")
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
            for what, named in (("scheme", record.scheme), ("code", record.code), ("parent", record.parent or "")):
                _seen(what, named)
            changes = {"name": _needed("name", record.name)}
        case DecisionRecord():
            changes = cleaned_decision(record)
        case CitationRecord():
            changes = {"citing": ids.key(record.citing), "cited": ids.key(record.cited)}
    return structs.replace(
        record,
        **changes,
        revised=record.revised and dates.normal(record.revised),
        record_licence=_text(record.record_licence),
    )


def _paper(paper: PaperRecord) -> dict[str, object]:
    return {
        "title": _needed("title", paper.title),
        "abstract": _text(paper.abstract),
        **_paper_ids(paper),
        "dates": tuple(
            structs.replace(dated, value=dates.known(dated.value) or tidy(dated.value)) for dated in paper.dates
        ),
        "topics": paper.topics and tuple(one for one in paper.topics if not ids.UNSEEN.search(one.scheme + one.code)),
        "appeared_in": None if paper.appeared_in and ids.UNSEEN.search(paper.appeared_in.volume) else paper.appeared_in,
        "authors": None if paper.authors is None else _people(paper.authors),
        "references": None if paper.references is None else tuple(dict.fromkeys(map(ids.key, paper.references))),
        "resources": tuple(_resource(resource) for resource in paper.resources),
        "forms": tuple(_form(form) for form in paper.forms),
        "tldr": _text(paper.tldr),
        "best_location": paper.best_location and url(paper.best_location),
        "funding": None if paper.funding is None else _funding(paper.funding),
        "relations": tuple(dict.fromkeys(structs.replace(one, target=ids.key(one.target)) for one in paper.relations)),
        "notices": tuple(filter(None, map(_text, paper.notices))),
        "awards": tuple(filter(None, map(_text, paper.awards))),
        "comment": _text(paper.comment),
        "journal_ref": _text(paper.journal_ref),
    }


def _person(person: PersonRecord) -> dict[str, object]:
    names = tuple(dict.fromkeys(filter(None, (_as_printed(name, person.family) for name in person.names))))
    found = _ids(person.ids)
    if not names or not found:
        raise RecordError("a person's record needs a name and a person id.")
    return {"names": names, "ids": found, "affiliations": _affiliations(person.affiliations)}


def _institution(institution: InstitutionRecord) -> dict[str, object]:
    return {
        "name": _needed("name", institution.name),
        "ids": _ids(institution.ids),
        "aliases": _labels(institution.aliases),
        "acronyms": _labels(institution.acronyms),
        "relations": tuple(Relation(kind=one.kind, target=ids.normal(one.target)) for one in institution.relations),
    }


def _funder(funder: FunderRecord) -> dict[str, object]:
    name = _needed("name", funder.name)
    return {
        "name": name,
        "ids": _ids(funder.ids),
        "aliases": tuple(alias for alias in _labels(funder.aliases) if alias != name),
        "ror": funder.ror and ids.normal(funder.ror),
    }


def _funding(said: Iterable[Funding]) -> tuple[Funding, ...]:
    """Return each funder once, with all its awards."""
    awards: dict[str, dict[str, None]] = {}
    for one in said:
        awards.setdefault(ids.normal(one.funder), {}).update(dict.fromkeys(filter(None, map(tidy, one.awards))))
    return tuple(Funding(funder=funder, awards=tuple(each)) for funder, each in awards.items())


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
        variants=tuple(dict.fromkeys(filter(None, map(tidy, author.variants)))),
    )


def _as_printed(name: str, family: str | None) -> str:
    """Return a name given name first; whose parts the source tells apart stands so, and its comma turns nothing."""
    return display_name(name) if family is None else tidy(name)


def _affiliations(affiliations: tuple[Affiliation, ...] | None) -> tuple[Affiliation, ...] | None:
    if not affiliations:
        return affiliations
    tidied = (structs.replace(one, text=tidy(one.text), ror=one.ror and ids.normal(one.ror)) for one in affiliations)
    return tuple(one for one in tidied if one.ror or one.text)


def _resource(resource: Resource) -> Resource:
    return structs.replace(resource, url=url(resource.url), name=_text(resource.name))


def _form(form: Form) -> Form:
    return structs.replace(form, url=url(form.url), date=form.date and dates.normal(form.date), note=_text(form.note))


def _known_ids(raw: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Part ids in normal form from those that are out of form.

    These a record keeps as they were said, but that what nobody sees in them is written as its number.
    """
    known: dict[str, None] = {}
    odd: dict[str, None] = {}
    for one in raw:
        try:
            normal = ids.normal(one)
            known[normal] = None
            if implied := ids.of_arxiv(normal):
                known[implied] = None
        except IdentifierError:
            odd[ids.seen(one)] = None
    return {"ids": tuple(known), "odd_ids": tuple(odd)}


def _paper_ids(paper: PaperRecord) -> dict[str, tuple[str, ...]]:
    """Return a paper's ids in normal form; what is its own is not another's of the same work."""
    own, other = _known_ids(paper.ids), _known_ids(paper.same_work)
    return {
        "ids": own["ids"],
        "same_work": tuple(one for one in other["ids"] if one not in own["ids"]),
        "odd_ids": (*own["odd_ids"], *other["odd_ids"]),
    }


def _ids(raw: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(map(ids.normal, raw)))


def _labels(said: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted({tidied for one in said if (tidied := tidy(one))}))


def _seen(what: str, text: str) -> None:
    if ids.UNSEEN.search(text):
        raise RecordError(f"its {what} has a control character: {ids.seen(text)}")


def _needed(what: str, text: str) -> str:
    tidied = tidy(text)
    if not tidied:
        raise RecordError(f"the {what} is empty.")
    return tidied


def _text(text: str | None) -> str | None:
    return (tidy(text) or None) if text else None
