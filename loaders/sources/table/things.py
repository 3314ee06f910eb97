"""A row as a person, an institution, a subject or a citation."""

from collections.abc import Callable, Iterator
from typing import cast

from loaders.records.parts import Relation, RelationKind
from loaders.records.record import CitationRecord, InstitutionRecord, PersonRecord, Record, TopicRecord
from loaders.refused import RecordError
from loaders.sources.table.cells import Said
from loaders.sources.table.values import STATUSES


def _person(said: Said) -> PersonRecord:
    ids = said.ids("-person")
    return PersonRecord(
        source=said.source,
        key=said.key(ids),
        url=said.address("url"),
        revised=said.date("revised"),
        ids=ids,
        names=(said.needed("name"), *(said.items("aliases") or ())),
        family=said.text("family"),
        affiliations=said.places(),
        role=said.text("role"),
        headline=said.text("headline"),
    )


def _institution(said: Said) -> InstitutionRecord:
    ids = said.ids("-institution")
    founded = said.date("established")
    return InstitutionRecord(
        source=said.source,
        key=said.key(ids),
        url=said.address("url"),
        revised=said.date("revised"),
        name=said.needed("name"),
        ids=ids,
        aliases=tuple(said.items("aliases") or ()),
        acronyms=tuple(said.items("acronyms") or ()),
        types=tuple(said.items("types") or ()),
        status=said.one_of("status", STATUSES),
        established=int(founded[:4]) if founded else None,
        country=said.text("country"),
        country_code=said.text("country_code"),
        city=said.text("city"),
        latitude=said.number("latitude"),
        longitude=said.number("longitude"),
        website=said.address("website"),
        relations=tuple(
            Relation(kind=cast("RelationKind", kind), target=target) for kind, target in said.related("-institution")
        ),
    )


def _topic(said: Said) -> TopicRecord:
    scheme, code = said.needed("scheme"), said.needed("code")
    return TopicRecord(
        source=said.source,
        key=f"{scheme}/{code}",
        scheme=scheme,
        code=code,
        name=said.needed("name"),
        parent=said.text("parent"),
    )


def _citation(said: Said) -> CitationRecord:
    citing, cited = (_end(said, name) for name in ("citing", "cited"))
    if citing == cited:
        raise RecordError(f"{citing} cites itself.")
    return CitationRecord(
        source=said.source,
        key=f"{citing} {cited}",
        citing=citing,
        cited=cited,
        intents=tuple(said.items("intents") or ()),
        influential=said.truth("influential"),
    )


def _end(said: Said, name: str) -> str:
    text = said.needed(name)
    found = said.references(said.table.columns[name])
    if not found:
        raise RecordError(f"{name}: {text!r} is no {said.scheme(name)} id.")
    return found[0]


MAKERS: dict[str, Callable[[Said], Record]] = {
    "people": _person,
    "institutions": _institution,
    "topics": _topic,
    "citations": _citation,
}


def thing(said: Said) -> Iterator[Record]:
    """Yield the record of a row of any kind but papers. Raises RecordError saying what cannot be."""
    yield MAKERS[said.table.kind](said)
