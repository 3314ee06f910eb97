"""Template of a source of JSON works: arrays, responses of an API, or one work per line.

Copy this module to `loaders/sources/NAME.py`, or into a package of that name, and replace every `example`.
"""

import re
from collections.abc import Iterator

import msgspec

from loaders.bibliographic.containers import NO_CONTAINER, Container, ContainerInfo, journal_container
from loaders.bibliographic.funders import FunderMention, resolve_funders
from loaders.bibliographic.json_works import Works, is_json_file
from loaders.bibliographic.keywords import keywords
from loaders.formats.json_stream import JsonFileKind
from loaders.records import dates
from loaders.records.parts import Affiliation, Author, TypedDate
from loaders.records.record import PaperRecord, Record
from loaders.sources.base import Source, read_each_file
from normalization.identifiers import normalize_or_none, valid_ids

SOURCE_NAME = "example"


class WorkAffiliation(msgspec.Struct):
    """An affiliation of an author."""

    name: str
    ror: str | None = None


class WorkAuthor(msgspec.Struct):
    """An author of a work."""

    name: str
    orcid: str | None = None
    affiliations: tuple[WorkAffiliation, ...] | None = None


class WorkJournal(msgspec.Struct):
    """The journal in which a work appeared."""

    title: str
    issns: tuple[str, ...] = ()
    volume: str | None = None
    pages: str | None = None


class WorkFunder(msgspec.Struct):
    """A funder of a work."""

    name: str
    doi: str | None = None
    award: str | None = None


class Work(msgspec.Struct):
    """A work as the source writes it. A work without an ID or a title, or with a value of another type, is
    malformed.
    """

    id: str
    title: str
    doi: str | None = None
    updated: str | None = None
    published: str | None = None
    authors: tuple[WorkAuthor, ...] | None = None
    journal: WorkJournal | None = None
    keywords: tuple[str, ...] = ()
    references: tuple[str, ...] | None = None
    funders: tuple[WorkFunder, ...] | None = None


def container_of(work: Work) -> Container:
    """Return the volume of the journal of a work."""
    journal = work.journal
    if journal is None:
        return NO_CONTAINER
    info = ContainerInfo(
        source=SOURCE_NAME,
        name=journal.title,
        number=journal.volume,
        pages=journal.pages,
        year=dates.year_in(work.published),
    )
    return journal_container(info, valid_ids("issn", journal.issns))


def author_of(author: WorkAuthor) -> Author:
    """Return an author. Affiliations that the source does not state are None, not empty."""
    affiliations = (
        Affiliation(text=place.name, ror=normalize_or_none(f"ror:{place.ror}")) for place in author.affiliations or ()
    )
    return Author(
        name=author.name,
        ids=(f"orcid:{author.orcid}",) if author.orcid else (),
        affiliations=None if author.affiliations is None else tuple(affiliations),
    )


def records(work: Work) -> Iterator[Record]:
    """Yield the journal, topics and funders of a work, then the work."""
    container = container_of(work)
    topics, topic_records = keywords(SOURCE_NAME, work.keywords)
    funders = resolve_funders(
        SOURCE_NAME,
        (
            FunderMention(
                name=funder.name,
                ids=(funder.doi,) if funder.doi else (),
                awards=(funder.award,) if funder.award else (),
            )
            for funder in work.funders or ()
        ),
    )
    yield from (*container.records, *topic_records, *funders.records)
    yield PaperRecord(
        source=SOURCE_NAME,
        key=work.id,
        revised=dates.parse_date_or_none(work.updated),
        title=work.title,
        ids=(f"doi:{work.doi}",) if work.doi else (),
        dates=(TypedDate(value=work.published),) if work.published else (),
        authors=None if work.authors is None else tuple(map(author_of, work.authors)),
        topics=topics or None,
        appeared_in=container.use,
        references=None if work.references is None else valid_ids("doi", work.references),
        funding=None if work.funders is None else funders.funding,
    )


RESPONSE = re.compile(rb'\{[^\[\]]*?"works"\s*:\s*\[')
"""Text before the list of works in a response of the API: `{"total": 2, "works": [`."""
WORKS = Works(
    kind=JsonFileKind(description="JSON works of Example", element_name="work", wrapper=RESPONSE),
    decode=msgspec.json.Decoder(Work).decode,
    key=lambda work: work.id,
    records=records,
)
SOURCE = Source(
    name=SOURCE_NAME,
    title="Example",
    license="CC0-1.0",
    address="https://example.org",
    provides=("titles and dates", "authors with ORCID iDs and affiliations", "journals, keywords, references, funders"),
    omits=("abstracts",),
    example="byline load example works.jsonl",
    expected_files=WORKS.kind.description,
    accepts=is_json_file,
    start=read_each_file(WORKS.read_file),
)
