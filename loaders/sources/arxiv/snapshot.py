"""Read the snapshot of arXiv's metadata, arxiv-metadata-oai-snapshot.json: one paper per line, with all its versions.

Source: https://www.kaggle.com/datasets/Cornell-University/arxiv
"""

from typing import Annotated

import msgspec

from loaders.bibliographic.tex_accents import decode_accents
from loaders.records.parts import Author
from loaders.sources.arxiv.author_string import authors as authors_of
from loaders.sources.arxiv.oai import author, versions
from loaders.sources.arxiv.paper import ArxivMetadata

Name = Annotated[list[str], msgspec.Meta(min_length=1)]


class Version(msgspec.Struct, frozen=True):
    """A version."""

    version: str
    created: str


class Line(msgspec.Struct, frozen=True, rename={"journal_ref": "journal-ref"}):
    """A paper in the snapshot. An item of `authors_parsed` is key name, forenames, suffix and affiliations."""

    id: str
    title: str | None = None
    authors: str | None = None
    authors_parsed: list[Name] | None = None
    comments: str | None = None
    journal_ref: str | None = None
    doi: str | None = None
    categories: str | None = None
    license: str | None = None
    abstract: str | None = None
    versions: list[Version] = []
    update_date: str | None = None


decode = msgspec.json.Decoder(Line).decode


def parse_line(line: Line) -> ArxivMetadata:
    """Return the metadata in a line. Raises InvalidRecordError if a version is malformed."""
    categories = tuple((line.categories or "").split())
    return ArxivMetadata(
        named=line.id,
        title=_text(line.title),
        versions=versions((version.version, version.created) for version in line.versions),
        categories=categories,
        primary=next(iter(categories), None),
        authors=_authors(line),
        abstract=_text(line.abstract),
        comment=_text(line.comments),
        journal_ref=_text(line.journal_ref),
        dois=tuple((line.doi or "").split()),
        licence=line.license,
        revised=line.update_date,
    )


def _authors(line: Line) -> tuple[Author, ...] | None:
    if not line.authors_parsed:
        return authors_of(line.authors or "")
    parsed = ([*parts, "", ""] for parts in line.authors_parsed)
    return tuple(author(key, fore, suffix, filter(None, places)) for key, fore, suffix, *places in parsed)


def _text(text: str | None) -> str | None:
    return decode_accents(" ".join(text.split())) or None if text else None
