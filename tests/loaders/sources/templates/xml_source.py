"""Template of a source of XML.

Copy this module to `loaders/sources/NAME.py`, or into a package of that name, and replace every `example`.
"""

from collections.abc import Iterator

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, journal_container
from loaders.bibliographic.funders import FunderMention, resolve_funders
from loaders.bibliographic.keywords import keywords
from loaders.formats.archive import SourceFile
from loaders.formats.markup import Element, child_text, text_of
from loaders.formats.xml_stream import XmlFormat, is_xml_file, read
from loaders.records import dates
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Affiliation, Author, TypedDate
from loaders.records.record import Item, PaperRecord, Record
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import normalize_or_none, valid_ids

SOURCE_NAME = "example"
FORMAT = XmlFormat(
    expected="XML works of Example",
    roots=frozenset({"works"}),
    records=("work",),
    strip_namespaces=True,  # names without their namespaces
)


def container_of(work: Element) -> Container:
    """Return the volume of the journal of a work."""
    title = child_text(work, "journal/title")
    if not title:
        return NO_CONTAINER
    info = ContainerInfo(
        source=SOURCE_NAME,
        name=title,
        number=child_text(work, "journal/volume"),
        pages=child_text(work, "journal/pages"),
        year=dates.year_in(child_text(work, "published")),
    )
    return journal_container(info, valid_ids("issn", map(text_of, work.iterfind("journal/issn"))))


def author_of(author: Element) -> Author:
    """Return an author. Affiliations that the source does not state are None, not empty."""
    orcid = author.get("orcid")
    affiliations = tuple(
        Affiliation(text=text_of(place), ror=normalize_or_none(f"ror:{place.get('ror')}"))
        for place in author.iterfind("affiliation")
    )
    return Author(
        name=child_text(author, "name") or "",
        ids=(f"orcid:{orcid}",) if orcid else (),
        affiliations=affiliations or None,
    )


def funder_of(funder: Element) -> FunderMention:
    """Return a funder."""
    doi, award = funder.get("doi"), funder.get("award")
    return FunderMention(name=text_of(funder), ids=(doi,) if doi else (), awards=(award,) if award else ())


def records(work: Element) -> Iterator[Record]:
    """Yield the journal, topics and funders of a work, then the work. Raises InvalidRecordError."""
    key, title, doi, published = (work.get("id"), *(child_text(work, tag) for tag in ("title", "doi", "published")))
    if not key or not title:
        raise InvalidRecordError("it has no ID or no title.")
    container = container_of(work)
    topics, topic_records = keywords(SOURCE_NAME, map(text_of, work.iterfind("keyword")))
    funders = resolve_funders(SOURCE_NAME, map(funder_of, work.iterfind("funder")))
    yield from (*container.records, *topic_records, *funders.records)
    yield PaperRecord(
        source=SOURCE_NAME,
        key=key,
        revised=dates.parse_date_or_none(work.get("updated")),
        title=title,
        ids=(f"doi:{doi}",) if doi else (),
        dates=(TypedDate(value=published),) if published else (),
        authors=tuple(map(author_of, work.iterfind("author"))) or None,
        topics=topics or None,
        appeared_in=container.use,
        references=valid_ids("doi", map(text_of, work.iterfind("reference"))) or None,
        funding=funders.funding or None,
    )


def read_file(file: SourceFile) -> Iterator[Item]:
    """Yield the items of a file."""
    return read(file, FORMAT, records, key=lambda work: work.get("id"))


SOURCE = Source(
    name=SOURCE_NAME,
    title="Example",
    license="CC0-1.0",
    address="https://example.org",
    provides=("titles and dates", "authors with ORCID iDs and affiliations", "journals, keywords, references, funders"),
    omits=("abstracts",),
    example="byline load example works.xml",
    expected_files=FORMAT.expected,
    accepts=is_xml_file,
    start=read_each_file(read_file),
)
