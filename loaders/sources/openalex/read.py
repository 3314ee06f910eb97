"""OpenAlex's files: each entity told by its id, and what a work names told before it."""

from collections.abc import Callable, Hashable, Iterator

import msgspec

from cypher.identifiers import known
from loaders.files.archive import SourceFile
from loaders.files.encoding import NO_JSON, why
from loaders.files.json_elements import Kind, elements
from loaders.files.strange import told_by_its_beginning
from loaders.recently import Recently
from loaders.records.dates import year_in
from loaders.records.in_passing import told_once
from loaders.records.record import Record
from loaders.refused import RecordError, Rejected, at
from loaders.source import Item
from loaders.sources.openalex.merged import Merged
from loaders.sources.openalex.person import person
from loaders.sources.openalex.schema import Author, Funder, Institution, Location, Shape, Where, Wider, Work
from loaders.sources.openalex.things import SOURCE_NAME, funder, institution, key_of, subject, subjects, venue
from loaders.sources.openalex.work import NOT_WORKS, other_subjects, pages, paper
from loaders.works.places import NOWHERE, Place, Within, in_journal, in_venue

HOME = "openalex.org/"
NONE = "no entity of OpenAlex."
IN_VOLUMES = frozenset({"journal", "conference", "book series"})
"""Types of what has volumes; in repositories and on platforms a work can only be had."""
UNREAD = frozenset("PCGK")
"""Publishers, concepts (which topics replaced), awards, and keywords under numbers: no record is made of these."""
DELETED = frozenset(f"Deleted {one}" for one in ("Author", "Funder", "Institution", "Publisher", "Source", "Work"))
"""Names of what stands for all entities of a kind that were deleted."""
SUBJECTS = frozenset({"domains", "fields", "subfields"})

_shape = msgspec.json.Decoder(Shape)
_work = msgspec.json.Decoder(Work, strict=False)
_author = msgspec.json.Decoder(Author, strict=False)
_institution = msgspec.json.Decoder(Institution, strict=False)
_funder = msgspec.json.Decoder(Funder, strict=False)
_venue = msgspec.json.Decoder(Where, strict=False)
_subject = msgspec.json.Decoder(Wider, strict=False)


class Reading:
    """One reading of one file."""

    def __init__(self, file: SourceFile, merged: Merged, kind: Kind) -> None:
        self._file = file
        self._merged = merged
        self._kind = kind
        self._lately = Recently()
        self._named = Recently()

    def items(self) -> Iterator[Item]:
        """Yield all items of the file. Raises SourceError where nothing in it is OpenAlex's."""
        with self._file.open() as stream:
            cuts = elements(stream, self._file.shown, self._kind)
            found = (item for cut in cuts for item in ([cut] if isinstance(cut, Rejected) else self._element(*cut)))
            wrong = f"{self._file.shown}: expected {self._kind.whole}."
            yield from told_by_its_beginning(found, lambda item: item.reason == NONE, wrong)

    def _element(self, place: str, text: bytes) -> Iterator[Item]:
        if not text.startswith(b"{"):
            yield Rejected(place, NONE)
            return
        try:
            shape = _shape.decode(text)
            if shape.id is None and shape.results is not None:
                for number, one in enumerate(shape.results, 1):
                    yield from self._element(f"{place}, item {number}", bytes(one))
            elif shape.id is None and shape.error:
                yield Rejected(place, f"OpenAlex answered: {shape.message or shape.error}")
            elif shape.id is None or not (HOME in shape.id or known(f"openalex:{shape.id}")):
                yield Rejected(place, NONE)
            else:
                key = key_of(shape.id)
                place = at(place, key)
                if shape.display_name not in DELETED and self._merged.kept(key) == key:
                    yield from self._entity(text, key, place)
        except (*NO_JSON, RecordError) as error:
            yield Rejected(place, why(error))

    def _entity(self, text: bytes, key: str, place: str) -> Iterator[Item]:
        """Yield what an entity says."""
        family, _, rest = key.partition("/")
        if family in SUBJECTS:
            yield from self._told(subjects(_subject.decode(text)))
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
                yield from self._told(subjects(_subject.decode(text)))
            case letter if letter not in UNREAD:
                yield Rejected(place, NONE)
            case _:
                pass

    def _of_work(self, said: Work, key: str) -> Iterator[Item]:
        if said.is_paratext or said.type in NOT_WORKS:
            return
        place = _place(said)
        record = paper(said, key, place, self._merged.into(key), self._merged.kept)
        yield from self._told((*_beside(said, self._named.new), *place.told))
        yield record

    def _told(self, records: Iterator[Record] | tuple[Record, ...]) -> Iterator[Record]:
        """Yield records that were not told lately, or say when they were revised."""
        yield from told_once(records, self._lately)


def _beside(said: Work, new: Callable[[Hashable], bool]) -> Iterator[Record]:
    """Yield what a work names and was not named lately: subjects, institutions, funders."""
    for one in said.topics or ():
        if one.id and one.display_name and new((one.id, one.display_name)):
            yield from subjects(one)
    for scheme, code, name, _ in other_subjects(said):
        if new((scheme, code, name)):
            yield subject(scheme, code, name)
    for authorship in said.authorships or ():
        for one in authorship.institutions or ():
            if one.id and one.display_name and new((one.id, one.display_name)):
                yield institution(one)
    for one in said.funders or ():
        if one.id and one.display_name and new((one.id, one.display_name)):
            yield funder(one)
    for award in (*(said.awards or ()), *(said.grants or ())):
        name, paid = award.funder_display_name, award.funder_id or award.funder
        if name and paid and new((paid, name)):
            yield funder(Funder(id=paid, display_name=name))


def _place(said: Work) -> Place:
    """Return the volume in which a work appeared, as its primary location says."""
    first, biblio = said.primary_location or Location(), said.biblio
    number, issue = (biblio.volume or None, biblio.issue or None) if biblio else (None, None)
    where, year = first.source, year_in(said.publication_year, said.publication_date)
    if where is None or not where.id or not (where.display_name or "").strip():
        name = first.raw_source_name
        within = Within(source=SOURCE_NAME, name=name or "", number=number, issue=issue, pages=pages(said), year=year)
        return in_journal(within, ()) if name and name.strip() and (number or issue) else NOWHERE
    if where.type is not None and where.type not in IN_VOLUMES:
        return NOWHERE
    publisher = where.host_organization_name or None
    within = Within(
        source=SOURCE_NAME,
        name=where.display_name or "",
        publisher=publisher,
        number=number,
        issue=issue,
        pages=pages(said),
        year=year,
    )
    return in_venue(within, venue(where))
