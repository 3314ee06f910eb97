"""dblp computer science bibliography, in XML.

The reader accepts `dblp.xml`, completely or in parts, and dblp's responses for a person or a publication
(`https://dblp.org/pid/....xml`, `https://dblp.org/rec/....xml`). It decodes named character references such as `&uuml;`
without the DTD. It yields papers, the journals, conferences, proceedings and books in which they appeared, and the
persons whom dblp distinguishes.

Source: https://dblp.org/xml/docu/dblpxml.pdf, https://dblp.org/xml/dblp.dtd
"""

import re
from collections.abc import Iterator, Sequence

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, volume_of_venue, volume_use
from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element, child_text, folded_text, text_of
from loaders.formats.xml_stream import XmlFormat, is_xml_file, local_name, read
from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Manifestation, TypedDate, VolumeUse
from loaders.records.record import Item, PaperKind, PaperRecord, Record, VenueRecord, VolumeRecord
from loaders.records.urls import extract_identifier, normalize_url
from loaders.sources.base import Reader, Source
from loaders.sources.dblp.people import PersonIds, authors, person
from normalization.identifiers import normalize_or_none
from normalization.text import fold

SOURCE_NAME = "dblp"
HOME = "https://dblp.org"
PART_NUMBER = re.compile(r"\s*\(\d+\)$")
"""Number of a volume at the end of a title of proceedings: `ACL (1)`."""


def title_of(record: Element) -> str:
    """Return the title of a record without the period that dblp appends.

    Raises InvalidRecordError if the record has no title.
    """
    title = child_text(record, "title") or ""
    title = title[:-1] if title.endswith(".") and not title.endswith("..") else title
    if not title:
        raise InvalidRecordError("it has no title.")
    return title


def container_of(record: Element) -> Container:
    """Return the container of a publication: a volume of its journal, its proceedings, or its book."""
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
        return Container(
            VolumeUse(
                volume=f"{SOURCE_NAME}:{_volume_key(parent_key)}",
                pages=pages,
                venues=(f"{SOURCE_NAME}-venue:{_stream(record)}",),
            )
        )
    title, year = child_text(record, "booktitle"), child_text(record, "year")
    if not title:
        return NO_CONTAINER
    is_conference_paper = record.tag == "inproceedings"
    venue = _venue(record, PART_NUMBER.sub("", title), "conference") if is_conference_paper else None
    volume = VolumeRecord(
        source=SOURCE_NAME,
        key=_volume_key(f"{_stream(record)}/{year or ''}/{fold(title) or title}"),
        title=title,
        year=_year(year),
        venues=venue.ids if venue else (),
    )
    return Container(volume_use(volume, pages, venue=venue), (venue, volume) if venue else (volume,))


def proceedings(record: Element, person_ids: PersonIds) -> Iterator[VenueRecord | VolumeRecord]:
    """Yield the conference or journal, if the record names one, then the proceedings or the edited book as a volume."""
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
        title=title_of(record),
        year=_year(child_text(record, "year")),
        number=child_text(record, "volume"),
        publisher=child_text(record, "publisher"),
        address=child_text(record, "address"),
        venues=venue.ids if venue else (),
        editors=authors(record, "editor", person_ids) or (),
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
    """Return the key of the conference series or journal of a publication (dblp: stream), such as `conf/acl`."""
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
"""Name of the XML element -> kind of work."""
PUBLTYPE_KINDS: dict[str, PaperKind] = {"data": "dataset", "software": "software", "encyclopedia": "chapter"}
"""Value of `publtype` -> kind of work; it takes precedence over the element."""
WITHDRAWN = "withdrawn"
CORR_PREFIX = "journals/corr/"
"""Prefix of the keys of arXiv papers. Their volume is the arXiv ID: `abs/2001.00001` or `cs.CL/0101001`."""
WIKIDATA_PREFIX = "wikidata:"
"""Scheme of Wikidata items. Their pages describe a paper, but do not contain it."""


def publication(record: Element, person_ids: PersonIds) -> Iterator[Record]:
    """Yield the journal or volume of a publication, then the paper. Raises InvalidRecordError if it has no key or no
    title.
    """
    key = record.get("key")
    if not key:
        raise InvalidRecordError("it has no key.")
    types = (record.get("publtype") or "").split()
    preprint = key.startswith(CORR_PREFIX)
    container = NO_CONTAINER if preprint else container_of(record)
    yield from container.records
    byline = authors(record, "author", person_ids, child_text(record, "school"))
    editors = authors(record, "editor", person_ids)
    if record.tag == "book" and editors:
        yield from proceedings(record, person_ids)
    kind = _kind(record, types, preprint=preprint)
    links = [link for element in record.iterfind("ee") if (link := folded_text(element))]
    linked_ids = tuple(filter(None, (extract_identifier(link) for link in links)))
    open_links = [normalize_url(folded_text(element)) for element in record.iterfind("ee[@type='oa']")]
    open_access_url = next(filter(None, open_links), None)
    year = child_text(record, "year")
    date = dates.date_or_raw_text(
        dates.extract_date_from_text(" ".join(filter(None, (year, child_text(record, "month"))))), year
    )
    withdrawn = WITHDRAWN in types
    notes = [text for element in record.iterfind("note") if not element.get("type") and (text := folded_text(element))]
    cited_keys = [text for element in record.iterfind("cite") if (text := folded_text(element))]
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        url=f"{HOME}/rec/{key}",
        revised=dates.parse_date_or_none(record.get("mdate")),
        title=title_of(record),
        kind=kind,
        ids=tuple(
            dict.fromkeys((f"dblp:{key}", *_arxiv_ids(record, preprint=preprint), *linked_ids, *_isbns(record, kind)))
        ),
        dates=(TypedDate(value=date),) if date else (),
        authors=byline,
        appeared_in=container.use,
        pages=child_text(record, "pages"),
        references=tuple(filter(None, (normalize_or_none(f"dblp:{cited_key}") for cited_key in cited_keys)))
        if cited_keys
        else None,
        forms=tuple(_manifestations(links, kind)),
        open_access=True if open_access_url or preprint else None,
        best_location=open_access_url,
        retracted=True if withdrawn else None,
        notices=("Withdrawn.",) if withdrawn else (),
        comment="; ".join(notes) or None,
    )


def _kind(record: Element, types: list[str], *, preprint: bool) -> PaperKind:
    for type_ in types:
        if type_ in PUBLTYPE_KINDS:
            return PUBLTYPE_KINDS[type_]
    if preprint or (record.tag == "article" and "informal" in types):
        return "preprint"
    return KINDS[str(record.tag)]


def _arxiv_ids(record: Element, *, preprint: bool) -> Iterator[str]:
    volume = child_text(record, "volume") if preprint else None
    arxiv_id = normalize_or_none(f"arxiv:{volume.removeprefix('abs/')}") if volume else None
    if arxiv_id:
        yield arxiv_id


def _isbns(record: Element, kind: PaperKind) -> Iterator[str]:
    if kind == "book":
        yield from filter(
            None, (normalize_or_none(f"isbn:{folded_text(element)}") for element in record.iterfind("isbn"))
        )


def _manifestations(links: list[str], kind: PaperKind) -> Iterator[Manifestation]:
    """Yield the pages at which the paper is available, without its Wikidata item."""
    for link in dict.fromkeys(links):
        url = normalize_url(link)
        if url and not (extract_identifier(link) or "").startswith(WIKIDATA_PREFIX):
            yield Manifestation(url=url, kind="preprint" if kind == "preprint" else "article")


PEOPLE = ("www", "person")
XML_FORMAT = XmlFormat(
    expected="records of dblp, a <dblp> or a <dblpperson>",
    roots=frozenset({"dblp", "dblpperson"}),
    records=(*KINDS, "proceedings", *PEOPLE),
    decode_named_entities=True,
)


def start(files: Sequence[SourceFile]) -> Reader:
    """Collect the person IDs of all files, and return the reader of a file."""
    person_ids = PersonIds(files)

    def items(element: Element) -> Iterator[Item]:
        if local_name(element) in PEOPLE:
            yield from person(element)
        elif local_name(element) == "proceedings":
            yield from proceedings(element, person_ids)
        else:
            yield from publication(element, person_ids)

    return lambda file: read(file, XML_FORMAT, items, lambda element: element.get("key"))


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
    expected_files=XML_FORMAT.expected,
    accepts=is_xml_file,
    start=start,
)
