"""dblp computer science bibliography, in XML.

Reads `dblp.xml`, whole or in pieces, and dblp's responses about one person or publication
(`https://dblp.org/pid/....xml`, `https://dblp.org/rec/....xml`). Named entities are read without the DTD. Yields
papers, the journals, conferences, proceedings and books in which they appeared, and persons, disambiguated by dblp.

Source: https://dblp.org/xml/docu/dblpxml.pdf, https://dblp.org/xml/dblp.dtd
"""

import re
from collections.abc import Iterator, Sequence

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, volume_of_venue, volume_use
from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element, child_text, folded_text, text_of
from loaders.formats.xml_stream import XmlFormat, is_xml_file, local, read
from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Manifestation, TypedDate, VolumeUse
from loaders.records.record import Item, PaperKind, PaperRecord, Record, VenueRecord, VolumeRecord
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.base import Reader, Source
from loaders.sources.dblp.people import Names, authors, person
from normalization.identifiers import normalize_or_none
from normalization.text import fold

SOURCE_NAME = "dblp"
HOME = "https://dblp.org"
PART_NUMBER = re.compile(r"\s*\(\d+\)$")
"""Number of a volume of proceedings, as in `ACL (1)`."""


def titled(record: Element) -> str:
    """Return the title without the period that dblp appends. Raises InvalidRecordError if there is no title."""
    title = child_text(record, "title") or ""
    title = title[:-1] if title.endswith(".") and not title.endswith("..") else title
    if not title:
        raise InvalidRecordError("it has no title.")
    return title


def container_of(record: Element) -> Container:
    """Return the container of a publication: the volume of its journal, or the proceedings or book that it names."""
    pages, journal = child_text(record, "pages"), child_text(record, "journal")
    if journal:
        container_info = ContainerInfo(
            source=SOURCE_NAME,
            name=journal,
            number=child_text(record, "volume"),
            issue=child_text(record, "number"),
            pages=pages,
            year=_year(child_text(record, "year")),
        )
        return volume_of_venue(container_info, _venue(record, journal, "journal"))
    parent_key = child_text(record, "crossref")
    if parent_key:
        return Container(VolumeUse(volume=f"{SOURCE_NAME}:{_volume_key(parent_key)}", pages=pages))
    title, year = child_text(record, "booktitle"), child_text(record, "year")
    if not title:
        return NO_CONTAINER
    meeting = record.tag == "inproceedings"
    venue = _venue(record, PART_NUMBER.sub("", title), "conference" if meeting else None) if meeting else None
    volume = VolumeRecord(
        source=SOURCE_NAME,
        key=_volume_key(f"{_stream(record)}/{year or ''}/{fold(title) or title}"),
        title=title,
        year=_year(year),
        venues=venue.ids if venue else (),
    )
    return Container(volume_use(volume, pages), (venue, volume) if venue else (volume,))


def proceedings(record: Element, names: Names) -> Iterator[VenueRecord | VolumeRecord]:
    """Yield the conference or journal, if known, then the volume of proceedings or the book with editors."""
    key = record.get("key") or ""
    name = child_text(record, "booktitle")
    venue = None
    if name and key.startswith(("conf/", "journals/")):
        venue = _venue(record, PART_NUMBER.sub("", name), "conference" if key.startswith("conf/") else "journal")
        yield venue
    yield VolumeRecord(
        source=SOURCE_NAME,
        key=_volume_key(key),
        url=f"{HOME}/rec/{key}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        ids=tuple(
            f"volume:{isbn}"
            for element in record.iterfind("isbn")
            if (isbn := normalize_or_none(f"isbn:{text_of(element)}"))
        ),
        title=titled(record),
        year=_year(child_text(record, "year")),
        number=child_text(record, "volume"),
        publisher=child_text(record, "publisher"),
        address=child_text(record, "address"),
        venues=venue.ids if venue else (),
        editors=authors(record, "editor", names) or (),
    )


def _venue(record: Element, name: str, kind: str | None) -> VenueRecord:
    stream = _stream(record)
    return VenueRecord(
        source=SOURCE_NAME,
        key=f"venue/{stream}",
        url=f"{HOME}/db/{stream}/",
        name=name,
        ids=(f"dblp-venue:{stream}",),
        kind="journal" if kind == "journal" else "conference" if kind == "conference" else None,
    )


def _stream(record: Element) -> str:
    """Return the key of the series of a publication: `conf/acl`."""
    stream = child_text(record, "stream")
    return stream.removeprefix("streams/") if stream else "/".join((record.get("key") or "").split("/")[:2])


def _volume_key(key: str) -> str:
    return f"volume/{key}"


def _year(text: str | None) -> int | None:
    return dates.year_in(text)


KINDS: dict[str, PaperKind] = {
    "article": "article",
    "inproceedings": "article",
    "incollection": "chapter",
    "book": "book",
    "phdthesis": "thesis",
    "mastersthesis": "thesis",
    "data": "dataset",
}
"""Kind of work for each element."""
TYPES: dict[str, PaperKind] = {"data": "dataset", "software": "software", "encyclopedia": "chapter"}
"""Values of `publtype` that state the kind of work."""
WITHDRAWN = "withdrawn"
CORR = "journals/corr/"
"""Prefix of the keys of arXiv papers. Their volume is the arXiv ID: `abs/2001.00001` or `cs.CL/0101001`."""
NO_ADDRESS = "wikidata:"


def publication(record: Element, names: Names) -> Iterator[Record]:
    """Yield the journal or volume of a publication, then the paper. Raises InvalidRecordError if it has no key or no
    title.
    """
    key = record.get("key")
    if not key:
        raise InvalidRecordError("it has no key.")
    types = (record.get("publtype") or "").split()
    preprint = key.startswith(CORR)
    place = NO_CONTAINER if preprint else container_of(record)
    yield from place.records
    byline = authors(record, "author", names, child_text(record, "school"))
    edited = authors(record, "editor", names)
    if record.tag == "book" and edited:
        yield from proceedings(record, names)
    kind = _kind(record, types, preprint=preprint)
    links = [link for element in record.iterfind("ee") if (link := folded_text(element))]
    linked_ids = tuple(filter(None, (extract_identifier(link) for link in links)))
    open_links = [normalize_url(folded_text(element)) for element in record.iterfind("ee[@type='oa']")]
    read_at = next(filter(None, open_links), None)
    year = child_text(record, "year")
    day = dates.date_or_raw_text(
        dates.extract_date_from_text(" ".join(filter(None, (year, child_text(record, "month"))))), year
    )
    withdrawn = WITHDRAWN in types
    notes = [text for element in record.iterfind("note") if not element.get("type") and (text := folded_text(element))]
    cited = [text for element in record.iterfind("cite") if (text := folded_text(element))]
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{HOME}/rec/{key}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        title=titled(record),
        kind=kind,
        ids=tuple(
            dict.fromkeys((f"dblp:{key}", *_of_arxiv(record, preprint=preprint), *linked_ids, *_isbns(record, kind)))
        ),
        dates=(TypedDate(value=day),) if day else (),
        authors=byline,
        appeared_in=place.use,
        pages=child_text(record, "pages"),
        references=tuple(filter(None, (normalize_or_none(f"dblp:{cited_key}") for cited_key in cited)))
        if cited
        else None,
        forms=tuple(_forms(links, kind)),
        open_access=True if read_at or preprint else None,
        best_location=read_at,
        retracted=True if withdrawn else None,
        notices=("Withdrawn.",) if withdrawn else (),
        comment="; ".join(notes) or None,
    )


def _kind(record: Element, types: list[str], *, preprint: bool) -> PaperKind:
    for type_ in types:
        if type_ in TYPES:
            return TYPES[type_]
    if preprint or (record.tag == "article" and "informal" in types):
        return "preprint"
    return KINDS[str(record.tag)]


def _of_arxiv(record: Element, *, preprint: bool) -> Iterator[str]:
    volume = child_text(record, "volume") if preprint else None
    arxiv_id = normalize_or_none(f"arxiv:{volume.removeprefix('abs/')}") if volume else None
    if arxiv_id:
        yield arxiv_id


def _isbns(record: Element, kind: PaperKind) -> Iterator[str]:
    if kind == "book":
        yield from filter(
            None, (normalize_or_none(f"isbn:{folded_text(element)}") for element in record.iterfind("isbn"))
        )


def _forms(links: list[str], kind: PaperKind) -> Iterator[Manifestation]:
    """Yield the URLs of the paper, without those of entries about it."""
    for link in dict.fromkeys(links):
        place = normalize_url(link)
        if place and not (extract_identifier(link) or "").startswith(NO_ADDRESS):
            yield Manifestation(url=place, kind="preprint" if kind == "preprint" else "article")


PEOPLE = ("www", "person")
FORM = XmlFormat(
    expected="records of dblp, a <dblp> or a <dblpperson>",
    roots=frozenset({"dblp", "dblpperson"}),
    records=(*KINDS, "proceedings", *PEOPLE),
    named=True,
)


def start(files: Sequence[SourceFile]) -> Reader:
    """Index the person names in the files, and return the reader."""
    names = Names(files)

    def items(element: Element) -> Iterator[Item]:
        if local(element) in PEOPLE:
            yield from person(element)
        elif local(element) == "proceedings":
            yield from proceedings(element, names)
        else:
            yield from publication(element, names)

    return lambda file: read(file, FORM, items, lambda element: element.get("key"))


SOURCE = Source(
    name="dblp",
    title="dblp computer science bibliography",
    license="CC0-1.0",
    address="https://dblp.org",
    provides=(
        "titles, kinds, years and bylines",
        "disambiguated people, with their ORCID iDs, further names and affiliations",
        "journals, conferences, proceedings with their editors, books",
        "DOIs, arXiv IDs, URLs and withdrawals of papers",
    ),
    omits=("abstracts", "topics", "affiliations in bylines", "references of most papers"),
    example="byline load dblp dblp.xml.gz",
    expected_files=FORM.expected,
    accepts=is_xml_file,
    start=start,
)
