"""Convert arXiv metadata to a paper record, independent of the format from which they were read."""

from dataclasses import dataclass

from loaders.bibliographic.repository_links import resources
from loaders.records.errors import InvalidRecordError
from loaders.records.parts import Author, Manifestation, TopicUse, TypedDate
from loaders.records.record import PaperRecord
from loaders.records.urls import normalize_url
from loaders.sources.arxiv import categories
from normalization import identifiers as ids


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version with its number, if known, and its date."""

    number: str | None
    date: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArxivMetadata:
    """Metadata of a paper in any of arXiv's formats.

    Attributes:
        named: ID or URL of the paper at arXiv.
        versions: The versions with known dates, oldest first.
        revised: Time of the last change of the metadata. The default is the date of the newest version.
    """

    named: str | None
    title: str | None
    versions: tuple[Version, ...]
    categories: tuple[str, ...] = ()
    primary: str | None = None
    authors: tuple[Author, ...] | None = None
    abstract: str | None = None
    comment: str | None = None
    journal_ref: str | None = None
    dois: tuple[str, ...] = ()
    license: str | None = None
    revised: str | None = None


def paper(metadata: ArxivMetadata) -> PaperRecord:
    """Return the paper record.

    Raises:
        InvalidRecordError: ID, title or first date is missing.
        IdentifierError: The ID is not an arXiv ID.
    """
    if not (metadata.named and metadata.title and metadata.versions):
        raise InvalidRecordError("it has no ID, no title, or no date of its first version.")
    identifier = ids.normalize(f"arxiv:{metadata.named}")
    key = ids.split_id(identifier)[1]
    first, last = metadata.versions[0], metadata.versions[-1]
    return PaperRecord(
        source="arxiv",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        revised=metadata.revised or last.date,
        title=metadata.title,
        kind="preprint",
        ids=(identifier, *(f"doi:{doi}" for doi in metadata.dois)),
        abstract=metadata.abstract,
        dates=(
            TypedDate(value=first.date),
            *((TypedDate(value=last.date, kind="updated"),) if last.date != first.date else ()),
        ),
        authors=metadata.authors or None,
        topics=_topics(metadata),
        resources=resources(" ".join(filter(None, (metadata.abstract, metadata.comment)))),
        forms=tuple(
            Manifestation(
                url=f"https://arxiv.org/abs/{key}v{version.number}",
                kind="preprint",
                version=version.number,
                date=version.date,
            )
            for version in metadata.versions
            if version.number
        ),
        open_access=True,
        license=normalize_url(metadata.license),
        comment=metadata.comment,
        journal_ref=metadata.journal_ref,
    )


def _topics(metadata: ArxivMetadata) -> tuple[TopicUse, ...]:
    """Return the categories in arXiv's order, the primary one first, without ACM and MSC classes."""
    terms = [term for term in metadata.categories if categories.is_category(term)]
    primary = metadata.primary
    return tuple(
        TopicUse(scheme="arxiv", code=term, primary=term == primary)
        for term in dict.fromkeys([primary, *terms] if primary else terms)
    )
