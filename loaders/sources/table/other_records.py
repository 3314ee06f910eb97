"""Convert a row to a person, an institution, a topic or a citation."""

from collections.abc import Callable, Iterator
from typing import cast

from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Relation, RelationKind
from loaders.records.record import CitationRecord, InstitutionRecord, PersonRecord, Record, TopicRecord
from loaders.sources.table.allowed_values import STATUSES
from loaders.sources.table.cells import RowValues


def _person(values: RowValues) -> PersonRecord:
    ids = values.ids("-person")
    return PersonRecord(
        source=values.source,
        key=values.key(ids),
        url=values.address("url"),
        revised=values.date("revised"),
        ids=ids,
        names=(values.needed("name"), *(values.items("aliases") or ())),
        family=values.text("family"),
        affiliations=values.places(),
        role=values.text("role"),
        headline=values.text("headline"),
    )


def _institution(values: RowValues) -> InstitutionRecord:
    ids = values.ids("-institution")
    founded = values.date("established")
    return InstitutionRecord(
        source=values.source,
        key=values.key(ids),
        url=values.address("url"),
        revised=values.date("revised"),
        name=values.needed("name"),
        ids=ids,
        aliases=tuple(values.items("aliases") or ()),
        acronyms=tuple(values.items("acronyms") or ()),
        types=tuple(values.items("types") or ()),
        status=values.one_of("status", STATUSES),
        established=int(founded[:4]) if founded else None,
        country=values.text("country"),
        country_code=values.text("country_code"),
        city=values.text("city"),
        latitude=values.number("latitude"),
        longitude=values.number("longitude"),
        website=values.address("website"),
        relations=tuple(
            Relation(kind=cast("RelationKind", kind), target=target) for kind, target in values.related("-institution")
        ),
    )


def _topic(values: RowValues) -> TopicRecord:
    scheme, code = values.needed("scheme"), values.needed("code")
    return TopicRecord(
        source=values.source,
        key=f"{scheme}/{code}",
        scheme=scheme,
        code=code,
        name=values.needed("name"),
        parent=values.text("parent"),
    )


def _citation(values: RowValues) -> CitationRecord:
    citing, cited = (_end(values, name) for name in ("citing", "cited"))
    if citing == cited:
        raise InvalidRecordError(f"{citing} cites itself.")
    return CitationRecord(
        source=values.source,
        key=f"{citing} {cited}",
        citing=citing,
        cited=cited,
        intents=tuple(values.items("intents") or ()),
        influential=values.truth("influential"),
    )


def _end(values: RowValues, name: str) -> str:
    text = values.needed(name)
    ids = values.references(values.table.columns[name])
    if not ids:
        raise InvalidRecordError(f"{name}: {text!r} is not a valid {values.scheme(name)} ID.")
    return ids[0]


MAKERS: dict[str, Callable[[RowValues], Record]] = {
    "people": _person,
    "institutions": _institution,
    "topics": _topic,
    "citations": _citation,
}


def record_from_row(values: RowValues) -> Iterator[Record]:
    """Yield the record of a row of any kind except papers. Raises InvalidRecordError if a value is invalid."""
    yield MAKERS[values.table.kind](values)
