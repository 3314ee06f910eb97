"""arXiv: what its API answers, one paper per entry of an Atom feed.

A file is an answer as it came (.xml, .atom), or one kept inside JSON with the address that was asked and the status
that came: `{"url": ..., "status_code": ..., "body": "<feed>..."}`. Each category is told of, with its name and archive,
before the file's first paper that is filed under it. An entry speaks of one version: that version's date is `updated`,
the first version's is `published`. Atom names no licence, so none is given.

Source: https://info.arxiv.org/help/api/user-manual.html
"""

import io
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath
from typing import IO, TypeAlias

import msgspec
from lxml import etree

from cypher import identifiers as ids
from cypher.identifiers import IdentifierError
from loaders.archive import SourceFile
from loaders.links import resources
from loaders.record import Affiliation, Author, Dated, Form, PaperRecord, TopicUse
from loaders.source import Item, Reader, RecordError, Rejected, Source, SourceError
from loaders.sources import arxiv_categories

Element: TypeAlias = etree._Element  # noqa: SLF001 # pyright: ignore[reportPrivateUsage] lxml's own name for its type
ATOM = "{http://www.w3.org/2005/Atom}"
ARXIV = "{http://arxiv.org/schemas/atom}"
FILES = re.compile(r"\.(xml|atom|json)(\.gz|\.zst)?$")
BESIDE = frozenset({"MANIFEST.json"})
"""A file that stands beside answers and is none."""
ERRORS = "/api/errors"
"""What the id of an entry holds that is no paper but tells what went wrong."""


class Kept(msgspec.Struct, frozen=True):
    """An answer kept with the address that was asked and the HTTP status that came."""

    url: str
    status_code: int
    body: str


def read(file: SourceFile) -> Iterator[Item]:
    """Yield categories and papers, in file order.

    An error that arXiv answered is rejected in arXiv's own words, an entry without id, title or date with the reason.
    Where a feed breaks off, what came before is kept and the break is rejected. Raises SourceError, naming the file and
    what was expected, where nothing can be read at all.
    """
    number = 0
    told: set[str] = set()
    with file.open() as stream:
        begins_as_json = stream.read(64).lstrip().startswith(b"{")
    with file.open() as stream:
        try:
            for number, entry in enumerate(_entries(_kept(stream, file.name) if begins_as_json else stream), 1):
                yield from _items(entry, number, told)
        except (etree.XMLSyntaxError, RecordError, IdentifierError) as error:
            said = error.msg if isinstance(error, etree.XMLSyntaxError) else str(error)
            if not number:
                raise SourceError(f"{file.name}: expected an Atom feed of the arXiv API: {said}") from error
            yield Rejected(place=f"after entry {number}", reason=f"the feed breaks off: {said}")


def _kept(stream: IO[bytes], name: str) -> IO[bytes]:
    """Return the feed that JSON keeps."""
    try:
        kept = msgspec.json.decode(stream.read(), type=Kept)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{name}: expected an answer of the arXiv API kept as JSON: {error}") from error
    if not kept.body.lstrip().startswith("<"):
        raise SourceError(f"{name}: arXiv answered {kept.status_code} without a feed: {kept.body.strip()[:200]!r}.")
    return io.BytesIO(kept.body.encode())


def _entries(feed: IO[bytes]) -> Iterator[Element]:
    """Yield the entries of a feed as they stream; external entities are never fetched, not even looked at."""
    parser = etree.iterparse(
        feed, events=("start", "end"), resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    for number, (event, element) in enumerate(parser):
        if number == 0 and element.tag != f"{ATOM}feed":
            raise RecordError(f"the document is a <{etree.QName(element).localname}>.")
        if event == "end" and element.tag == f"{ATOM}entry":
            yield element
            element.clear(keep_tail=True)
            while (parent := element.getparent()) is not None and element.getprevious() is not None:
                del parent[0]


def _items(entry: Element, number: int, told: set[str]) -> Iterator[Item]:
    named = _text(entry, f"{ATOM}id")
    place = ", ".join(filter(None, (f"entry {number}", f"line {entry.sourceline}", named)))
    if named and ERRORS in named:
        yield Rejected(place=place, reason=_text(entry, f"{ATOM}summary") or "arXiv answered an error without a word.")
        return
    try:
        paper = _paper(entry, named)
    except (RecordError, IdentifierError) as error:
        yield Rejected(place=place, reason=str(error))
        return
    for use in paper.topics or ():
        for topic in arxiv_categories.topics(use.code):
            if topic.code not in told:
                told.add(topic.code)
                yield topic
    yield paper


def _paper(entry: Element, named: str | None) -> PaperRecord:
    """Read a paper. Raises RecordError saying what it lacks."""
    title = _text(entry, f"{ATOM}title")
    published, updated = _text(entry, f"{ATOM}published"), _text(entry, f"{ATOM}updated")
    if not (named and title and published):
        raise RecordError("an entry needs an id, a title and the date of its first version.")
    identifier = ids.normal(f"arxiv:{named}")
    key = ids.split(identifier)[1]
    comment, abstract = _text(entry, f"{ARXIV}comment"), _text(entry, f"{ATOM}summary")
    authors = tuple(map(_author, entry.iterfind(f"{ATOM}author")))
    version = (ids.arxiv_version(named) or "").removeprefix("v") or None
    return PaperRecord(
        source="arxiv",
        key=key,
        url=f"https://arxiv.org/abs/{key}",
        revised=updated or published,
        title=title,
        kind="preprint",
        ids=(identifier, *(f"doi:{doi}" for doi in (_text(entry, f"{ARXIV}doi") or "").split())),
        abstract=abstract,
        dates=_dates(published, updated),
        authors=authors or None,
        topics=_topics(entry),
        resources=resources(" ".join(filter(None, (abstract, comment)))),
        forms=_forms(key, version, published, updated),
        open_access=True,
        comment=comment,
        journal_ref=_text(entry, f"{ARXIV}journal_ref"),
    )


def _author(author: Element) -> Author:
    places = tuple(Affiliation(text=text) for one in author.iterfind(f"{ARXIV}affiliation") if (text := _words(one)))
    return Author(name=_text(author, f"{ATOM}name") or "", affiliations=places or None)


def _dates(published: str, updated: str | None) -> tuple[Dated, ...]:
    """Give the first version's date, and this version's where it is a later one."""
    first = Dated(value=published)
    return (first,) if updated in (None, published) else (first, Dated(value=updated, kind="updated"))


def _topics(entry: Element) -> tuple[TopicUse, ...]:
    """Name the categories in arXiv's order, the primary one first; ACM and MSC classes among them are passed over."""
    terms = [
        term for one in entry.iterfind(f"{ATOM}category") if arxiv_categories.is_category(term := one.get("term", ""))
    ]
    first = entry.find(f"{ARXIV}primary_category")
    primary = first.get("term", "") if first is not None else ""
    return tuple(
        TopicUse(scheme="arxiv", code=term, primary=term == primary)
        for term in dict.fromkeys([primary, *terms] if primary else terms)
    )


def _forms(key: str, version: str | None, published: str, updated: str | None) -> tuple[Form, ...]:
    """Name the version that the entry speaks of, and the first, whose date it gives."""
    if version is None:
        return ()
    dated = {"1": published, version: updated or published}
    return tuple(
        Form(url=f"https://arxiv.org/abs/{key}v{one}", kind="preprint", version=one, date=date)
        for one, date in dated.items()
    )


def _text(element: Element, tag: str) -> str | None:
    found = element.find(tag)
    return None if found is None else _words(found)


def _words(element: Element) -> str | None:
    """Return an element's text with white space folded, for titles are broken over lines; None where there is none."""
    return " ".join("".join(map(str, element.itertext(with_tail=False))).split()) or None


def _wanted(name: str) -> bool:
    return bool(FILES.search(name)) and PurePosixPath(name).name not in BESIDE


def start(_: Sequence[SourceFile]) -> Reader:
    """Return the reader; arXiv's answers need no side tables."""
    return read


SOURCE = Source(
    name="arxiv",
    title="arXiv",
    licence="CC0-1.0",
    address="https://arxiv.org",
    gives=(
        "titles, abstracts and by-lines",
        "dates of the first and of this version",
        "primary and cross-listed categories",
        "affiliations, comments, journal references and DOIs where authors gave them",
        "links to code and data in abstracts and comments",
    ),
    lacks=("licences", "references", "earlier versions but the first"),
    example="byline load arxiv answer.xml",
    expects="answers of the arXiv API: Atom feeds (.xml, .atom), or kept inside .json",
    wants=_wanted,
    start=start,
)
