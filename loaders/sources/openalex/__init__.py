"""OpenAlex: entities in JSON, from the snapshot and the API, and the CSV tables of merged IDs.

Yields papers and the volumes in which they appeared, persons, institutions, venues, topics and funders.

Source: https://docs.openalex.org (CC0-1.0)
"""

import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

import msgspec

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, journal_container, volume_of_venue
from loaders.bibliographic.json_works import is_json_file
from loaders.formats.archive import SourceFile, strip_suffixes
from loaders.formats.csv_rows import rows
from loaders.formats.encoding import JSON_ERRORS, rejection_reason
from loaders.formats.foreign_files import reject_foreign_files
from loaders.formats.json_stream import JsonFileKind, elements
from loaders.formats.lookup_table import LookupTable
from loaders.records.dates import year_in
from loaders.records.errors import InvalidRecordError, RejectedItem, SourceFileError, format_location, truncate
from loaders.records.grouping import RecentKeys
from loaders.records.partial import deduplicate_partials
from loaders.records.record import Item, Record
from loaders.sources.base import Reader, Source
from loaders.sources.openalex.entities import SOURCE_NAME, funder, institution, key_of, subject, subjects, venue
from loaders.sources.openalex.person import person
from loaders.sources.openalex.schema import (
    Author,
    Funder,
    HierarchyTopic,
    Institution,
    Location,
    LocationSource,
    Shape,
    Work,
)
from loaders.sources.openalex.work import NOT_WORKS, other_subjects, pages, paper
from normalization.identifiers import normalize_or_none

MERGED_COLUMNS = ("id", "merge_into_id")
MERGED_EXPECTED = "merged IDs of OpenAlex, with the columns merge_date, id and merge_into_id"
MAX_CHAIN = 50
"""Maximum length of a chain of merges; it also ends circular chains."""
MERGED_TABLES = """
CREATE TABLE merged (id TEXT PRIMARY KEY, kept TEXT) WITHOUT ROWID;
CREATE INDEX by_kept ON merged (kept);
"""


class MergedEntities(LookupTable[tuple[str, str]]):
    """Lookup table of entities that OpenAlex merged, from the CSV files of `merged_ids`.

    A row is `merge_date,id,merge_into_id`. The target of a merge may itself be merged later.
    """

    def __init__(self, files: Iterable[SourceFile]) -> None:
        super().__init__(files, MERGED_TABLES, _merged_pairs, _insert_pairs)

    def surviving_key(self, key: str) -> str:
        """Return the entity into which an entity was merged; the entity itself if it was not merged."""
        if self.any:
            for _ in range(MAX_CHAIN):
                result_rows = self.ask("SELECT kept FROM merged WHERE id = ?", key)
                if not result_rows:
                    break
                ((key,),) = result_rows
        return key

    def into(self, key: str) -> tuple[str, ...]:
        """Return all entities that were merged into an entity, directly or indirectly."""
        merged_ids: dict[str, None] = {}
        pending = [key] if self.any else []
        while pending:
            result_rows = self.ask("SELECT id FROM merged WHERE kept = ? ORDER BY id", pending.pop())
            new = [id_ for (id_,) in result_rows if id_ not in merged_ids and id_ != key]
            merged_ids.update(dict.fromkeys(new))
            pending += new
        return tuple(sorted(merged_ids))


def _merged_pairs(file: SourceFile) -> Iterator[tuple[str, str] | RejectedItem]:
    for row in rows(file, MERGED_COLUMNS, MERGED_EXPECTED):
        old, new = (normalize_or_none(f"openalex:{row.cell(column)}") for column in MERGED_COLUMNS)
        if old and new and old != new:
            yield old.partition(":")[2], new.partition(":")[2]
        else:
            pair_text = truncate(f"{row.cell('id')} into {row.cell('merge_into_id')}")
            yield RejectedItem(row.place, f"not two different OpenAlex IDs: {pair_text}")


def _insert_pairs(table: sqlite3.Connection, pairs: list[tuple[str, str]]) -> None:
    table.executemany("INSERT OR REPLACE INTO merged VALUES (?, ?)", pairs)


HOME = "openalex.org/"
NONE = "not an OpenAlex entity."
IN_VOLUMES = frozenset({"journal", "conference", "book series"})
"""Types of venues that have volumes; repositories and platforms only provide copies of works."""
UNREAD = frozenset("PCGK")
"""First letters of ignored IDs: publishers, concepts (replaced by topics), awards, and keywords with numeric IDs."""
DELETED = frozenset(f"Deleted {kind}" for kind in ("Author", "Funder", "Institution", "Publisher", "Source", "Work"))
"""Names of the placeholders for all deleted entities of a kind."""
SUBJECTS = frozenset({"domains", "fields", "subfields"})

_shape = msgspec.json.Decoder(Shape)
_work = msgspec.json.Decoder(Work, strict=False)
_author = msgspec.json.Decoder(Author, strict=False)
_institution = msgspec.json.Decoder(Institution, strict=False)
_funder = msgspec.json.Decoder(Funder, strict=False)
_venue = msgspec.json.Decoder(LocationSource, strict=False)
_subject = msgspec.json.Decoder(HierarchyTopic, strict=False)


class EntityReader:
    """Reads one file."""

    def __init__(self, file: SourceFile, merged: MergedEntities, kind: JsonFileKind) -> None:
        self._file = file
        self._merged = merged
        self._kind = kind
        self._lately = RecentKeys()
        self._named = RecentKeys()

    def items(self) -> Iterator[Item]:
        """Yield all items of the file. Raises SourceFileError if the file has no OpenAlex entity."""
        with self._file.open() as stream:
            cuts = elements(stream, self._file.display_name, self._kind)
            items = (item for cut in cuts for item in ([cut] if isinstance(cut, RejectedItem) else self._element(*cut)))
            wrong = f"{self._file.display_name}: expected {self._kind.description}."
            yield from reject_foreign_files(items, lambda item: item.reason == NONE, wrong)

    def _element(self, place: str, text: bytes) -> Iterator[Item]:
        if not text.startswith(b"{"):
            yield RejectedItem(place, NONE)
            return
        try:
            shape = _shape.decode(text)
            if shape.id is None and shape.results is not None:
                for number, result in enumerate(shape.results, 1):
                    yield from self._element(f"{place}, item {number}", bytes(result))
            elif shape.id is None and shape.error:
                yield RejectedItem(place, f"OpenAlex returned: {shape.message or shape.error}")
            elif shape.id is None or not (HOME in shape.id or normalize_or_none(f"openalex:{shape.id}")):
                yield RejectedItem(place, NONE)
            else:
                key = key_of(shape.id)
                place = format_location(place, key)
                if shape.display_name not in DELETED and self._merged.surviving_key(key) == key:
                    yield from self._entity(text, key, place)
        except (*JSON_ERRORS, InvalidRecordError) as error:
            yield RejectedItem(place, rejection_reason(error))

    def _entity(self, text: bytes, key: str, place: str) -> Iterator[Item]:
        """Yield the records of an entity, by the first letter of its ID."""
        family, _, rest = key.partition("/")
        if family in SUBJECTS:
            yield from self._new_records(subjects(_subject.decode(text)))
            return
        match key[0]:
            case _ if rest:
                pass  # keywords, types, countries and the like
            case "W":
                yield from self._of_work(_work.decode(text), key)
            case "A":
                yield person(_author.decode(text))
            case "I":
                yield institution(_institution.decode(text), self._merged.into(key))
            case "F":
                yield funder(_funder.decode(text), self._merged.into(key))
            case "S" | "V":
                yield venue(_venue.decode(text), self._merged.into(key))
            case "T":
                yield from self._new_records(subjects(_subject.decode(text)))
            case letter if letter not in UNREAD:
                yield RejectedItem(place, NONE)
            case _:
                pass

    def _of_work(self, work: Work, key: str) -> Iterator[Item]:
        if work.is_paratext or work.type in NOT_WORKS:
            return
        place = _place(work)
        record = paper(work, key, place, self._merged.into(key), self._merged.surviving_key)
        yield from self._new_records((*_referenced_entities(work, self._named.add_if_new), *place.records))
        yield record

    def _new_records(self, records: Iterator[Record] | tuple[Record, ...]) -> Iterator[Record]:
        """Yield records that were not yielded recently, and all records with a revision date."""
        yield from deduplicate_partials(records, self._lately)


def _referenced_entities(work: Work, new: Callable[[Hashable], bool]) -> Iterator[Record]:
    """Yield the topics, institutions and funders of a work that were not yielded recently."""
    for topic in work.topics or ():
        if topic.id and topic.display_name and new((topic.id, topic.display_name)):
            yield from subjects(topic)
    for scheme, code, name, _ in other_subjects(work):
        if new((scheme, code, name)):
            yield subject(scheme, code, name)
    for authorship in work.authorships or ():
        for topic in authorship.institutions or ():
            if topic.id and topic.display_name and new((topic.id, topic.display_name)):
                yield institution(topic)
    for topic in work.funders or ():
        if topic.id and topic.display_name and new((topic.id, topic.display_name)):
            yield funder(topic)
    for award in (*(work.awards or ()), *(work.grants or ())):
        name, funder_id = award.funder_display_name, award.funder_id or award.funder
        if name and funder_id and new((funder_id, name)):
            yield funder(Funder(id=funder_id, display_name=name))


def _place(work: Work) -> Container:
    """Return the volume in which a work appeared, by its primary location."""
    first, biblio = work.primary_location or Location(), work.biblio
    number, issue = (biblio.volume or None, biblio.issue or None) if biblio else (None, None)
    venue_entity, year = first.source, year_in(work.publication_year, work.publication_date)
    if venue_entity is None or not venue_entity.id or not (venue_entity.display_name or "").strip():
        name = first.raw_source_name
        container_info = ContainerInfo(
            source=SOURCE_NAME, name=name or "", number=number, issue=issue, pages=pages(work), year=year
        )
        return journal_container(container_info, ()) if name and name.strip() and (number or issue) else NO_CONTAINER
    if venue_entity.type is not None and venue_entity.type not in IN_VOLUMES:
        return NO_CONTAINER
    publisher = venue_entity.host_organization_name or None
    container_info = ContainerInfo(
        source=SOURCE_NAME,
        name=venue_entity.display_name or "",
        publisher=publisher,
        number=number,
        issue=issue,
        pages=pages(work),
        year=year,
    )
    return volume_of_venue(container_info, venue(venue_entity))


FILE = JsonFileKind("OpenAlex entities, from its snapshot or its API", "OpenAlex entity")
PART = re.compile(r"^part[_-]?\d+$")
"""Name of a snapshot file, `works/updated_date=2025-01-01/part_000.gz`, without the compression suffix."""


def _wanted(name: str) -> bool:
    return (
        is_json_file(name)
        or bool(PART.match(strip_suffixes(name)))
        or (_is_merged(name) and "merged_ids" in name.lower())
    )


def _is_merged(name: str) -> bool:
    return strip_suffixes(name).endswith(".csv")


def start(files: Sequence[SourceFile]) -> Reader:
    """Return the reader. Raises SourceFileError if there are only tables of merged IDs."""
    tables = [file for file in files if _is_merged(file.name)]
    if tables and len(tables) == len(files):
        raise SourceFileError(
            f"{tables[0].display_name}: merged IDs of OpenAlex apply to entities: load the files of entities, too."
        )
    merged = MergedEntities(tables)

    def read_file(file: SourceFile) -> Iterator[Item]:
        return merged.load_file(file) if merged.holds(file) else EntityReader(file, merged, FILE).items()

    return read_file


SOURCE = Source(
    name="openalex",
    title="OpenAlex",
    license="CC0-1.0",
    address="https://openalex.org",
    provides=(
        "works with IDs of many schemes, kinds, languages, abstracts and references",
        "bylines with ORCID iDs, affiliations as printed and ROR IDs",
        "topics with scores in a hierarchy, keywords, MeSH headings and development goals",
        "journals, volumes, issues and pages; locations of copies with version and license",
        "funders and awards, retractions",
        "people with their names, and affiliations with years",
        "institutions with their places and relations",
    ),
    omits=("editors", "days of publication if only the year is known", "reasons for citations"),
    example="byline load openalex openalex-snapshot/data",
    expected_files=FILE.description,
    accepts=_wanted,
    start=start,
)
