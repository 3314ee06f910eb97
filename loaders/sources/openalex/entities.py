"""Convert OpenAlex institutions, funders, venues and topics to records."""

from collections.abc import Iterable, Iterator
from typing import Literal

from loaders.records.parts import Relation, RelationKind
from loaders.records.record import FunderRecord, InstitutionRecord, TopicRecord, VenueRecord
from loaders.records.urls import normalize_url
from loaders.sources.openalex.schema import DisplayNamed, Funder, HierarchyTopic, Ids, Institution, LocationSource
from normalization.identifiers import normalize_or_none, valid_ids

SOURCE_NAME = "openalex"
SITE = "https://openalex.org"
VENUES: dict[str, Literal["conference", "journal"]] = {"journal": "journal", "conference": "conference"}
RELATIONS: dict[str, RelationKind] = {"parent": "parent", "child": "child", "related": "related"}


def key_of(raw_id: str | None) -> str:
    """Return the key in an OpenAlex URL: `W2741809807`, `subfields/1804`. Raises ValueError if it is empty."""
    key = (raw_id or "").strip().rstrip("/").partition("openalex.org/")
    identifier = key[2] or key[0]
    if not identifier:
        raise ValueError("it has no ID.")
    return identifier if "/" in identifier else identifier.upper()


def institution(entity: Institution, merged: Iterable[str] = ()) -> InstitutionRecord:
    """Return an institution. Raises ValueError if it has no ID or no name."""
    key, geo = key_of(entity.id), entity.geo
    return InstitutionRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=entity.updated_date,
        name=name_of(entity),
        ids=(*own_ids(key, merged), *_each("ror", entity.ror), *_outside(entity.ids, "grid", "wikidata")),
        aliases=tuple(entity.display_name_alternatives or ()),
        acronyms=tuple(entity.display_name_acronyms or ()),
        types=(entity.type,) if entity.type else (),
        country=geo.country if geo else None,
        country_code=entity.country_code or (geo.country_code if geo else None),
        city=geo.city if geo else None,
        latitude=geo.latitude if geo else None,
        longitude=geo.longitude if geo else None,
        website=normalize_url(entity.homepage_url),
        relations=tuple(
            Relation(kind=kind, target=target)
            for associated in entity.associated_institutions or ()
            if (kind := RELATIONS.get(associated.relationship or ""))
            and (target := normalize_or_none(f"ror:{associated.ror}") or normalize_or_none(f"openalex:{associated.id}"))
        ),
    )


def funder(entity: Funder, merged: Iterable[str] = ()) -> FunderRecord:
    """Return a funder. Raises ValueError if it has no ID or no name."""
    key, ids = key_of(entity.id), entity.ids or {}
    registry = entity.doi or ids.get("doi") or ids.get("crossref")
    return FunderRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=entity.updated_date,
        name=name_of(entity),
        ids=(*own_ids(key, merged), *_each("funder", registry), *_outside(ids, "wikidata")),
        aliases=tuple(entity.alternate_titles or ()),
        country_code=entity.country_code,
        ror=normalize_or_none(f"ror:{entity.ror or ids.get('ror')}"),
        website=normalize_url(entity.homepage_url),
    )


def venue(entity: LocationSource, merged: Iterable[str] = ()) -> VenueRecord:
    """Return a journal, conference, book series or repository. Raises ValueError if it has no ID or no name."""
    key = key_of(entity.id)
    return VenueRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=entity.updated_date,
        name=name_of(entity),
        ids=(*own_ids(key, merged), *valid_ids("issn", (entity.issn_l, *(entity.issn or ())))),
        acronym=entity.abbreviated_title or None,
        kind=VENUES.get(entity.type or "", "other" if entity.type else None),
        website=normalize_url(entity.homepage_url),
    )


def subjects(topic: HierarchyTopic) -> Iterator[TopicRecord]:
    """Yield a topic, subfield, field or domain, preceded by its ancestors. Raises ValueError if an ID or name is
    missing.
    """
    chain: list[DisplayNamed | HierarchyTopic] = [
        level for level in (topic.domain, topic.field, topic.subfield) if level
    ]
    parent = None
    for entry in (*chain, topic):
        code = key_of(entry.id)
        yield subject(
            SOURCE_NAME, code, name_of(entry), parent=parent, revised=topic.updated_date if entry is topic else None
        )
        parent = code


def subject(scheme: str, code: str, name: str, *, parent: str | None = None, revised: str | None = None) -> TopicRecord:
    """Return a topic of OpenAlex, or of another scheme by which OpenAlex classifies works."""
    return TopicRecord(
        source=SOURCE_NAME,
        key=code if scheme == SOURCE_NAME else f"{scheme}/{code}",
        url=f"{SITE}/{code}" if scheme == SOURCE_NAME else None,
        revised=revised,
        scheme=scheme,
        code=code,
        name=name,
        parent=parent,
    )


def name_of(entity: DisplayNamed | HierarchyTopic | Institution | Funder | LocationSource) -> str:
    """Return the name of an entity. Raises ValueError if it has no name."""
    if not (entity.display_name or "").strip():
        raise ValueError("it has no display_name.")
    return entity.display_name or ""


def own_ids(key: str, merged: Iterable[str]) -> tuple[str, ...]:
    """Return the ID of an entity, and the IDs that were merged into it."""
    return tuple(f"openalex:{identifier}" for identifier in (key, *merged))


def _outside(ids: Ids | None, *names: str) -> Iterator[str]:
    for name in names:
        value = str((ids or {}).get(name) or "").rstrip("/").rpartition("/")[2]
        yield from _each(name, value)


def _each(scheme: str, value: object) -> Iterator[str]:
    if value and (identifier := normalize_or_none(f"{scheme}:{value}")):
        yield identifier
