"""What is read of Semantic Scholar's JSON, its names in lower case: its datasets write `corpusid`, its API `corpusId`.

Source: https://api.semanticscholar.org/api-docs/graph, https://api.semanticscholar.org/api-docs/datasets
"""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec import Struct

Json: TypeAlias = Mapping[str, object]
UNREAD = frozenset({"embedding", "contexts", "contextswithintent", "citationstyles"})
"""Large parts that nothing here is made of."""


def folded(value: object) -> object:
    """Return a JSON value with the names of all fields in lower case, without what is not read."""
    match value:
        case dict():
            named: dict[str, object] = value  # pyright: ignore[reportUnknownVariableType] JSON has texts as names
            return {lower: folded(one) for name, one in named.items() if (lower := name.lower()) not in UNREAD}
        case list():
            listed: list[object] = value  # pyright: ignore[reportUnknownVariableType] whatever it holds
            return [folded(one) for one in listed]
        case _:
            return value


class Author(Struct):
    """A person, by herself or in a by-line; `aliases` in datasets only."""

    authorid: str | None = None
    externalids: dict[str, object] | None = None
    url: str | None = None
    name: str | None = None
    aliases: list[str] | None = None
    affiliations: list[str] | None = None
    papers: list[object] | None = None


class Venue(Struct):
    """A journal or conference."""

    id: str = ""
    name: str | None = None
    type: str | None = None
    alternate_names: list[str] | None = None
    issn: str | None = None
    alternate_issns: list[str] | None = None
    url: str | None = None


class Journal(Struct):
    """Where in a journal a paper is."""

    name: str | None = None
    volume: str | None = None
    pages: str | None = None


class Field(Struct):
    """A field of study, told by a publisher (`external`) or by a model."""

    category: str = ""


class OpenAccess(Struct):
    """A copy that can be read free of charge."""

    url: str | None = None
    status: str | None = None
    license: str | None = None


class Tldr(Struct):
    """A summary in one sentence, made by a model."""

    text: str | None = None


class Paper(Struct):
    """A paper; only the API nests who cites it and what it refers to."""

    paperid: str | None = None
    corpusid: int | None = None
    externalids: dict[str, object] | None = None
    url: str | None = None
    title: str | None = None
    abstract: str | None = None
    venue: str | None = None
    publicationvenue: Venue | None = None
    publicationvenueid: str | None = None
    year: int | None = None
    isopenaccess: bool | None = None
    openaccesspdf: OpenAccess | None = None
    s2fieldsofstudy: list[Field] | None = None
    fieldsofstudy: list[str] | None = None
    publicationtypes: list[str] | None = None
    publicationdate: str | None = None
    journal: Journal | None = None
    authors: list[Author] | None = None
    tldr: Tldr | None = None
    citations: list[object] | None = None
    references: list[object] | None = None


class Citation(Struct):
    """That one paper cites another: by corpus ids in the datasets, with one of the papers in the API."""

    citingcorpusid: int | None = None
    citedcorpusid: int | None = None
    citingpaper: dict[str, object] | None = None
    citedpaper: dict[str, object] | None = None
    intents: Sequence[object] | None = None
    isinfluential: bool | None = None


class Aside(Struct):
    """A line of the datasets that say one thing of a paper: its abstract, its summary, or an older paperId."""

    corpusid: int
    abstract: str | None = None
    openaccessinfo: OpenAccess | None = None
    text: str | None = None
    sha: str | None = None
