"""OpenAlex's entities other than works and people, as records: institutions, funders, journals, subjects."""

from collections.abc import Iterable, Iterator
from typing import Literal

from cypher.identifiers import known
from loaders.records.addresses import address
from loaders.records.parts import Relation, RelationKind
from loaders.records.record import FunderRecord, InstitutionRecord, TopicRecord, VenueRecord
from loaders.sources.openalex.schema import Funder, Ids, Institution, Named, Where, Wider

SOURCE_NAME = "openalex"
SITE = "https://openalex.org"
VENUES: dict[str, Literal["conference", "journal"]] = {"journal": "journal", "conference": "conference"}
RELATIONS: dict[str, RelationKind] = {"parent": "parent", "child": "child", "related": "related"}


def key_of(said: str | None) -> str:
    """Return what stands in an address after the site: `W2741809807`, `subfields/1804`. Raises ValueError."""
    key = (said or "").strip().rstrip("/").partition("openalex.org/")
    found = key[2] or key[0]
    if not found:
        raise ValueError("it has no id.")
    return found if "/" in found else found.upper()


def institution(said: Institution, merged: Iterable[str] = ()) -> InstitutionRecord:
    """Return an institution. Raises ValueError where it has no id or no name."""
    key, geo = key_of(said.id), said.geo
    return InstitutionRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=said.updated_date,
        name=name_of(said),
        ids=(*own_ids(key, merged), *_each("ror", said.ror), *_outside(said.ids, "grid", "wikidata")),
        aliases=tuple(said.display_name_alternatives or ()),
        acronyms=tuple(said.display_name_acronyms or ()),
        types=(said.type,) if said.type else (),
        country=geo.country if geo else None,
        country_code=said.country_code or (geo.country_code if geo else None),
        city=geo.city if geo else None,
        latitude=geo.latitude if geo else None,
        longitude=geo.longitude if geo else None,
        website=address(said.homepage_url),
        relations=tuple(
            Relation(kind=kind, target=target)
            for one in said.associated_institutions or ()
            if (kind := RELATIONS.get(one.relationship or ""))
            and (target := known(f"ror:{one.ror}") or known(f"openalex:{one.id}"))
        ),
    )


def funder(said: Funder, merged: Iterable[str] = ()) -> FunderRecord:
    """Return a funder. Raises ValueError where it has no id or no name."""
    key, ids = key_of(said.id), said.ids or {}
    registry = said.doi or ids.get("doi") or ids.get("crossref")
    return FunderRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=said.updated_date,
        name=name_of(said),
        ids=(*own_ids(key, merged), *_each("funder", registry), *_outside(ids, "wikidata")),
        aliases=tuple(said.alternate_titles or ()),
        country_code=said.country_code,
        ror=known(f"ror:{said.ror or ids.get('ror')}"),
        website=address(said.homepage_url),
    )


def venue(said: Where, merged: Iterable[str] = ()) -> VenueRecord:
    """Return a journal, conference, book series or repository. Raises ValueError where it has no id or no name."""
    key = key_of(said.id)
    issns = (known(f"issn:{one}") for one in (said.issn_l, *(said.issn or ())) if one)
    return VenueRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{SITE}/{key}",
        revised=said.updated_date,
        name=name_of(said),
        ids=(*own_ids(key, merged), *dict.fromkeys(filter(None, issns))),
        acronym=said.abbreviated_title or None,
        kind=VENUES.get(said.type or "", "other" if said.type else None),
        website=address(said.homepage_url),
    )


def subjects(said: Wider) -> Iterator[TopicRecord]:
    """Yield a topic, subfield, field or domain, before it those that it is in. Raises ValueError."""
    chain: list[Named | Wider] = [one for one in (said.domain, said.field, said.subfield) if one]
    parent = None
    for one in (*chain, said):
        code = key_of(one.id)
        yield subject(
            SOURCE_NAME, code, name_of(one), parent=parent, revised=said.updated_date if one is said else None
        )
        parent = code


def subject(scheme: str, code: str, name: str, *, parent: str | None = None, revised: str | None = None) -> TopicRecord:
    """Return a subject of a scheme, of OpenAlex's own or of one that its works are filed under."""
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


def name_of(said: Named | Wider | Institution | Funder | Where) -> str:
    """Return the name. Raises ValueError where there is none."""
    if not (said.display_name or "").strip():
        raise ValueError("it has no display_name.")
    return said.display_name or ""


def own_ids(key: str, merged: Iterable[str]) -> tuple[str, ...]:
    """Return the id of an entity, and of those that were merged into it."""
    return tuple(f"openalex:{one}" for one in (key, *merged))


def _outside(ids: Ids | None, *names: str) -> Iterator[str]:
    for name in names:
        said = str((ids or {}).get(name) or "").rstrip("/").rpartition("/")[2]
        yield from _each(name, said)


def _each(scheme: str, said: object) -> Iterator[str]:
    if said and (found := known(f"{scheme}:{said}")):
        yield found
